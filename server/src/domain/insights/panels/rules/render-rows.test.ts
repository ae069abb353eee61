import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { type PanelRow, rowRenderer } from './render-rows.ts';

const MEASURES = ['revenue', 'mean(revenue, 3)'];
const KNOWN: PanelRow = {
  ...{ day: '2024-03-31', canonicalKey: 'cik:1', fiscalYear: 2023, periodEnd: '2023-12-31', currency: 'USD' },
  values: [1.5e21, null],
  reasons: [null, 'not_reported'],
};
const UNKNOWN: PanelRow = {
  ...{ day: '2024-03-31', canonicalKey: 'test:"A", B', fiscalYear: null, periodEnd: null, currency: null },
  values: [null, null],
  reasons: ['not_covered', 'not_covered'],
};

function csv(shape: 'wide' | 'long'): string[][] {
  const { header, render } = rowRenderer(shape, 'csv', MEASURES);
  return parse(header + render(KNOWN) + render(UNKNOWN));
}

test('wide CSV has one line for a company and day, with empty cells for what is unknown', () => {
  expect(csv('wide')).toEqual([
    ['as_of', 'canonical_key', 'fiscal_year', 'period_end', 'currency', 'revenue', 'mean(revenue, 3)'],
    ['2024-03-31', 'cik:1', '2023', '2023-12-31', 'USD', '1.5e+21', ''],
    ['2024-03-31', 'test:"A", B', '', '', '', '', ''],
  ]);
});

test('long CSV has one line for each measure, with the reason of a null value', () => {
  expect(csv('long')).toEqual([
    ['as_of', 'canonical_key', 'fiscal_year', 'period_end', 'currency', 'measure', 'value', 'reason'],
    ['2024-03-31', 'cik:1', '2023', '2023-12-31', 'USD', 'revenue', '1.5e+21', ''],
    ['2024-03-31', 'cik:1', '2023', '2023-12-31', 'USD', 'mean(revenue, 3)', '', 'not_reported'],
    ['2024-03-31', 'test:"A", B', '', '', '', 'revenue', '', 'not_covered'],
    ['2024-03-31', 'test:"A", B', '', '', '', 'mean(revenue, 3)', '', 'not_covered'],
  ]);
});

test('JSON lines parse to the same cells', () => {
  const [wide, long] = (['wide', 'long'] as const).map(shape => {
    const { header, render } = rowRenderer(shape, 'ndjson', MEASURES);
    return (header + render(KNOWN) + render(UNKNOWN))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
  });
  const known = {
    as_of: '2024-03-31',
    canonical_key: 'cik:1',
    fiscal_year: 2023,
    period_end: '2023-12-31',
    currency: 'USD',
  };
  expect(wide?.[0]).toEqual({ ...known, values: { revenue: 1.5e21, 'mean(revenue, 3)': null } });
  expect(wide?.[1]).toMatchObject({
    canonical_key: 'test:"A", B',
    fiscal_year: null,
    period_end: null,
    currency: null,
  });
  expect(long?.[1]).toEqual({ ...known, measure: 'mean(revenue, 3)', value: null, reason: 'not_reported' });
  expect(long).toHaveLength(4);
});
