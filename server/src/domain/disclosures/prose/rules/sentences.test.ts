import { expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

test('splits at sentence starts but not after Inc. or U.S., and returns the offsets of each sentence', () => {
  const text =
    'We buy from Fictional Mills, Inc. in the U.S. market. They are reliable.\n\nItem | 2024 | 2023\n\nA second\nparagraph of Fictional Mills, Inc. The end.';
  const sentences = splitSentences(text);
  expect(sentences.map(sentence => sentence.text)).toEqual([
    'We buy from Fictional Mills, Inc. in the U.S. market.',
    'They are reliable.',
    'A second paragraph of Fictional Mills, Inc.',
    'The end.',
  ]);
  for (const { quote, start, end } of sentences) expect(text.slice(start, end)).toBe(quote);
});

test('splits a very long sentence at semicolons and skips one that has none', () => {
  const clauses = Array.from(
    { length: 12 },
    (_, at) => `the supply of part ${at} that we need to make all of our products`,
  );
  expect(splitSentences(`Risks are ${clauses.join('; ')}.`)).toHaveLength(12);
  expect(splitSentences('a '.repeat(2_000))).toEqual([]);
  expect(splitSentences('')).toEqual([]);
});
