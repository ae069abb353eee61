import { expect, test } from 'vitest';
import { endOfDay } from './end-of-day.ts';

test('nothing is of later than now, and a day is one moment as long as it lasts', () => {
  const now = new Date('2024-06-07T15:30:00Z');
  expect(endOfDay('2024-06-06', now)).toBe('2024-06-06T23:59:59Z');
  expect(endOfDay('2024-06-07', now)).toBe('2024-06-07T00:00:00Z');
});
