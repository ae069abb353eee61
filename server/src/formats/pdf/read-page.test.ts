import { expect, test } from 'vitest';
import { asCharacters } from './read-page.ts';

test.each([
  ['\u2f08\u2ea0\u5e01', '人民币'],
  ['账\u2f3e', '账户'],
  ['\u2fad年', '青年'],
  ['\u2ed3期', '长期'],
  ['\u2f00\u2f06', '一二'],
])('radicals that a font names are the characters that it draws: %s', (named, drawn) => {
  expect(asCharacters(named)).toBe(drawn);
  expect(asCharacters(named)).toHaveLength(named.length);
});

test('characters that are forms of their own stay as they are', () => {
  const names = '\ufa19田門戶';
  expect(asCharacters(names)).toBe(names);
});
