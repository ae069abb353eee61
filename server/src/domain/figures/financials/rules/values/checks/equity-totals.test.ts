import { describe, expect, it } from 'vitest';
import { fictionalFacts, fictionalInput } from '../../fictional-filer.ts';
import { normaliseFinancials } from '../../financials.ts';

const TOTAL = 'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest';

const balances = { Assets: 1_000, LiabilitiesAndStockholdersEquity: 1_000, StockholdersEquity: 600 };

function yearOf(stated: Record<string, number>) {
  const report = {
    accession: '0000000001-25-000001',
    form: '10-K',
    filed: '2025-02-20',
    fiscalYear: 2024,
    durations: { '2024-01-01..2024-12-31': { Revenues: 900, NetIncomeLoss: 50 } },
    instants: { '2024-12-31': { ...balances, ...stated } },
  };
  const { periods, anomalies } = normaliseFinancials(fictionalInput([fictionalFacts([report])]));
  return { values: periods.find(period => period.fiscalPeriod === 'fy')?.values, anomalies };
}

describe('totals of equity', () => {
  it('leaves out a total below the equity of the parent if no minority interest is stated', () => {
    const { values, anomalies } = yearOf({ [TOTAL]: 25 });
    expect(values?.equity_including_minority).toMatchObject({ value: 600, method: 'derived' });
    expect(values?.total_liabilities?.value).toBe(400);
    expect(values?.minority_interest).toBeUndefined();
    expect(anomalies).toContainEqual({
      kind: 'misplaced_total',
      accession: '0000000001-25-000001',
      detail: `us-gaap:${TOTAL} = 25`,
    });
  });

  it('keeps a total below the equity of the parent if the filing states a negative minority interest', () => {
    const { values, anomalies } = yearOf({ [TOTAL]: 580, MinorityInterest: -20 });
    expect(values?.equity_including_minority).toMatchObject({ value: 580, method: 'reported' });
    expect(anomalies).toEqual([]);
  });

  it('keeps a total above the equity of the parent', () => {
    const { values } = yearOf({ [TOTAL]: 640 });
    expect(values?.minority_interest).toMatchObject({ value: 40, method: 'derived' });
  });
});
