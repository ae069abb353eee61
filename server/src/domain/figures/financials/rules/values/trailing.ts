import type { ChartRow } from '../checks/chart.ts';
import { matchVintages, type Version, versionFrom } from '../checks/vintages.ts';
import { conceptRule } from '../concepts/concept-rules.ts';
import { Cell } from './cell.ts';
import {
  combine,
  commonConcept,
  type DerivationContext,
  history,
  isWrongSign,
  knownSince,
  markOlder,
  setFirst,
  sumOf,
} from './derivation.ts';

/** Slots of the operands of a trailing year. */
export interface TrailingSlots {
  readonly lastYear: number;
  readonly toDate: number;
  readonly toDateBefore: number;
  /** Its four quarters, oldest first. */
  readonly quarters: readonly number[];
}

/**
 * Trailing twelve months at the end of a year-to-date period: last year plus this year's part less last year's part, or
 * the sum of four quarters if those figures are missing or older than restated quarters. `mixed` if neither is on one
 * basis.
 */
export function deriveTrailing(
  row: ChartRow,
  slots: TrailingSlots,
  bounds: { start: number; end: number },
  formula: string,
  context: DerivationContext,
): Cell | 'mixed' | null {
  const byYear = yearRoute(row, slots, formula, context);
  // Without a restatement no other day and no other route gives another value.
  if (byYear?.histories.every(versions => versions.length === 1)) {
    const cell = followRoute(byYear, row, bounds, context);
    if (cell instanceof Cell && cell.vintage !== 'older') {
      cell.since = knownSince(byYear.histories);
      return cell;
    }
  }
  const byQuarters = quarterRoute(row, slots.quarters, context);
  const deriveOn = (then: DerivationContext): Cell | 'mixed' | null => {
    const first = byYear && followRoute(byYear, row, bounds, then);
    if (first instanceof Cell && first.vintage !== 'older') return first;
    const second = byQuarters && followRoute(byQuarters, row, bounds, then);
    if (second instanceof Cell && (second.vintage !== 'older' || !(first instanceof Cell))) return second;
    return first ?? second;
  };
  const cell = deriveOn(context);
  if (!(cell instanceof Cell)) return cell;
  const routes = [byYear, byQuarters].flatMap(route => (route === null ? [] : [route.histories]));
  setFirst(cell, routes, context, deriveOn);
  return cell;
}

/** One way to compute a trailing year. */
interface TrailingRoute {
  /** The versions of its operands. */
  readonly histories: readonly (readonly Version[])[];
  readonly historiesOf: (context: DerivationContext) => readonly (readonly Version[])[];
  readonly weights: readonly number[];
  readonly model: Cell;
  readonly concept: number;
  readonly formula: string;
  readonly method: 'derived' | 'summed';
  /** Position of the operand whose filing is that of the result. */
  readonly newest: number;
}

function followRoute(
  route: TrailingRoute,
  row: ChartRow,
  bounds: { start: number; end: number },
  context: DerivationContext,
): Cell | 'mixed' | null {
  const { weights, model, concept, formula, newest } = route;
  const histories = context.day === null ? route.histories : route.historiesOf(context);
  const match = matchVintages(histories);
  if (match === null || match === 'mixed') return match;
  const cell = combine(row, match, histories, weights, model, concept, bounds, formula, context);
  if (cell === null) return null;
  cell.method = route.method;
  cell.filing = context.placed.observations.filing[match[newest]?.entry ?? -1] ?? cell.filing;
  if (route.method === 'derived') return isWrongSign(row, cell) ? null : cell;
  if (match.some(version => version.isOlder)) markOlder(cell);
  return cell;
}

/** Last year plus this year's part less last year's part; null if they share no concept. */
function yearRoute(
  row: ChartRow,
  slots: TrailingSlots,
  formula: string,
  context: DerivationContext,
): TrailingRoute | null {
  const whole = context.cells.get(slots.lastYear)?.[row.number];
  const now = context.cells.get(slots.toDate)?.[row.number];
  const before = context.cells.get(slots.toDateBefore)?.[row.number];
  if (!whole || !now || !before) return null;
  if (whole.method !== 'reported' || whole.unit !== now.unit || whole.unit !== before.unit) return null;
  const concept = commonConcept(row, [now, whole, before], [slots.toDate, slots.lastYear, slots.toDateBefore], context);
  if (concept === null) return null;
  const legs = [slots.lastYear, slots.toDate, slots.toDateBefore];
  const historiesOf = (then: DerivationContext) => legs.map(slot => history(slot, concept, row, then));
  const histories = historiesOf(context);
  return { histories, historiesOf, weights: [1, 1, -1], model: now, concept, formula, method: 'derived', newest: 1 };
}

/** The sum of four consecutive quarters, all of one concept. */
function quarterRoute(row: ChartRow, quarters: readonly number[], context: DerivationContext): TrailingRoute | null {
  const parts: Cell[] = [];
  for (const slot of quarters) {
    const cell = context.cells.get(slot)?.[row.number];
    if (!cell || cell.isByFormula) return null;
    parts.push(cell);
  }
  const newest = parts.at(-1);
  if (!newest || parts.some(part => part.concept !== newest.concept || part.unit !== newest.unit)) return null;
  const { concept } = newest;
  const historiesOf = (then: DerivationContext) =>
    parts.map((part, at) => {
      const derived = versionOfSource(part, row, then);
      const stated = history(quarters[at] ?? -1, concept, row, then);
      return derived === null ? stated : [...stated, derived].sort((a, b) => a.firstDay - b.firstDay);
    });
  return {
    histories: historiesOf(context),
    historiesOf,
    weights: parts.map(() => 1),
    model: newest,
    concept,
    formula: 'four quarters',
    method: 'summed',
    newest: 3,
  };
}

/** The value of a derived cell as a version of its own, from the filings that the context sees; null if it has none. */
function versionOfSource({ source, concept }: Cell, row: ChartRow, context: DerivationContext): Version | null {
  if (source === null) return null;
  const histories = source.slots.map(slot => history(slot, concept, row, context));
  const match = matchVintages(histories);
  if (match === null || match === 'mixed') return null;
  const sum = sumOf(match, source.weights);
  const value = conceptRule(row.number, concept)?.isNegated ? 0 - sum : sum;
  const isOlder = match.some((version, at) => version !== histories[at]?.at(-1));
  return { ...versionFrom(match, value), isOlder };
}
