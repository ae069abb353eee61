import { expect, test } from 'vitest';
import { zoneCalendar } from './zone-calendar.ts';

test('a date ends at midnight in its time zone, in winter, in summer and in the nights in which the clocks change', () => {
  const { endOf } = zoneCalendar('Europe/London');
  expect(endOf('2023-01-15')).toBe('2023-01-16T00:00:00Z');
  expect(endOf('2023-07-15')).toBe('2023-07-15T23:00:00Z');
  expect(endOf('2023-03-25')).toBe('2023-03-26T00:00:00Z');
  expect(endOf('2023-03-26')).toBe('2023-03-26T23:00:00Z');
  expect(endOf('2023-10-28')).toBe('2023-10-28T23:00:00Z');
  expect(endOf('2023-10-29')).toBe('2023-10-30T00:00:00Z');
});

test('a date ends before 01:00 if the next day begins at 01:00 because the clocks change at midnight', () => {
  const { endOf } = zoneCalendar('America/Sao_Paulo');
  expect(endOf('2018-11-03')).toBe('2018-11-04T03:00:00Z');
  expect(endOf('2018-02-16')).toBe('2018-02-17T02:00:00Z');
  expect(endOf('2018-12-10')).toBe('2018-12-11T02:00:00Z');
  expect(endOf('2024-03-28')).toBe('2024-03-29T03:00:00Z');
});

test('an instant has the local date of its zone', () => {
  expect(zoneCalendar('America/Sao_Paulo').dateAt(new Date('2025-01-01T01:00:00Z'))).toBe('2024-12-31');
  expect(zoneCalendar('Europe/London').dateAt(new Date('2024-07-01T23:30:00Z'))).toBe('2024-07-02');
});

test('text that is not a date has no end', () => {
  expect(() => zoneCalendar('Europe/London').endOf('2024-02-30')).toThrow(RangeError);
});
