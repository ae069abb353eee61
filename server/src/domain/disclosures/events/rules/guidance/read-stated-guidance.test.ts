import { expect, it } from 'vitest';
import { splitSentences } from '../../../../../formats/prose/sentences.ts';
import { readSentenceGuidance, readTableGuidance, type StatedOutlook } from './read-stated-guidance.ts';

const direction = () => 'initiated' as const;
const shown = (outlooks: readonly StatedOutlook[]) =>
  outlooks.map(({ fields }) =>
    [fields.metric, fields.fiscalPeriod, fields.fiscalYear, fields.unit, fields.newLow, fields.newHigh].join(' '),
  );
const inSentence = (text: string) => shown(readSentenceGuidance(splitSentences(text), direction));

it.each([
  [
    'We expect capital spending of $3.5 billion to $3.9 billion in 2025.',
    'capital_expenditure fy 2025 USD 3500000000 3900000000',
  ],
  [
    'Depreciation for 2025 is expected to be approximately $4.9 billion, compared to $4.7 billion in 2024.',
    'depreciation fy 2025 USD 4900000000 4900000000',
  ],
  [
    'We currently expect our tax rate to be approximately 30.5% for 2025.',
    'effective_tax_rate fy 2025 pure 0.305 0.305',
  ],
  [
    'The tax rate for the second quarter of fiscal 2025 is expected to be 13%, plus or minus 1%.',
    'effective_tax_rate q2 2025 pure 0.12 0.14',
  ],
  [
    'Non-GAAP earnings per share are expected to be $2.10 to $2.20 in fiscal 2025.',
    'adjusted_eps_diluted fy 2025 USD/shares 2.1 2.2',
  ],
  ['We expect revenue of at least $400 million for 2025.', 'revenue fy 2025 USD 400000000 '],
  [
    'Our targets assume a share count of ~453 million for fiscal year 2025.',
    'shares_diluted fy 2025 shares 453000000 453000000',
  ],
])('reads measure, range, unit and period of an expectation: %s', (text, expected) => {
  expect(inSentence(text)).toEqual([expected]);
});

it.each([
  ['In 2023, we expected revenue of $400 million for 2024.', 'an expectation of the past'],
  ['We do not expect capital spending of $5 million in 2025.', 'a denial'],
  ['If we expect revenue of $5 million in 2025, we may borrow.', 'a condition'],
  ['We expect a $20 million impact on revenue in 2025.', 'an effect on the measure'],
  ['Revenue was $400 million in 2024.', 'no expectation'],
  ['We expect revenue of $400 million.', 'no period'],
])('reads no guidance in %s (%s)', text => {
  expect(inSentence(text)).toEqual([]);
});

it('reads the rows of a table that a sentence introduces as targets of one period', () => {
  const text =
    'The following table summarizes our second quarter fiscal year 2025 targets:\n\nTotal revenue | $5.25 billion to $5.30 billion\nEarnings per share1 | GAAP: $3.35 to $3.40 | Non-GAAP: $4.35 to $4.40';
  expect(shown(readTableGuidance(text, direction))).toEqual([
    'revenue q2 2025 USD 5250000000 5300000000',
    'eps_diluted q2 2025 USD/shares 3.35 3.4',
    'adjusted_eps_diluted q2 2025 USD/shares 4.35 4.4',
  ]);
});

it('reads no table of results and no reconciliation', () => {
  const rows = 'Total revenue | $5.25 billion';
  expect(readTableGuidance(`Our revenue of fiscal year 2025:\n\n${rows}`, direction)).toEqual([]);
  expect(readTableGuidance(`We reconcile our fiscal year 2025 targets:\n\n${rows}`, direction)).toEqual([]);
});
