/** Index of the first of some placed things, in order, that ends after an offset; their count where none does. */
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
