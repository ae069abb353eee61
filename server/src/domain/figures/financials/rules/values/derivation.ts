import type { Day } from '../../../../../kernel/dates.ts';
import { maxOf, minOf } from '../../../../../kernel/lists.ts';
import { type Chart, type ChartRow, CODES_COUNT, codeNumber } from '../checks/chart.ts';
import {
  entriesOf,
  matchVintages,
  onlyVersion,
  sinceOriginal,
  type Version,
  versionFrom,
  versionsOf,
} from '../checks/vintages.ts';
import { conceptRule } from '../concepts/concept-rules.ts';
import type { SeenFiling } from '../periods/visible-filings.ts';
import { Cell, type Cells, type FirstReported, noCells } from './cell.ts';
import type { RunIndex } from './placed.ts';
import { exactSum, isSameWithin } from './precision.ts';
import { roundingOf } from './rounding.ts';
import type { Guard } from './selection/guards.ts';
import { FY, H1, H2, lastOfStub, M9, Q1, Q2, Q3, Q4 } from './slots.ts';

/** Input of derivation: the reported cells of every slot, and the histories behind them. */
export interface DerivationContext {
  readonly placed: RunIndex;
  readonly filings: readonly SeenFiling[];
  readonly guard: Guard;
  /** Cells by slot; empty slots are absent. */
  readonly cells: Map<number, Cells>;
  /** Versions of runs that a sum of restated quarters replaced, by run. */
  readonly versions: Map<number, readonly Version[]>;
  /** Versions of each subtracted run as of each of its entries, by the newest entry that they include. */
  readonly versionsTo: (readonly Version[] | undefined)[];
  /** Only filings known by this day count; null = all. */
  readonly day: Day | null;
  /** The same context as of earlier days, by day. */
  readonly before: Map<Day, DerivationContext>;
  /** Codes by slot whose operands are on different bases. */
  readonly mixed: Map<number, Set<number>>;
  readonly note: (kind: string, filing: number, detail: string) => void;
}

/** target = minuend - subtrahend, as positions within the year. */
const DIFFERENCES: readonly { target: number; minuend: number; subtrahend: number; formula: string }[] = [
  { target: Q2, minuend: H1, subtrahend: Q1, formula: 'h1 - q1' },
  { target: Q3, minuend: M9, subtrahend: H1, formula: '9m - h1' },
  { target: Q4, minuend: FY, subtrahend: M9, formula: 'fy - 9m' },
  { target: H2, minuend: FY, subtrahend: H1, formula: 'fy - h1' },
];

/** Lengths of the years to date in a stub, whatever quarters they are of the next calendar. */
const TO_DATE_NAMES: Readonly<Record<number, string>> = { [Q1]: '3m', [H1]: '6m', [M9]: '9m' };

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
    for (const row of chart.stated.duration) {
      const whole = cells[row.number];
      if (whole?.method !== 'reported' || !isSubtractable(row)) continue;
      if (!isRestated(whole.concept, parts, context)) continue;
      const histories = parts.map(part => history(part, whole.concept, row, context));
      if (!histories.some(versions => versions.length > 1) || histories.some(versions => versions.length === 0))
        continue;
      const own = history(slot, whole.concept, row, context);
      const match = matchVintages(histories);
      const [only] = own;
      if (own.length !== 1 || !only || match === null || match === 'mixed') continue;
      if (match.some(version => version.ordinal > 0 && version.firstDay <= only.lastDay)) continue;
      const ones = parts.map(() => 1);
      const originals = histories.flatMap(versions => versions[0] ?? []);
      const width = originals.reduce((sum, { entry }) => sum + rounding(entry, context), rounding(only.entry, context));
      if (Math.abs(sumOf(originals, ones) - only.value) > Math.max(1, width)) continue;
      const cell = combine(row, match, histories, ones, whole, whole.concept, whole, formula, context);
      if (cell === null) continue;
      if (Math.abs(cell.value - whole.value) <= cell.half + whole.half || !addUpToYear(year, whole.concept, context))
        continue;
      cell.method = 'summed';
      cell.flag('restated_quarters');
      cell.since = whole.since;
      const until = maxOf(match.map(({ firstDay }) => firstDay));
      cell.first = { value: whole.value, filing: whole.filing, restatement: 'recast', until };
      cells[row.number] = cell;
      const run = context.placed.findRun(slot, whole.concept);
      context.versions.set(run, [only, { ...versionFrom(match, cell.value), ordinal: 1, isOriginal: false }]);
    }
  }
}

/** Whether all slots state a concept and one of them was restated. */
function isRestated(concept: number, slots: readonly number[], { placed, guard }: DerivationContext): boolean {
  let isChanged = false;
  for (const slot of slots) {
    const run = placed.findRun(slot, concept);
    if (run === -1) return false;
    if (!guard.isUnchanged(run)) isChanged = true;
  }
  return isChanged;
}

/** Whether four stated quarters add up to their year; true if one of them is not stated. */
function addUpToYear(year: number, concept: number, context: DerivationContext): boolean {
  const { slots, observations } = context.placed;
  let sum = 0;
  let width = 0;
  for (const [position, weight] of [[FY, -1], ...[Q1, Q2, Q3, Q4].map(quarter => [quarter, 1] as const)] as const) {
    const entry = context.guard.newestSound(slots.durationSlot(year, position), concept);
    if (entry === -1) return true;
    sum += weight * (observations.value[entry] ?? 0);
    width += rounding(entry, context);
  }
  return Math.abs(sum) <= Math.max(1, width);
}

/** Derives the quarters (and second half) of a year that no filing states from durations that two filings state. */
export function deriveDifferences(chart: Chart, year: number, hasQuarters: boolean, context: DerivationContext): void {
  const { slots } = context.placed;
  const fiscal = slots.years[year];
  const last = fiscal ? lastOfStub(fiscal) : null;
  const differences = last
    ? [
        ...DIFFERENCES.filter(({ minuend }) => minuend !== FY),
        {
          target: last.target,
          minuend: FY,
          subtrahend: last.toDate,
          formula: `transition - ${TO_DATE_NAMES[last.toDate]}`,
        },
      ]
    : DIFFERENCES;
  for (const { target, minuend, subtrahend, formula } of differences) {
    if (target === H2 && hasQuarters) continue;
    const bounds = slots.bounds(slots.durationSlot(year, target));
    const from = context.cells.get(slots.durationSlot(year, minuend));
    const less = context.cells.get(slots.durationSlot(year, subtrahend));
    if (!bounds || !from || !less) continue;
    const slot = slots.durationSlot(year, target);
    const operands = [slots.durationSlot(year, minuend), slots.durationSlot(year, subtrahend)];
    const source = { slots: operands, weights: [1, -1] };
    for (const row of chart.stated.duration) {
      if (!isSubtractable(row)) continue;
      const whole = from[row.number];
      const part = less[row.number];
      if (!whole || !part || whole.method !== 'reported' || whole.unit !== part.unit) continue;
      const reported = context.cells.get(slot)?.[row.number];
      const isLate = reported !== undefined && reported.since > Math.max(whole.since, part.since);
      if (reported && target !== Q4 && !isLate) continue;
      const concept = commonConcept(row, [whole, part], operands, context);
      if (concept === null) continue;
      const histories = operands.map(operand => history(operand, concept, row, context));
      const match = matchVintages(histories);
      if (match === null) continue;
      if (match === 'mixed') {
        if (!reported) mixedOf(slot, context).add(row.number);
        continue;
      }
      const combineOn = (versions: readonly Version[], known: typeof histories) =>
        combine(row, versions, known, source.weights, whole, concept, bounds, formula, context);
      const cell = combineOn(match, histories);
      if (cell === null) continue;
      cell.source = source;
      setFirst(cell, [histories], context, then => {
        const known = operands.map(operand => history(operand, concept, row, then));
        const versions = matchVintages(known);
        return versions === null || versions === 'mixed' ? versions : combineOn(versions, known);
      });
      if (reported && (target !== Q4 || !isStale(reported, cell, match, whole, year, context))) {
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
}

/** The codes of a slot whose operands are on different bases. */
export function mixedOf(slot: number, { mixed }: DerivationContext): Set<number> {
  const known = mixed.get(slot);
  if (known) return known;
  const codes = new Set<number>();
  mixed.set(slot, codes);
  return codes;
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
 * The concept in which all slots state the code: the chosen one of the first, or another of the chain. It must have the
 * value of the code in each slot: the share of the parent in one and the total of all owners in another never meet.
 * Null if they share none.
 */
export function commonConcept(
  row: ChartRow,
  cells: readonly Cell[],
  slots: readonly number[],
  context: DerivationContext,
): number | null {
  const chosen = cells[0]?.concept ?? -1;
  if (chosen >= 0 && represents(chosen, cells, slots, context)) return chosen;
  for (const concept of row.chain) {
    if (concept !== chosen && represents(concept, cells, slots, context)) return concept;
  }
  return null;
}

function represents(
  concept: number,
  cells: readonly Cell[],
  slots: readonly number[],
  context: DerivationContext,
): boolean {
  if (!isStatedInAll(concept, slots, context)) return false;
  return cells.every((cell, at) => {
    if (cell.concept === concept) return true;
    const newest = context.guard.newestSound(slots[at] ?? -1, concept);
    return newest !== -1 && isNear(context.placed.observations.value[newest] ?? 0, cell);
  });
}

function isStatedInAll(concept: number, slots: readonly number[], { placed }: DerivationContext): boolean {
  for (const slot of slots) if (placed.findRun(slot, concept) === -1) return false;
  return true;
}

export function history(slot: number, concept: number, row: ChartRow, context: DerivationContext): readonly Version[] {
  const run = context.placed.findRun(slot, concept);
  if (run === -1) return [];
  const known = context.versions.get(run);
  if (known) return known;
  const { placed, guard, filings } = context;
  const last = newestKnown(run, context);
  if (last === -1) return [];
  const then = context.versionsTo[last];
  if (then) return then;
  const stated = guard.isUnchanged(run)
    ? [onlyVersion(guard.newestSound(slot, concept, run), placed.oldestEntry(run), last, placed.observations, filings)]
    : versionsOf(
        guard.soundEntries(slot, concept).filter(entry => isKnown(entry, context)),
        placed.observations,
        filings,
      );
  const versions = stated[0]?.isOriginal
    ? stated
    : sinceOriginal(stated, originalOf(slot, row, placed), placed.observations, filings);
  context.versionsTo[last] = versions;
  return versions;
}

/** The newest entry of a run that the context sees, -1 for none. */
function newestKnown(run: number, context: DerivationContext): number {
  const { placed } = context;
  for (let at = placed.runStart(run + 1) - 1; at >= placed.runStart(run); at--) {
    const entry = placed.order[at] ?? -1;
    if (isKnown(entry, context)) return entry;
  }
  return -1;
}

function isKnown(entry: number, { placed, filings, day }: DerivationContext): boolean {
  return day === null || (filings[placed.observations.filing[entry] ?? -1]?.knownDay ?? 0) <= day;
}

/** The oldest observation of a line in a slot, under any of its concepts. */
function originalOf(slot: number, row: ChartRow, placed: RunIndex): number {
  const { filing } = placed.observations;
  let oldest = -1;
  for (const concept of row.chain) {
    const run = placed.findRun(slot, concept);
    const entry = run === -1 ? -1 : placed.oldestEntry(run);
    if (entry !== -1 && (oldest === -1 || (filing[entry] ?? 0) < (filing[oldest] ?? 0))) oldest = entry;
  }
  return oldest;
}

/** Null if the operands mix the group and the company alone. */
export function combine(
  row: ChartRow,
  versions: readonly Version[],
  histories: readonly (readonly Version[])[],
  weights: readonly number[],
  model: Cell,
  concept: number,
  bounds: { start: number; end: number },
  formula: string,
  context: DerivationContext,
): Cell | null {
  const { observations } = context.placed;
  const entries = versions.some(({ parts }) => parts !== undefined)
    ? versions.flatMap(entriesOf)
    : versions.map(({ entry }) => entry);
  let alone = 0;
  for (const entry of entries) alone += observations.isStandAlone[observations.filing[entry] ?? -1] ?? 0;
  if (alone > 0 && alone < entries.length) return null;
  const filing = observations.filing[versions[0]?.entry ?? 0] ?? 0;
  const value = sumOf(versions, weights);
  const cell = new Cell(value, 'derived', concept, filing, model.unit, bounds.start, bounds.end);
  markVintage(cell, versions, histories);
  cell.formula = formula;
  cell.basis = model.basis;
  for (const entry of entries) cell.half += rounding(entry, context);
  if (observations.decimals.size > 0) {
    cell.decimals = coarsest(entries.map(entry => observations.decimals.get(entry) ?? null));
  }
  if (conceptRule(row.number, concept)?.isNegated) {
    cell.value = 0 - value;
    cell.flag('negated');
  }
  if (alone > 0) cell.flag(STAND_ALONE);
  if (cell.value === 0) cell.flag('suspect_zero');
  return cell;
}

/**
 * Dates a derived cell by the first day on which the filings known by then gave a value, and compares with that value.
 * `routes` are the histories of the operands, by way of derivation; `derive` computes the cell in the context of a day.
 */
export function setFirst(
  cell: Cell,
  routes: readonly (readonly (readonly Version[])[])[],
  context: DerivationContext,
  derive: (then: DerivationContext) => Cell | 'mixed' | null,
): void {
  const known = routes.filter(histories => histories.every(versions => versions.length > 0));
  cell.since = minOf(known.map(knownSince));
  if (known.length === 1 && known[0]?.every(versions => versions.length === 1)) return;
  const versions = known.flat(2);
  const days = new Set(versions.map(({ firstDay }) => firstDay).filter(day => day >= cell.since));
  let first: Cell | null = null;
  let until = maxOf(versions.map(({ lastDay }) => lastDay));
  for (const day of [...days].sort((a, b) => a - b)) {
    const next = derive(asOfDay(context, day));
    if (!(next instanceof Cell)) continue;
    if (first === null) {
      first = next;
      cell.since = day;
      if (isSameWithin(first.value, cell.value, Math.max(cell.half, 0.5))) return;
    } else if (!isSameWithin(next.value, first.value, Math.max(first.half, 0.5))) {
      until = day;
      break;
    }
  }
  if (first === null) return;
  cell.first = { value: first.value, filing: first.filing, restatement: 'recast', until };
}

/** The day on which all operands were known. */
export function knownSince(histories: readonly (readonly Version[])[]): Day {
  let since = Number.NEGATIVE_INFINITY;
  for (const versions of histories) since = Math.max(since, versions[0]?.firstDay ?? Number.POSITIVE_INFINITY);
  return since;
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

function asOfDay(context: DerivationContext, day: Day): DerivationContext {
  const known = context.before.get(day);
  if (known) return known;
  const then = { ...context, day, versions: new Map() };
  context.before.set(day, then);
  return then;
}

function markVintage(cell: Cell, versions: readonly Version[], histories: readonly (readonly Version[])[]): void {
  for (let at = 0; at < versions.length; at++) {
    const history = histories[at];
    if (versions[at] !== history?.[history.length - 1]) {
      markOlder(cell);
      return;
    }
    if ((versions[at]?.ordinal ?? 0) > 0) cell.vintage = 'newest';
  }
}

/** Marks a value of a basis that a later filing restated. */
export function markOlder(cell: Cell): void {
  cell.vintage = 'older';
  cell.flag('older_vintage');
}

function rounding(entry: number, { placed }: DerivationContext): number {
  return roundingOf(placed.observations, entry);
}

export function sumOf(versions: readonly Version[], weights: readonly number[]): number {
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

export function isWrongSign(row: ChartRow, cell: Cell): boolean {
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
  match: readonly Version[],
  whole: Cell,
  year: number,
  context: DerivationContext,
): boolean {
  if (!isNear(match[0]?.value ?? 0, whole)) return false;
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
