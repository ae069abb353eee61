import { describe, expect, test } from 'vitest';
import { parseDay } from '../../../../kernel/dates.ts';
import { ExchangeRates, type RateSeries } from './exchange-rates.ts';

const day = (date: string) => parseDay(date) ?? Number.NaN;
const series = (rates: Record<string, number>): RateSeries => ({
  days: Object.keys(rates).map(day),
  perEuro: Object.values(rates),
});

/** Made-up rates of a week, whose Wednesday has none of the yen. */
const WEEK = new ExchangeRates(
  new Map([
    ['USD', series({ '2024-01-01': 1, '2024-01-02': 1.25, '2024-01-03': 1.6, '2024-01-04': 2, '2024-01-05': 2.5 })],
    ['JPY', series({ '2024-01-01': 100, '2024-01-02': 150, '2024-01-04': 160, '2024-01-05': 175 })],
  ]),
);

describe('closing', () => {
  test('is the rate of the last day up to the date on which both were quoted', () => {
    expect(WEEK.closing('JPY', 'USD', day('2024-01-03'))).toEqual({
      rate: 0.00833333333333,
      from: day('2024-01-02'),
      to: day('2024-01-02'),
      days: 1,
    });
    expect(WEEK.closing('USD', 'JPY', day('2024-01-07'))).toMatchObject({ rate: 70, to: day('2024-01-05') });
    expect(WEEK.closing('EUR', 'USD', day('2024-01-03'))?.rate).toBe(1.6);
    expect(WEEK.closing('USD', 'EUR', day('2024-01-03'))?.rate).toBe(0.625);
  });

  test('is null before the first rate, more than a week after the last, and for a currency without rates', () => {
    expect(WEEK.closing('JPY', 'USD', day('2023-12-31'))).toBeNull();
    expect(WEEK.closing('JPY', 'USD', day('2024-01-12'))?.rate).toBeCloseTo(2.5 / 175, 9);
    expect(WEEK.closing('JPY', 'USD', day('2024-01-13'))).toBeNull();
    expect(WEEK.closing('TWD', 'USD', day('2024-01-05'))).toBeNull();
    expect([WEEK.has('EUR'), WEEK.has('USD'), WEEK.has('TWD'), new ExchangeRates(new Map()).has('EUR')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('average', () => {
  test('is the mean of the cross rates of the days on which both were quoted, not the ratio of means', () => {
    // 100/1, 150/1.25, 160/2, 175/2.5
    expect(WEEK.average('USD', 'JPY', day('2024-01-01'), day('2024-01-07'))).toEqual({
      rate: 92.5,
      from: day('2024-01-01'),
      to: day('2024-01-05'),
      days: 4,
    });
    expect(WEEK.average('USD', 'JPY', day('2024-01-02'), day('2024-01-04'))).toMatchObject({ rate: 100, days: 2 });
  });

  test('is null if rates are missing for more than a week at either end or within', () => {
    expect(WEEK.average('USD', 'JPY', day('2023-12-25'), day('2024-01-05'))).not.toBeNull();
    expect(WEEK.average('USD', 'JPY', day('2023-12-24'), day('2024-01-05'))).toBeNull();
    expect(WEEK.average('USD', 'JPY', day('2024-01-01'), day('2024-01-13'))).toBeNull();
    expect(WEEK.average('USD', 'JPY', day('2024-01-06'), day('2024-01-07'))).toBeNull();
    const paused = new ExchangeRates(
      new Map([['ISK', series({ '2024-01-01': 1, '2024-01-02': 1, '2024-01-10': 3, '2024-01-11': 5 })]]),
    );
    expect(paused.average('EUR', 'ISK', day('2024-01-01'), day('2024-01-11'))).toBeNull();
    // The pause ends before the span begins.
    expect(paused.average('EUR', 'ISK', day('2024-01-10'), day('2024-01-11'))?.rate).toBe(4);
    expect(paused.average('EUR', 'ISK', day('2024-01-05'), day('2024-01-11'))?.rate).toBe(4);
  });
});
