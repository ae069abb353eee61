import { describe, expect, it } from 'vitest';
import { dayTags } from './day-tags.ts';

/** The tags of one day, as store/filing-sections.ts writes them. */
const tagsOf = (day: number) => [3, 5, 7, 9, 11].map(shift => `d${shift}:${day >> shift}`);

describe('dayTags', () => {
  it.each([
    [20_000, 20_001],
    [18_262, 20_819],
    [-500, 300],
    [0, 32_768],
    [20_475, 20_485],
  ])('cover every day from %i to before %i, and hardly any other', (from, before) => {
    const tags = new Set(dayTags(from, before));
    const covered = (day: number) => tagsOf(day).filter(tag => tags.has(tag)).length;
    for (let day = from; day < before; day++) expect(covered(day), String(day)).toBe(1);
    expect([covered(from - 8), covered(before + 7)]).toEqual([0, 0]);
    expect(tags.size).toBeLessThan(40);
  });

  it('returns no tags for no days', () => expect(dayTags(16, 16)).toEqual([]));
});
