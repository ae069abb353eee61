/** Share of a filing's amounts that must end in a number of zeros for these to be its unit. */
const COMMON_SHARE = 0.8;
const MAX_ZEROS = 6;
/** Minimum number of amounts to infer a filing's unit. */
const MIN_AMOUNTS = 5;

/** Observations in columns; the first `count` are used. */
export interface AmountColumns {
  readonly count: number;
  readonly filing: Int16Array;
  readonly value: Float64Array;
}

/**
 * Half the unit to which each filing rounds its amounts, inferred from the zeros at the end of most of them: a figure
 * that is round by chance is as exact as the others. Infinite if a filing has too few amounts.
 */
export function filingGrains(
  observations: AmountColumns,
  filingsCount: number,
  isAmount: (at: number) => boolean,
): Float64Array {
  const counts = new Int32Array(filingsCount * (MAX_ZEROS + 1));
  const totals = new Int32Array(filingsCount);
  for (let at = 0; at < observations.count; at++) {
    if (!isAmount(at)) continue;
    let rest = Math.abs(observations.value[at] ?? 0);
    if (rest < 1) continue;
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
    if (total < MIN_AMOUNTS) continue;
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
