import { expect, test } from 'vitest';
import { daysOf } from './panel-days.ts';

test('months and quarters end on their last days, leap years included', () => {
  expect(daysOf('month', '2023-11-30', '2024-03-30', 10)).toEqual([
    '2023-11-30',
    '2023-12-31',
    '2024-01-31',
    '2024-02-29',
  ]);
  expect(daysOf('quarter', '2023-12-31', '2024-06-30', 10)).toEqual(['2023-12-31', '2024-03-31', '2024-06-30']);
  expect(daysOf('year', '2022-01-01', '2024-12-30', 10)).toEqual(['2022-12-31', '2023-12-31']);
});

test('weeks end on Fridays, days include both ends', () => {
  expect(daysOf('week', '2024-03-01', '2024-03-20', 10)).toEqual(['2024-03-01', '2024-03-08', '2024-03-15']);
  expect(daysOf('week', '1969-12-20', '1970-01-02', 10)).toEqual(['1969-12-26', '1970-01-02']);
  expect(daysOf('day', '2024-02-28', '2024-03-01', 10)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
});

test('a span without such a day is empty, and a long one stops after one day too many', () => {
  expect(daysOf('quarter', '2024-01-01', '2024-03-30', 10)).toEqual([]);
  expect(daysOf('day', '2024-03-02', '2024-03-01', 10)).toEqual([]);
  expect(daysOf('day', '1900-01-01', '9999-12-31', 3)).toHaveLength(4);
  expect(daysOf('month', '9999-12-01', '9999-12-31', 3)).toEqual(['9999-12-31']);
});
