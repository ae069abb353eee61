import type { Day, Instant, IsoDate } from '../../../../kernel/dates.ts';
import { tickerKeys } from '../../../../kernel/identifiers/ticker-keys.ts';

/** An instrument with prices: a share by its listing, or an index of market-indexes.ts. */
export type Priced = PricedListing | { kind: 'index'; indexId: string };

export interface PricedListing {
  kind: 'listing';
  marketId: string;
  ticker: string;
  /** MIC of the exchange, ISO 10383; null if its market has only one relevant exchange. */
  mic: string | null;
}

/** A market with several exchanges, which use the same ticker for different shares. */
const MARKET_OF_SEVERAL = 'eu';

/**
 * The ticker in the spelling under which its closes are stored; null if the market has several exchanges and none is
 * given.
 */
export function pricedTicker(marketId: string, ticker: string, mic: string | null): string | null {
  const key = tickerKeys(ticker, marketId).at(-1) ?? null;
  if (marketId !== MARKET_OF_SEVERAL) return key;
  return mic === null ? null : `${key}@${mic}`;
}

/**
 * How closes are restated for later events: `raw` as paid on the day, `split_adjusted` for later splits, `adjusted` for
 * later splits and dividends.
 */
export const CLOSE_BASES = ['raw', 'split_adjusted', 'adjusted'] as const;
export type CloseBasis = (typeof CLOSE_BASES)[number];

/** Daily closes, oldest first, one per day; columns of equal length. */
export interface Bars {
  days: readonly Day[];
  /** Positive numbers, on each basis that the source states, at least one. */
  closes: Readonly<Partial<Record<CloseBasis, readonly number[]>>>;
  /** Shares traded on the day, null if not stated; null if no day has a volume. */
  volumes: readonly (number | null)[] | null;
}

/** Corporate actions that change the price: splits and dividends. */
export interface PriceActions {
  /** New shares per old share: 4 for a 4:1 split, 0.1 for a 1:10 reverse split. */
  splits: { day: Day; ratio: number }[];
  /** In the currency of the closes, per share as of the newest close. */
  dividends: { day: Day; amount: number }[];
}

/** Implausible closes, stored as stated. */
export interface PriceFault {
  /**
   * `unit_mixup`: some closes are in another unit (pence instead of pounds). `missing_split`: earlier closes are not
   * restated for a split.
   */
  kind: 'unit_mixup' | 'missing_split';
  /** The first and the last affected close. */
  from: IsoDate;
  until: IsoDate;
  /** Ratio of the affected closes to adjacent ones: 100, 0.01, 5 … */
  factor: number;
}

/** Closes of one share or index from one document of a publisher. */
export interface PriceSeries {
  /** The publisher's symbol. */
  symbol: string;
  of: Priced;
  /**
   * ISO 4217; closes in pence, cents or agorot are converted. Null if neither the source nor the market determines it.
   */
  currency: string | null;
  bars: Bars;
  /** Null if the source states no actions for any share. */
  actions: PriceActions | null;
}

/** The last quote of a share from a publisher. */
export interface PriceQuote {
  symbol: string;
  of: PricedListing;
  /** ISO 4217. */
  currency: string;
  price: number;
  priceAt: Instant;
  previousClose: number | null;
  dayHigh: number | null;
  dayLow: number | null;
  /** Shares traded on the day. */
  volume: number | null;
  delayMinutes: number | null;
}

/** Columns of bars as stored in `price_series`. */
export interface EncodedBars extends Record<CloseBasis, Uint8Array | null> {
  days: Uint8Array;
  volumes: Uint8Array | null;
}

export function encodeBars({ days, closes, volumes }: Bars): EncodedBars {
  const column = (numbers: readonly (number | null)[] | null | undefined) =>
    numbers == null ? null : bytesOf(Float64Array.from(numbers, number => number ?? Number.NaN));
  return {
    days: bytesOf(Int32Array.from(days)),
    raw: column(closes.raw),
    split_adjusted: column(closes.split_adjusted),
    adjusted: column(closes.adjusted),
    volumes: column(volumes),
  };
}

export function decodeBars(encoded: EncodedBars): Bars {
  const closes: Partial<Record<CloseBasis, number[]>> = {};
  for (const basis of CLOSE_BASES) {
    const column = encoded[basis];
    if (column !== null) closes[basis] = decodeNumbers(column);
  }
  const volumes = encoded.volumes === null ? null : decodeVolumes(encoded.volumes);
  return { days: decodeDays(encoded.days), closes, volumes };
}

export function decodeDays(bytes: Uint8Array): Day[] {
  return Array.from(new Int32Array(alignedCopy(bytes)));
}

export function decodeNumbers(bytes: Uint8Array): number[] {
  return Array.from(new Float64Array(alignedCopy(bytes)));
}

function decodeVolumes(bytes: Uint8Array): (number | null)[] {
  return decodeNumbers(bytes).map(number => (Number.isNaN(number) ? null : number));
}

function bytesOf({ buffer }: Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer);
}

/** Typed arrays require alignment to their element size, which the driver's bytes do not guarantee. */
function alignedCopy(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** The available basis nearest to a holder's return: dividends and splits, else splits, else none. */
export function returnBasis(has: (basis: CloseBasis) => boolean): CloseBasis {
  if (has('adjusted')) return 'adjusted';
  return has('split_adjusted') ? 'split_adjusted' : 'raw';
}

/** The available basis nearest to the price paid. */
export function paidBasis(has: (basis: CloseBasis) => boolean): CloseBasis {
  if (has('raw')) return 'raw';
  return has('split_adjusted') ? 'split_adjusted' : 'adjusted';
}

/**
 * Closes as paid on their days: raw closes, else split-adjusted closes with the stated splits reversed. Null if neither
 * is available, because unstated dividends and splits cannot be reversed.
 */
export function closesAsPaid({ days, closes }: Bars, actions: PriceActions | null): readonly number[] | null {
  const { raw, split_adjusted: restated } = closes;
  if (raw !== undefined) return raw;
  if (restated === undefined || actions === null) return null;
  const splits = [...actions.splits].sort((a, b) => b.day - a.day);
  const paid = new Array<number>(restated.length);
  let undone = 0;
  let ratio = 1;
  for (let at = restated.length - 1; at >= 0; at--) {
    for (let next = splits[undone]; next !== undefined && next.day > (days[at] ?? 0); next = splits[undone]) {
      ratio *= next.ratio;
      undone += 1;
    }
    paid[at] = (restated[at] ?? Number.NaN) * ratio;
  }
  return paid;
}

declare module '../../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    priceSeries?: PriceSeries[];
    quotes?: PriceQuote[];
  }
}
