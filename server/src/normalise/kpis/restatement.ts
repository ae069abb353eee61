import type { Cell, FirstReported } from './cell.ts';
import type { Observations } from './observations.ts';
import { isSameWithinRounding } from './precision.ts';
import type { SeenFiling } from './visible-filings.ts';

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
  if (filing === cell.filing || isSameWithinRounding(value, cell.value)) {
    return null;
  }
  if (isCorrection(value, cell.value)) return { value, filing, restatement: 'correction' };
  const changedBy = entries.find(entry => isSameWithinRounding(observations.value[entry] ?? 0, cell.value)) ?? -1;
  const isAmended = filings[observations.filing[changedBy] ?? -1]?.isAmendment ?? false;
  return { value, filing, restatement: isAmended ? 'amendment' : 'recast' };
}

function isCorrection(before: number, after: number): boolean {
  if (before === 0 || after === 0) return false;
  if (isSameWithinRounding(-before, after)) return true;
  const ratio = Math.abs(after / before);
  return [1e3, 1e6, 1e-3, 1e-6].some(factor => Math.abs(ratio / factor - 1) < 0.0005);
}
