/** Sizes of the day ranges in `section_search.tags`, as powers of two: 8, 32, 128, 512 and 2,048 days. */
const SHIFTS = [11, 9, 7, 5, 3] as const;
const FINEST = 3;

/**
 * The fewest tags that cover the days from `from` to before `before`, plus at most seven days on either side. An index
 * on tags alone then finds any range of days with about ten tags.
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
