import type { z } from 'zod';
import { toIsoDate } from '../../../../kernel/dates.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { type Conversion, convertPeriod } from '../../currencies/rules/convert-period.ts';
import { RATES_SOURCE, requireRates, type StoredRates } from '../../currencies/views/load-exchange-rates.ts';
import type { KpiPeriod } from '../model/financials.ts';
import type { LineItem } from '../rules/line-items.ts';
import type { conversion } from './financial-shapes.ts';
import type { LoadedFinancials } from './load-periods.ts';

/** The conversion of amounts, as responses show it. */
export function renderConversion({ from, to, kind, rate }: Conversion): z.input<typeof conversion> {
  return {
    from,
    to,
    rate_kind: kind,
    rate: rate === null ? null : plainNumber(rate.rate),
    rate_from: rate === null ? null : toIsoDate(rate.from),
    rate_to: rate === null ? null : toIsoDate(rate.to),
    days: rate?.days ?? 0,
    source: RATES_SOURCE,
  };
}

/** Financials in another currency, with the conversion of each period. */
export interface ConvertedFinancials<Loaded> {
  loaded: Loaded;
  conversions: ReadonlyMap<KpiPeriod, readonly Conversion[]>;
}

/**
 * Converts the amounts of some line items to one currency. Every rate is of a day up to the end of its period, so a
 * response about a past instant uses no rate that was unknown then. Throws AsfiledError `not_found` if there is
 * something to convert and no rate of the currency.
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
