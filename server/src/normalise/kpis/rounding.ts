import type { Observations } from './observations.ts';
import { halfWidth, isSameWithin } from './precision.ts';

/** Share of a filing's amounts that must end in so many zeros for them to be its unit. */
const COMMON_SHARE = 0.8;
const MAX_ZEROS = 6;
/** Fewer amounts than this say nothing of a filing's unit. */
const FEWEST_AMOUNTS = 5;

/**
 * Half the unit in which each filing rounds its amounts, inferred from the zeros that most of them end with: a figure
 * that is round by chance is as exact as its neighbours. Infinite where a filing has too few amounts to tell.
 */
export function filingGrains(
  observations: Pick<Observations, 'count' | 'filing' | 'value'>,
  filingsCount: number,
  isAmount: (at: number) => boolean,
): Float64Array {
  const counts = new Int32Array(filingsCount * (MAX_ZEROS + 1));
  const totals = new Int32Array(filingsCount);
  for (let at = 0; at < observations.count; at++) {
    let rest = Math.abs(observations.value[at] ?? 0);
    if (rest < 1 || !isAmount(at)) continue;
    const filing = observations.filing[at] ?? 0;
    let zeros = 0;
    while (zeros < MAX_ZEROS && rest % 10 === 0) {
      rest /= 10;
      zeros++;
    }
    const slot = filing * (MAX_ZEROS + 1) + zeros;
    counts[slot] = (counts[slot] ?? 0) + 1;
    totals[filing] = (totals[filing] ?? 0) + 1;
  }
  const grains = new Float64Array(filingsCount).fill(Number.POSITIVE_INFINITY);
  for (let filing = 0; filing < filingsCount; filing++) {
    const total = totals[filing] ?? 0;
    if (total < FEWEST_AMOUNTS) continue;
    let ending = 0;
    let zeros = MAX_ZEROS;
    for (; zeros > 0; zeros--) {
      ending += counts[filing * (MAX_ZEROS + 1) + zeros] ?? 0;
      if (ending >= COMMON_SHARE * total) break;
    }
    grains[filing] = 0.5 * 10 ** zeros;
  }
  return grains;
}

/** Half the rounding of one observation: by its decimals, else its zeros, no coarser than its filing rounds amounts. */
export function roundingOf(observations: Observations, at: number): number {
  const value = observations.value[at] ?? 0;
  const decimals = observations.decimals.size > 0 ? (observations.decimals.get(at) ?? null) : null;
  const width = halfWidth(value, decimals);
  if (decimals !== null || observations.isAmount[observations.unit[at] ?? -1] !== 1) return width;
  return Math.min(width, observations.grains[observations.filing[at] ?? -1] ?? width);
}

/** True where two observations say the same, rounding apart; `sign` -1 where one is held against the other's opposite. */
export function saySame(observations: Observations, a: number, b: number, sign: 1 | -1 = 1): boolean {
  const one = observations.value[a] ?? 0;
  const other = sign * (observations.value[b] ?? 0);
  if (one === other) return true;
  return isSameWithin(one, other, Math.max(roundingOf(observations, a), roundingOf(observations, b)));
}
