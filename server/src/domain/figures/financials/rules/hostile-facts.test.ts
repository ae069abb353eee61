import { describe, expect, it } from 'vitest';
import type { FactSeries, FactSet } from '../../../filings/facts/model/facts.ts';
import { balance, type FictionalReport, fictionalFacts, fictionalInput, flows } from './fictional-filer.ts';
import { normaliseFinancials } from './financials.ts';

/** One made-up report for each standard: what no rearrangement of its facts may change. */
const REPORTS: Readonly<Record<string, FictionalReport>> = {
  JGAAP: {
    accession: 'S100AAAA',
    form: '120',
    filed: '2025-06-25',
    currency: 'JPY',
    durations: {
      '2024-04-01..2025-03-31': {
        'jppfs_cor:NetSales': 1000e6,
        'jppfs_cor:CostOfSales': 700e6,
        'jppfs_cor:GrossProfit': 300e6,
        'jppfs_cor:OperatingIncome': 100e6,
        'jppfs_cor:IncomeBeforeIncomeTaxes': 90e6,
        'jppfs_cor:IncomeTaxes': 30e6,
        'jppfs_cor:ProfitLoss': 60e6,
        'jppfs_cor:ProfitLossAttributableToNonControllingInterests': 5e6,
        'jppfs_cor:ProfitLossAttributableToOwnersOfParent': 55e6,
        'jpcrp_cor:BasicEarningsLossPerShareSummaryOfBusinessResults': 12.5,
        'jppfs_cor:NetCashProvidedByUsedInOperatingActivities': 80e6,
      },
      '2023-04-01..2024-03-31': { 'jppfs_cor:NetSales': 900e6, 'jppfs_cor:OperatingIncome': 80e6 },
    },
    instants: {
      '2025-03-31': {
        'jppfs_cor:Assets': 2000e6,
        'jppfs_cor:Liabilities': 1200e6,
        'jppfs_cor:ShareholdersEquity': 700e6,
        'jppfs_cor:ValuationAndTranslationAdjustments': 40e6,
        'jppfs_cor:NonControllingInterests': 60e6,
        'jppfs_cor:NetAssets': 800e6,
      },
      '2024-03-31': { 'jppfs_cor:Assets': 1900e6, 'jppfs_cor:NetAssets': 750e6 },
    },
  },
  IFRS: {
    accession: '20250311000001',
    form: '사업보고서',
    filed: '2025-03-11',
    currency: 'KRW',
    durations: {
      '2024-01-01..2024-12-31': {
        'ifrs-full:Revenue': 500e9,
        'dart:OperatingIncomeLoss': 50e9,
        'ifrs-full:ProfitLossBeforeTax': 42e9,
        'ifrs-full:ProfitLoss': 30e9,
        'ifrs-full:ProfitLossAttributableToNoncontrollingInterests': 4e9,
        'ifrs-full:ProfitLossAttributableToOwnersOfParent': 26e9,
        'ifrs-full:BasicEarningsLossPerShare': 1300,
      },
    },
    instants: {
      '2024-12-31': {
        'ifrs-full:Assets': 900e9,
        'ifrs-full:Liabilities': 500e9,
        'ifrs-full:Equity': 400e9,
        'ifrs-full:NoncontrollingInterests': 30e9,
        'ifrs-full:EquityAttributableToOwnersOfParent': 370e9,
      },
    },
  },
};

type Change = (series: FactSeries) => FactSeries[];

const scaled = (series: FactSeries, by: number): (number | null)[] =>
  series.values.map(value => (value === null ? null : value * by));
const isAmount = (series: FactSeries) => /^[A-Z]{3}$/.test(series.unit);

const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'facts of a segment before those of the whole',
    series => [{ ...series, dimensions: 'x:Axis=x:A', values: scaled(series, 0.3) }, series],
  ],
  [
    'the company’s own facts before the group’s',
    series => [{ ...series, dimensions: 'basis=non_consolidated', values: scaled(series, 0.5) }, series],
  ],
  [
    'a translation into another currency',
    series => (isAmount(series) ? [series, { ...series, unit: 'USD', values: scaled(series, 0.007) }] : [series]),
  ],
  ['an exact duplicate', series => [series, series]],
  [
    'nothing where every second fact was',
    series => [{ ...series, values: series.values.map((value, at) => (at % 2 === 1 ? value : null)) }],
  ],
  ['earnings per share in a unit of no currency', series => [isAmount(series) ? series : { ...series, unit: 'pure' }]],
  ['amounts in shares', series => [isAmount(series) ? { ...series, unit: 'shares' } : series]],
  [
    'a filer’s own concepts of the same names',
    series => [{ ...series, concept: series.concept.replace(/^.*:/, 'acme:'), values: scaled(series, 9) }, series],
  ],
];

function valuesOf(set: FactSet): Map<string, number> {
  const { periods } = normaliseFinancials(fictionalInput([set]));
  const stated = periods.flatMap(({ values }) =>
    Object.entries(values).map(
      ([code, value]) => [`${code} ${value.periodStart} ${value.periodEnd}`, value.value] as const,
    ),
  );
  return new Map(stated);
}

/** Values of a changed set that the set as filed gives otherwise, or not at all. */
function wrongIn(changed: FactSet, filed: FactSet): string[] {
  const known = valuesOf(filed);
  return [...valuesOf(changed)].flatMap(([key, value]) => (known.get(key) === value ? [] : [`${key}: ${value}`]));
}

describe.each(Object.entries(REPORTS))('a report of %s', (_, report) => {
  const filed = fictionalFacts([report]);

  it.each(CHANGES)('gives no wrong value with %s', (_, change) => {
    expect(wrongIn({ ...filed, series: filed.series.flatMap(change) }, filed)).toEqual([]);
  });

  it('gives the same in any order', () => {
    const reversed = { ...filed, series: filed.series.toReversed() };
    expect([...valuesOf(reversed)]).toEqual([...valuesOf(filed)]);
  });

  it('gives no key figure wrong without any one of its concepts', () => {
    const keys =
      /^(revenue|operating_income|pretax_income|net_income|eps_basic|equity|total_assets|total_liabilities) /;
    for (const { concept } of filed.series) {
      const less = { ...filed, series: filed.series.filter(series => series.concept !== concept) };
      expect(
        wrongIn(less, filed).filter(found => keys.test(found)),
        concept,
      ).toEqual([]);
    }
  });
});

describe('a report with 150,000 facts of one concept', () => {
  const MANY = Array.from({ length: 150_000 }, (_, at) => at);
  const filed = fictionalFacts([
    {
      accession: '0000000000-25-000001',
      form: '10-K',
      filed: '2025-02-20',
      durations: { '2024-01-01..2024-12-31': flows(1000e6) },
      instants: { '2024-12-31': balance(2000e6) },
    },
  ]);
  const yearEnd = Date.UTC(2024, 11, 31) / 86_400_000;

  it('keeps its figures beside durations that end on as many days', () => {
    const durations: FactSeries = {
      concept: 'us-gaap:NetIncomeLoss',
      unit: 'USD',
      dimensions: '',
      starts: MANY.map(at => yearEnd - at - 89),
      ends: MANY.map(at => yearEnd - at),
      values: MANY,
      filings: MANY.map(() => 0),
    };
    const { periods } = normaliseFinancials(fictionalInput([{ ...filed, series: [...filed.series, durations] }]));
    expect(periods.find(period => period.fiscalPeriod === 'fy')?.values.revenue?.value).toBe(1000e6);
  });

  it('adds as many classes of shares', () => {
    const classes = MANY.map(
      (at): FactSeries => ({
        concept: 'dei:EntityCommonStockSharesOutstanding',
        unit: 'shares',
        dimensions: `us-gaap:StatementClassOfStockAxis=x:Class${at}Member`,
        starts: [null],
        ends: [yearEnd],
        values: [2],
        filings: [0],
      }),
    );
    const { periods } = normaliseFinancials(fictionalInput([{ ...filed, series: [...filed.series, ...classes] }]));
    expect(periods[0]?.values.shares_outstanding?.value).toBe(300_000);
  });
});
