import { maxOf } from '../../../../../kernel/lists.ts';

/** A formula over the fiscal years of one company. Every number may be unknown; an unknown operand makes the result unknown. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  /** The amount of a canonical code in the year of the row. */
  | { readonly kind: 'amount'; readonly code: string }
  /** A figure that the company has on the day of the question, independent of the year of the row. */
  | { readonly kind: 'current'; readonly name: string }
  | {
      readonly kind: 'arithmetic';
      readonly operator: '+' | '-' | '*' | '/';
      readonly operands: readonly [Expression, Expression];
    }
  | { readonly kind: 'abs'; readonly of: Expression }
  /** The value if it is greater than zero, else unknown. */
  | { readonly kind: 'positive'; readonly of: Expression }
  /** The first of two values if it is known, else the second. */
  | { readonly kind: 'default'; readonly operands: readonly [Expression, Expression] }
  /** The value some fiscal years before. */
  | { readonly kind: 'prior'; readonly of: Expression; readonly years: number }
  /** Change a year, compounded over some fiscal years, as a fraction; unknown from zero or a negative, or to a negative. */
  | { readonly kind: 'growth'; readonly of: Expression; readonly years: number }
  /** A statistic of some fiscal years up to that of the row, all of which must be known. */
  | { readonly kind: 'statistic'; readonly name: Statistic; readonly of: Expression; readonly years: number }
  /** In how many successive years up to that of the row the value rose, at most {@link MAX_YEARS}. */
  | { readonly kind: 'rises'; readonly of: Expression }
  /** How many of some conditions hold; unknown if one of them is. */
  | { readonly kind: 'points'; readonly conditions: readonly Condition[] };

export type Condition =
  | { readonly kind: 'comparison'; readonly operator: Comparator; readonly operands: readonly [Expression, Expression] }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly [Condition, Condition] }
  | { readonly kind: 'not'; readonly condition: Condition };

export const COMPARATORS = ['>=', '<=', '!=', '>', '<', '='] as const;
export type Comparator = (typeof COMPARATORS)[number];

/**
 * mean, least and greatest value; `slope`: change a year of the least-squares line, in the unit of the value;
 * `variability`: sample standard deviation over the absolute mean.
 */
export const STATISTICS = ['mean', 'least', 'greatest', 'slope', 'variability'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** How far back an expression may reach in total, nested functions included. */
export const MAX_YEARS = 10;

/** Years before the row's that a formula reads, itself excluded. */
export function earliestYear(node: Expression | Condition): number {
  switch (node.kind) {
    case 'number':
    case 'amount':
    case 'current':
      return 0;
    case 'prior':
    case 'growth':
      return node.years + earliestYear(node.of);
    case 'statistic':
      return node.years - 1 + earliestYear(node.of);
    case 'rises':
      return MAX_YEARS;
    default:
      return maxOf([0, ...partsOf(node).map(earliestYear)]);
  }
}

/** Whether an expression depends on the day of the question. */
export function readsCurrent(node: Expression | Condition): boolean {
  return node.kind === 'current' || partsOf(node).some(readsCurrent);
}

/** Number of nodes, measures written out. */
export function sizeOf(node: Expression | Condition): number {
  return 1 + partsOf(node).reduce((sum, part) => sum + sizeOf(part), 0);
}

/** What planning and running a sub-select costs, in nodes. */
const SUBSELECT_WORK = 10;

/**
 * The work of one company in nodes: an operand counts once for each fiscal year and place that reads it. Functions over
 * several years are sub-selects.
 */
export function workOf(node: Expression | Condition): number {
  const ofParts = partsOf(node).reduce((sum, part) => sum + workOf(part), 0);
  const own = node.kind === 'growth' || node.kind === 'statistic' ? SUBSELECT_WORK : 1;
  return own + readsOf(node) * ofParts;
}

function readsOf(node: Expression | Condition): number {
  switch (node.kind) {
    case 'growth':
    case 'positive':
      return 2;
    case 'statistic':
      return node.years;
    case 'rises':
      // Each value is compared twice with its successor and twice with its predecessor.
      return 4 * (MAX_YEARS + 1);
    default:
      return 1;
  }
}

function partsOf(node: Expression | Condition): readonly (Expression | Condition)[] {
  switch (node.kind) {
    case 'number':
    case 'amount':
    case 'current':
      return [];
    case 'arithmetic':
    case 'comparison':
    case 'default':
      return node.operands;
    case 'and':
    case 'or':
    case 'points':
      return node.conditions;
    case 'not':
      return [node.condition];
    default:
      return [node.of];
  }
}
