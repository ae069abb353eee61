import { expect, test } from 'vitest';
import { isEdgarDay, nextEdgarDay } from './edgar-calendar.ts';

test.each([
  ['2024-01-01', 'New Year'],
  ['2021-12-31', 'New Year kept on Friday'],
  ['2023-01-02', 'New Year kept on Monday'],
  ['2024-01-15', 'Martin Luther King Day'],
  ['2024-02-19', "Washington's Birthday"],
  ['2024-05-27', 'Memorial Day'],
  ['2021-06-18', 'Juneteenth, kept on Friday'],
  ['2024-07-04', 'Independence Day'],
  ['2024-09-02', 'Labor Day'],
  ['2024-10-14', 'Columbus Day, on which the exchanges open'],
  ['2023-11-10', 'Veterans Day, kept on Friday'],
  ['2024-11-28', 'Thanksgiving'],
  ['2024-12-25', 'Christmas'],
  ['2018-12-05', 'day of mourning'],
  ['2025-01-09', 'day of mourning'],
  ['2020-12-24', 'by executive order'],
  ['2024-03-02', 'Saturday'],
  ['2024-02-30', 'no day at all'],
])('EDGAR is shut on %s (%s)', date => {
  expect(isEdgarDay(date)).toBe(false);
});

test.each(['2024-03-29', '2020-06-19', '2024-01-02', '2017-01-20', '2023-12-26', '2024-11-29'])(
  'EDGAR is open on %s',
  date => {
    expect(isEdgarDay(date)).toBe(true);
  },
);

test('skips weekends and holidays to the next day', () => {
  expect(nextEdgarDay('2024-10-11')).toBe('2024-10-15');
  expect(nextEdgarDay('2020-12-23')).toBe('2020-12-28');
});
