import { expect, test } from 'vitest';
import { personSlug, prefixOfSlug } from './person.ts';

const ID = '1a2b3c4d-0000-5000-8000-000000000000';

test.each([
  ['Robin Sample', 'robin-sample-1a2b3c4d'],
  ["Pat J. O'Éxample", 'pat-j-oexample-1a2b3c4d'],
  ['Example Fixture Holdings, LLC', 'example-fixture-holdings-llc-1a2b3c4d'],
  ['…', '1a2b3c4d'],
])('builds the slug of %s', (name, slug) => {
  expect(personSlug(name, ID)).toBe(slug);
  expect(prefixOfSlug(slug)).toBe('1a2b3c4d');
});

test('resolves a slug by its last digits, in any case and with any name before them', () => {
  expect(prefixOfSlug('Somebody-Else-1A2B3C4D')).toBe('1a2b3c4d');
  expect(prefixOfSlug('robin-sample')).toBeNull();
  expect(prefixOfSlug('robin-sample-1a2b3c4')).toBeNull();
  expect(prefixOfSlug('robinsample1a2b3c4d')).toBeNull();
});
