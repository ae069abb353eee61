import { expect, test } from 'vitest';
import { daysToRead, isWantedKind } from './discovery.ts';

const PACE = { atFirst: 3, again: 1, most: 30 };

test('the first look goes some days back, the next ones go on from the day before the last that was read', () => {
  expect(daysToRead(null, '2026-03-02', PACE)).toEqual({ from: '2026-02-27', to: '2026-03-02' });
  expect(daysToRead('2026-03-01', '2026-03-02', PACE)).toEqual({ from: '2026-02-28', to: '2026-03-02' });
});

test('after a long time away a look reads so many days and no more', () => {
  expect(daysToRead('2025-01-02', '2026-03-02', PACE)).toEqual({ from: '2025-01-01', to: '2025-01-31' });
});

test('a filing is wanted by its form, its category or an item code', () => {
  const kind = { formType: 'Financial Statements', category: 'annual_report', itemCodes: ['13300'] };
  expect(isWantedKind(kind, 'all')).toBe(true);
  expect(
    [['financial statements'], ['ANNUAL_REPORT'], ['13300'], ['x', '13300']].map(forms => isWantedKind(kind, forms)),
  ).toEqual([true, true, true, true]);
  expect(isWantedKind(kind, [])).toBe(false);
  expect(isWantedKind(kind, ['financial'])).toBe(false);
});
