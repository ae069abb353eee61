import type { Observations } from './observations.ts';
import { halfWidth, isSameWithin, SMALL } from './precision.ts';

/** Half the rounding of one observation: by its decimals, or its zeros, but not coarser than its filing's unit. */
export function roundingOf(observations: Observations, at: number): number {
  const value = observations.value[at] ?? 0;
  const decimals = observations.decimals.size > 0 ? (observations.decimals.get(at) ?? null) : null;
  if (decimals !== null || observations.isAmount[observations.unit[at] ?? -1] !== 1) return halfWidth(value, decimals);
  const grain = observations.grains[observations.filing[at] ?? -1] ?? Number.POSITIVE_INFINITY;
  // As round as its filing's unit or rounder, so its zeros need not be counted.
  if (grain < Number.POSITIVE_INFINITY && value % (2 * grain) === 0 && Math.abs(value) >= SMALL) return grain;
  return Math.min(halfWidth(value, null), grain);
}

/** Whether two observations agree apart from rounding; `sign` -1 compares one with the opposite of the other. */
export function agree(observations: Observations, a: number, b: number, sign: 1 | -1 = 1): boolean {
  const one = observations.value[a] ?? 0;
  const other = sign * (observations.value[b] ?? 0);
  if (one === other) return true;
  return isSameWithin(one, other, Math.max(roundingOf(observations, a), roundingOf(observations, b)));
}
