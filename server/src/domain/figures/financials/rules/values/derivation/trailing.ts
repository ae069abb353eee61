import type { Day } from '../../../../../../kernel/dates.ts';
import type { ChartRow } from '../../checks/chart.ts';
import { Cell, type Cells } from '../cell.ts';
import type { DerivationContext } from './context.ts';
import { isUnrestated, knownSince, setFirst } from './first-day.ts';
import { commonRuns, historiesOf } from './histories.ts';
import { followRoute, isWrongSign, partHistories, type Route } from './route.ts';

/** A trailing year: the slots and cells of its operands. */
export interface TrailingYear {
  readonly bounds: { readonly start: Day; readonly end: Day };
  readonly formula: string;
  /** Slots of this year's part, of last year, and of last year's part. */
  readonly years: readonly [toDate: number, lastYear: number, toDateBefore: number];
  /** Slots of its four quarters, oldest first. */
  readonly quarters: readonly number[];
  /** Cells of `years` and of `quarters`; undefined for empty slots. */
  readonly cellsOfYears: readonly (Cells | undefined)[];
  readonly cellsOfQuarters: readonly (Cells | undefined)[];
}

/**
 * Trailing twelve months at the end of a year-to-date period: last year plus this year's part less last year's part, or
 * the sum of four quarters if those figures are missing or older than restated quarters. `mixed` if neither is on one
 * basis.
 */
export function deriveTrailing(row: ChartRow, year: TrailingYear, context: DerivationContext): Cell | 'mixed' | null {
  const byYear = yearRoute(row, year, context);
  // Without a restatement no other day and no other route gives another value.
  if (byYear !== null && isUnrestated(byYear)) {
    const cell = followYears(byYear, row, context);
    if (cell instanceof Cell && cell.vintage !== 'older') {
      cell.since = knownSince(byYear.histories);
      return cell;
    }
  }
  const byQuarters = quarterRoute(row, year, context);
  return byYear === null && byQuarters === null ? null : deriveByEither(byYear, byQuarters, row, context);
}

/** By years if their figures are on the newest basis, otherwise by quarters if theirs are, or if there is no other. */
function deriveByEither(
  byYear: Route | null,
  byQuarters: Route | null,
  row: ChartRow,
  context: DerivationContext,
): Cell | 'mixed' | null {
  const deriveOn = (then: DerivationContext): Cell | 'mixed' | null => {
    const first = byYear && followYears(byYear, row, then);
    if (first instanceof Cell && first.vintage !== 'older') return first;
    const second = byQuarters && followRoute(byQuarters, row, then);
    if (second instanceof Cell && (second.vintage !== 'older' || !(first instanceof Cell))) return second;
    return first ?? second;
  };
  const cell = deriveOn(context);
  if (!(cell instanceof Cell)) return cell;
  const routes = [byYear, byQuarters].filter(route => route !== null);
  setFirst(cell, routes, context, deriveOn);
  return cell;
}

function followYears(route: Route, row: ChartRow, context: DerivationContext): Cell | 'mixed' | null {
  const cell = followRoute(route, row, context);
  return cell instanceof Cell && isWrongSign(row, cell) ? null : cell;
}

const YEAR_WEIGHTS = [1, 1, -1];

/** Last year plus this year's part less last year's part; null if they share no concept. */
function yearRoute(row: ChartRow, year: TrailingYear, context: DerivationContext): Route | null {
  const [ofToDate, ofLastYear, ofToDateBefore] = year.cellsOfYears;
  const now = ofToDate?.[row.number];
  const whole = ofLastYear?.[row.number];
  const before = ofToDateBefore?.[row.number];
  if (!whole || !now || !before) return null;
  if (whole.method !== 'reported' || whole.unit !== now.unit || whole.unit !== before.unit) return null;
  const common = commonRuns(row, [now, whole, before], year.years, context);
  if (common === null) return null;
  const [toDate = -1, lastYear = -1, toDateBefore = -1] = common;
  const runs = [lastYear, toDate, toDateBefore];
  return {
    runs,
    weights: YEAR_WEIGHTS,
    histories: historiesOf(runs, row, context),
    parts: null,
    model: now,
    newest: 1,
    concept: context.placed.conceptOfRun(toDate),
    formula: year.formula,
    bounds: year.bounds,
  };
}

const QUARTER_WEIGHTS = [1, 1, 1, 1];

/** The sum of four consecutive quarters, all of one concept. */
function quarterRoute(row: ChartRow, year: TrailingYear, context: DerivationContext): Route | null {
  const parts: Cell[] = [];
  for (const cells of year.cellsOfQuarters) {
    const cell = cells?.[row.number];
    if (!cell || cell.isByFormula) return null;
    parts.push(cell);
  }
  const model = parts.at(-1);
  if (!model || parts.some(part => part.concept !== model.concept || part.unit !== model.unit)) return null;
  const { concept } = model;
  const runs = year.quarters.map(slot => context.placed.findRun(slot, concept));
  return {
    runs,
    weights: QUARTER_WEIGHTS,
    histories: partHistories(runs, parts, row, context),
    parts,
    model,
    newest: 3,
    concept,
    formula: 'four quarters',
    bounds: year.bounds,
  };
}
