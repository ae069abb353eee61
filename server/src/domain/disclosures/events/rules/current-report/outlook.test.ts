import { expect, test } from 'vitest';
import { splitSentences } from '../../../../../formats/prose/sentences.ts';
import { readOutlook } from './outlook.ts';

function read(text: string): string[] {
  const found = readOutlook({ text, sectionKey: 'item_8.01', sentences: splitSentences(text), filed: '2020-03-31' });
  return found.map(({ variant, subject }) => `${variant ?? ''} ${subject ?? ''}`.trim());
}

test('reports a withdrawal beside figures that the text states', () => {
  const text =
    'We have decided to withdraw our guidance for 2020. We expect capital expenditures of $40 million in 2020.';
  expect(read(text)).toEqual(['initiated capital expenditure, FY 2020', 'withdrawn']);
});

test('reports a change without figures only if the text states no figures', () => {
  expect(read('We are raising our guidance for 2020.')).toEqual(['raised']);
});
