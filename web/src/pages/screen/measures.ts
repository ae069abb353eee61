import { GROWTH_OF, LINE_ITEM_DEFINITIONS, LINE_ITEMS } from '@asfiled/client';
import type { Decimal } from '../../format/decimal.ts';
import { formatFigure, type LineItem } from '../../format/line-items.ts';
import { type Figure, formatGrowth, type Scale } from '../../format/numbers.ts';

const GROWTH = /_growth$/;

/** The measures of a screen: line items, and for some their growth against the previous fiscal year. */
export const MEASURES: readonly LineItem[] = LINE_ITEMS.flatMap(item =>
  GROWTH_OF.includes(item.code) ? [item, growthOf(item)] : [item],
);

/** The definition of a measure. */
export function definitionOf({ code }: LineItem): string {
  const definition = LINE_ITEM_DEFINITIONS[lineItemCode(code)] ?? '';
  return GROWTH.test(code) ? `Change against the previous fiscal year. ${definition}` : definition;
}

/** Why a company has no value. */
export function missingReason({ code }: LineItem): string {
  return GROWTH.test(code) ? 'no growth: no previous year, or a negative amount' : 'not reported';
}

/** The line item of a measure. */
export function lineItemCode(code: string): string {
  return code.replace(GROWTH, '');
}

export function formatMeasure(item: LineItem, decimal: Decimal, scale: Scale): Figure {
  return GROWTH.test(item.code) ? formatGrowth(decimal) : formatFigure(item, decimal, scale);
}

function growthOf(item: LineItem): LineItem {
  return {
    ...item,
    code: `${item.code}_growth`,
    statement_type: 'ratio',
    label: `${item.label}, growth`,
    sign: 'signed',
    unit_kind: 'ratio',
  };
}
