/** Index of the first range, in order, that ends after an offset; the number of ranges if none does. Binary search. */
export function firstEndingAfter(placed: readonly { end: number }[], offset: number): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placed[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
