import { expect, test } from 'vitest';
import { readTableRows, splitSentences } from './sentences.ts';

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

test('names the words that introduce the items of a list, and none after the list', () => {
  const text =
    'Factors that could hurt us include:\n\n• a default on our notes;\n\n• the loss of a customer.\n\nWe own mills.';
  expect(splitSentences(text).map(({ text: words, leadIn }) => [words, leadIn])).toEqual([
    ['Factors that could hurt us include:', null],
    ['• a default on our notes;', 'Factors that could hurt us include:'],
    ['• the loss of a customer.', 'Factors that could hurt us include:'],
    ['We own mills.', null],
  ]);
});

test('returns the rows of a table with header, caption and the offsets of each cell', () => {
  const text = 'Customers above 10 % of revenue:\n\nCustomer | 2024 | 2023\nFictional Mills | 12 % | 14 %';
  const [, row] = readTableRows(text);
  expect(row?.cells.map(cell => cell.text)).toEqual(['Fictional Mills', '12 %', '14 %']);
  expect(row?.header.map(cell => cell.text)).toEqual(['Customer', '2024', '2023']);
  expect(row?.caption).toBe('Customers above 10 % of revenue:');
  for (const cell of row?.cells ?? []) expect(text.slice(cell.start, cell.end)).toBe(cell.text);
});

test('divides the lines of a list without empty lines between them', () => {
  const text = 'We expect:\n\n•Revenue of $5 million\n• Earnings of $1 million\nin 2025';
  expect(splitSentences(text).map(({ text: words, leadIn }) => [words, leadIn])).toEqual([
    ['We expect:', null],
    ['•Revenue of $5 million', 'We expect:'],
    ['• Earnings of $1 million in 2025', 'We expect:'],
  ]);
});
