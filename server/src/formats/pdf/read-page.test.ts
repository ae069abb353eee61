import { expect, test } from 'vitest';
import { asCharacters } from './read-page.ts';

test.each([
  ['\u2f08\u2ea0\u5e01', '人民币'],
  ['账\u2f3e', '账户'],
  ['\u2fad年', '青年'],
  ['\u2ed3期', '长期'],
  ['\u2f00\u2f06', '一二'],
])('asCharacters replaces radicals named by a font with the drawn characters: %s', (named, drawn) => {
  expect(asCharacters(named)).toBe(drawn);
  expect(asCharacters(named)).toHaveLength(named.length);
});

test('asCharacters leaves distinct character forms unchanged', () => {
  const names = '\ufa19田門戶';
  expect(asCharacters(names)).toBe(names);
});
