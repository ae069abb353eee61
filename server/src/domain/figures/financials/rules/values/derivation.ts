import { minOf } from '../../../../../kernel/lists.ts';
import { type Chart, type ChartRow, CODES_COUNT, codeNumber } from '../checks/chart.ts';
import { type Match, matchVintages, onlyVersion, type Version, versionsOf } from '../checks/vintages.ts';
import type { SeenFiling } from '../periods/visible-filings.ts';
import { Cell, type Cells, noCells } from './cell.ts';
import type { RunIndex } from './placed.ts';
import { exactSum, isSameWithin } from './precision.ts';
import { roundingOf } from './rounding.ts';
import type { Guard } from './selection/guards.ts';
import { FY, H1, H2, M9, Q1, Q2, Q3, Q4 } from './slots.ts';

/** Input of derivation: the reported cells of every slot, and the histories behind them. */
export interface DerivationContext {
  readonly placed: RunIndex;
  readonly filings: readonly SeenFiling[];
  readonly guard: Guard;
  /** Cells by slot; empty slots are absent. */
  readonly cells: Map<number, Cells>;
  /** Versions of each subtracted run, by run. */
  readonly versions: Map<number, readonly Version[]>;
  readonly note: (kind: string, filing: number, detail: string) => void;
}

/** target = minuend - subtrahend, as positions within the year. */
const DIFFERENCES: readonly { target: number; minuend: number; subtrahend: number; formula: string }[] = [
  { target: Q2, minuend: H1, subtrahend: Q1, formula: 'h1 - q1' },
  { target: Q3, minuend: M9, subtrahend: H1, formula: '9m - h1' },
  { target: Q4, minuend: FY, subtrahend: M9, formula: 'fy - 9m' },
  { target: H2, minuend: FY, subtrahend: H1, formula: 'fy - h1' },
];

/** Never derived by subtraction, because participating securities make the parts differ from the whole. */
const NEVER_SUBTRACTED = new Set([codeNumber('net_income_common'), codeNumber('preferred_dividends')]);
/** Flags values of the company alone if a group's values are expected. */
const STAND_ALONE = 'non_consolidated';
/** Changes of balances may have either sign, whatever sign their code prefers. */
const EITHER_SIGN = new Set(['change_in_receivables', 'change_in_inventory', 'taxes_paid'].map(codeNumber));

/** Whether a code of a duration may be subtracted: amounts, but not amounts per share, share counts or ratios. */
export function isSubtractable(row: ChartRow): boolean {
  const { item } = row;
  return (
    item.periodType === 'duration' && item.unitKind === 'currency' && row.isStated && !NEVER_SUBTRACTED.has(row.number)
  );
}

/** Derives the quarters (and second half) of a year that no filing states from durations that two filings state. */
export function deriveDifferences(chart: Chart, year: number, hasQuarters: boolean, context: DerivationContext): void {
  const { slots } = context.placed;
  for (const { target, minuend, subtrahend, formula } of DIFFERENCES) {
    if (target === H2 && hasQuarters) continue;
    const bounds = slots.bounds(slots.durationSlot(year, target));
    const from = context.cells.get(slots.durationSlot(year, minuend));
    const less = context.cells.get(slots.durationSlot(year, subtrahend));
    if (!bounds || !from || !less) continue;
    const slot = slots.durationSlot(year, target);
    for (const row of chart.stated.duration) {
      if (!isSubtractable(row)) continue;
      const whole = from[row.number];
      const part = less[row.number];
      if (!whole || !part || whole.method !== 'reported' || whole.unit !== part.unit) continue;
      const reported = context.cells.get(slot)?.[row.number];
      if (reported && target !== Q4) continue;
      const minuendSlot = slots.durationSlot(year, minuend);
      const subtrahendSlot = slots.durationSlot(year, subtrahend);
      const concept = commonConcept(row, whole, [minuendSlot, subtrahendSlot], context);
      if (concept === null) continue;
      const match = matchVintages([history(minuendSlot, concept, context), history(subtrahendSlot, concept, context)]);
      if (!match) continue;
      const cell = combine(match, [1, -1], whole, concept, bounds, formula, context);
      if (cell === null) continue;
      if (reported) {
        if (!isStale(reported, cell, match, whole, year, context)) continue;
        cell.flag('reported_q4_differs');
      }
      if (isWrongSign(row, cell)) {
        context.note('negative_difference', cell.filing, `${row.item.code} ${formula} = ${cell.value}`);
        continue;
      }
      cellsOf(slot, context)[row.number] = cell;
    }
  }
}

/** Trailing twelve months at the end of a year-to-date period: last year plus this year's part less last year's part. */
export function deriveTrailing(
  row: ChartRow,
  slots: { lastYear: number; toDate: number; toDateBefore: number },
  bounds: { start: number; end: number },
  formula: string,
  context: DerivationContext,
): Cell | null {
  const whole = context.cells.get(slots.lastYear)?.[row.number];
  const now = context.cells.get(slots.toDate)?.[row.number];
  const before = context.cells.get(slots.toDateBefore)?.[row.number];
  if (!whole || !now || !before) return null;
  if (whole.method !== 'reported' || whole.unit !== now.unit || whole.unit !== before.unit) return null;
  const legs = [slots.lastYear, slots.toDate, slots.toDateBefore];
  const concept = commonConcept(row, now, [slots.toDate, slots.lastYear, slots.toDateBefore], context);
  if (concept === null) return null;
  const match = matchVintages(legs.map(slot => history(slot, concept, context)));
  if (!match) return null;
  const cell = combine(match, [1, 1, -1], now, concept, bounds, formula, context);
  if (cell === null) return null;
  const newest = match.versions[1];
  if (newest) cell.filing = context.placed.observations.filing[newest.entry] ?? cell.filing;
  return isWrongSign(row, cell) ? null : cell;
}

/**
 * Trailing twelve months as four consecutive quarters if year-to-date figures are missing: all of one concept and never
 * restated, so that they share a basis.
 */
export function sumQuarters(
  row: ChartRow,
  quarters: readonly number[],
  bounds: { start: number; end: number },
  context: DerivationContext,
): Cell | null {
  const parts: Cell[] = [];
  for (const slot of quarters) {
    const cell = context.cells.get(slot)?.[row.number];
    if (!cell || cell.isByFormula || cell.first !== null || cell.has('vintage_mixed')) return null;
    parts.push(cell);
  }
  const newest = parts.at(-1);
  if (!newest || parts.some(part => part.concept !== newest.concept || part.unit !== newest.unit)) return null;
  if (parts.some(part => part.has(STAND_ALONE) !== newest.has(STAND_ALONE))) return null;
  const sum = exactSum(
    parts.map(part => part.value),
    parts.map(() => 1),
  );
  const cell = new Cell(sum, 'summed', newest.concept, newest.filing, newest.unit, bounds.start, bounds.end);
  cell.formula = 'four quarters';
  cell.basis = newest.basis;
  if (newest.has(STAND_ALONE)) cell.flag(STAND_ALONE);
  for (const part of parts) cell.half += part.half;
  cell.decimals = coarsest(parts.map(part => part.decimals));
  return cell;
}

/** The cells of a period; empty if it was not read before. */
export function cellsOf(slot: number, context: DerivationContext): Cells {
  const known = context.cells.get(slot);
  if (known) return known;
  const cells = noCells(CODES_COUNT);
  context.cells.set(slot, cells);
  return cells;
}

/**
 * The concept in which all slots state the code: the chosen one, or another of the chain with the same value in the
 * first slot. Null if they share none.
 */
function commonConcept(
  row: ChartRow,
  whole: Cell,
  slots: readonly number[],
  context: DerivationContext,
): number | null {
  if (whole.concept >= 0 && isStatedInAll(whole.concept, slots, context)) return whole.concept;
  const [first = -1] = slots;
  for (const concept of row.chain) {
    if (concept === whole.concept || !isStatedInAll(concept, slots, context)) continue;
    const newest = context.guard.newestSound(first, concept);
    if (newest !== -1 && isNear(context.placed.observations.value[newest] ?? 0, whole)) return concept;
  }
  return null;
}

function isStatedInAll(concept: number, slots: readonly number[], { placed }: DerivationContext): boolean {
  for (const slot of slots) if (placed.findRun(slot, concept) === -1) return false;
  return true;
}

function history(slot: number, concept: number, context: DerivationContext): readonly Version[] {
  const run = context.placed.findRun(slot, concept);
  const known = context.versions.get(run);
  if (known) return known;
  const { placed, guard, filings } = context;
  const versions = guard.isUnchanged(run)
    ? [onlyVersion(placed.oldestEntry(run), placed.newestEntry(run), placed.observations, filings)]
    : versionsOf(guard.soundEntries(slot, concept), placed.observations, filings);
  context.versions.set(run, versions);
  return versions;
}

/** Null if the operands mix the group and the company alone. */
function combine(
  match: Match,
  weights: readonly number[],
  model: Cell,
  concept: number,
  bounds: { start: number; end: number },
  formula: string,
  context: DerivationContext,
): Cell | null {
  const { observations } = context.placed;
  const alone = match.versions.filter(
    version => observations.isStandAlone[observations.filing[version.entry] ?? -1] === 1,
  );
  if (alone.length > 0 && alone.length < match.versions.length) return null;
  const entry = match.versions[0]?.entry ?? 0;
  const filing = observations.filing[entry] ?? 0;
  const cell = new Cell(
    sumOf(match.versions, weights),
    'derived',
    concept,
    filing,
    model.unit,
    bounds.start,
    bounds.end,
  );
  cell.formula = formula;
  cell.basis = model.basis;
  for (const version of match.versions) cell.half += roundingOf(observations, version.entry);
  if (observations.decimals.size > 0) {
    cell.decimals = coarsest(match.versions.map(version => observations.decimals.get(version.entry) ?? null));
  }
  if (alone.length > 0) cell.flag(STAND_ALONE);
  if (match.isMixed) cell.flag('vintage_mixed');
  if (cell.value === 0) cell.flag('suspect_zero');
  return cell;
}

function sumOf(versions: readonly Version[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < versions.length; at++) {
    const value = versions[at]?.value ?? 0;
    if (!Number.isSafeInteger(value))
      return exactSum(
        versions.map(version => version.value),
        weights,
      );
    sum += value * (weights[at] ?? 1);
  }
  return sum;
}

function coarsest(decimals: readonly (number | 'INF' | null)[]): number | 'INF' | null {
  if (decimals.includes(null)) return null;
  const numbers = decimals.filter(value => typeof value === 'number');
  return numbers.length === 0 ? 'INF' : minOf(numbers);
}

function isNear(value: number, cell: Cell): boolean {
  return isSameWithin(value, cell.value, cell.half);
}

function isWrongSign(row: ChartRow, cell: Cell): boolean {
  const { sign } = row.item;
  return (sign === 'pos' || sign === 'outflow') && cell.value < 0 && !EITHER_SIGN.has(row.number);
}

/**
 * A stated fourth quarter is kept unless it belongs to an older basis than the year: it does not sum to the newest year
 * with three quarters of the same basis, nor with the quarters that its own filing states.
 */
function isStale(
  reported: Cell,
  derived: Cell,
  match: Match,
  whole: Cell,
  year: number,
  context: DerivationContext,
): boolean {
  if (match.isMixed || !isNear(match.versions[0]?.value ?? 0, whole)) return false;
  const widths = derived.half + reported.half;
  if (Math.abs(reported.value - derived.value) <= Math.max(1, widths)) return false;
  const { slots, observations } = context.placed;
  let sum = 0;
  for (const quarter of [Q1, Q2, Q3, Q4]) {
    const slot = slots.durationSlot(year, quarter);
    const entry = context.guard
      .soundEntries(slot, reported.concept)
      .find(entry => observations.filing[entry] === reported.filing);
    if (entry === undefined) return true;
    sum += observations.value[entry] ?? 0;
  }
  return Math.abs(sum - whole.value) > Math.max(1, 5 * whole.half);
}
