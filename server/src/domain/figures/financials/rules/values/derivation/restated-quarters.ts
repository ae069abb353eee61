import { maxOf } from '../../../../../../kernel/lists.ts';
import type { Chart, ChartRow } from '../../checks/chart.ts';
import { matchVintages, type Version, versionFrom } from '../../checks/vintages.ts';
import type { Cell } from '../cell.ts';
import { roundingOf } from '../rounding.ts';
import { FY, H1, M9, Q1, Q2, Q3, Q4 } from '../slots.ts';
import type { DerivationContext } from './context.ts';
import { historiesOf, history } from './histories.ts';
import { combine, sumOf } from './route.ts';

/** Year-to-date durations that are the sum of quarters. */
const SUMS: readonly { target: number; quarters: readonly number[]; formula: string }[] = [
  { target: H1, quarters: [Q1, Q2], formula: 'q1 + q2' },
  { target: M9, quarters: [Q1, Q2, Q3], formula: 'q1 + q2 + q3' },
];

/**
 * A year-to-date figure that was never stated again after its quarters were restated is on their old basis: the sum of
 * the restated quarters replaces it. The original quarters must add up to it.
 */
export function sumRestatedQuarters(chart: Chart, year: number, context: DerivationContext): void {
  const { slots } = context.placed;
  for (const { target, quarters, formula } of SUMS) {
    const slot = slots.durationSlot(year, target);
    const cells = context.cells.get(slot);
    if (!cells) continue;
    const parts = quarters.map(quarter => slots.durationSlot(year, quarter));
    for (const row of chart.subtractable) {
      const whole = cells[row.number];
      if (whole?.method !== 'reported') continue;
      const sum = sumOfRestated(row, whole, slot, parts, year, formula, context);
      if (sum !== null) cells[row.number] = sum;
    }
  }
}

/** The sum that replaces a year-to-date figure; null if the figure is on the basis of its quarters. */
function sumOfRestated(
  row: ChartRow,
  whole: Cell,
  slot: number,
  parts: readonly number[],
  year: number,
  formula: string,
  context: DerivationContext,
): Cell | null {
  const { concept } = whole;
  const runs = restatedRuns(concept, parts, context);
  if (runs === null) return null;
  const histories = historiesOf(runs, row, context);
  if (!histories.some(versions => versions.length > 1)) return null;
  const run = context.placed.findRun(slot, concept);
  const own = history(run, row, context);
  const [only] = own;
  const match = matchVintages(histories);
  if (own.length !== 1 || !only || match === null || match === 'mixed') return null;
  if (match.some(version => version.ordinal > 0 && version.firstDay <= only.lastDay)) return null;
  const weights = runs.map(() => 1);
  if (!addUpTo(only, histories, weights, context)) return null;
  const route = { runs, weights, histories, parts: null, model: whole, newest: 0, concept, formula, bounds: whole };
  const cell = combine(row, route, match, histories, context);
  if (cell === null) return null;
  if (Math.abs(cell.value - whole.value) <= cell.half + whole.half || !addUpToYear(year, concept, context)) return null;
  cell.method = 'summed';
  cell.flag('restated_quarters');
  cell.since = whole.since;
  const until = maxOf(match.map(({ firstDay }) => firstDay));
  cell.first = { value: whole.value, filing: whole.filing, restatement: 'recast', until };
  context.replaced.set(run, [
    only,
    {
      ...versionFrom(match, weights, sumOf(match, weights)),
      ordinal: 1,
      isOriginal: false,
    },
  ]);
  return cell;
}

/** The runs of a concept that all slots state and one of which was restated; null otherwise. */
function restatedRuns(
  concept: number,
  slots: readonly number[],
  { placed, guard }: DerivationContext,
): readonly number[] | null {
  const runs: number[] = [];
  let isChanged = false;
  for (const slot of slots) {
    const run = placed.findRun(slot, concept);
    if (run === -1) return null;
    if (!guard.isUnchanged(run)) isChanged = true;
    runs.push(run);
  }
  return isChanged ? runs : null;
}

/** Whether the original quarters add up to the figure of the whole. */
function addUpTo(
  whole: Version,
  histories: readonly (readonly Version[])[],
  weights: readonly number[],
  { placed: { observations } }: DerivationContext,
): boolean {
  const originals = histories.flatMap(versions => versions[0] ?? []);
  const width = originals.reduce(
    (sum, { entry }) => sum + roundingOf(observations, entry),
    roundingOf(observations, whole.entry),
  );
  return Math.abs(sumOf(originals, weights) - whole.value) <= Math.max(1, width);
}

/** Whether four stated quarters add up to their year; true if one of them is not stated. */
function addUpToYear(year: number, concept: number, { placed, guard }: DerivationContext): boolean {
  const { slots, observations } = placed;
  let sum = 0;
  let width = 0;
  for (const position of [FY, Q1, Q2, Q3, Q4]) {
    const entry = guard.newestSound(placed.findRun(slots.durationSlot(year, position), concept));
    if (entry === -1) return true;
    sum += (position === FY ? -1 : 1) * (observations.value[entry] ?? 0);
    width += roundingOf(observations, entry);
  }
  return Math.abs(sum) <= Math.max(1, width);
}
