import { expect, test } from 'vitest';
import { readTableShares } from './concentration-tables.ts';
import { readCalendar } from './periods.ts';

const calendar = readCalendar('2023-12-31', 'annual', []);

function read(text: string): string[] {
  return readTableShares(text, calendar).map(
    ({ share: { concentrationType, label, pct, of, span } }) =>
      `${concentrationType} ${label} ${pct} ${of} ${span.end}`,
  );
}

const ABOUT = 'Customers that accounted for 10% or more of net sales were as follows:';

test('reads a percentage for each named or lettered customer and year', () => {
  const text = `${ABOUT}\n\nYear ended December 31, | 2023 | 2022\nBrook Mills, Inc. | 15% | 12%\nCustomer B | * | 11%`;
  expect(read(text)).toEqual([
    'customer Brook Mills, Inc. 15 revenue 2023-12-31',
    'customer Brook Mills, Inc. 12 revenue 2022-12-31',
    'customer Customer B 11 revenue 2022-12-31',
  ]);
});

test('reads no table of two bases, of another matter, or of more columns than years', () => {
  expect(read(`${ABOUT}\n\n| 2023 | 2022\nBrook, Inc. | 15% | 12% | 3%`)).toEqual([]);
  expect(
    read('Customers with 10% or more of sales and receivables represented:\n\n | 2023\nBrook, Inc. | 15%'),
  ).toEqual([]);
  expect(read('Growth of sales was more than 10%:\n\n | 2023\nBrook, Inc. | 15%')).toEqual([]);
});
