import { describe, expect, it } from 'vitest';
import type { KpiPeriod } from '../../../model/financials.ts';
import { balance, type FictionalReport, fictionalFacts, fictionalInput, flows } from '../../fictional-filer.ts';
import { normaliseFinancials } from '../../financials.ts';
import { isOutOfScale } from './share-scale.ts';

const COUNT = 'WeightedAverageNumberOfSharesOutstandingBasic';
const OUTSTANDING = 'dei:EntityCommonStockSharesOutstanding';

/** A year with a profit of 750 million and what is said of shares. */
function report(year: number, lines: Record<string, number>, outstanding?: number): FictionalReport {
  return {
    accession: `0000000000-${year - 1999}-000001`,
    form: '10-K',
    filed: `${year + 1}-02-20`,
    fiscalYear: year,
    durations: { [`${year}-01-01..${year}-12-31`]: flows(5_000_000_000, lines) },
    instants: {
      [`${year}-12-31`]: balance(9_000_000_000, outstanding === undefined ? {} : { [OUTSTANDING]: outstanding }),
    },
  };
}

function yearOf(reports: readonly FictionalReport[], year: number): KpiPeriod {
  const { periods } = normaliseFinancials(fictionalInput([fictionalFacts(reports)]));
  const found = periods.find(period => period.fiscalYear === year && period.fiscalPeriod === 'fy');
  if (!found) throw new Error(`no year ${year}`);
  return found;
}

describe('shares against profit and earnings per share', () => {
  it.each([500_000, 500, 500_000_000_000])('keeps and marks a count of %d instead of five hundred million', count => {
    const year = yearOf([report(2021, { EarningsPerShareBasic: 1.5, [COUNT]: count }, 500_000_000)], 2021);
    expect(year.values.weighted_shares_basic).toMatchObject({ value: count, status: 'needs_review' });
    expect(year.values.weighted_shares_basic?.flags).toEqual(['scale_suspect']);
    expect(year.values.shares_outstanding?.flags).toEqual([]);
    expect(year.values.net_income?.status).toBe('published');
    expect(year.breaches).toMatchObject([{ identity: 'X2', cause: 'scale' }]);
  });

  it('marks shares outstanding that the weighted shares contradict', () => {
    const year = yearOf([report(2021, { EarningsPerShareBasic: 1.5, [COUNT]: 500_000_000 }, 500_000)], 2021);
    expect(year.values.shares_outstanding).toMatchObject({ value: 500_000, status: 'needs_review' });
    expect(year.values.weighted_shares_basic?.flags).toEqual([]);
  });

  it('chooses another statement of the count that is in scale', () => {
    const later = report(2022, { EarningsPerShareBasic: 1.5, [COUNT]: 500_000_000 });
    const repeated = {
      ...later,
      durations: {
        ...later.durations,
        '2021-01-01..2021-12-31': flows(5_000_000_000, { EarningsPerShareBasic: 1.5, [COUNT]: 500_000 }),
      },
    };
    const year = yearOf([report(2021, { EarningsPerShareBasic: 1.5, [COUNT]: 501_000_000 }), repeated], 2021);
    expect(year.values.weighted_shares_basic).toMatchObject({ value: 501_000_000, flags: ['newest_refused'] });
    expect(year.breaches).toEqual([]);
  });

  it('returns the count of the first reports as first reported, though another scale is right', () => {
    const of = (year: number, count: number) => ({
      ...report(year, { EarningsPerShareBasic: 1.5, [COUNT]: 500_000_000 }),
      durations: {
        [`${year}-01-01..${year}-12-31`]: flows(5_000_000_000, { EarningsPerShareBasic: 1.5, [COUNT]: 500_000_000 }),
        '2021-01-01..2021-12-31': flows(5_000_000_000, { EarningsPerShareBasic: 1.5, [COUNT]: count }),
      },
    });
    const reports = [of(2021, 500_000), of(2022, 500_000), of(2023, 500_000_000)];
    expect(yearOf(reports.slice(0, 1), 2021).values.weighted_shares_basic?.value).toBe(500_000);
    expect(yearOf(reports, 2021).values.weighted_shares_basic).toMatchObject({
      value: 500_000_000,
      firstReported: { value: 500_000, restatement: 'correction' },
    });
  });

  it('distinguishes a split from an error of scale', () => {
    const later = report(2022, { EarningsPerShareBasic: 0.375, [COUNT]: 2_000_000_000 });
    const restated = {
      ...later,
      durations: {
        ...later.durations,
        '2021-01-01..2021-12-31': flows(5_000_000_000, { EarningsPerShareBasic: 0.375 }),
      },
    };
    const year = yearOf([report(2021, { EarningsPerShareBasic: 1.5, [COUNT]: 500_000_000 }), restated], 2021);
    expect(year.values.weighted_shares_basic).toMatchObject({
      value: 500_000_000,
      flags: ['split_basis'],
      status: 'published_with_warnings',
    });
    expect(year.breaches).toMatchObject([{ identity: 'X2', cause: 'split_basis' }]);
  });

  it.each([
    ['a loss', { NetIncomeLoss: -750_000_000, EarningsPerShareBasic: -1.5, [COUNT]: 500_000_000 }],
    ['earnings of nothing', { EarningsPerShareBasic: 0, [COUNT]: 500_000_000 }],
    ['participating securities', { EarningsPerShareBasic: 1.2, [COUNT]: 500_000_000 }],
    ['a second class of stock', { EarningsPerShareBasic: 1.5, [COUNT]: 120_000_000 }],
  ])('raises no flag for %s', (_, lines) => {
    const year = yearOf([report(2021, lines)], 2021);
    expect(year.values.weighted_shares_basic?.flags).toEqual([]);
    expect(year.breaches.filter(breach => breach.identity === 'X2')).toEqual([]);
  });
});

it('the tolerance widens if a cent is a large part of the earnings per share', () => {
  // 569,971 against 260 million that -2.6 million at -0.01 a share imply: 456 times apart, 2.2 short of a thousand.
  expect(isOutOfScale(569_971, 260_000_000)).toBe(false);
  expect(isOutOfScale(569_971, 260_000_000, 3)).toBe(true);
});
