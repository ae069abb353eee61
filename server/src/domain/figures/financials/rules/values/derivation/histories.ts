import type { ChartRow } from '../../checks/chart.ts';
import { onlyVersion, sinceOriginal, type Version, versionsOf } from '../../checks/vintages.ts';
import type { Cell } from '../cell.ts';
import type { RunIndex } from '../placed.ts';
import { isSameWithin } from '../precision.ts';
import type { DerivationContext } from './context.ts';

/**
 * The runs of the concept in which all slots state the code: the chosen one of the first, or another of the chain. It
 * must have the value of the code in each slot: the share of the parent in one and the total of all owners in another
 * never meet. Null if they share none.
 */
export function commonRuns(
  row: ChartRow,
  cells: readonly Cell[],
  slots: readonly number[],
  context: DerivationContext,
): readonly number[] | null {
  const chosen = cells[0]?.concept ?? -1;
  const runs = chosen >= 0 ? runsOf(chosen, cells, slots, context) : null;
  if (runs !== null) return runs;
  for (const concept of row.chain) {
    const others = concept === chosen ? null : runsOf(concept, cells, slots, context);
    if (others !== null) return others;
  }
  return null;
}

/** The runs of a concept in all slots; null if it is not stated in one, or has another value than the cell. */
function runsOf(
  concept: number,
  cells: readonly Cell[],
  slots: readonly number[],
  context: DerivationContext,
): readonly number[] | null {
  const runs = new Array<number>(slots.length);
  for (let at = 0; at < slots.length; at++) {
    const run = context.placed.findRun(slots[at] ?? -1, concept);
    if (run === -1) return null;
    runs[at] = run;
  }
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    if (!cell || (cell.concept !== concept && !states(runs[at] ?? -1, cell, context))) return null;
  }
  return runs;
}

function states(run: number, cell: Cell, { placed, guard }: DerivationContext): boolean {
  const newest = guard.newestSound(run);
  return newest !== -1 && isNear(placed.observations.value[newest] ?? 0, cell);
}

/** Whether a value agrees with a cell apart from its rounding. */
export function isNear(value: number, cell: Cell): boolean {
  return isSameWithin(value, cell.value, cell.half);
}

/** The versions of each run. */
export function historiesOf(
  runs: readonly number[],
  row: ChartRow,
  context: DerivationContext,
): readonly (readonly Version[])[] {
  const histories = new Array<readonly Version[]>(runs.length);
  for (let at = 0; at < runs.length; at++) histories[at] = history(runs[at] ?? -1, row, context);
  return histories;
}

/** The versions of a run that the context sees, oldest first. */
export function history(run: number, row: ChartRow, context: DerivationContext): readonly Version[] {
  const replaced = context.replaced.get(run);
  if (replaced) return replaced;
  const newest = newestKnown(run, context);
  if (newest === -1) return [];
  const known = context.versionsTo[newest];
  if (known) return known;
  const versions = readVersions(run, newest, row, context);
  context.versionsTo[newest] = versions;
  return versions;
}

function readVersions(run: number, newest: number, row: ChartRow, context: DerivationContext): readonly Version[] {
  const { placed, guard, filings } = context;
  const { observations } = placed;
  const stated = guard.isUnchanged(run)
    ? [onlyVersion(guard.newestSound(run), placed.oldestEntry(run), newest, observations, filings)]
    : versionsOf(
        guard.soundEntries(run).filter(entry => isKnown(entry, context)),
        observations,
        filings,
      );
  if (stated[0]?.isOriginal) return stated;
  return sinceOriginal(stated, originalOf(placed.slotOfRun(run), row, placed), observations, filings);
}

/** The newest entry of a run that the context sees, -1 for none. */
function newestKnown(run: number, context: DerivationContext): number {
  const { placed } = context;
  if (context.day === null) return placed.newestEntry(run);
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
