import { indexOfSymbol } from '../../domain/filings/markets/model/market-indexes.ts';
import type { Priced } from '../../domain/markets/prices/model/price-series.ts';
import { readTable } from '../kit/read-table.ts';

interface Exchange {
  marketId: string;
  mic: string | null;
  /** The currency of closes if a file states none; null if shares are quoted in several. */
  currency: string | null;
}

/**
 * Exchanges by the suffix of a symbol, which symbols of the United States lack. DEMO is the market of the sample's fictional
 * shares. The small exchanges of Germany, which trade shares of all countries, are omitted.
 */
const EXCHANGES: ReadonlyMap<string, Exchange> = new Map(
  readTable(new URL('exchanges.tsv', import.meta.url)).map(([suffix = '', marketId = '', mic = '', currency = '']) => [
    suffix,
    { marketId, mic: mic || null, currency: currency || null },
  ]),
);

/** The share or index of a symbol; null for currencies, futures and unknown exchanges. */
export function pricedBy(symbol: string): { of: Priced; currency: string | null } | null {
  const index = indexOfSymbol('yahoo', symbol);
  if (index !== null) return { of: { kind: 'index', indexId: index.indexId }, currency: index.currency };
  const [, ticker = '', suffix = ''] = /^([A-Z0-9][A-Z0-9&-]{0,20})(?:\.([A-Z]{1,4}))?$/.exec(symbol) ?? [];
  const exchange = EXCHANGES.get(suffix);
  if (ticker === '' || exchange === undefined) return null;
  const { marketId, mic, currency } = exchange;
  return { of: { kind: 'listing', marketId, ticker, mic }, currency };
}

/** Units of quotes that are parts of a currency, and how many of them make one. */
const PARTS: Readonly<Record<string, { currency: string; parts: number }>> = {
  GBp: { currency: 'GBP', parts: 100 },
  GBX: { currency: 'GBP', parts: 100 },
  ZAc: { currency: 'ZAR', parts: 100 },
  ILA: { currency: 'ILS', parts: 100 },
};

/** The currency of a unit of quotes. */
export function unitOf(stated: string): { currency: string; parts: number } {
  return PARTS[stated] ?? { currency: stated.toUpperCase(), parts: 1 };
}

/** A symbol as the service writes it; null for symbols that are not read. */
export function symbolOf(name: string): string | null {
  const symbol = name.trim().toUpperCase();
  return pricedBy(symbol) === null ? null : symbol;
}
