import { type Day, type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import type { CrossRate } from '../../../figures/currencies/rules/exchange-rates.ts';
import type { CountedShares } from '../../../figures/financials/model/financials.ts';
import { OLDEST_FIGURES_DAYS } from '../../../figures/financials/rules/periods/current-amounts.ts';
import type { PriceActions } from '../../prices/model/price-series.ts';
import { LONGEST_REST_DAYS } from '../../prices/rules/price-moves.ts';

/** Closes of one share as paid on their days, oldest first. */
export interface PaidCloses {
  source: string;
  /** ISO 4217. */
  currency: string;
  days: readonly Day[];
  closes: readonly number[];
  splits: PriceActions['splits'];
  /** Days whose close is implausible. */
  isFaulty(day: Day): boolean;
}

/** What was known of a company's shares and currency from the end of one day until before the end of another. */
export interface KnownShares {
  knownFrom: IsoDate;
  /** Null while it is known. */
  knownTo: IsoDate | null;
  /** ISO 4217 currency of the reports. */
  currency: string;
  shares: CountedShares | null;
}

/** The market capitalization of a day. */
export interface MarketValue {
  day: Day;
  /** The day of the close: the last session up to the day. */
  closeDay: Day;
  close: number;
  closeCurrency: string;
  /** The count on the basis of the close: splits since it became known are applied. */
  shares: number;
  /** The product of these splits. */
  splitFactor: number;
  /** Units of the reports' currency per unit of the close's; null if there is no rate. */
  rate: number | null;
  currency: string;
  /** In the currency of the reports, in whole units; null without a rate. */
  amount: number | null;
}

export type ClosingRate = (from: string, to: string, day: Day) => CrossRate | null;

/**
 * The market capitalization on each day from `from` to `until` that has a close and a known count of shares. Only counts known by
 * the end of a day and splits up to its close decide, so later ones change nothing.
 */
export function* marketValues(
  closes: PaidCloses,
  known: readonly KnownShares[],
  rateOf: ClosingRate,
  { from, until }: { from: Day; until: Day },
): Generator<MarketValue, void, undefined> {
  const spans = known.map(one => ({
    ...one,
    from: parseDay(one.knownFrom) ?? 0,
    to: one.knownTo === null ? Number.POSITIVE_INFINITY : (parseDay(one.knownTo) ?? 0),
  }));
  let at = -1;
  for (let day = Math.max(from, closes.days[0] ?? until + 1); day <= until; day++) {
    while ((closes.days[at + 1] ?? Number.POSITIVE_INFINITY) <= day) at++;
    const [closeDay, close] = [closes.days[at], closes.closes[at]];
    if (closeDay === undefined || close === undefined || day - closeDay > LONGEST_REST_DAYS) continue;
    const span = spans.find(one => one.from <= day && day < one.to);
    if (span?.shares == null || closes.isFaulty(closeDay)) continue;
    if (day - (parseDay(span.shares.date) ?? 0) > OLDEST_FIGURES_DAYS) continue;
    const splitFactor = splitsBetween(closes.splits, parseDay(span.shares.knownOn) ?? day, closeDay);
    const shares = span.shares.count * splitFactor;
    const { currency } = span;
    const rate = currency === closes.currency ? 1 : (rateOf(closes.currency, currency, day)?.rate ?? null);
    const amount = rate === null ? null : Math.round(shares * close * rate);
    yield { day, closeDay, close, closeCurrency: closes.currency, shares, splitFactor, rate, currency, amount };
  }
}

/** The product of the splits after a count became known, up to a day. A filing counts shares as of its own date. */
function splitsBetween(splits: PriceActions['splits'], knownOn: Day, until: Day): number {
  return splits.reduce((factor, { day, ratio }) => (day > knownOn && day <= until ? factor * ratio : factor), 1);
}
