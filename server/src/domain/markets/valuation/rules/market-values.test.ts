import { expect, test } from 'vitest';
import { parseDay } from '../../../../kernel/dates.ts';
import { type KnownShares, marketValues, type PaidCloses } from './market-values.ts';

const day = (date: string) => parseDay(date) ?? 0;

function closesOf(byDate: Record<string, number>, splits: Record<string, number> = {}): PaidCloses {
  return {
    source: 'yahoo',
    currency: 'USD',
    days: Object.keys(byDate).map(day),
    closes: Object.values(byDate),
    splits: Object.entries(splits).map(([date, ratio]) => ({ day: day(date), ratio })),
    isFaulty: one => one === day('2024-05-15'),
  };
}

function known(count: number, knownOn: string, more: Partial<KnownShares> = {}): KnownShares {
  const shares = { count, date: knownOn, accession: 'a', knownOn };
  return { knownFrom: knownOn, knownTo: null, currency: 'USD', shares, ...more };
}

function amountsOn(closes: PaidCloses, counts: readonly KnownShares[], rate: number | null = null) {
  const rateOf = () => (rate === null ? null : { rate, from: 0, to: 0, days: 1 });
  const span = { from: day('2024-05-01'), until: day('2024-06-30') };
  return (date: string) => [...marketValues(closes, counts, rateOf, span)].find(one => one.day === day(date))?.amount;
}

test('multiplies the last close by the newest count known on the day', () => {
  const amountOn = amountsOn(closesOf({ '2024-05-10': 10, '2024-05-13': 12 }), [
    known(100, '2024-02-01', { knownTo: '2024-05-12' }),
    known(110, '2024-05-12'),
  ]);
  expect(amountOn('2024-05-09')).toBeUndefined();
  expect(amountOn('2024-05-10')).toBe(1_000);
  expect(amountOn('2024-05-12')).toBe(1_100);
  expect(amountOn('2024-05-13')).toBe(1_320);
});

test('applies splits between the filing of the count and the close, and no later ones', () => {
  const splits = { '2024-01-31': 3, '2024-05-14': 4, '2024-06-20': 7 };
  const amountOn = amountsOn(closesOf({ '2024-05-13': 400, '2024-05-14': 100 }, splits), [known(10, '2024-02-01')]);
  expect(amountOn('2024-05-13')).toBe(4_000);
  expect(amountOn('2024-05-14')).toBe(4_000);
});

test('has no value without a close within eleven days, on an implausible close, or with a count older than 550 days', () => {
  const closes = closesOf({ '2024-05-10': 10, '2024-05-15': 11 });
  const amountOn = amountsOn(closes, [known(100, '2024-02-01')]);
  expect(amountOn('2024-05-14')).toBe(1_000);
  expect(amountOn('2024-05-15')).toBeUndefined();
  expect(amountOn('2024-05-27')).toBeUndefined();
  expect(amountsOn(closes, [known(100, '2022-10-01')])('2024-05-10')).toBeUndefined();
});

test('converts to the currency of the reports, or states no amount without a rate', () => {
  const counts = [known(100, '2024-02-01', { currency: 'EUR' })];
  expect(amountsOn(closesOf({ '2024-05-10': 10 }), counts, 0.9)('2024-05-10')).toBe(900);
  expect(amountsOn(closesOf({ '2024-05-10': 10 }), counts)('2024-05-10')).toBeNull();
});
