import { describe, expect, test } from 'vitest';
import {
  addDays,
  dateOrNull,
  datesBetween,
  daysInMonth,
  fromNewYorkClock,
  monthDay,
  newYorkClock,
  parseDay,
  toInstant,
  toIsoDate,
} from './dates.ts';

describe('parseDay', () => {
  test("agrees with the runtime's calendar on every day of four hundred years", () => {
    for (let day = -25_567; day < 120_530; day++) expect(parseDay(toIsoDate(day))).toBe(day);
    for (let day = -700_000; day < 2_900_000; day += 997) {
      expect(toIsoDate(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
    }
  });

  test('parses days before 1970 and leap days', () => {
    expect(parseDay('1969-12-31')).toBe(-1);
    expect(parseDay('2000-02-29')).toBe(11_016);
    expect(parseDay('0201-01-01')).toBe(-646_114);
  });

  test.each([
    '2023-02-29',
    '0000-12-31',
    '1900-02-29',
    '2023-04-31',
    '2023-13-01',
    '2023-00-10',
    '2023-1-01',
    '20230101',
    '',
    'x',
    '２０２３-01-01',
  ])('rejects %s', text => {
    expect(parseDay(text)).toBeNull();
  });
});

test('daysInMonth knows the length of each month', () => {
  expect([daysInMonth(2024, 2), daysInMonth(2100, 2), daysInMonth(2023, 9), daysInMonth(2023, 12)]).toEqual([
    29, 28, 30, 31,
  ]);
});

test('addDays crosses the ends of months and years', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2024-01-01', -1)).toBe('2023-12-31');
  expect(() => addDays('2023-02-29', 1)).toThrow('2023-02-29 is not a date');
});

test('datesBetween lists dates in order, both ends included', () => {
  expect(datesBetween('2023-12-31', '2024-01-02')).toEqual(['2023-12-31', '2024-01-01', '2024-01-02']);
  expect(datesBetween('2024-01-02', '2024-01-01')).toEqual([]);
  expect(() => datesBetween('2024-01-02', '')).toThrow(RangeError);
});

test('dateOrNull accepts valid ISO dates only', () => {
  expect(['2024-02-29', '2023-02-29', ' 2024-02-29', '', 20240229, null, undefined].map(dateOrNull)).toEqual([
    '2024-02-29',
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('monthDay accepts 29 February', () => {
  expect(monthDay('2', '29')).toBe('02-29');
  expect([monthDay('2', '30'), monthDay('13', '1'), monthDay('', '')]).toEqual([null, null, null]);
});

test('toInstant writes a fraction only for a fractional second', () => {
  expect(toInstant(0)).toBe('1970-01-01T00:00:00Z');
  expect(toInstant(1_500)).toBe('1970-01-01T00:00:01.500Z');
});

describe('New York time', () => {
  test('follows the daylight saving rules of each era', () => {
    expect(newYorkClock('2024-07-30T22:55:04Z')).toEqual({ date: '2024-07-30', time: '18:55:04' });
    expect(newYorkClock('2024-01-30T22:55:04Z')).toEqual({ date: '2024-01-30', time: '17:55:04' });
    // Until 2006 daylight saving began in April.
    expect(newYorkClock('2006-03-20T03:00:00Z')).toEqual({ date: '2006-03-19', time: '22:00:00' });
  });

  test('switches the offset at the hour of the change', () => {
    expect(newYorkClock('2024-03-10T06:59:59Z')).toEqual({ date: '2024-03-10', time: '01:59:59' });
    expect(newYorkClock('2024-03-10T07:00:00Z')).toEqual({ date: '2024-03-10', time: '03:00:00' });
    expect(newYorkClock('2024-11-03T05:59:59Z')).toEqual({ date: '2024-11-03', time: '01:59:59' });
    expect(newYorkClock('2024-11-03T06:00:00Z')).toEqual({ date: '2024-11-03', time: '01:00:00' });
  });

  test('converts back to the same instant, the earlier one in the repeated hour', () => {
    expect(fromNewYorkClock('2020-07-30', '18:55:04')).toBe('2020-07-30T22:55:04Z');
    expect(fromNewYorkClock('2024-11-03', '01:30:00')).toBe('2024-11-03T05:30:00Z');
  });
});
