import type { NamedLineItem } from '@asfiled/client';
import { type Decimal, negate } from './decimal.ts';
import { type Figure, formatAmount, formatPercent, type Scale } from './numbers.ts';

export type LineItem = NamedLineItem;

/** Ratios shown as multiples, not as percent. */
const TIMES = new Set(['current_ratio', 'debt_to_equity']);

/** Whether a line item is a fraction shown as percent. */
export function isPercent({ code, unit_kind }: LineItem): boolean {
  return unit_kind === 'ratio' && !TIMES.has(code);
}

/** Formats amounts in a scale, per-share figures with two decimals, shares in millions, ratios as percent. */
export function formatFigure(item: LineItem, decimal: Decimal, scale: Scale): Figure {
  if (item.unit_kind === 'currency') return formatAmount(decimal, scale);
  if (item.unit_kind === 'currency_per_share') return formatAmount(decimal, 0, 2);
  if (item.unit_kind === 'shares') return formatAmount(decimal, 6, 1);
  return isPercent(item) ? formatPercent(decimal) : formatAmount(decimal, 0, 2);
}

/** The figure with the sign of the statement: outflows are negative. */
export function asShown(item: LineItem, decimal: Decimal): Decimal {
  return item.sign === 'outflow' ? negate(decimal) : decimal;
}
