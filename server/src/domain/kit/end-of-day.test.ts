import { expect, test } from 'vitest';
import { endOfDay } from './end-of-day.ts';

test('endOfDay returns the end of a past day and the start of the current day', () => {
  const now = new Date('2024-06-07T15:30:00Z');
  expect(endOfDay('2024-06-06', now)).toBe('2024-06-06T23:59:59Z');
  expect(endOfDay('2024-06-07', now)).toBe('2024-06-07T00:00:00Z');
});
