import type { SeenFiling } from '../periods/visible-filings.ts';
import type { Cell, FirstReported } from '../values/cell.ts';
import type { Observations } from '../values/observations.ts';
import { isSameWithin } from '../values/precision.ts';
import { roundingOf } from '../values/rounding.ts';

/**
 * What the earliest filing said of a reported value, where it differs beyond rounding: restated by an amendment,
 * recast by a later filing, or corrected (a sign, a scale).
 */
export function firstReported(
  cell: Cell,
  earliest: number,
  entries: readonly number[],
  observations: Observations,
  filings: readonly SeenFiling[],
): FirstReported | null {
  const value = observations.value[earliest] ?? 0;
  const filing = observations.filing[earliest] ?? -1;
  const width = Math.max(cell.half, roundingOf(observations, earliest));
  if (filing === cell.filing || isSameWithin(value, cell.value, width)) return null;
  if (isCorrection(value, cell.value, width)) return { value, filing, restatement: 'correction' };
  const changedBy = entries.find(entry => isSameWithin(observations.value[entry] ?? 0, cell.value, cell.half)) ?? -1;
  const isAmended = filings[observations.filing[changedBy] ?? -1]?.isAmendment ?? false;
  return { value, filing, restatement: isAmended ? 'amendment' : 'recast' };
}

function isCorrection(before: number, after: number, width: number): boolean {
  if (before === 0 || after === 0) return false;
  if (isSameWithin(-before, after, width)) return true;
  const ratio = Math.abs(after / before);
  return [1e3, 1e6, 1e-3, 1e-6].some(factor => Math.abs(ratio / factor - 1) < 0.0005);
}
