import { type Conversion, convertPeriod } from '../../currencies/rules/convert-period.ts';
import { requireRates, type StoredRates } from '../../currencies/views/load-exchange-rates.ts';
import type { KpiPeriod } from '../model/financials.ts';
import type { LineItem } from '../rules/line-items.ts';
import type { LoadedFinancials } from './load-periods.ts';

/** Financials in another currency, with how each period came to it. */
export interface ConvertedFinancials<Loaded> {
  loaded: Loaded;
  conversions: ReadonlyMap<KpiPeriod, readonly Conversion[]>;
}

/**
 * Financials with the amounts of some line items in one currency. Every rate is of a day up to the end of its period: an answer about a past moment
 * rests on none that was not known by then. Throws AsfiledError `not_found` where there is something to convert and no rate of
 * the currency at all.
 */
export function convertFinancials<Loaded extends LoadedFinancials>(
  loaded: Loaded,
  items: readonly LineItem[],
  to: string,
  stored: StoredRates | null,
): ConvertedFinancials<Loaded> {
  const converted = loaded.periods.map(period => convertPeriod(period, items, to, stored?.rates ?? null));
  if (converted.some(entry => entry.conversions.length > 0)) requireRates(stored, to);
  return {
    loaded: { ...loaded, currency: to, periods: converted.map(entry => entry.period) },
    conversions: new Map(converted.map(entry => [entry.period, entry.conversions])),
  };
}
