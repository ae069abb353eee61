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

/** A filing whose unit is as many times coarser repeats figures in another unit. */
const COARSER = 100;

/**
 * Whether two observations agree apart from rounding; `sign` -1 compares one with the opposite of the other. A filing
 * that repeats figures in a coarser unit may change one by a whole unit, so that its rounded lines add up.
 */
export function agree(observations: Observations, a: number, b: number, sign: 1 | -1 = 1): boolean {
  const one = observations.value[a] ?? 0;
  const other = sign * (observations.value[b] ?? 0);
  if (one === other) return true;
  const width = roundingOf(observations, a);
  const otherWidth = roundingOf(observations, b);
  const coarser = Math.max(width, otherWidth);
  return isSameWithin(one, other, Math.min(width, otherWidth) * COARSER <= coarser ? 2 * coarser : coarser);
}
