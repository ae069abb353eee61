import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { MARKET_CAP, trailingAmount } from '../../../figures/financials/rules/periods/current-amounts.ts';
import { evaluateCurrent, requiredFigures } from '../../../figures/measures/rules/expressions/evaluate-current.ts';
import { readsCurrent } from '../../../figures/measures/rules/expressions/expression.ts';
import { MEASURES, VOCABULARY } from '../../../figures/measures/rules/measures.ts';
import type { MarketValue } from './market-values.ts';

/** The measures of a day, with the names of line items that they read: `revenue_ttm`, `equity_mrq`. */
export const VALUATION_MEASURES = MEASURES.flatMap(measure => {
  const expression = VOCABULARY.lookUp(measure.code);
  return expression !== null && readsCurrent(expression) ? [{ ...measure, expression }] : [];
});

export type ValuationMeasure = (typeof VALUATION_MEASURES)[number];

/** Names of the trailing figures that measures read. */
export const VALUATION_FIGURES: readonly string[] = [
  ...new Set(VALUATION_MEASURES.flatMap(({ formula }) => formula.match(/[a-z_]+_(?:ttm|mrq)/g) ?? [])),
];

/** The figure of a name among the amounts of a trailing year. */
export function figureOf(name: string, amounts: readonly (number | null)[]): number | null {
  const found = trailingAmount(name);
  return found === null ? null : (amounts[found.position - 1] ?? null);
}

/** The value of a measure on a day, or why it is null. */
export function valueOn(
  { expression }: Pick<ValuationMeasure, 'expression'>,
  { amount }: Pick<MarketValue, 'amount'>,
  amounts: readonly (number | null)[],
): { value: number; reason: null } | { value: null; reason: MissingReason } {
  const read = (name: string) => (name === MARKET_CAP ? amount : figureOf(name, amounts));
  const value = evaluateCurrent(expression, read);
  if (value !== null) return { value, reason: null };
  if (amount === null && requiredFigures(expression).includes(MARKET_CAP)) return { value, reason: 'no_exchange_rate' };
  const isUnreported = requiredFigures(expression).some(name => read(name) === null);
  return { value, reason: isUnreported ? 'not_reported' : 'not_applicable' };
}
