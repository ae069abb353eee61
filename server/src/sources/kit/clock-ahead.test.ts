import { expect, test } from 'vitest';
import { clockAhead } from './clock-ahead.ts';

const japan = clockAhead(9);

test('a clock ahead of UTC shows the next day before UTC does', () => {
  expect(japan.at(new Date('2024-06-30T15:00:00Z'))).toEqual({ date: '2024-07-01', time: '00:00:00' });
  expect(clockAhead(5.5).at(new Date('2024-06-30T18:29:59Z'))).toEqual({ date: '2024-06-30', time: '23:59:59' });
});

test('converts a local date and time to an instant', () => {
  expect(japan.parse('2024-01-01', '08:59')).toBe('2023-12-31T23:59:00Z');
  expect(japan.instant('2024-07-01', '23:00:01')).toBe('2024-07-01T14:00:01Z');
});

test.each([
  ['2024-02-30', '09:00'],
  ['2024-02-28', '24:00'],
  ['2024-02-28', '9:00'],
  ['', '09:00'],
])('rejects the invalid date and time %s %s', (date, time) => {
  expect(japan.parse(date, time)).toBeNull();
  expect(() => japan.instant(date, time)).toThrow(RangeError);
});
