import { describe, expect, test } from 'vitest';
import { readGuidance } from './read-guidance.ts';

describe('a sentence that states all', () => {
  test('raised, with the previous range', () => {
    const sentence =
      'Fictional Mills is raising its fiscal 2025 adjusted earnings per share guidance from $4.10 to $4.20 to a range of $4.30 to $4.40.';
    const text = `We had a good year. ${sentence} Thank you.`;
    expect(readGuidance(text)).toEqual([
      {
        metric: 'adjusted_eps_diluted',
        fiscalYear: 2025,
        fiscalPeriod: 'fy',
        unit: 'USD/shares',
        currency: 'USD',
        oldLow: 4.1,
        oldHigh: 4.2,
        newLow: 4.3,
        newHigh: 4.4,
        direction: 'raised',
        quote: sentence,
        charStart: text.indexOf('Fictional'),
        charEnd: text.indexOf(' Thank'),
      },
    ]);
  });

  test.each([
    [
      'The company lowered its full-year 2024 revenue outlook to $1.2 billion to $1.25 billion, compared with previous guidance of $1.3 billion to $1.4 billion.',
      {
        metric: 'revenue',
        direction: 'lowered',
        newLow: 1200000000,
        newHigh: 1250000000,
        oldLow: 1300000000,
      },
    ],
    [
      'We reaffirm our guidance for capital expenditures in 2024 in the range of $90 - $95 million.',
      { metric: 'capital_expenditure', direction: 'reaffirmed', newLow: 90000000, newHigh: 95000000, oldLow: null },
    ],
    [
      'We reiterated our second quarter 2024 outlook for gross margin of 41.5% to 42%.',
      { metric: 'gross_margin', fiscalPeriod: 'q2', unit: 'pure', newLow: 0.415, newHigh: 0.42, currency: null },
    ],
    [
      'Fictional Mills has withdrawn its fiscal year 2020 revenue guidance.',
      { metric: 'revenue', direction: 'withdrawn', newLow: null, oldLow: null },
    ],
  ])('%s', (sentence, statement) => {
    expect(readGuidance(sentence)).toMatchObject([statement]);
  });
});

test.each([
  ['no direction', 'Our fiscal 2025 revenue guidance range is $9 million to $10 million.'],
  ['no period', 'We raised our revenue guidance to $9 million to $10 million.'],
  ['two measures', 'We raised our 2025 guidance for revenue to $9 million to $10 million and net income.'],
  ['two years', 'We raised our 2025 revenue guidance to $9 million to $10 million, above 2024.'],
  ['no range', 'We raised our 2025 revenue guidance.'],
  ['a change with what it comes to', 'We are increasing our revenue outlook for 2025 by $1.5 billion to $71 billion.'],
  ['only the previous range', 'We raised our 2025 revenue guidance from $9 million to $10 million.'],
  [
    'figures against the word',
    'We raised our 2025 revenue guidance from $9 to $10 million to a range of $7 to $8 million.',
  ],
  ['results', 'Revenue in 2025 increased the range of our flours to $9 million.'],
])('nothing is guessed: %s', (_, sentence) => {
  expect(readGuidance(sentence)).toEqual([]);
});

test('hostile text stays cheap', () => {
  expect(readGuidance('guidance $1 to '.repeat(200_000))).toEqual([]);
  expect(readGuidance('raised guidance 2025 revenue $1. '.repeat(50_000))).toEqual([]);
});
