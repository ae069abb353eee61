import { describe, expect, it } from 'vitest';
import type { FactSet } from '../../../../filings/facts/model/facts.ts';
import type { KpiPeriod } from '../../model/financials.ts';
import { balance, type FictionalReport, fictionalFacts, fictionalInput, flows } from '../fictional-filer.ts';
import { normaliseFinancials } from '../financials.ts';
import { readConceptMap, standardOf } from './concept-maps.ts';

function periodsOf(set: FactSet): KpiPeriod[] {
  return normaliseFinancials(fictionalInput([set])).periods.filter(period => period.fiscalPeriod !== 'ttm');
}

/** Figures of a fictional Japanese company's year to March 2025. */
function japanese(more: Partial<FictionalReport> = {}): FictionalReport {
  return {
    accession: 'S100AAAA',
    form: '120',
    filed: '2025-06-25',
    currency: 'JPY',
    durations: {
      '2024-04-01..2025-03-31': {
        'jppfs_cor:NetSales': 1000e6,
        'jppfs_cor:OperatingIncome': 100e6,
        'jppfs_cor:IncomeBeforeIncomeTaxes': 90e6,
        'jppfs_cor:IncomeTaxes': 30e6,
        'jppfs_cor:ProfitLoss': 60e6,
        'jppfs_cor:ProfitLossAttributableToNonControllingInterests': 5e6,
        'jppfs_cor:ProfitLossAttributableToOwnersOfParent': 55e6,
        'jppfs_cor:PurchaseOfPropertyPlantAndEquipmentInvCF': -20e6,
      },
      '2023-04-01..2024-03-31': {
        'jpcrp_cor:NetSalesSummaryOfBusinessResults': 900e6,
        'jpcrp_cor:ProfitLossAttributableToOwnersOfParentSummaryOfBusinessResults': 50e6,
      },
    },
    instants: {
      '2025-03-31': {
        'jppfs_cor:Assets': 2000e6,
        'jppfs_cor:Liabilities': 1200e6,
        'jppfs_cor:ShareholdersEquity': 700e6,
        'jppfs_cor:ValuationAndTranslationAdjustments': 40e6,
        'jppfs_cor:SubscriptionRightsToShares': 10e6,
        'jppfs_cor:NonControllingInterests': 50e6,
        'jppfs_cor:NetAssets': 800e6,
        'jppfs_cor:TreasuryStock': -30e6,
      },
      '2024-03-31': {
        'jpcrp_cor:NetAssetsSummaryOfBusinessResults': 750e6,
        'jpcrp_cor:TotalAssetsSummaryOfBusinessResults': 1900e6,
      },
    },
    ...more,
  };
}

describe('Japanese standards', () => {
  it('gives own capital as equity, and outflows as amounts', () => {
    const [year] = periodsOf(fictionalFacts([japanese()]));
    expect(year).toMatchObject({ fiscalYear: 2025, fiscalPeriod: 'fy', accountingStandard: 'JGAAP', currency: 'JPY' });
    expect(year?.values.equity).toMatchObject({
      value: 740e6,
      method: 'summed',
      formula: 'jppfs_cor:ShareholdersEquity + ?jppfs_cor:ValuationAndTranslationAdjustments',
    });
    expect(year?.values.net_income?.value).toBe(55e6);
    expect(year?.values.equity_including_minority?.value).toBe(800e6);
    expect(year?.values.capital_expenditure).toMatchObject({ value: 20e6, flags: ['negated'] });
    expect(year?.values.treasury_stock?.value).toBe(30e6);
    expect(year?.breaches).toEqual([]);
  });

  it('derives nothing that the five-year summary does not state', () => {
    const before = periodsOf(fictionalFacts([japanese()])).find(period => period.fiscalYear === 2024);
    expect(before?.values.revenue?.value).toBe(900e6);
    expect(before?.values.net_income?.value).toBe(50e6);
    for (const code of ['equity', 'minority_interest', 'total_liabilities', 'net_income_including_minority'])
      expect(before?.values[code], code).toBeUndefined();
  });

  it('identifies the half year of a report by its dates', () => {
    const half = japanese({
      form: '160',
      filed: '2024-11-12',
      durations: {
        '2024-04-01..2024-09-30': { 'jppfs_cor:NetSales': 480e6, 'jppfs_cor:ProfitLoss': 20e6 },
        '2023-04-01..2023-09-30': { 'jppfs_cor:NetSales': 450e6, 'jppfs_cor:ProfitLoss': 18e6 },
      },
      instants: {},
    });
    const periods = periodsOf(fictionalFacts([half]));
    expect(periods.map(({ fiscalYear, fiscalPeriod, periodEnd }) => [fiscalYear, fiscalPeriod, periodEnd])).toEqual([
      [2025, 'h1', '2024-09-30'],
      [2024, 'h1', '2023-09-30'],
    ]);
  });

  it('returns nine months to date, and the last quarter if an earlier report allows subtraction', () => {
    const report = (form: string, filed: string, end: string, sales: number): FictionalReport => ({
      accession: filed,
      form,
      filed,
      fiscalYear: 2022,
      currency: 'JPY',
      durations: { [`2021-04-01..${end}`]: { 'jppfs_cor:NetSales': sales, 'jppfs_cor:ProfitLoss': sales / 10 } },
    });
    const periods = periodsOf(
      fictionalFacts([
        report('140', '2021-11-12', '2021-09-30', 400e6),
        report('140', '2022-02-10', '2021-12-31', 650e6),
      ]),
    );
    expect(periods.map(period => [period.fiscalYear, period.fiscalPeriod, period.values.revenue?.value])).toEqual([
      [2022, '9m', 650e6],
      [2022, 'q3', 250e6],
      [2022, 'h1', 400e6],
    ]);
  });

  it('does not mix two standards in a year that a report states by both', () => {
    const change = japanese();
    change.durations = {
      ...change.durations,
      '2023-04-01..2024-03-31': {
        'jpigp_cor:RevenueIFRS': 880e6,
        'jpigp_cor:ProfitLossAttributableToOwnersOfParentIFRS': 52e6,
        'jpigp_cor:ProfitLossBeforeTaxIFRS': 80e6,
        'jpigp_cor:OperatingProfitLossIFRS': 85e6,
        'jpcrp_cor:NetSalesSummaryOfBusinessResults': 900e6,
        'jpcrp_cor:ProfitLossAttributableToOwnersOfParentSummaryOfBusinessResults': 50e6,
        'jpcrp_cor:ComprehensiveIncomeSummaryOfBusinessResults': 51e6,
      },
    };
    change.instants = {};
    const before = periodsOf(fictionalFacts([change])).find(period => period.fiscalYear === 2024);
    expect(before?.accountingStandard).toBe('ifrs-full');
    expect(before?.values.revenue?.value).toBe(880e6);
    expect(before?.values.net_income?.value).toBe(52e6);
    expect(before?.values.comprehensive_income).toBeUndefined();
  });
});

describe('the basis of figures', () => {
  function withCompany(group: readonly string[]): FactSet {
    const set = fictionalFacts([japanese()]);
    const company = set.series.map(series => ({ ...series, dimensions: 'basis=non_consolidated' }));
    const values = (series: FactSet['series'][number]) => series.values.map(value => (value ?? 0) / 2);
    return {
      ...set,
      series: [
        ...set.series.filter(series => group.includes(series.concept)),
        ...company.map(series => ({ ...series, values: values(series) })),
      ],
    };
  }

  it('is the group and is never mixed with the company', () => {
    const all = fictionalFacts([japanese()]).series.map(series => series.concept);
    const [year] = periodsOf(withCompany(all.filter(concept => concept !== 'jppfs_cor:OperatingIncome')));
    expect(year?.values.revenue).toMatchObject({ value: 1000e6, flags: [] });
    expect(year?.values.operating_income).toBeUndefined();
  });

  it('is the group if its statements close, however few of their lines are tagged', () => {
    const report: FictionalReport = {
      accession: '0009999999-25-000001',
      form: '10-K',
      filed: '2025-02-10',
      durations: { '2024-01-01..2024-12-31': flows(1000) },
      instants: { '2024-12-31': balance(5000), '2023-12-31': balance(4500), '2022-12-31': balance(4000) },
    };
    const company = fictionalFacts([report]).series.map(series => ({
      ...series,
      dimensions: 'basis=non_consolidated',
    }));
    const income = {
      IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest: 600,
      IncomeTaxExpenseBenefit: 150,
      NetIncomeLoss: 450,
    };
    const worth = { Assets: 15_000, Liabilities: 6000, StockholdersEquity: 9000 };
    const netIncome = (instants: Record<string, Record<string, number>>) => {
      const group = fictionalFacts([{ ...report, durations: { '2024-01-01..2024-12-31': income }, instants }]);
      const [year] = periodsOf({ ...group, series: [...group.series, ...company] });
      return year?.values.net_income;
    };
    expect(netIncome({ '2024-12-31': worth })).toMatchObject({ value: 450, flags: [] });
    expect(netIncome({})).toMatchObject({ value: 150, flags: ['non_consolidated'] });
  });

  it('is the company, and is marked as such, if almost no group figures are tagged', () => {
    const [year] = periodsOf(withCompany(['jppfs_cor:ProfitLoss']));
    expect(year?.values.revenue).toMatchObject({ value: 500e6, flags: ['non_consolidated'] });
    expect(year?.values.net_income).toMatchObject({ value: 27.5e6, flags: ['non_consolidated'] });
    expect(year?.values.equity?.flags).toEqual(['non_consolidated']);
  });
});

describe('other registries', () => {
  it('returns both balance sheets of a company that has stopped filing', () => {
    const lines = (worth: number) => ({ 'core:CurrentAssets': worth + 10, 'core:Equity': worth });
    const set = fictionalFacts([
      {
        accession: 'Prod1_00000000_20231031',
        form: 'AA',
        filed: '2024-05-01',
        currency: 'GBP',
        instants: { '2023-10-31': lines(300), '2022-10-31': lines(200) },
      },
    ]);
    set.filings = set.filings.map(filing => ({ ...filing, category: 'annual_report', periodEnd: '2023-10-31' }));
    const periods = periodsOf(set);
    expect(periods.map(period => [period.fiscalPeriod, period.periodEnd, period.values.equity?.value])).toEqual([
      ['fy', '2023-10-31', 300],
      ['fy', '2022-10-31', 200],
    ]);
    expect(periods[0]?.accountingStandard).toBe('UK FRS');
  });

  it('recognises K-IFRS by a line of that standard, and reports no parent share if only totals exist', () => {
    const [year] = periodsOf(
      fictionalFacts([
        {
          accession: '20250311000001',
          form: '사업보고서',
          filed: '2025-03-11',
          currency: 'KRW',
          durations: {
            '2024-01-01..2024-12-31': {
              'ifrs-full:Revenue': 500e9,
              'dart:OperatingIncomeLoss': 50e9,
              'ext:당기순이익(손실)': 30e9,
            },
          },
          instants: { '2024-12-31': { 'ifrs-full:Assets': 900e9, 'ext:자본총계': 400e9 } },
        },
      ]),
    );
    expect(year?.accountingStandard).toBe('K-IFRS');
    expect(year?.values.operating_income?.value).toBe(50e9);
    expect(year?.values.net_income_including_minority?.value).toBe(30e9);
    expect(year?.values.net_income).toBeUndefined();
    expect(year?.values.equity).toBeUndefined();
  });

  it('reads Brazilian accounts by code and label: a bank has other lines under the same codes', () => {
    const statement = (labels: Record<string, string>) =>
      Object.entries(labels).map(([code, label], at) => ({
        statement: code.startsWith('3') ? 'IS' : 'BS',
        report: 1,
        line: at + 1,
        concept: `cvm:${code}`,
        label,
        isNegated: false,
        isParenthetical: false,
      }));
    const report = (labels: Record<string, string>): FictionalReport => ({
      accession: '1',
      form: 'DFP',
      filed: '2025-03-20',
      currency: 'BRL',
      durations: { '2024-01-01..2024-12-31': { 'cvm:3.01': 100e6, 'cvm:3.05': 20e6, 'cvm:3.07': 15e6 } },
      instants: { '2024-12-31': { 'cvm:1': 300e6, 'cvm:2.03': 120e6 } },
      face: statement(labels),
    });
    const read = (labels: Record<string, string>) => {
      const set = fictionalFacts([report(labels)]);
      set.filings = set.filings.map(filing => ({ ...filing, category: 'annual_report', periodEnd: '2024-12-31' }));
      return periodsOf(set)[0];
    };
    const shared = { '3.01': 'Receita de Venda de Bens e/ou Serviços', '1': 'Ativo Total' };
    const industry = read({
      ...shared,
      '3.05': 'Resultado Antes do Resultado Financeiro e dos Tributos',
      '3.07': 'Resultado Antes dos Tributos sobre o Lucro',
      '2.03': 'Patrimônio Líquido Consolidado',
    });
    expect(industry?.accountingStandard).toBe('BR GAAP');
    expect(industry?.values.operating_income?.value).toBe(20e6);
    expect(industry?.values.pretax_income?.value).toBe(15e6);
    expect(industry?.values.equity_including_minority?.value).toBe(120e6);
    const bank = read({
      ...shared,
      '3.05': 'Resultado Antes dos Tributos sobre o Lucro',
      '3.07': 'Lucro ou Prejuízo das Operações Continuadas',
      '2.03': 'Provisões',
    });
    expect(bank?.values.operating_income).toBeUndefined();
    expect(bank?.values.pretax_income?.value).toBe(20e6);
    expect(bank?.values.income_continuing_operations?.value).toBe(15e6);
    expect(bank?.values.equity_including_minority).toBeUndefined();
  });
});

describe('a map of concepts', () => {
  it('has one row per code, with signs before a concept and label words after it', () => {
    const map = readConceptMap('code\tconcepts\tformulas\ncost_of_revenue\t-cvm:3.02{custo_dos} ~a:B\t\n');
    expect(map.get('cost_of_revenue')).toMatchObject({ concepts: ['cvm:3.02', 'a:B'], formulas: [] });
    expect(map.get('cost_of_revenue')?.labels.get('cvm:3.02')).toBe('custo dos');
    expect([...(map.get('cost_of_revenue')?.magnitudes ?? [])]).toEqual(['a:B']);
    expect(() => readConceptMap('code\tconcepts\tformulas\nrevenue\n')).toThrow('cannot read');
    expect(() => readConceptMap('code\n')).toThrow('expected the columns');
  });

  it('returns the standard of a concept, and none for concepts of a filer', () => {
    expect(standardOf('jppfs_cor:NetSales')).toBe('JGAAP');
    expect(standardOf('jpigp_cor:RevenueIFRS')).toBe('ifrs-full');
    expect(standardOf('us-gaap:Assets')).toBe('us-gaap');
    expect(standardOf('acme:Sales')).toBeNull();
  });
});
