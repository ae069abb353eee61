import { BEFORE_ALL_DAYS, type Day } from '../../../../../kernel/dates.ts';
import { isConfirmedOn } from '../checks/vintages.ts';
import type { Cell } from './cell.ts';
import { agree } from './rounding.ts';
import type { SelectionContext } from './selection/selection-context.ts';

/** Dates the value of a reported cell: until when filings state it, and, if it was restated, since when. */
export function dateStatements(cell: Cell, { guard, reader }: SelectionContext): void {
  const run = reader.runOf(cell.concept);
  if (run === -1) return;
  const { observations, placed, filings } = reader;
  const dayOf = (entry: number): Day => filings[observations.filing[entry] ?? -1]?.knownDay ?? 0;
  if (guard.isUnchanged(run)) {
    cell.lastDay = dayOf(placed.newestEntry(run));
    if (cell.first !== null) cell.changedOn = dayOf(placed.oldestEntry(run));
    return;
  }
  const entries = guard.soundEntries(run);
  const newest = entries.at(-1) ?? -1;
  cell.lastDay = dayOf(newest);
  if (cell.first === null) return;
  const before = entries.findLastIndex(entry => !agree(observations, entry, newest));
  cell.changedOn = dayOf(entries[before + 1] ?? newest);
}

/**
 * Whether cells are on one accounting basis: no figure of an older one meets one of a newer, and every figure that was never
 * restated was stated again since another one was.
 */
export function isOfOneVintage(cells: readonly Cell[]): boolean {
  let vintage: Cell['vintage'] = null;
  let changedOn = BEFORE_ALL_DAYS;
  for (const cell of cells) {
    changedOn = Math.max(changedOn, cell.changedOn);
    if (cell.vintage === null) continue;
    if (vintage !== null && cell.vintage !== vintage) return false;
    vintage = cell.vintage;
  }
  return changedOn === BEFORE_ALL_DAYS || cells.every(cell => isConfirmedOn(cell, changedOn));
}

/** Gives a computed cell the vintage of the cells that it is computed from. */
export function takeVintage(cell: Cell, used: readonly Cell[]): void {
  for (const operand of used) {
    cell.vintage ??= operand.vintage;
    cell.changedOn = Math.max(cell.changedOn, operand.changedOn);
    cell.lastDay = Math.min(cell.lastDay, operand.lastDay);
  }
}
