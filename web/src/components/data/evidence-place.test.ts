import { expect, test } from 'vitest';
import { clearest, placeOf } from './evidence-place.ts';

const said = {
  section_key: 'item_1',
  quote: 'In 2025,  Sample Orchard Foods Corp accounted for 11 percent.',
  char_start: 40,
  char_end: 101,
};

test('finds a quotation by its first words, from its start to its end', () => {
  expect(placeOf(said)).toEqual({ sectionKey: 'item_1', find: 'In 2025, Sample Orchard Foods Corp', at: 40, to: 101 });
  expect(placeOf({ ...said, char_start: null, char_end: null })).toMatchObject({ at: 0, to: undefined });
});

test('has no place without a section or words', () => {
  expect(placeOf({ ...said, section_key: null })).toBeUndefined();
  expect(placeOf({ ...said, quote: null })).toBeUndefined();
});

test('prefers evidence with a place', () => {
  const formOnly = { section_key: null, quote: null, char_start: null, char_end: null };
  expect(clearest([formOnly, said])).toBe(said);
  expect(clearest([formOnly])).toBe(formOnly);
  expect(clearest([])).toBeUndefined();
});
