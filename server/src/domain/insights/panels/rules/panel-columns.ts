import { lineItemOf } from '../../../figures/financials/rules/line-items.ts';
import { trailingAmount } from '../../../figures/financials/rules/periods/current-amounts.ts';
import type { Expression } from '../../../figures/measures/rules/expressions/expression.ts';
import { moneyDegree } from '../../../figures/measures/rules/expressions/money.ts';
import { MEASURES } from '../../../figures/measures/rules/measures.ts';

/** A measure of a panel as its manifest describes it. */
export interface MeasureColumn {
  /** The code or formula as requested. */
  name: string;
  /** `currency` is that of the row; `number` has none of the others. */
  unit: string;
  /** In the language of screens; null for a line item. */
  formula: string | null;
  definition: string | null;
}

const BY_CODE = new Map(MEASURES.map(measure => [measure.code, measure]));
const GROWTH = /^(.+)_growth(?:_(\d{1,2})y)?$/;

/** Describes a column of a screen. */
export function describeColumn(name: string, expression: Expression): MeasureColumn {
  const measure = BY_CODE.get(name);
  if (measure !== undefined)
    return { name, unit: measure.unit, formula: measure.formula, definition: measure.definition };
  const item = lineItemOf(name);
  if (item !== undefined) return { name, unit: item.unitKind, formula: null, definition: item.definition };
  const trailing = trailingAmount(name);
  if (trailing !== null)
    return { name, unit: trailing.item.unitKind, formula: null, definition: trailing.item.definition };
  const [, of, years = '1'] = GROWTH.exec(name) ?? [];
  if (of !== undefined) return { name, unit: 'fraction', formula: `growth(${of}, ${years})`, definition: null };
  return { name, unit: unitOf(expression), formula: name, definition: null };
}

function unitOf(expression: Expression): string {
  if (expression.kind === 'growth') return 'fraction';
  const degree = moneyDegree(expression);
  if (degree === 1) return 'currency';
  return degree === null || degree === 0 ? 'number' : `currency^${degree}`;
}
