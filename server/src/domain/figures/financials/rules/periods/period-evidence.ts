import { maxOf } from '../../../../../kernel/lists.ts';
import type { BreachEvidence } from '../checks/breach-causes.ts';
import type { Prepared } from '../prepare.ts';
import type { Cell } from '../values/cell.ts';
import { NO_START } from '../values/observations.ts';
import type { RunIndex } from '../values/placed.ts';

/** Looks up the values that filings state in the two slots of a period: its duration and its closing balance. */
export function periodEvidence(prepared: Prepared, durationSlot: number, closingSlot: number): BreachEvidence {
  const { placed, faces } = prepared;
  const slotOf = (cell: Cell) => (cell.start === NO_START ? closingSlot : durationSlot);
  return {
    get filings() {
      return filingsIn(placed, [durationSlot, closingSlot]);
    },
    statedBy(cell, filing) {
      const run = cell.concept === -1 || slotOf(cell) === -1 ? -1 : placed.findRun(slotOf(cell), cell.concept);
      return run === -1 ? null : valueBy(placed, run, filing);
    },
    faceLine(cell, amount, tolerance) {
      const lines = faces.of(cell.filing);
      const slot = slotOf(cell);
      const names = placed.observations.conceptNames;
      const statements = lines?.get(names[cell.concept] ?? '')?.statements;
      if (!lines || !statements || slot === -1) return null;
      for (let run = placed.firstRun(slot); run < placed.firstRun(slot + 1); run++) {
        const name = names[placed.conceptOfRun(run)] ?? '';
        if (!lines.get(name)?.statements.some(statement => statements.includes(statement))) continue;
        const value = valueBy(placed, run, cell.filing);
        if (value !== null && value !== 0 && Math.abs(Math.abs(value) - Math.abs(amount)) <= tolerance) return name;
      }
      return null;
    },
    linesBefore(cell, others, repeated) {
      const lines = faces.of(cell.filing);
      const slot = slotOf(cell);
      const names = placed.observations.conceptNames;
      const lineOf = (cell: Cell) => lines?.get(names[cell.concept] ?? '');
      const total = lineOf(cell);
      const places = others.map(other => lineOf(other)?.line ?? Number.POSITIVE_INFINITY);
      if (!lines || !total || slot === -1) return null;
      const from = maxOf(places);
      const found: { concept: string; value: number; line: number }[] = [];
      for (let run = placed.firstRun(slot); run < placed.firstRun(slot + 1); run++) {
        const concept = names[placed.conceptOfRun(run)] ?? '';
        const face = lines.get(concept);
        if (!face || face.line <= from || face.line >= total.line) continue;
        if (!face.statements.some(statement => total.statements.includes(statement))) continue;
        const value = valueBy(placed, run, cell.filing);
        if (value !== null && value !== 0 && Math.abs(value) !== repeated)
          found.push({ concept, value, line: face.line });
      }
      return found.sort((a, b) => a.line - b.line);
    },
  };
}

function valueBy(placed: RunIndex, run: number, filing: number): number | null {
  const { observations, order } = placed;
  for (let at = placed.runStart(run); at < placed.runStart(run + 1); at++) {
    const entry = order[at] ?? 0;
    if (observations.filing[entry] === filing) return observations.value[entry] ?? null;
  }
  return null;
}

function filingsIn(placed: RunIndex, slots: readonly number[]): number[] {
  const found = new Set<number>();
  for (const slot of slots) {
    if (slot === -1) continue;
    for (let at = placed.runStart(placed.firstRun(slot)); at < placed.runStart(placed.firstRun(slot + 1)); at++) {
      found.add(placed.observations.filing[placed.order[at] ?? 0] ?? -1);
    }
  }
  return [...found].sort((a, b) => b - a);
}
