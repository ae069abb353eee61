/** The largest of any number of values; -Infinity of none. `Math.max(...values)` overflows the stack at some 120,000. */
export function maxOf(values: Iterable<number>): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** The smallest of any number of values; Infinity of none. */
export function minOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}
