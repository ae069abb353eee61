import { expect, test } from 'vitest';
import { type DatedSeries, joinSeries } from './join-series.ts';

function series(closes: Record<number, number>, readAt: string, actions: DatedSeries['actions'] = null): DatedSeries {
  const days = Object.keys(closes).map(Number);
  return {
    currency: 'USD',
    bars: { days, closes: { adjusted: Object.values(closes) }, volumes: null },
    actions,
    readAt,
  };
}
const shown = ({ bars }: DatedSeries) =>
  Object.fromEntries(bars.days.map((day, at) => [day, bars.closes.adjusted?.[at]]));

test('documents that agree on shared days form one series in any order', () => {
  const [older, newer] = [series({ 1: 10, 2: 11, 3: 12 }, 'a'), series({ 3: 12, 4: 13 }, 'b')];
  for (const [first, second] of [
    [older, newer],
    [newer, older],
  ] as const) {
    expect(shown(joinSeries(first, second))).toEqual({ 1: 10, 2: 11, 3: 12, 4: 13 });
    expect(joinSeries(first, second).readAt).toBe('b');
  }
  expect(shown(joinSeries(undefined, older))).toEqual({ 1: 10, 2: 11, 3: 12 });
});

test('a document that restates history or shares no day is not joined', () => {
  const stored = series({ 1: 10, 2: 11, 3: 12 }, 'a');
  expect(shown(joinSeries(stored, series({ 3: 6, 4: 6.5 }, 'b')))).toEqual({ 3: 6, 4: 6.5 });
  expect(shown(joinSeries(stored, series({ 5: 12, 6: 13 }, 'b')))).toEqual({ 5: 12, 6: 13 });
});

test('a document of another currency is not joined, and the series kept has its own', () => {
  const [dollars, euros] = [
    series({ 1: 10, 2: 11, 3: 12 }, 'a'),
    { ...series({ 3: 12, 4: 13 }, 'b'), currency: 'EUR' },
  ];
  for (const [first, second] of [
    [dollars, euros],
    [euros, dollars],
  ] as const) {
    const joined = joinSeries(first, second);
    expect([joined.currency, shown(joined)]).toEqual(['EUR', { 3: 12, 4: 13 }]);
  }
  const unstated = { ...series({ 3: 12, 4: 13 }, 'b'), currency: null };
  expect(joinSeries(dollars, unstated)).toMatchObject({ currency: 'USD', bars: { days: [1, 2, 3, 4] } });
});

test('the series with the latest close is kept; if both end together, the one read later', () => {
  const stored = series({ 2: 5, 3: 6, 4: 6.5 }, 'b');
  expect(shown(joinSeries(stored, series({ 1: 10, 2: 10, 3: 12 }, 'c')))).toEqual({ 2: 5, 3: 6, 4: 6.5 });
  expect(shown(joinSeries(stored, series({ 3: 7, 4: 7.5 }, 'c')))).toEqual({ 3: 7, 4: 7.5 });
  expect(shown(joinSeries(stored, series({ 3: 7, 4: 7.5 }, 'a')))).toEqual({ 2: 5, 3: 6, 4: 6.5 });
});

test('splits and dividends are merged without duplicates', () => {
  const split = (day: number) => ({ splits: [{ day, ratio: 2 }], dividends: [{ day, amount: 1 }] });
  const joined = joinSeries(series({ 1: 10, 3: 12 }, 'a', split(3)), series({ 3: 12, 4: 13 }, 'b', split(3)));
  expect(joined.actions).toEqual(split(3));
  expect(joinSeries(series({ 1: 10, 3: 12 }, 'a', split(1)), series({ 3: 12, 4: 13 }, 'b')).actions).toEqual(split(1));
});
