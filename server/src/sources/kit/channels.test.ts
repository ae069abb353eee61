import { expect, test } from 'vitest';
import { daysToRead } from './channels.ts';

const DAYS = { first: 3, again: 1, most: 30 };

test('the first run goes some days back, later ones continue from the day before the last that was read', () => {
  expect(daysToRead(null, '2026-03-02', DAYS)).toEqual({ from: '2026-02-27', to: '2026-03-02' });
  expect(daysToRead('2026-03-01', '2026-03-02', DAYS)).toEqual({ from: '2026-02-28', to: '2026-03-02' });
});

test('one run reads a bounded number of days, even after a long pause', () => {
  expect(daysToRead('2025-01-02', '2026-03-02', DAYS)).toEqual({ from: '2025-01-01', to: '2025-01-31' });
});
