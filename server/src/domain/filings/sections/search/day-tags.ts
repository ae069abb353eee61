/** Spans that days are tagged by in `section_search.tags`, as powers of two: 8, 32, 128, 512 and 2,048 days. */
const SHIFTS = [11, 9, 7, 5, 3] as const;
const FINEST = 3;

/**
 * The fewest tags that together cover the days from `from` up to before `before`, and at most seven days more on either
 * side: an index that knows tags alone then finds any stretch of days by some ten of them.
 */
export function dayTags(from: number, before: number): string[] {
  const tags: string[] = [];
  const end = Math.ceil(before / 2 ** FINEST) * 2 ** FINEST;
  let day = Math.floor(from / 2 ** FINEST) * 2 ** FINEST;
  while (day < end) {
    const shift = SHIFTS.find(shift => day % 2 ** shift === 0 && day + 2 ** shift <= end) ?? FINEST;
    tags.push(`d${shift}:${day >> shift}`);
    day += 2 ** shift;
  }
  return tags;
}
