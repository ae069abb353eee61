import { GROWTH_OF, LINE_ITEM_DEFINITIONS, LINE_ITEMS } from '@asfiled/client';
import type { Decimal } from '../../format/decimal.ts';
import { formatFigure, type LineItem } from '../../format/line-items.ts';
import { type Figure, formatGrowth, type Scale } from '../../format/numbers.ts';

const GROWTH = /_growth$/;

/** What companies can be screened by: line items, and for some how they grew against the fiscal year before. */
export const MEASURES: readonly LineItem[] = LINE_ITEMS.flatMap(item =>
  GROWTH_OF.includes(item.code) ? [item, growthOf(item)] : [item],
);

/** What it means, in a sentence. */
export function definitionOf({ code }: LineItem): string {
  const definition = LINE_ITEM_DEFINITIONS[lineItemCode(code)] ?? '';
  return GROWTH.test(code) ? `Change against the fiscal year before. ${definition}` : definition;
}

/** Why a company has none. */
export function missingWords({ code }: LineItem): string {
  return GROWTH.test(code) ? 'no growth: no year before, or an amount below zero' : 'not reported';
}

/** The line item that a measure is of, or is. */
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
