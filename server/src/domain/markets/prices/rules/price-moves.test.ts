import { expect, test } from 'vitest';
import { changePct, closeUpTo, correlate, type DailyCloses, lastUpTo } from './price-moves.ts';

const closes = (numbers: readonly number[], first = 1): DailyCloses => ({
  days: numbers.map((_, at) => first + at),
  closes: numbers,
});

test('closeUpTo returns the last close up to a day, or null after a gap longer than any exchange holiday', () => {
  expect([0, 1, 4, 5, 9].map(value => lastUpTo([1, 5], value))).toEqual([-1, 0, 0, 1, 1]);
  expect(lastUpTo([], 3)).toBe(-1);
  const two = { days: [1, 5], closes: [10, 20] };
  expect([closeUpTo(two, 0), closeUpTo(two, 4), closeUpTo(two, 16), closeUpTo(two, 17)]).toEqual([
    null,
    { day: 1, close: 10 },
    { day: 5, close: 20 },
    null,
  ]);
  expect([changePct(5881.63, 5887.56), changePct(2, 1)]).toEqual([0.100822, -50]);
});

test('correlations use common returns and are null if there are too few', () => {
  const up = Array.from({ length: 100 }, (_, at) => 100 * 1.01 ** at * (at % 2 === 0 ? 1 : 1.02));
  const mirrored = up.map(value => 10_000 / value);
  const same = correlate(closes(up), closes(up.map(value => value * 3)), { until: 100, step: 1 });
  expect(same['2w']).toEqual({ value: 1, count: 14 });
  expect(same['3m']).toEqual({ value: 1, count: 90 });
  expect(same['6m']).toEqual({ value: 1, count: 99 });
  expect(same['1y']).toEqual({ value: null, count: 99 });
  expect(correlate(closes(up), closes(mirrored), { until: 100, step: 1 })['1m'].value).toBe(-1);
  expect(correlate(closes(up), closes(up, 95), { until: 100, step: 1 })['2w']).toEqual({ value: null, count: 5 });
  expect(correlate(closes(up), closes(up), { until: 10, step: 1 })['2w']).toEqual({ value: 1, count: 9 });
  expect(correlate(closes(up), closes(up), { until: 100, step: 2 })['2w'].count).toBe(13);
  expect(correlate(closes(up), closes(up.map(() => 7)), { until: 100, step: 1 })['2w'].value).toBeNull();
});

test('correlate matches a correlation computed by hand', () => {
  // Logarithmic returns 1, -1, 2 and 2, 0, 1: means 2/3 and 1; products 1/3 + 5/3 + 0 = 2; squares 14/3 and 2.
  const of = (returns: readonly number[]) => {
    const sums = returns.map((_, at) => returns.slice(0, at + 1).reduce((sum, candidate) => sum + candidate, 0));
    return closes([1, ...sums.map(Math.exp)]);
  };
  const eight = (three: readonly number[]) => of([...three, ...three, ...three]);
  const { value, count } = correlate(eight([1, -1, 2]), eight([2, 0, 1]), { until: 50, step: 1 })['2w'];
  expect([value, count]).toEqual([Math.round((2 / Math.sqrt(28 / 3)) * 1e4) / 1e4, 9]);
});
