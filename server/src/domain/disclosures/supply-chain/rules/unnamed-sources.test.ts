import { expect, test } from 'vitest';
import { splitSentences } from '../../../../formats/prose/sentences.ts';
import { readUnnamedParties } from './unnamed-sources.ts';

const names = { own: [], terms: new Map() };

test.each<[string, string[]]>([
  ['We obtain certain components from sole suppliers.', ['supplier: sole suppliers']],
  ['The Company purchased lenses from a limited number of vendors.', ['supplier: limited number of vendors']],
  ['A limited number of customers accounted for most of our revenue.', ['customer: limited number of customers']],
  ['We do not depend on a single supplier.', []],
  ['If we relied on sole suppliers, our costs would rise.', []],
  ['We may purchase lenses from a limited number of vendors.', []],
  ['Our competitors purchase lenses from sole suppliers.', []],
  ['We purchase lenses from many suppliers.', []],
])('reads sole and few counterparties of "%s"', (text, expected) => {
  const parties = splitSentences(text).flatMap(sentence => readUnnamedParties(sentence, names));
  expect(parties.map(({ role, label }) => `${role}: ${label}`)).toEqual(expected);
});

test('reads a very long sentence in bounded time', () => {
  const text = `We buy from ${'a single sole limited number of '.repeat(20_000)}suppliers.`;
  expect(splitSentences(text).flatMap(sentence => readUnnamedParties(sentence, names))).toEqual([]);
});
