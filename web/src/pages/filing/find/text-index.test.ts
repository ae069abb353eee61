import { expect, test } from 'vitest';
import { findWords, passageFrom } from './text-index.ts';

const index = { text: 'we expect sales of $5 million. we expect more.', nodes: [] };

test('a passage begins with the found words and has the length of the quotation', () => {
  const [match] = findWords(index, 'We expect sales');
  expect(passageFrom(match, 30, index.text.length)).toEqual({ start: 0, end: 30 });
  expect(index.text.slice(0, 30)).toBe('we expect sales of $5 million.');
});

test('a passage ends with the text, and words alone are not passages', () => {
  const [, second] = findWords(index, 'we expect');
  expect(passageFrom(second, 500, index.text.length)).toEqual({ start: 31, end: index.text.length });
  expect(passageFrom(second, 0, index.text.length)).toBeUndefined();
  expect(passageFrom(undefined, 30, index.text.length)).toBeUndefined();
});
