import { BEFORE_ALL_DAYS, type Day } from '../../../../../kernel/dates.ts';
import type { ChartRow } from '../checks/chart.ts';
import type { SeenFiling } from '../periods/visible-filings.ts';
import type { Cell, FirstReported } from './cell.ts';
import { isSameWithin } from './precision.ts';
import { cellOf } from './selection/reported-cell.ts';
import { selectEarliest } from './selection/selection.ts';
import type { SelectionContext } from './selection/selection-context.ts';

/** The value of a cell in an answer of a day on which it was known. */
export function valueOn(cell: Cell, day: Day): number {
  return cell.first !== null && day < cell.first.until ? cell.first.value : cell.value;
}

/** Dates a reported cell by the earliest filing that states the line, under whatever concept, and compares with it. */
export function compareWithFirst(cell: Cell, row: ChartRow, context: SelectionContext): void {
  const { reader } = context;
  const run = reader.runOf(cell.concept);
  const { observations, placed, filings } = reader;
  const earliest = run === -1 ? Number.POSITIVE_INFINITY : (observations.filing[placed.oldestEntry(run)] ?? 0);
  let others = false;
  for (let at = 0; at < row.chain.length; at++) {
    const other = reader.runOf(row.chain[at] ?? -1);
    if (other === -1 || other === run) continue;
    // Concepts that only later filings use cannot be the first.
    if ((observations.filing[placed.oldestEntry(other)] ?? 0) <= earliest) others = true;
  }
  const first = others ? selectEarliest(row, context) : undefined;
  if (first === undefined) compareWithOldest(cell, row, context);
  else setFirst(cell, first, context);
  if (first === undefined && run === -1) cell.since = filings[cell.filing]?.knownDay ?? cell.since;
}

/** Dates a cell by the oldest value of its concept, and compares with it. */
export function compareWithOldest(cell: Cell, row: ChartRow, context: SelectionContext): void {
  const { guard, reader } = context;
  const run = reader.runOf(cell.concept);
  if (run === -1) return;
  const oldest = reader.placed.oldestEntry(run);
  if (guard.isUnchanged(run)) cell.since = knownDay(reader.filings, reader.observations.filing[oldest]);
  else setFirst(cell, cellOf(row, oldest, cell.concept, context), context);
}

function setFirst(cell: Cell, first: Cell, { guard, reader }: SelectionContext): void {
  const { observations, filings } = reader;
  const width = Math.max(cell.half, first.half);
  cell.since = knownDay(filings, first.filing);
  if (first.filing === cell.filing || isSameWithin(first.value, cell.value, width)) return;
  const values = guard.soundEntries(reader.runOf(cell.concept)).map(entry => ({
    value: cell.has('negated') ? 0 - (observations.value[entry] ?? 0) : (observations.value[entry] ?? 0),
    filing: observations.filing[entry] ?? -1,
  }));
  const replaced = values.find(
    ({ value, filing }) => filing > first.filing && !isSameWithin(value, first.value, width),
  );
  const changed = values.find(({ value }) => isSameWithin(value, cell.value, cell.half));
  const isAmended = filings[changed?.filing ?? -1]?.isAmendment ?? false;
  cell.first = {
    value: first.value,
    filing: first.filing,
    restatement: restatementOf(first.value, cell.value, width, isAmended),
    until: knownDay(filings, replaced?.filing ?? cell.filing),
  };
}

function restatementOf(before: number, after: number, width: number, isAmended: boolean): FirstReported['restatement'] {
  if (isCorrection(before, after, width)) return 'correction';
  return isAmended ? 'amendment' : 'recast';
}

/** Another sign or scale of the same figure. */
function isCorrection(before: number, after: number, width: number): boolean {
  if (before === 0 || after === 0) return false;
  if (isSameWithin(-before, after, width)) return true;
  const ratio = Math.abs(after / before);
  return [1e3, 1e6, 1e-3, 1e-6].some(factor => Math.abs(ratio / factor - 1) < 0.0005);
}

function knownDay(filings: readonly SeenFiling[], filing: number | undefined): Day {
  return filings[filing ?? -1]?.knownDay ?? BEFORE_ALL_DAYS;
}
