import { describe, expect, it } from 'vitest';
import type { KpiPeriod } from '../model/financials.ts';
import { fictionalFacts, fictionalInput, flows } from './fictional-filer.ts';
import { normaliseFinancials } from './financials.ts';

/** A year with a profit of 750 million, preferred dividends of 150 million and 500 million shares. */
function yearWith(lines: Record<string, number>): KpiPeriod {
  const report = {
    accession: '0000000000-22-000001',
    form: '10-K',
    filed: '2022-02-20',
    fiscalYear: 2021,
    durations: {
      '2021-01-01..2021-12-31': flows(5_000_000_000, {
        PreferredStockDividendsIncomeStatementImpact: 150_000_000,
        WeightedAverageNumberOfSharesOutstandingBasic: 500_000_000,
        ...lines,
      }),
    },
  };
  const [period] = normaliseFinancials(fictionalInput([fictionalFacts([report])])).periods;
  if (!period) throw new Error('no period');
  return period;
}

describe('profit of common shareholders', () => {
  it('equals profit less preferred dividends', () => {
    const { values } = yearWith({ EarningsPerShareBasic: 1.2 });
    expect(values.net_income_common).toMatchObject({ value: 600_000_000, method: 'derived' });
    expect(values.net_income?.flags).toEqual([]);
  });

  it('is not derived if earnings per share show that the stated profit already excludes preferred dividends', () => {
    const { values } = yearWith({ EarningsPerShareBasic: 1.5 });
    expect(values.net_income_common).toBeUndefined();
    expect(values.net_income).toMatchObject({
      value: 750_000_000,
      flags: ['common_income'],
      status: 'published_with_warnings',
    });
  });

  it('is derived if earnings per share agree with neither figure', () => {
    expect(yearWith({ EarningsPerShareBasic: 4 }).values.net_income_common?.value).toBe(600_000_000);
  });
});

describe('sums of parts', () => {
  it('name the concepts that they sum', () => {
    const { values } = yearWith({
      CostOfGoodsSold: 2_000_000_000,
      CostOfServices: 1_000_000_000,
      CostOfRevenue: Number.NaN,
    });
    expect(values.cost_of_revenue).toMatchObject({
      value: 3_000_000_000,
      method: 'summed',
      formula: 'us-gaap:CostOfGoodsSold + us-gaap:CostOfServices',
    });
  });
});
