import { parseDay } from '../../../../kernel/dates.ts';
import type { KpiPeriod, KpiValue } from '../../financials/model/financials.ts';
import type { LineItem } from '../../financials/rules/line-items.ts';
import type { CrossRate, ExchangeRates } from './exchange-rates.ts';

export type RateKind = 'average' | 'closing';

/** The rate that converted amounts of a period from one currency to another. */
export interface Conversion {
  from: string;
  to: string;
  kind: RateKind;
  /** Null if the rates have gaps; nothing was converted then. */
  rate: CrossRate | null;
}

/** A period in another currency. */
export interface ConvertedPeriod {
  period: KpiPeriod;
  /** By currency and kind, in the order of first use; empty if nothing was converted. */
  conversions: Conversion[];
}

/** `JPY` or `JPY/shares`. */
const MONEY = /^([A-Z]{3})(\/shares)?$/;

/**
 * Converts the values of some line items: flows by the average of the period's days, balances by its last day. Shares
 * and ratios are unchanged. An amount without a rate becomes missing (`no_exchange_rate`).
 */
export function convertPeriod(
  period: KpiPeriod,
  items: readonly LineItem[],
  to: string,
  rates: ExchangeRates | null,
): ConvertedPeriod {
  const conversions = new Map<string, Conversion>();
  const values: Record<string, KpiValue> = {};
  const missing = { ...period.missing };
  for (const item of items) {
    const { code } = item;
    const value = period.values[code];
    if (value === undefined) continue;
    const [, from, perShare = ''] = MONEY.exec(value.unit) ?? [];
    const kind = rateKindOf(item);
    if (from === undefined || kind === null || from === to) {
      values[code] = value;
      continue;
    }
    const key = `${from} ${kind}`;
    const conversion = conversions.get(key) ?? { from, to, kind, rate: rateOf(period, from, to, kind, rates) };
    conversions.set(key, conversion);
    if (conversion.rate === null) missing[code] = 'no_exchange_rate';
    else values[code] = convertValue(value, to + perShare, conversion.rate.rate);
  }
  return { period: { ...period, currency: to, values, missing }, conversions: [...conversions.values()] };
}

/** The kind of rate that converts amounts of a code; null if the code is not an amount of money. */
export function rateKindOf(item: LineItem): RateKind | null {
  if (item.unitKind === 'shares' || item.unitKind === 'ratio') return null;
  return item.periodType === 'instant' ? 'closing' : 'average';
}

function rateOf(
  { periodStart, periodEnd }: KpiPeriod,
  from: string,
  to: string,
  kind: RateKind,
  rates: ExchangeRates | null,
): CrossRate | null {
  const [start, end] = [parseDay(periodStart), parseDay(periodEnd)];
  if (start === null || end === null || rates === null) return null;
  return kind === 'closing' ? rates.closing(from, to, end) : rates.average(from, to, start, end);
}

function convertValue(filed: KpiValue, unit: string, rate: number): KpiValue {
  const { exact: _, firstReported: first, ...rest } = filed;
  return {
    ...rest,
    value: filed.value * rate,
    unit,
    asFiled: filed,
    ...(first === undefined ? {} : { firstReported: { ...first, value: first.value * rate } }),
  };
}
