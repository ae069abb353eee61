import type { Chart } from '../../checks/chart.ts';
import { matchVintages } from '../../checks/vintages.ts';
import type { Cell, FirstReported } from '../cell.ts';
import { isSameWithin } from '../precision.ts';
import { FY, H1, H2, lastOfStub, M9, Q1, Q2, Q3, Q4 } from '../slots.ts';
import { cellsOf, type DerivationContext, mixedOf } from './context.ts';
import { dateByRoute } from './first-day.ts';
import { commonRuns, historiesOf, isNear } from './histories.ts';
import { followRoute, isWrongSign, type Route } from './route.ts';

/** target = minuend - subtrahend, as positions within the year. */
interface Difference {
  readonly target: number;
  readonly minuend: number;
  readonly subtrahend: number;
  readonly formula: string;
}

const DIFFERENCES: readonly Difference[] = [
  { target: Q2, minuend: H1, subtrahend: Q1, formula: 'h1 - q1' },
  { target: Q3, minuend: M9, subtrahend: H1, formula: '9m - h1' },
  { target: Q4, minuend: FY, subtrahend: M9, formula: 'fy - 9m' },
  { target: H2, minuend: FY, subtrahend: H1, formula: 'fy - h1' },
];
const WEIGHTS = [1, -1];

/** Lengths of the years to date in a stub, whatever quarters they are of the next calendar. */
const TO_DATE_NAMES: Readonly<Record<number, string>> = { [Q1]: '3m', [H1]: '6m', [M9]: '9m' };

/** Derives the quarters (and second half) of a year that no filing states from durations that two filings state. */
export function deriveDifferences(chart: Chart, year: number, hasQuarters: boolean, context: DerivationContext): void {
  for (const difference of differencesOf(year, context)) {
    if (difference.target === H2 && hasQuarters) continue;
    deriveDifference(chart, year, difference, context);
  }
}

function differencesOf(year: number, { placed }: DerivationContext): readonly Difference[] {
  const fiscal = placed.slots.years[year];
  const last = fiscal ? lastOfStub(fiscal) : null;
  if (last === null) return DIFFERENCES;
  const formula = `transition - ${TO_DATE_NAMES[last.toDate]}`;
  return [
    ...DIFFERENCES.filter(({ minuend }) => minuend !== FY),
    { target: last.target, minuend: FY, subtrahend: last.toDate, formula },
  ];
}

function deriveDifference(chart: Chart, year: number, difference: Difference, context: DerivationContext): void {
  const { slots } = context.placed;
  const { target, formula } = difference;
  const slot = slots.durationSlot(year, target);
  const operands = [difference.minuend, difference.subtrahend].map(position => slots.durationSlot(year, position));
  const bounds = slots.bounds(slot);
  const [from, less] = operands.map(operand => context.cells.get(operand));
  if (!bounds || !from || !less) return;
  for (const row of chart.subtractable) {
    const whole = from[row.number];
    const part = less[row.number];
    if (!whole || !part || whole.method !== 'reported' || whole.unit !== part.unit) continue;
    const reported = context.cells.get(slot)?.[row.number];
    const isLate = reported !== undefined && reported.since > Math.max(whole.since, part.since);
    if (reported && target !== Q4 && !isLate) continue;
    const runs = commonRuns(row, [whole, part], operands, context);
    if (runs === null) continue;
    const route: Route = {
      runs,
      weights: WEIGHTS,
      histories: historiesOf(runs, row, context),
      parts: null,
      model: whole,
      newest: 0,
      concept: context.placed.conceptOfRun(runs[0] ?? -1),
      formula,
      bounds,
    };
    const cell = followRoute(route, row, context);
    if (cell === null) continue;
    if (cell === 'mixed') {
      if (!reported) mixedOf(slot, context).add(row.number);
      continue;
    }
    cell.source = route;
    dateByRoute(cell, route, row, context);
    if (reported && (target !== Q4 || !isStale(reported, cell, route, year, context))) {
      if (isLate && !isWrongSign(row, cell)) precede(reported, cell);
      continue;
    }
    if (reported) cell.flag('reported_q4_differs');
    if (isWrongSign(row, cell)) {
      context.note('negative_difference', cell.filing, `${row.item.code} ${formula} = ${cell.value}`);
      continue;
    }
    cellsOf(slot, context)[row.number] = cell;
  }
}

/** Dates a reported cell by the difference that was derived before a filing stated it. */
function precede(reported: Cell, derived: Cell): void {
  const width = Math.max(1, derived.half + reported.half);
  const first: FirstReported = derived.first ?? {
    value: derived.value,
    filing: derived.filing,
    restatement: 'recast',
    until: reported.since,
  };
  reported.since = derived.since;
  reported.first = isSameWithin(first.value, reported.value, width) ? null : first;
}

/**
 * A stated fourth quarter is kept unless it belongs to an older basis than the year: it does not sum to the newest year
 * with three quarters of the same basis, nor with the quarters that its own filing states.
 */
function isStale(reported: Cell, derived: Cell, route: Route, year: number, context: DerivationContext): boolean {
  const { model: whole, histories } = route;
  const match = matchVintages(histories);
  if (match === null || match === 'mixed' || !isNear(match[0]?.value ?? 0, whole)) return false;
  const widths = derived.half + reported.half;
  if (Math.abs(reported.value - derived.value) <= Math.max(1, widths)) return false;
  const { placed, guard } = context;
  const { slots, observations } = placed;
  let sum = 0;
  for (const quarter of [Q1, Q2, Q3, Q4]) {
    const run = placed.findRun(slots.durationSlot(year, quarter), reported.concept);
    const entry = guard.soundEntries(run).find(entry => observations.filing[entry] === reported.filing);
    if (entry === undefined) return true;
    sum += observations.value[entry] ?? 0;
  }
  return Math.abs(sum - whole.value) > Math.max(1, 5 * whole.half);
}
