import { describe, expect, it } from 'vitest';
import type { Financials, KpiPeriod } from '../model/financials.ts';
import { type FictionalReport, fictionalFacts, fictionalInput } from './fictional-filer.ts';
import { normaliseFinancials } from './financials.ts';

type Lines = Record<string, number>;

const YEAR = '2024-04-01..2025-03-31';
const YEAR_END = '2025-03-31';

function financialsOf(report: FictionalReport): Financials {
  return normaliseFinancials(fictionalInput([fictionalFacts([report])]));
}

function periodOf(report: FictionalReport): KpiPeriod | undefined {
  return financialsOf(report).periods.find(period => period.fiscalPeriod === 'fy');
}

/** An annual securities report of a fictional company. */
function edinet(durations: Lines, instants: Lines = {}): FictionalReport {
  return {
    accession: 'S100AAAA',
    form: '120',
    filed: '2025-06-25',
    currency: 'JPY',
    durations: { [YEAR]: durations },
    instants: { [YEAR_END]: instants },
  };
}

/** An annual digest of earnings of a fictional company. */
function digest(durations: Lines, instants: Lines = {}): FictionalReport {
  return { ...edinet(durations, instants), form: 'acedjpsm', accession: '20250510000001', filed: '2025-05-10' };
}

function amountOf(report: FictionalReport, code: string): number | undefined {
  return periodOf(report)?.values[code]?.value;
}

const PROFIT: Lines = { 'jppfs_cor:IncomeBeforeIncomeTaxes': 90e6, 'jppfs_cor:ProfitLoss': 60e6 };

describe('industries of Japan', () => {
  it.each([
    ['a railway', { 'jppfs_cor:OperatingRevenueTotalRWY': 800e6, ...PROFIT }, 800e6],
    ['a lender', { 'jppfs_cor:OperatingRevenueSPF': 700e6, ...PROFIT }, 700e6],
    [
      'a shipping line',
      { 'jppfs_cor:ShippingBusinessRevenueWAT': 500e6, 'jppfs_cor:OtherBusinessRevenueWAT': 40e6, ...PROFIT },
      540e6,
    ],
    [
      'a telephone company',
      {
        'jppfs_cor:OperatingRevenueOILTelecommunications': 300e6,
        'jppfs_cor:OperatingRevenueIncidentalELC': 90e6,
        ...PROFIT,
      },
      390e6,
    ],
  ])('has the top line of %s', (_, lines, revenue) => {
    expect(amountOf(edinet(lines), 'revenue')).toBe(revenue);
  });

  it('uses the total of a retailer as revenue, of which sales are a part', () => {
    const lines: Lines = {
      'jppfs_cor:OperatingRevenue1': 1070e6,
      'jppfs_cor:NetSales': 930e6,
      'jppfs_cor:OperatingRevenue2': 140e6,
      'jppfs_cor:CostOfSales': 680e6,
      'jppfs_cor:GrossProfit': 250e6,
      ...PROFIT,
    };
    expect(amountOf(edinet(lines), 'revenue')).toBe(1070e6);
    expect(amountOf(edinet(lines), 'gross_profit')).toBe(250e6);
  });

  it('recognises an insurer, a bank, a broker and a fund by the form of their statements', () => {
    const typeOf = (lines: Lines) => financialsOf(edinet({ ...lines, ...PROFIT })).companyType;
    expect(typeOf({ 'jppfs_cor:OperatingIncomeINS': 500e6 })).toBe('insurer');
    expect(typeOf({ 'jppfs_cor:OrdinaryIncomeBNK': 500e6 })).toBe('bank');
    expect(typeOf({ 'jppfs_cor:OperatingRevenueSEC': 500e6 })).toBe('broker');
    expect(typeOf({ 'jppfs_cor:OperatingRevenueFND': 500e6 })).toBe('investment_company');
    expect(typeOf({ 'jppfs_cor:OperatingRevenueINV': 500e6 })).toBe('reit');
    expect(typeOf({ 'jppfs_cor:NetSales': 500e6 })).toBe('commercial');
  });

  it('never uses the ordinary revenue of an insurer as operating income', () => {
    const year = periodOf(edinet({ 'jppfs_cor:OperatingIncomeINS': 500e6, ...PROFIT }));
    expect(year?.values.revenue).toMatchObject({ value: 500e6, basis: 'ordinary_gross' });
    expect(year?.values.operating_income).toBeUndefined();
    expect(year?.values.benefits_losses_expenses).toBeUndefined();
  });

  it('returns the net assets of a fund as equity of its holders, and its operating income', () => {
    const fund = edinet(
      { 'jppfs_cor:OperatingRevenueFND': 26e6, 'jppfs_cor:OperatingIncome': 24e6, 'jppfs_cor:ProfitLoss': 24e6 },
      { 'jppfs_cor:Assets': 450e6, 'jppfs_cor:Liabilities': 80e6, 'jppfs_cor:NetAssets': 370e6 },
    );
    expect(amountOf(fund, 'equity')).toBe(370e6);
    expect(amountOf(fund, 'operating_income')).toBe(24e6);
    const company = edinet(PROFIT, { 'jppfs_cor:Assets': 450e6, 'jppfs_cor:NetAssets': 370e6 });
    expect(amountOf(company, 'equity')).toBeUndefined();
  });
});

describe('lines that a filer in Japan names itself', () => {
  const OWN = 'jpcrp030000-asr_E99999-000';

  it('are read by the names that the filer rules prescribe', () => {
    const year = periodOf(
      edinet({
        [`${OWN}:TotalNetRevenuesIFRS`]: 480e6,
        [`${OWN}:OperatingProfitLossIFRSSummaryOfBusinessResults`]: 48e6,
        'jpigp_cor:ProfitLossAttributableToOwnersOfParentIFRS': 30e6,
      }),
    );
    expect(year?.accountingStandard).toBe('ifrs-full');
    expect(year?.values.revenue).toMatchObject({ value: 480e6, concept: `${OWN}:TotalNetRevenuesIFRS` });
    expect(year?.values.operating_income?.value).toBe(48e6);
  });

  it('are ignored in any other taxonomy', () => {
    const year = periodOf(edinet({ 'acme:TotalNetRevenuesIFRS': 480e6, ...PROFIT }));
    expect(year?.values.revenue).toBeUndefined();
  });
});

describe('digests and summaries', () => {
  it('state no parent share if they report profit and equity of all owners only', () => {
    const year = periodOf(
      digest(
        { 'tse-ed-t:NetSalesIFRS': 900e6, 'tse-ed-t:ProfitBeforeTaxIFRS': 90e6, 'tse-ed-t:ProfitIFRS': 60e6 },
        { 'tse-ed-t:TotalAssetsIFRS': 2000e6, 'tse-ed-t:TotalEquityIFRS': 800e6 },
      ),
    );
    expect(year?.values.net_income_including_minority?.value).toBe(60e6);
    for (const code of ['net_income', 'equity', 'income_tax']) expect(year?.values[code], code).toBeUndefined();
  });

  it('return the balance sheet at the last year end that an interim digest compares', () => {
    const { periods } = financialsOf({
      ...digest({}),
      form: 'qcedjpsm',
      durations: {
        '2024-04-01..2024-12-31': { 'tse-ed-t:NetSales': 700e6, 'tse-ed-t:NetIncome': 50e6 },
        '2023-04-01..2023-12-31': { 'tse-ed-t:NetSales': 650e6, 'tse-ed-t:NetIncome': 45e6 },
      },
      instants: {
        '2024-12-31': { 'tse-ed-t:TotalAssets': 2000e6, 'tse-ed-t:NetAssets': 900e6, 'tse-ed-t:OwnersEquity': 880e6 },
        '2024-03-31': { 'tse-ed-t:TotalAssets': 1900e6, 'tse-ed-t:NetAssets': 850e6, 'tse-ed-t:OwnersEquity': 830e6 },
      },
    });
    const reported = periods.map(period => [period.fiscalPeriod, period.periodEnd, period.values.equity?.value]);
    expect(reported).toEqual([
      ['9m', '2024-12-31', 880e6],
      ['fy', '2024-03-31', 830e6],
      ['9m', '2023-12-31', undefined],
    ]);
  });

  it('use the revenue that the exchange defines for each standard', () => {
    expect(
      amountOf(
        digest({ 'tse-ed-t:SalesIFRS': 5e6, 'tse-ed-t:ProfitAttributableToOwnersOfParentIFRS': 1e6 }),
        'revenue',
      ),
    ).toBe(5e6);
    expect(amountOf(digest({ 'tse-ed-t:TotalRevenuesUS': 6e6, 'tse-ed-t:NetIncomeUS': 1e6 }), 'revenue')).toBe(6e6);
    expect(amountOf(digest({ 'tse-ed-t:OperatingRevenuesSpecific': 7e6, 'tse-ed-t:NetIncome': 1e6 }), 'revenue')).toBe(
      7e6,
    );
  });
});

describe('a filer of Japan under US GAAP', () => {
  it('uses the summary of its group instead of the statements of its company, the only ones tagged line by line', () => {
    const S = 'USGAAPSummaryOfBusinessResults';
    const set = fictionalFacts([
      edinet(
        {
          [`jpcrp_cor:Revenues${S}`]: 4000e6,
          [`jpcrp_cor:ProfitLossBeforeTax${S}`]: 300e6,
          [`jpcrp_cor:NetIncomeLossAttributableToOwnersOfParent${S}`]: 200e6,
          [`jpcrp_cor:BasicEarningsLossPerShare${S}`]: 20.5,
        },
        {
          [`jpcrp_cor:TotalAssets${S}`]: 5000e6,
          [`jpcrp_cor:EquityAttributableToOwnersOfParent${S}`]: 3000e6,
        },
      ),
    ]);
    const company = fictionalFacts([
      edinet(
        { 'jppfs_cor:NetSales': 1500e6, 'jppfs_cor:OperatingIncome': 90e6, ...PROFIT },
        { 'jppfs_cor:Assets': 2500e6, 'jppfs_cor:Liabilities': 900e6, 'jppfs_cor:NetAssets': 1600e6 },
      ),
    ]);
    const alone = company.series.map(series => ({ ...series, dimensions: 'basis=non_consolidated' }));
    const { periods } = normaliseFinancials(fictionalInput([{ ...set, series: [...alone, ...set.series] }]));
    const year = periods.find(period => period.fiscalPeriod === 'fy');
    const read = (code: string) => year?.values[code]?.value;
    expect(year?.accountingStandard).toBe('us-gaap');
    expect(['revenue', 'pretax_income', 'net_income', 'eps_basic', 'total_assets', 'equity'].map(read)).toEqual([
      4000e6, 300e6, 200e6, 20.5, 5000e6, 3000e6,
    ]);
    for (const code of ['operating_income', 'total_liabilities', 'income_tax'])
      expect(read(code), code).toBeUndefined();
  });
});

const MARGIN: Lines = { 'jppfs_cor:NetSales': 1000e6, ...PROFIT };
const SHEET: Lines = { 'jppfs_cor:Assets': 900e6, 'jppfs_cor:Liabilities': 400e6, 'jppfs_cor:NetAssets': 500e6 };

describe('halves of a year', () => {
  function half(): FictionalReport {
    const lines = Object.fromEntries(Object.entries(MARGIN).map(([concept, value]) => [concept, value * 0.4]));
    return {
      ...edinet({}),
      accession: 'S100HALF',
      form: '160',
      filed: '2024-11-10',
      durations: { '2024-04-01..2024-09-30': lines },
      instants: { '2024-09-30': SHEET, '2024-03-31': SHEET },
    };
  }

  function secondHalf(annualIs: 'group' | 'company', halfIs: 'group' | 'company'): KpiPeriod | undefined {
    const factsOf = (report: FictionalReport, basis: 'group' | 'company') => {
      const set = fictionalFacts([report], report.accession);
      const dimensions = basis === 'company' ? 'basis=non_consolidated' : '';
      return { ...set, series: set.series.map(series => ({ ...series, dimensions })) };
    };
    const sets = [factsOf(edinet(MARGIN, SHEET), annualIs), factsOf(half(), halfIs)];
    const { periods } = normaliseFinancials(fictionalInput(sets));
    return periods.find(period => period.fiscalPeriod === 'h2');
  }

  it.each([
    ['group', []],
    ['company', ['non_consolidated']],
  ] as const)(
    'derived from two reports of the %s have the flags of these reports, and so do their ratios',
    (basis, flags) => {
      const values = secondHalf(basis, basis)?.values;
      expect(values?.revenue).toMatchObject({ value: 600e6, method: 'derived', flags });
      expect(values?.net_margin).toMatchObject({ value: 0.06, flags });
    },
  );

  it('are not derived from a report of the group and one of the company', () => {
    expect(secondHalf('group', 'company')?.values.revenue).toBeUndefined();
    expect(secondHalf('company', 'group')?.values.revenue).toBeUndefined();
  });
});

describe('years of a group', () => {
  it('are not recast by a later report of the company alone', () => {
    const later = edinet(MARGIN, SHEET);
    const company = fictionalFacts([{ ...later, accession: 'S100LATE', filed: '2025-09-25' }], 'late');
    const halved = company.series.map(series => ({
      ...series,
      dimensions: 'basis=non_consolidated',
      values: series.values.map(value => (value ?? 0) / 2),
    }));
    const { periods } = normaliseFinancials(
      fictionalInput([fictionalFacts([later], 'first'), { ...company, series: halved }]),
    );
    const year = periods.find(period => period.fiscalPeriod === 'fy');
    expect(year?.values.revenue).toMatchObject({ value: 1000e6, flags: [] });
    expect(year?.values.revenue?.firstReported).toBeUndefined();
  });
});
