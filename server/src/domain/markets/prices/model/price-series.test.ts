import { expect, test } from 'vitest';
import { type Bars, closesAsPaid } from './price-series.ts';

const barsOf = (closes: Bars['closes']): Bars => ({ days: [10, 11, 12, 13], closes, volumes: null });
const actions = {
  splits: [
    { day: 11, ratio: 0.5 },
    { day: 13, ratio: 4 },
  ],
  dividends: [{ day: 12, amount: 1 }],
};

test('closesAsPaid returns raw closes, else restated closes with stated splits reversed', () => {
  const restated = [10, 5, 6, 7];
  expect(closesAsPaid(barsOf({ raw: [1, 2, 3, 4], split_adjusted: restated }), actions)).toEqual([1, 2, 3, 4]);
  expect(closesAsPaid(barsOf({ split_adjusted: restated, adjusted: restated }), actions)).toEqual([20, 20, 24, 7]);
  expect(closesAsPaid(barsOf({ split_adjusted: restated }), { splits: [], dividends: [] })).toEqual(restated);
});

test('closesAsPaid returns null if closes are restated for dividends or unstated splits', () => {
  expect(closesAsPaid(barsOf({ adjusted: [1, 2, 3, 4] }), actions)).toBe(null);
  expect(closesAsPaid(barsOf({ split_adjusted: [1, 2, 3, 4] }), null)).toBe(null);
});
