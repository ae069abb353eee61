import { exactText } from '@asfiled/client';
import { type Decimal, parseDecimal, toNumber } from '../../format/decimal.ts';
import { asShown, type LineItem } from '../../format/line-items.ts';
import type { FigureValue, Period } from './company.ts';

/** Which version of a figure is shown: that of the newest filing or of the first one. */
export type Vintage = 'restated' | 'first';

/** The exact figure as filed; null if missing. */
export function decimalOf(value: FigureValue | undefined, vintage: Vintage = 'restated'): Decimal | null {
  if (!value) return null;
  const first = vintage === 'first' ? value.first_reported : undefined;
  const text = first ? exactText(first, 'value') : exactText(value, 'value');
  return text === null ? null : parseDecimal(text);
}

/** The figure with the sign of the statement: outflows are negative. */
export function shownDecimal(item: LineItem, value: FigureValue | undefined, vintage: Vintage): Decimal | null {
  const decimal = decimalOf(value, vintage);
  return decimal && asShown(item, decimal);
}

/** A double for drawing; null if missing. */
export function numberOf(value: FigureValue | undefined, vintage: Vintage = 'restated'): number | null {
  const decimal = decimalOf(value, vintage);
  return decimal && toNumber(decimal);
}

/** `2017fy`: the key of a period within a company. */
export function periodKey({ fiscal_year, fiscal_period }: Period): string {
  return `${fiscal_year}${fiscal_period}`;
}

/** `FY 2017`, `Q3 2025`, `TTM Q3 2025`. */
export function periodLabel({ fiscal_year, fiscal_period }: Period): string {
  return `${fiscal_period.toUpperCase()} ${fiscal_year}`;
}

/** The same period a year earlier. */
export function yearEarlier(
  periods: ReadonlyMap<string, Period>,
  { fiscal_year, fiscal_period }: Period,
): Period | undefined {
  return periods.get(`${fiscal_year - 1}${fiscal_period}`);
}
