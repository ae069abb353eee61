import type { Conversion } from '@asfiled/client';
import { formatDay } from './dates.ts';
import type { LineItem } from './line-items.ts';

/** Currencies offered for conversion. */
export const OFFERED_CURRENCIES = ['USD', 'EUR', 'JPY', 'GBP', 'CHF', 'CNY', 'HKD', 'KRW', 'INR', 'BRL'];

/** How a figure of a line item was converted; null if it is shown as filed. */
export function conversionOf(
  { unit_kind, period_type }: Pick<LineItem, 'unit_kind' | 'period_type'>,
  conversions: readonly Conversion[] | undefined,
): Conversion | null {
  if (unit_kind !== 'currency' && unit_kind !== 'currency_per_share') return null;
  const kind = period_type === 'instant' ? 'closing' : 'average';
  return conversions?.find(({ rate_kind }) => rate_kind === kind) ?? null;
}

/** `1 JPY = 0.0073938 USD, mean of 258 days, 1 Apr 2022 – 31 Mar 2023 (ECB)`. */
export function describeConversion({
  from,
  to,
  rate,
  rate_kind,
  rate_from,
  rate_to,
  days,
  source,
}: Conversion): string {
  if (rate === null || rate_from === null || rate_to === null) return `no stored rate of ${from} in ${to}`;
  const when =
    rate_kind === 'closing'
      ? `rate of ${formatDay(rate_to)}`
      : `mean of ${days} ${days === 1 ? 'day' : 'days'}, ${formatDay(rate_from)} – ${formatDay(rate_to)}`;
  return `1 ${from} = ${rateText(rate)} ${to}, ${when} (${source.toUpperCase()})`;
}

/** Six significant digits. */
function rateText(rate: number): string {
  const digits = Math.max(0, 5 - Math.floor(Math.log10(rate)));
  return rate
    .toFixed(Math.min(digits, 12))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
