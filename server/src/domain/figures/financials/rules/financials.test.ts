import { describe, expect, it } from 'vitest';
import type { Financials, FiscalPeriod, KpiPeriod } from '../model/financials.ts';
import { balance, type FictionalReport, fictionalFacts, fictionalInput, flows } from './fictional-filer.ts';
import { normaliseFilingKpis, normaliseFinancials, packFinancials } from './financials.ts';
import { amountPosition } from './periods/annual-amounts.ts';

const annual2020: FictionalReport = {
  accession: '0000000000-21-000001',
  form: '10-K',
  filed: '2021-02-20',
  fiscalYear: 2020,
  durations: { '2020-01-01..2020-12-31': flows(4000), '2019-01-01..2019-12-31': flows(3600) },
  instants: { '2020-12-31': balance(9000), '2019-12-31': balance(8000) },
};
const q1: FictionalReport = {
  accession: '0000000000-21-000002',
  form: '10-Q',
  filed: '2021-05-05',
  fiscalYear: 2021,
  durations: { '2021-01-01..2021-03-31': flows(1100), '2020-01-01..2020-03-31': flows(1000) },
  instants: { '2021-03-31': balance(9100), '2020-12-31': balance(9000) },
};
const q2: FictionalReport = {
  accession: '0000000000-21-000003',
  form: '10-Q',
  filed: '2021-08-05',
  fiscalYear: 2021,
  durations: {
    '2021-01-01..2021-06-30': flows(2300),
    '2021-04-01..2021-06-30': income(flows(1200)),
    '2020-01-01..2020-06-30': flows(2000),
  },
  instants: { '2021-06-30': balance(9200), '2020-12-31': balance(9000) },
};
const q3: FictionalReport = {
  accession: '0000000000-21-000004',
  form: '10-Q',
  filed: '2021-11-05',
  fiscalYear: 2021,
  durations: {
    '2021-01-01..2021-09-30': flows(3600),
    '2021-07-01..2021-09-30': income(flows(1300)),
    '2020-01-01..2020-09-30': flows(3000),
  },
  instants: { '2021-09-30': balance(9300), '2020-12-31': balance(9000) },
};
const annual2021: FictionalReport = {
  accession: '0000000000-22-000001',
  form: '10-K',
  filed: '2022-02-20',
  fiscalYear: 2021,
  durations: {
    '2021-01-01..2021-12-31': flows(5000, { EarningsPerShareDiluted: 1.5 }),
    '2020-01-01..2020-12-31': flows(4000),
  },
  instants: { '2021-12-31': balance(9900), '2020-12-31': balance(9000) },
};
const history = [annual2020, q1, q2, q3, annual2021];

/** Without the cash flow, which interim reports state for the year to date only. */
function income(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).filter(([name]) => !/Cash|Payments/.test(name)));
}

function cashFlow(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).filter(([name]) => /Cash|Payments/.test(name)));
}

function periodOf(financials: Financials, fiscalYear: number, fiscalPeriod: FiscalPeriod): KpiPeriod {
  const found = financials.periods.filter(
    period => period.fiscalYear === fiscalYear && period.fiscalPeriod === fiscalPeriod,
  );
  expect(found.length, `${fiscalYear} ${fiscalPeriod}`).toBe(1);
  const [period] = found;
  if (!period) throw new Error('unreachable');
  return period;
}

function normalise(reports: readonly FictionalReport[], asOf: string | null = null): Financials {
  return normaliseFinancials(fictionalInput([fictionalFacts(reports)], { asOf }));
}

describe('a filer with quarters', () => {
  const financials = normalise(history);

  it('returns each period once, newest first', () => {
    const keys = financials.periods.map(period => `${period.fiscalPeriod} ${period.periodEnd}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual([...keys].sort((a, b) => b.slice(-10).localeCompare(a.slice(-10))));
    expect(financials.fiscalYearEnd).toBe('12-31');
  });

  it('returns reported values and derives values from two reports', () => {
    const second = periodOf(financials, 2021, 'q2');
    expect(second.values.revenue).toMatchObject({ value: 1200, method: 'reported', accession: q2.accession });
    expect(second.values.operating_cash_flow).toMatchObject({
      value: 690 - 330,
      method: 'derived',
      formula: 'h1 - q1',
      concept: 'us-gaap:NetCashProvidedByUsedInOperatingActivities',
      periodStart: '2021-04-01',
      periodEnd: '2021-06-30',
    });
    const fourth = periodOf(financials, 2021, 'q4');
    expect(fourth.values.revenue).toMatchObject({ value: 1400, method: 'derived', formula: 'fy - 9m' });
    expect(fourth.values.total_assets).toMatchObject({ value: 9900, periodStart: null, periodEnd: '2021-12-31' });
  });

  it('returns the growth of a year over the previous one if it is meaningful', () => {
    const losing: FictionalReport = {
      ...annual2021,
      durations: {
        '2021-01-01..2021-12-31': flows(5000, { NetIncomeLoss: -10 }),
        '2020-01-01..2020-12-31': flows(4000),
      },
    };
    const { years } = packFinancials(fictionalInput([fictionalFacts([annual2020, losing])]));
    const [of2021, of2020, of2019] = years.map(
      ({ amounts }) =>
        (code: string) =>
          amounts[(amountPosition(code) ?? 0) - 1],
    );
    expect(years.map(({ fiscalYear }) => fiscalYear)).toEqual([2021, 2020, 2019]);
    expect(of2021?.('revenue_growth')).toBe(0.25);
    expect(of2020?.('revenue_growth')).toBe(0.111111111111);
    expect([of2019?.('revenue'), of2019?.('revenue_growth')]).toEqual([3600, null]);
    expect([of2021?.('net_income'), of2021?.('net_income_growth')]).toEqual([-10, null]);
  });

  it('never subtracts amounts per share', () => {
    expect(periodOf(financials, 2021, 'fy').values.eps_diluted?.value).toBe(1.5);
    const fourth = periodOf(financials, 2021, 'q4');
    expect(fourth.values.eps_diluted).toBeUndefined();
    expect(fourth.missing.eps_diluted).toBe('not_reported');
  });

  it('adds trailing years of the same basis', () => {
    expect(periodOf(financials, 2021, 'h1').values.revenue?.value).toBe(2300);
    const trailing = financials.periods.find(
      period => period.fiscalPeriod === 'ttm' && period.periodEnd === '2021-06-30',
    );
    expect(trailing).toMatchObject({ periodStart: '2020-07-01', fiscalYear: 2021 });
    expect(trailing?.values.revenue).toMatchObject({ value: 4000 + 2300 - 2000, method: 'derived' });
    expect(trailing?.values.eps_diluted).toBeUndefined();
  });

  it('returns ratios to four decimals, with the average of both balances if the ratio requires it', () => {
    const year = periodOf(financials, 2021, 'fy');
    expect(year.values.gross_margin).toMatchObject({ value: 0.4, unit: 'pure', formula: 'gross_profit / revenue' });
    expect(year.values.return_on_assets?.value).toBe(Number((750 / 9450).toFixed(4)));
  });

  it('states why a code has no value', () => {
    const year = periodOf(financials, 2021, 'fy');
    expect(year.missing.deposits).toBe('not_applicable');
    expect(year.missing.goodwill).toBe('not_reported');
    expect(year.missing.revenue).toBeUndefined();
  });

  it('reports a line as not covered if only a later report that compares with the year was read', () => {
    expect(periodOf(financials, 2019, 'fy').missing.goodwill).toBe('not_covered');
    expect(periodOf(financials, 2020, 'fy').missing.goodwill).toBe('not_reported');
  });

  it('reports a line as not covered if only a part of its report was read', () => {
    const year = (isPartial: boolean) => {
      const set = fictionalFacts([annual2020]);
      const read = normaliseFinancials(fictionalInput([isPartial ? { ...set, isPartial: true } : set]));
      return periodOf(read, 2020, 'fy').missing;
    };
    expect(year(true)).toMatchObject({ goodwill: 'not_covered', deposits: 'not_applicable' });
    expect(year(false)).toMatchObject({ goodwill: 'not_reported', deposits: 'not_applicable' });
  });

  it('is published if every identity holds', () => {
    expect(financials.periods.flatMap(period => period.breaches)).toEqual([]);
    expect(periodOf(financials, 2021, 'fy').status).toBe('published');
  });

  it('returns the same result on repetition and for any order of its inputs', () => {
    expect(JSON.stringify(normalise(history))).toBe(JSON.stringify(financials));
    expect(JSON.stringify(normalise([...history].reverse()).periods)).toBe(JSON.stringify(financials.periods));
  });
});

describe('a point in time', () => {
  const days = [
    '2021-02-19',
    '2021-02-20',
    '2021-05-04',
    '2021-06-17',
    '2021-08-05',
    '2021-10-31',
    '2022-01-01',
    '2022-03-01',
  ];

  it.each(days)('as of %s returns what a store with only the filings of that day returns', day => {
    const known = history.filter(report => report.filed <= day);
    expect(normalise(history, day)).toEqual(normalise(known));
  });

  it('counts a filing from the moment it was known, not from its filing date', () => {
    const set = fictionalFacts(history);
    const knownAt = { [annual2021.accession]: '2022-02-22T01:30:00Z' };
    const before = normaliseFinancials(fictionalInput([set], { knownAt, asOf: '2022-02-21' }));
    expect(before.periods.some(period => period.periodEnd === '2021-12-31')).toBe(false);
    const after = normaliseFinancials(fictionalInput([set], { knownAt, asOf: '2022-02-22' }));
    expect(periodOf(after, 2021, 'fy').values.revenue?.value).toBe(5000);
  });

  it('returns nothing before the first filing', () => {
    expect(normalise(history, '2020-12-31')).toMatchObject({ periods: [], companyType: null });
  });
});

describe('restatements', () => {
  const recast: FictionalReport = {
    ...annual2021,
    durations: {
      '2021-01-01..2021-12-31': flows(5000),
      '2020-01-01..2020-12-31': flows(4400),
    },
  };

  it('returns the newest value and the first reported value', () => {
    const year = periodOf(normalise([annual2020, q1, q2, q3, recast]), 2020, 'fy');
    expect(year.values.revenue).toMatchObject({
      value: 4400,
      accession: recast.accession,
      firstReported: { value: 4000, accession: annual2020.accession, restatement: 'recast' },
    });
  });

  it('marks values of an amendment, and a partial amendment changes nothing else', () => {
    const amendment: FictionalReport = {
      accession: '0000000000-21-000009',
      form: '10-K/A',
      filed: '2021-04-20',
      durations: { '2020-01-01..2020-12-31': flows(4100) },
    };
    const year = periodOf(normalise([annual2020, amendment]), 2020, 'fy');
    expect(year.values.revenue?.firstReported).toMatchObject({ value: 4000, restatement: 'amendment' });
    expect(year.values.total_assets).toMatchObject({ value: 9000, accession: annual2020.accession });
  });

  it('derives a quarter from two originals if only one of them was recast later', () => {
    const later: FictionalReport = {
      accession: '0000000000-23-000001',
      form: '10-K',
      filed: '2023-02-20',
      durations: { '2022-01-01..2022-12-31': flows(6000), '2021-01-01..2021-12-31': flows(5500) },
      instants: { '2022-12-31': balance(9950) },
    };
    const financials = normalise([...history, later]);
    expect(periodOf(financials, 2021, 'fy').values.revenue?.value).toBe(5500);
    expect(periodOf(financials, 2021, 'q4').values.revenue).toMatchObject({
      value: 1400,
      accession: annual2021.accession,
      flags: ['older_vintage'],
      status: 'published_with_warnings',
    });
  });

  it('returns no quarter of a year that only a later report states, less an original nine months', () => {
    const later: FictionalReport = {
      accession: '0000000000-23-000001',
      form: '10-K',
      filed: '2023-02-20',
      durations: { '2022-01-01..2022-12-31': flows(6000), '2021-01-01..2021-12-31': flows(5500) },
      instants: { '2022-12-31': balance(9950), '2021-12-31': balance(9900) },
    };
    const table = {
      ...later,
      durations: { ...later.durations, '2021-10-01..2021-12-31': { IncomeTaxExpenseBenefit: 99, Revenues: 1450 } },
    };
    const fourth = periodOf(normalise([annual2020, q1, q2, q3, table]), 2021, 'q4');
    expect(fourth.values.revenue?.value).toBe(1450);
    expect(fourth.values.operating_cash_flow).toBeUndefined();
    expect(fourth.missing).toMatchObject({ pretax_income: 'vintage_mixed', operating_cash_flow: 'vintage_mixed' });
    const before = periodOf(normalise([annual2020, q1, q2, q3]), 2021, '9m');
    expect(before.values.revenue?.value).toBe(3600);
  });

  it('computes nothing from a restated figure and one that was not stated again since', () => {
    const { GrossProfit: _, ...year } = flows(5000);
    const first: FictionalReport = {
      ...annual2021,
      durations: { '2021-01-01..2021-12-31': year, '2020-01-01..2020-12-31': flows(4000) },
    };
    const next = (restated: Record<string, number>): FictionalReport => ({
      accession: '0000000000-23-000001',
      form: '10-K',
      filed: '2023-02-20',
      durations: { '2022-01-01..2022-12-31': flows(6000), '2021-01-01..2021-12-31': restated },
      instants: { '2022-12-31': balance(9950) },
    });
    const alone = periodOf(normalise([annual2020, first, next({ Revenues: 5500, NetIncomeLoss: 750 })]), 2021, 'fy');
    expect(alone.values.revenue?.value).toBe(5500);
    expect(alone.values.gross_profit).toBeUndefined();
    const reasons = { gross_profit: 'vintage_mixed', gross_margin: 'vintage_mixed', operating_margin: 'vintage_mixed' };
    expect(alone.missing).toMatchObject(reasons);
    expect(alone.values.net_margin?.value).toBe(0.1364);
    const both = { Revenues: 5500, CostOfRevenue: 3000, NetIncomeLoss: 750 };
    expect(periodOf(normalise([annual2020, first, next(both)]), 2021, 'fy').missing.gross_profit).not.toBe(
      'vintage_mixed',
    );
  });

  it('represents no sum by one of its parts if the other was restated alone', () => {
    const debts = balance(9900, { ShortTermBorrowings: 100, LongTermDebtCurrent: 60, LongTermDebtNoncurrent: 900 });
    const first: FictionalReport = { ...annual2021, instants: { '2021-12-31': debts, '2020-12-31': balance(9000) } };
    const next: FictionalReport = {
      accession: '0000000000-23-000001',
      form: '10-K',
      filed: '2023-02-20',
      durations: { '2022-01-01..2022-12-31': flows(6000), '2021-01-01..2021-12-31': flows(5000) },
      instants: { '2022-12-31': balance(9950), '2021-12-31': { ...balance(9900), ShortTermBorrowings: 130 } },
    };
    const before = periodOf(normalise([annual2020, first]), 2021, 'fy').values;
    expect([before.short_term_debt?.value, before.total_debt?.value]).toEqual([160, 1060]);
    const year = periodOf(normalise([annual2020, first, next]), 2021, 'fy');
    expect(year.values).not.toHaveProperty('short_term_debt');
    expect(year.values).not.toHaveProperty('total_debt');
    expect(year.missing).toMatchObject({ short_term_debt: 'vintage_mixed', total_debt: 'vintage_mixed' });
  });

  /** The year's quarters, each lower by 50 than first reported; the half year is never stated again. */
  const requartered: FictionalReport = {
    ...annual2021,
    durations: {
      '2021-01-01..2021-12-31': flows(4800),
      '2021-01-01..2021-03-31': { Revenues: 1050, NetIncomeLoss: 160 },
      '2021-04-01..2021-06-30': { Revenues: 1150, NetIncomeLoss: 175 },
      '2021-07-01..2021-09-30': { Revenues: 1250, NetIncomeLoss: 190 },
      '2021-10-01..2021-12-31': { Revenues: 1350, NetIncomeLoss: 205 },
    },
  };
  const firstQuarter: FictionalReport = {
    ...q1,
    durations: { '2021-01-01..2021-03-31': flows(1100), '2020-01-01..2020-03-31': flows(1000) },
  };

  it('adds restated quarters to a half year that was never stated again, and marks it', () => {
    const financials = normalise([annual2020, firstQuarter, q2, q3, requartered]);
    expect(periodOf(financials, 2021, 'h1').values.revenue).toMatchObject({
      value: 2200,
      method: 'summed',
      formula: 'q1 + q2',
      flags: ['restated_quarters'],
      firstReported: { value: 2300, accession: q2.accession, restatement: 'recast' },
    });
    expect(periodOf(financials, 2021, '9m').values.revenue).toMatchObject({ value: 3450, formula: 'q1 + q2 + q3' });
    expect(periodOf(financials, 2021, 'h1').values.operating_cash_flow).toMatchObject({ value: 690, flags: [] });
  });

  it('keeps a half year that was stated again after its quarters, or whose quarters do not add up to their year', () => {
    const again: FictionalReport = {
      accession: '0000000000-22-000003',
      form: '10-Q',
      filed: '2022-08-05',
      durations: { '2022-01-01..2022-06-30': flows(2600), '2021-01-01..2021-06-30': flows(2300) },
    };
    const stated = normalise([annual2020, firstQuarter, q2, q3, requartered, again]);
    expect(periodOf(stated, 2021, 'h1').values.revenue).toMatchObject({ value: 2300, method: 'reported' });
    const year = { ...requartered, durations: { ...requartered.durations, '2021-01-01..2021-12-31': flows(5000) } };
    const open = normalise([annual2020, firstQuarter, q2, q3, year]);
    expect(periodOf(open, 2021, 'h1').values.revenue).toMatchObject({ value: 2300, method: 'reported' });
  });

  it('adds restated quarters to a trailing year if the year to date was not restated', () => {
    const recast: FictionalReport = {
      accession: '0000000000-22-000009',
      form: '8-K',
      filed: '2022-05-20',
      durations: {
        '2021-01-01..2021-12-31': cashFlow(flows(5000)),
        '2021-04-01..2021-06-30': income(flows(1000)),
        '2021-07-01..2021-09-30': income(flows(1000)),
        '2021-10-01..2021-12-31': income(flows(1000)),
        '2022-01-01..2022-03-31': income(flows(1000)),
      },
    };
    const next: FictionalReport = {
      accession: '0000000000-22-000008',
      form: '10-Q',
      filed: '2022-05-05',
      durations: { '2022-01-01..2022-03-31': flows(1500), '2021-01-01..2021-03-31': flows(1100) },
      instants: { '2022-03-31': balance(9950), '2021-12-31': balance(9900) },
    };
    const quartered = {
      ...annual2021,
      durations: { ...annual2021.durations, '2021-10-01..2021-12-31': income(flows(1400)) },
    };
    const trailing = normalise([annual2020, q1, q2, q3, quartered, next, recast]).periods.find(
      period => period.fiscalPeriod === 'ttm' && period.periodEnd === '2022-03-31',
    );
    expect(trailing?.values.revenue).toMatchObject({ value: 4000, method: 'summed', formula: 'four quarters' });
    expect(trailing?.values.operating_cash_flow).toMatchObject({ value: 1500 + 450 - 330, method: 'derived' });
  });

  it('adds derived quarters to stated ones before it turns the sign of their concept', () => {
    const decrease = 'ifrs-full:AdjustmentsForDecreaseIncreaseInInventories';
    const report = (
      accession: string,
      form: string,
      filed: string,
      periods: Record<string, [revenue: number, amount?: number]>,
      days: readonly string[],
    ): FictionalReport => ({
      accession,
      form,
      filed,
      durations: Object.fromEntries(
        Object.entries(periods).map(([dates, [revenue, amount]]) => [
          dates,
          flows(revenue, amount === undefined ? {} : { [decrease]: amount }),
        ]),
      ),
      instants: Object.fromEntries(days.map(day => [day, balance(9000)])),
    });
    const reports = [
      report('a0', '10-K', '2023-02-20', { '2022-01-01..2022-12-31': [4000, 44] }, ['2022-12-31', '2021-12-31']),
      report('a1', '10-Q', '2023-05-05', { '2023-01-01..2023-03-31': [1000] }, ['2023-03-31', '2022-12-31']),
      report('a2', '10-Q', '2023-08-05', { '2023-01-01..2023-06-30': [2100], '2023-04-01..2023-06-30': [1100, 12] }, [
        '2023-06-30',
        '2022-12-31',
      ]),
      report(
        'a3',
        '10-Q',
        '2023-11-05',
        { '2023-01-01..2023-09-30': [3200, 36], '2023-07-01..2023-09-30': [1100, 13] },
        ['2023-09-30', '2022-12-31'],
      ),
      report('a4', '10-K', '2024-02-20', { '2023-01-01..2023-12-31': [4400, 50] }, ['2023-12-31', '2022-12-31']),
      report('a5', '10-Q', '2024-05-05', { '2024-01-01..2024-03-31': [1200, 15] }, ['2024-03-31', '2023-12-31']),
    ];
    const trailing = normalise(reports).periods.find(
      ({ fiscalPeriod, periodEnd }) => fiscalPeriod === 'ttm' && periodEnd === '2024-03-31',
    );
    expect(trailing?.values.change_in_inventory).toMatchObject({
      value: -(12 + 13 + 14 + 15),
      formula: 'four quarters',
    });
  });

  it('never subtracts the total of all owners from the share of the parent, or the reverse', () => {
    const of = (report: FictionalReport, ...figures: Record<string, number>[]): FictionalReport => ({
      ...report,
      durations: Object.fromEntries(
        Object.entries(report.durations ?? {}).map(([dates, stated], at) => [dates, { ...stated, ...figures[at] }]),
      ),
    });
    const minority = { NetIncomeLossAttributableToNoncontrollingInterest: 40 };
    const parts = of(q3, { ProfitLoss: 580, ...minority }, { ProfitLoss: 210, ...minority });
    // Nothing in the annual report says that a part of its total is not the parent's.
    const { NetIncomeLoss: _, ...total } = flows(5000, { ProfitLoss: 790 });
    const year: FictionalReport = {
      ...annual2021,
      durations: { '2021-01-01..2021-12-31': total, '2020-01-01..2020-12-31': flows(4000) },
    };
    const fourth = periodOf(normalise([annual2020, q1, q2, parts, year]), 2021, 'q4');
    expect(fourth.values.net_income?.concept).not.toBe('us-gaap:ProfitLoss');
    expect(fourth.values.net_income_including_minority).toMatchObject({ value: 790 - 580, formula: 'fy - 9m' });
  });

  it('keeps the finer digits of a value that a later filing repeats in a coarser unit', () => {
    const scaled = (figures: Record<string, number>, unit: number) =>
      Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value / unit) * unit]));
    const exact = (revenue: number) => flows(revenue);
    const first: FictionalReport = {
      ...annual2020,
      durations: { '2020-01-01..2020-12-31': exact(4_123_456_789) },
      instants: { '2020-12-31': balance(9_123_456_789) },
    };
    const repeated: FictionalReport = {
      ...annual2021,
      durations: {
        '2021-01-01..2021-12-31': scaled(exact(5_123_456_789), 1e6),
        '2020-01-01..2020-12-31': scaled(exact(4_123_456_789), 1e6),
      },
      instants: {
        '2021-12-31': scaled(balance(9_923_456_789), 1e6),
        '2020-12-31': scaled(balance(9_123_456_789), 1e6),
      },
    };
    const year = periodOf(normalise([first, repeated]), 2020, 'fy');
    expect(year.values.revenue).toMatchObject({ value: 4_123_456_789, accession: first.accession });
    expect(year.values.total_assets).toMatchObject({ value: 9_123_456_789, accession: first.accession });
    expect(year.values.revenue?.firstReported).toBeUndefined();
  });

  it('leaves out the statements of an acquired business, and reports them', () => {
    const acquired: FictionalReport = {
      accession: '0000000000-22-000006',
      form: '8-K',
      filed: '2022-04-01',
      durations: { '2021-01-01..2021-12-31': flows(700), '2020-01-01..2020-12-31': flows(600) },
      instants: { '2021-12-31': balance(1234), '2020-12-31': balance(1111) },
    };
    const financials = normalise([...history, acquired]);
    expect(financials.periods).toEqual(normalise(history).periods);
    expect(financials.anomalies).toContainEqual(
      expect.objectContaining({ kind: 'statements_of_another_company', accession: acquired.accession }),
    );
  });

  it.each([
    ['a year that no report of the issuer shows yet', '2021-01-01..2021-12-31', '2022-01-20'],
    ['a half year that no report of the issuer shows yet', '2021-01-01..2021-06-30', '2021-07-20'],
    ['a year with another end', '2020-07-01..2021-06-30', '2021-09-20'],
    ['two lines of a year', '2020-01-01..2020-12-31', '2021-07-20'],
  ])('leaves out the statements of an acquired business of %s', (_, dates, filed) => {
    const [start = '', end = ''] = dates.split('..');
    const isWhole = start !== '2020-01-01';
    const acquired: FictionalReport = {
      accession: '0000000000-22-000006',
      form: '8-K',
      filed,
      durations: { [dates]: isWhole ? flows(700) : { Revenues: 700, NetIncomeLoss: 77 } },
      ...(isWhole ? { instants: { [end]: balance(1234) } } : {}),
    };
    const known = [annual2020, q1];
    const financials = normalise([...known, acquired]);
    expect(financials.periods).toEqual(normalise(known).periods);
    expect(financials.anomalies).toContainEqual(
      expect.objectContaining({ kind: 'statements_of_another_company', accession: acquired.accession }),
    );
  });

  it('keeps the statements of a current report before the first periodic report', () => {
    const first: FictionalReport = {
      accession: '0000000000-21-000000',
      form: '8-K',
      filed: '2021-01-15',
      durations: { '2019-01-01..2019-12-31': flows(3700) },
      instants: { '2019-12-31': balance(8100) },
    };
    const { values } = periodOf(normalise([first, annual2020]), 2019, 'fy');
    expect(values.revenue).toMatchObject({ value: 3600, firstReported: { value: 3700, accession: first.accession } });
  });

  it('returns a recast in a current report and in a prospectus with whole statements', () => {
    for (const form of ['8-K', '424B3']) {
      const recast: FictionalReport = {
        accession: '0000000000-22-000005',
        form,
        filed: '2022-04-01',
        durations: { '2021-01-01..2021-12-31': { ...flows(5000), Revenues: 4700, CostOfRevenue: 2700 } },
        instants: { '2021-12-31': balance(9900) },
      };
      expect(periodOf(normalise([...history, recast]), 2021, 'fy').values.revenue).toMatchObject({
        value: 4700,
        accession: recast.accession,
        firstReported: { value: 5000, accession: annual2021.accession, restatement: 'recast' },
      });
    }
  });

  it('returns as first reported what was known on the day of the first report, under whatever concept', () => {
    const first: FictionalReport = {
      ...annual2021,
      durations: {
        '2021-01-01..2021-12-31': {
          ...flows(5000),
          SellingGeneralAndAdministrativeExpense: 900,
          GeneralAndAdministrativeExpense: 300,
        },
        '2020-01-01..2020-12-31': flows(4000),
      },
    };
    const {
      Revenues,
      NetCashProvidedByUsedInOperatingActivities: _,
      ...rest
    } = flows(5400, {
      RevenueFromContractWithCustomerExcludingAssessedTax: 5400,
      NetCashProvidedByUsedInOperatingActivitiesContinuingOperations: 1700,
    });
    expect(Revenues).toBe(5400);
    const next: FictionalReport = {
      accession: '0000000000-23-000001',
      form: '10-K',
      filed: '2023-02-20',
      durations: { '2022-01-01..2022-12-31': flows(6000), '2021-01-01..2021-12-31': rest },
      instants: { '2022-12-31': balance(9950), '2021-12-31': balance(9900) },
    };
    const reports = [annual2020, q1, q2, q3, first, next];
    const then = normalise(reports, '2022-02-21');
    const now = normalise(reports);
    const year = periodOf(now, 2021, 'fy');
    expect(year.values.free_cash_flow?.firstReported?.value).toBe(1500 - 400);
    let compared = 0;
    for (const fiscalPeriod of ['fy', 'q4', 'ttm'] as const) {
      const period = now.periods.find(
        kpiPeriod => kpiPeriod.fiscalPeriod === fiscalPeriod && kpiPeriod.periodEnd === '2021-12-31',
      );
      const known = then.periods.find(
        kpiPeriod => kpiPeriod.fiscalPeriod === fiscalPeriod && kpiPeriod.periodEnd === '2021-12-31',
      );
      for (const [code, value] of Object.entries(period?.values ?? {})) {
        const before = known?.values[code];
        if (before === undefined) continue;
        expect(value.firstReported?.value ?? value.value, `${fiscalPeriod} ${code}`).toBe(before.value);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  it('ignores proxy statements, and prospectuses without whole statements', () => {
    const proxy: FictionalReport = {
      accession: '0000000000-22-000007',
      form: 'DEF 14A',
      filed: '2022-04-01',
      durations: { '2021-01-01..2021-12-31': { NetIncomeLoss: 7 } },
    };
    expect(periodOf(normalise([...history, proxy]), 2021, 'fy').values.net_income?.value).toBe(750);
  });
});

describe('a changed year end', () => {
  const next = (dates: string) => ({ [dates]: flows(1300) });
  const stub: FictionalReport = {
    accession: '0000000000-21-000010',
    form: '10-KT',
    filed: '2021-11-20',
    durations: { '2021-01-01..2021-09-30': flows(3600) },
    instants: { '2021-09-30': balance(9300), '2020-12-31': balance(9000) },
  };
  const [later]: FictionalReport[] = [
    {
      accession: '0000000000-22-000011',
      form: '10-K',
      filed: '2022-11-20',
      // An unaudited year under the new calendar is compared with.
      durations: { '2021-10-01..2022-09-30': flows(5200), '2020-10-01..2021-09-30': flows(4600) },
      instants: { '2022-09-30': balance(9900), '2021-09-30': balance(9300) },
    },
  ];
  const keysOf = (financials: Financials) =>
    financials.periods.map(
      ({ fiscalPeriod, periodStart, periodEnd }) => `${fiscalPeriod} ${periodStart}..${periodEnd}`,
    );

  it('names the quarters of a stub by the calendar that follows, and before the change by the one in force', () => {
    const reports = [annual2020, q1, q2, stub, ...(later ? [later] : [])];
    expect(keysOf(normalise(reports, '2021-11-19'))).toEqual(
      expect.arrayContaining(['q1 2021-01-01..2021-03-31', 'q2 2021-04-01..2021-06-30', 'h1 2021-01-01..2021-06-30']),
    );
    for (const asOf of ['2021-11-20', '2022-12-31']) {
      const known = normalise(reports, asOf);
      const keys = keysOf(known).filter(key => key.includes('..2021-'));
      expect(keys).toEqual([
        'transition 2021-01-01..2021-09-30',
        'q4 2021-07-01..2021-09-30',
        'q3 2021-04-01..2021-06-30',
        'q2 2021-01-01..2021-03-31',
      ]);
      expect(periodOf(known, 2021, 'q4').values).toMatchObject({
        revenue: { value: 3600 - 2300, method: 'derived', formula: 'transition - 6m' },
        total_assets: { value: 9300 },
      });
      expect(periodOf(known, 2021, 'q3').values.operating_cash_flow).toMatchObject({ value: 690 - 330 });
    }
  });

  it('keeps the stub of an annual report although a later report compares with a whole year', () => {
    const periods = keysOf(normalise([stub, ...(later ? [later] : [])]));
    expect(periods).toContain('transition 2021-01-01..2021-09-30');
    expect(periods).toContain('fy 2021-10-01..2022-09-30');
    expect(periods.filter(key => key.startsWith('fy'))).toHaveLength(1);
  });

  it('returns the stub of a report that also shows a whole year, and a stub as long as a year, as transition', () => {
    const beside: FictionalReport = {
      ...stub,
      durations: { ...stub.durations, '2020-10-01..2021-09-30': flows(4600), '2020-01-01..2020-12-31': flows(4000) },
    };
    const long: FictionalReport = {
      ...stub,
      filed: '2022-02-20',
      durations: { '2021-01-01..2021-12-20': flows(3600) },
      instants: { '2021-12-20': balance(9300), '2020-12-31': balance(9000) },
    };
    for (const [report, end] of [
      [beside, '2021-09-30'],
      [long, '2021-12-20'],
    ] as const) {
      for (const reports of [[report], [annual2020, report]]) {
        const keys = keysOf(normalise(reports)).filter(key => key.endsWith(end));
        expect(keys).toContain(`transition 2021-01-01..${end}`);
        expect(keys.some(key => /^(?:fy|ttm)/.test(key))).toBe(false);
        const own = normaliseFilingKpis(fictionalInput([fictionalFacts(reports)]), report.accession);
        expect(own?.fiscalPeriod).toBe('transition');
      }
    }
  });

  it('returns the period of a transition report on form 10-QT', () => {
    const short: FictionalReport = {
      accession: '0000000000-21-000012',
      form: '10-QT',
      filed: '2021-05-05',
      durations: next('2021-01-01..2021-03-31'),
      instants: { '2021-03-31': balance(9100), '2020-12-31': balance(9000) },
    };
    const after: FictionalReport = {
      accession: '0000000000-21-000013',
      form: '10-Q',
      filed: '2021-08-05',
      durations: next('2021-04-01..2021-06-30'),
      instants: { '2021-06-30': balance(9200), '2021-03-31': balance(9100) },
    };
    for (const reports of [
      [annual2020, short],
      [annual2020, short, after],
    ])
      expect(keysOf(normalise(reports))).toContain('transition 2021-01-01..2021-03-31');
    const own = normaliseFilingKpis(fictionalInput([fictionalFacts([annual2020, short, after])]), short.accession);
    expect(own).toMatchObject({ fiscalPeriod: 'transition', periodStart: '2021-01-01' });
    expect(keysOf(normalise([annual2020, short, after]))).toContain('q1 2021-04-01..2021-06-30');
  });

  it('returns the first short periods of a new company', () => {
    const interim: FictionalReport = {
      accession: '0000000000-21-000014',
      form: '10-Q',
      filed: '2020-11-10',
      durations: { '2020-08-20..2020-09-30': flows(100) },
      instants: { '2020-09-30': balance(900) },
    };
    const year: FictionalReport = {
      accession: '0000000000-21-000015',
      form: '10-K',
      filed: '2021-02-20',
      durations: { '2020-08-20..2020-12-31': flows(420) },
      instants: { '2020-12-31': balance(1000) },
    };
    const second: FictionalReport = {
      accession: '0000000000-22-000015',
      form: '10-K',
      filed: '2022-02-20',
      durations: { '2021-01-01..2021-12-31': flows(2000), '2020-08-20..2020-12-31': flows(420) },
      instants: { '2021-12-31': balance(1500), '2020-12-31': balance(1000) },
    };
    expect(keysOf(normalise([interim]))).toEqual(['transition 2020-08-20..2020-09-30']);
    expect(keysOf(normalise([interim, year]))).toEqual([
      'transition 2020-08-20..2020-12-31',
      'q4 2020-10-01..2020-12-31',
      'q3 2020-08-20..2020-09-30',
    ]);
    expect(keysOf(normalise([second]))).toContain('transition 2020-08-20..2020-12-31');
    const founded: FictionalReport = { ...year, durations: { '2020-12-10..2020-12-31': flows(20) } };
    expect(keysOf(normalise([founded]))).toEqual(['transition 2020-12-10..2020-12-31']);
    expect(normaliseFilingKpis(fictionalInput([fictionalFacts([interim])]), interim.accession)).not.toBeNull();
  });
});

describe('the first interim reports of a company', () => {
  const report = (accession: string, filed: string, durations: FictionalReport['durations'] = {}): FictionalReport => ({
    accession: `0000000000-${accession}`,
    form: filed < '2021' ? '10-Q' : '10-K',
    filed,
    durations,
    instants: { [Object.keys(durations)[0]?.slice(-10) ?? '']: balance(900) },
  });
  const rowsOf = (reports: readonly FictionalReport[], labels: readonly string[] = []) => {
    const set = fictionalFacts(reports);
    for (const [at, filing] of set.filings.entries()) filing.fiscalPeriod = labels[at] ?? null;
    return normaliseFinancials(fictionalInput([set])).periods.map(
      ({ fiscalYear, fiscalPeriod, periodStart, periodEnd }) =>
        `${fiscalYear} ${fiscalPeriod} ${periodStart}..${periodEnd}`,
    );
  };

  it.each(['2020-09-11', '2020-07-24', '2020-07-01', '2020-05-28', '2020-05-05', '2020-03-02', '2020-02-14'])(
    'return a period from %s to September, and again when the year is known',
    start => {
      const interim = report('20-000001', '2020-11-10', { [`${start}..2020-09-30`]: flows(100) });
      const year = report('21-000002', '2021-02-20', { [`${start}..2020-12-31`]: flows(420) });
      expect(rowsOf([interim])).toEqual([`2020 transition ${start}..2020-09-30`]);
      expect(rowsOf([interim, year])).toContain(`2020 transition ${start}..2020-12-31`);
      expect(rowsOf([interim, year]).some(row => row.endsWith(`${start}..2020-09-30`))).toBe(true);
      const own = normaliseFilingKpis(fictionalInput([fictionalFacts([interim])]), interim.accession);
      expect(own?.values.revenue?.value).toBe(100);
    },
  );

  it('name the quarters by their labels', () => {
    const second = report('20-000001', '2020-08-10', { '2020-03-15..2020-06-30': flows(100) });
    const third = report('20-000002', '2020-11-10', {
      '2020-03-15..2020-09-30': flows(250),
      '2020-07-01..2020-09-30': flows(150),
    });
    const quarters = ['2020 q3 2020-07-01..2020-09-30', '2020 q2 2020-03-15..2020-06-30'];
    expect(rowsOf([second], ['Q2'])).toEqual(quarters.slice(1));
    expect(rowsOf([second, third], ['Q2', 'Q3'])).toEqual(quarters);
    const year = report('21-000003', '2021-02-20', { '2020-03-15..2020-12-31': flows(420) });
    expect(rowsOf([second, third, year], ['Q2', 'Q3', 'FY'])).toEqual(expect.arrayContaining(quarters));
  });
});

describe('slips of a filer', () => {
  const tabled = (figures: Record<string, number>): FictionalReport => ({
    ...annual2021,
    durations: { ...annual2021.durations, '2021-01-01..2021-03-31': figures },
  });

  it('rejects a value that lost its minus sign in a table of quarters', () => {
    const loss: FictionalReport = {
      ...q1,
      durations: { '2021-01-01..2021-03-31': flows(1100, { NetIncomeLoss: -90 }) },
    };
    const financials = normalise([
      annual2020,
      loss,
      q2,
      q3,
      tabled({ NetIncomeLoss: 90, Revenues: 1100, GrossProfit: 440 }),
    ]);
    expect(periodOf(financials, 2021, 'q1').values.net_income).toMatchObject({ value: -90, flags: ['newest_refused'] });
    expect(financials.anomalies).toContainEqual(
      expect.objectContaining({ kind: 'sign_flip', accession: annual2021.accession }),
    );
  });

  it('rejects a quarterly figure under a longer context', () => {
    const slip: FictionalReport = {
      ...annual2021,
      durations: { ...annual2021.durations, '2021-01-01..2021-06-30': { Revenues: 1200, NetIncomeLoss: 180 } },
    };
    const half = periodOf(normalise([annual2020, q1, q2, q3, slip]), 2021, 'h1');
    expect(half.values.revenue?.value).toBe(2300);
  });

  it('rejects thousands stated as units if most filings state units', () => {
    const thousandth: FictionalReport = { ...q3, durations: { ...q3.durations, '2021-01-01..2021-03-31': flows(1.1) } };
    const repeated: FictionalReport = {
      accession: '0000000000-22-000003',
      form: '10-Q',
      filed: '2022-05-05',
      durations: { '2022-01-01..2022-03-31': flows(1500), '2021-01-01..2021-03-31': flows(1100) },
    };
    const financials = normalise([annual2020, q1, q2, thousandth, annual2021, repeated]);
    expect(periodOf(financials, 2021, 'q1').values.revenue?.value).toBe(1100);
  });

  it('publishes no negative quarter of an item that cannot be negative', () => {
    const smaller: FictionalReport = {
      ...q3,
      durations: {
        '2021-01-01..2021-09-30': flows(3600, { PaymentsToAcquirePropertyPlantAndEquipment: 100 }),
        '2021-07-01..2021-09-30': income(flows(1300)),
      },
    };
    const financials = normalise([annual2020, q1, q2, smaller, annual2021]);
    expect(periodOf(financials, 2021, 'q3').values.capital_expenditure).toBeUndefined();
    expect(financials.anomalies.some(anomaly => anomaly.kind === 'negative_difference')).toBe(true);
  });

  it('returns no second quarter of a year whose first is unknown', () => {
    const financials = normalise([annual2020, q2, q3, annual2021]);
    const second = periodOf(financials, 2021, 'q2');
    expect(second.values.revenue).toMatchObject({ value: 1200, method: 'reported' });
    expect(second.values.operating_cash_flow).toBeUndefined();
  });

  it('keeps one of two contradictory facts of a filing and marks it', () => {
    const set = fictionalFacts(history);
    const revenues = set.series.find(series => series.concept === 'us-gaap:Revenues');
    const filing = set.filings.findIndex(filing => filing.accession === annual2021.accession);
    const at = revenues?.filings.findIndex((entry, index) => entry === filing && revenues.values[index] === 5000) ?? -1;
    revenues?.starts.push(revenues.starts[at] ?? null);
    revenues?.ends.push(revenues.ends[at] ?? 0);
    revenues?.values.push(5123);
    revenues?.filings.push(filing);
    const financials = normaliseFinancials(fictionalInput([set]));
    const year = periodOf(financials, 2021, 'fy');
    expect(year.values.revenue?.flags).toContain('inconsistent_duplicate');
    expect(year.values.revenue?.status).toBe('needs_review');
    expect(year.status).toBe('needs_review');
    expect(financials.anomalies).toContainEqual(expect.objectContaining({ kind: 'inconsistent_duplicate' }));
  });

  it('survives absurd numbers, units and dates', () => {
    const set = fictionalFacts([
      ...history,
      {
        accession: '0000000000-22-000005',
        form: '10-Q',
        filed: '2022-05-05',
        durations: {
          '2022-01-01..2022-03-31': { Revenues: 1e300, NetIncomeLoss: Number.NaN, GrossProfit: -0 },
          '1905-01-01..2149-12-31': { Revenues: 3, NetIncomeLoss: 4 },
          '2022-03-31..2022-01-01': { Revenues: 5, NetIncomeLoss: 6 },
        },
      },
    ]);
    set.series.push({
      concept: 'us-gaap:Assets',
      unit: 'furlongs',
      dimensions: '',
      starts: [null],
      ends: [18992],
      values: [7],
      filings: [4],
    });
    const financials = normaliseFinancials(fictionalInput([set]));
    expect(periodOf(financials, 2021, 'fy').values.total_assets?.value).toBe(9900);
    for (const period of financials.periods) {
      for (const value of Object.values(period.values)) expect(Number.isFinite(value.value)).toBe(true);
    }
  });

  it('keeps digits beyond the precision of a double', () => {
    const set = fictionalFacts(history);
    const assets = set.series.find(series => series.concept === 'us-gaap:Assets');
    const at = assets?.values.lastIndexOf(9900) ?? -1;
    if (assets) assets.exact = { [at]: '9900.00000000000000001' };
    const year = periodOf(normaliseFinancials(fictionalInput([set])), 2021, 'fy');
    expect(year.values.total_assets?.exact).toBe('9900.00000000000000001');
  });
});

describe('a changed year end', () => {
  it('returns the stub as a transition period outside trailing years, with one row per period end', () => {
    const stub: FictionalReport = {
      accession: '0000000000-22-000010',
      form: '10-KT',
      filed: '2022-08-20',
      durations: { '2022-01-01..2022-06-30': flows(2600), '2021-01-01..2021-12-31': flows(5000) },
      instants: { '2022-06-30': balance(10_100), '2021-12-31': balance(9900) },
    };
    const next: FictionalReport = {
      accession: '0000000000-22-000011',
      form: '10-Q',
      filed: '2022-11-05',
      fiscalYear: 2023,
      durations: { '2022-07-01..2022-09-30': flows(1400), '2021-07-01..2021-09-30': flows(1300) },
      instants: { '2022-09-30': balance(10_200), '2022-06-30': balance(10_100) },
    };
    const financials = normalise([...history, stub, next]);
    const transition = periodOf(financials, 2022, 'transition');
    expect(transition).toMatchObject({ periodStart: '2022-01-01', periodEnd: '2022-06-30', accession: stub.accession });
    expect(transition.values.revenue?.value).toBe(2600);
    expect(financials.periods[0]).toMatchObject({ fiscalPeriod: 'q1', fiscalYear: 2023, periodEnd: '2022-09-30' });
    expect(financials.periods.some(period => period.fiscalPeriod === 'ttm' && period.periodEnd > '2021-12-31')).toBe(
      false,
    );
    expect(normaliseFilingKpis(fictionalInput([fictionalFacts([...history, stub])]), stub.accession)).toMatchObject({
      fiscalPeriod: 'transition',
    });
  });
});

describe('currencies', () => {
  it('keeps the reporting currency and omits convenience translations', () => {
    const report: FictionalReport = {
      ...annual2021,
      form: '20-F',
      currency: 'CNY',
    };
    const translated: FictionalReport = {
      ...annual2021,
      form: '20-F',
      durations: { '2021-01-01..2021-12-31': flows(780) },
      instants: { '2021-12-31': balance(1540) },
    };
    const native = fictionalFacts([report]);
    const dollars = fictionalFacts([translated]);
    const set = { ...native, series: [...native.series, ...dollars.series] };
    const financials = normaliseFinancials(fictionalInput([set]));
    expect(financials.currency).toBe('CNY');
    expect(periodOf(financials, 2021, 'fy').values.revenue).toMatchObject({ value: 5000, unit: 'CNY' });
  });

  it('returns a period in the currency of the newest filing that shows it', () => {
    const changed: FictionalReport = { ...annual2021, currency: 'EUR' };
    const financials = normalise([annual2020, changed]);
    expect(periodOf(financials, 2020, 'fy').values.revenue).toMatchObject({ value: 4000, unit: 'EUR' });
    expect(periodOf(financials, 2020, 'fy').values.revenue?.firstReported).toBeUndefined();
    expect(periodOf(financials, 2019, 'fy').values.revenue).toMatchObject({ value: 3600, unit: 'USD' });
  });
});

describe('one filing', () => {
  const input = fictionalInput([fictionalFacts(history)]);

  it('returns its own quarter, and cash flows for the year to date, whatever other filings are known', () => {
    const own = normaliseFilingKpis(input, q3.accession);
    expect(own).toMatchObject({ fiscalPeriod: 'q3', fiscalYear: 2021, accession: q3.accession });
    expect(own?.values.revenue).toMatchObject({ value: 1300, method: 'reported', periodStart: '2021-07-01' });
    expect(own?.values.operating_cash_flow).toMatchObject({
      value: 1080,
      method: 'reported',
      accession: q3.accession,
      periodStart: '2021-01-01',
      flags: ['year_to_date'],
    });
    expect(own?.values.free_cash_flow).toMatchObject({ value: 1080 - 288, flags: ['year_to_date'] });
    expect(own?.values.free_cash_flow_margin).toMatchObject({ value: 0.22, periodStart: '2021-01-01' });
    const alone = normaliseFilingKpis(fictionalInput([fictionalFacts([q3])]), q3.accession);
    // The quarter's opening balance, which only averages use, is in the report before.
    const { return_on_assets: _, return_on_equity: __, ...stated } = own?.values ?? {};
    expect(alone?.values).toEqual(stated);
  });

  it('returns cash flows for the year to date even if the filing states those of its quarter', () => {
    const both = { ...q2, durations: { ...q2.durations, '2021-04-01..2021-06-30': flows(1200) } };
    const own = normaliseFilingKpis(fictionalInput([fictionalFacts([annual2020, q1, both])]), q2.accession);
    expect(own?.values.revenue).toMatchObject({ value: 1200, periodStart: '2021-04-01' });
    expect(own?.values.operating_cash_flow).toMatchObject({ value: 690, periodStart: '2021-01-01' });
    expect(own?.values.payout_ratio).toBeUndefined();
  });

  it('returns the half year of a report that states no figure of a quarter, whatever other filings are known', () => {
    const half = { ...q2, durations: { '2021-01-01..2021-06-30': flows(2300) } };
    for (const reports of [[half], [annual2020, q1, half, q3]]) {
      const own = normaliseFilingKpis(fictionalInput([fictionalFacts(reports)]), q2.accession);
      expect(own?.fiscalPeriod).toBe('h1');
      expect(own?.values.revenue).toMatchObject({ value: 2300, flags: [] });
    }
  });

  it('tests the identity of cash flows in the year to date', () => {
    const wrong = {
      ...q3,
      durations: {
        '2021-01-01..2021-09-30': flows(3600, { CashAndCashEquivalentsPeriodIncreaseDecrease: 700 }),
        '2021-07-01..2021-09-30': income(flows(1300)),
      },
    };
    const own = normaliseFilingKpis(fictionalInput([fictionalFacts([annual2020, q1, q2, wrong])]), q3.accession);
    expect(own?.breaches).toContainEqual(expect.objectContaining({ identity: 'C1' }));
  });

  it('ignores later filings', () => {
    const alone = normaliseFilingKpis(fictionalInput([fictionalFacts([annual2020])]), annual2020.accession);
    expect(normaliseFilingKpis(input, annual2020.accession)).toEqual(alone);
    expect(alone).toMatchObject({ fiscalPeriod: 'fy', fiscalYear: 2020 });
  });

  it('places a lone quarter by its label if no date determines the fiscal year', () => {
    const set = fictionalFacts([
      { ...q2, durations: { '2021-04-01..2021-06-30': flows(1200) }, instants: { '2021-06-30': balance(9200) } },
    ]);
    for (const filing of set.filings) filing.fiscalPeriod = 'Q2';
    const own = normaliseFilingKpis(fictionalInput([set]), q2.accession);
    expect(own).toMatchObject({ fiscalPeriod: 'q2', fiscalYear: 2021, periodStart: '2021-04-01' });
    expect(own?.values.revenue?.value).toBe(1200);
  });

  it('is null for a filing without statements and for an unknown filing', () => {
    expect(normaliseFilingKpis(input, '0000000000-99-000001')).toBeNull();
    const cover: FictionalReport = {
      accession: '0000000000-22-000008',
      form: '8-K',
      filed: '2022-03-01',
      instants: { '2022-02-28': { 'dei:EntityCommonStockSharesOutstanding': 5 } },
    };
    expect(normaliseFilingKpis(fictionalInput([fictionalFacts([...history, cover])]), cover.accession)).toBeNull();
  });
});
