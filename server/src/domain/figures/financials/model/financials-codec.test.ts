import { describe, expect, test } from 'vitest';
import { encodeFinancials } from '../../../../../test/seeds/encode-financials.ts';
import type { Financials, KpiPeriod } from './financials.ts';
import { decodePeriod, type FinancialsDictionary } from './financials-codec.ts';

const period: KpiPeriod = {
  fiscalYear: 2023,
  fiscalPeriod: 'fy',
  periodStart: '2023-01-01',
  periodEnd: '2023-12-31',
  accession: '0009000001-24-000001',
  companyType: 'commercial',
  currency: 'USD',
  accountingStandard: 'us-gaap',
  status: 'published_with_warnings',
  breaches: [{ identity: 'a = b', terms: { a: 1, b: 2 }, difference: -1, tolerance: 0.5, cause: null }],
  values: {
    revenue: {
      value: 1.5e12,
      unit: 'USD',
      method: 'reported',
      concept: 'us-gaap:Revenues',
      accession: '0009000001-24-000001',
      periodStart: '2023-01-01',
      periodEnd: '2023-12-31',
      decimals: -6,
      status: 'published',
      flags: [],
      firstReported: { value: 1.4e12, accession: '0009000001-24-000002', restatement: 'recast' },
    },
    gross_profit: {
      value: 0.1,
      exact: '0.1000000000000000055511151231257827',
      unit: 'USD/shares',
      method: 'derived',
      concept: null,
      formula: 'revenue - cost_of_revenue',
      accession: '0009000001-24-000001',
      periodStart: null,
      periodEnd: '2023-12-31',
      decimals: 'INF',
      status: 'needs_review',
      flags: ['sign_flip', 'off_face'],
      basis: 'excise_gross',
    },
  },
  missing: { deposits: 'not_applicable', inventory: 'not_reported', goodwill: 'not_reported' },
};

const filing = { form: '10-K', filed: '2024-02-20', filedAt: '2024-02-20T21:05:00Z' };
const financials: Financials = {
  companyType: 'commercial',
  companyTypeEvidence: [],
  accountingStandard: 'us-gaap',
  currency: 'USD',
  fiscalYearEnd: '12-31',
  periods: [period],
  filings: { '0009000001-24-000001': filing, '0009000001-24-000002': filing },
  anomalies: [],
};

describe('canonical values in the store', () => {
  test('round-trip with exact digits, flags, restatements and reasons', () => {
    const { dictionary, periods } = encodeFinancials(financials);
    const [stored] = periods;
    if (stored === undefined) throw new Error('no period');
    expect(decodePeriod(stored, JSON.parse(dictionary) as FinancialsDictionary)).toEqual(period);
  });

  test('are decoded individually if only some codes are requested', () => {
    const { dictionary, periods } = encodeFinancials(financials);
    const [stored] = periods;
    if (stored === undefined) throw new Error('no period');
    const decoded = decodePeriod(stored, JSON.parse(dictionary) as FinancialsDictionary, new Set(['revenue']));
    expect(Object.keys(decoded.values)).toEqual(['revenue']);
    expect(decoded.missing).toEqual(period.missing);
  });

  test('are rejected if they are not numbers', () => {
    const revenue = { ...period.values.revenue, value: Number.NaN };
    const broken = { ...period, values: { ...period.values, revenue } } as KpiPeriod;
    expect(() => encodeFinancials({ ...financials, periods: [broken] })).toThrow(/revenue is not a number/);
  });
});
