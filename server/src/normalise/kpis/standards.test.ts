import { describe, expect, it } from 'vitest';
import type { FaceRow } from '../../model/facts.ts';
import type { Financials, KpiPeriod } from '../../model/financials.ts';
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

  it('takes for revenue the total of a retailer, of which sales are a part', () => {
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

  it('knows an insurer, a bank, a broker and a fund by the form of their statements', () => {
    const typeOf = (lines: Lines) => financialsOf(edinet({ ...lines, ...PROFIT })).companyType;
    expect(typeOf({ 'jppfs_cor:OperatingIncomeINS': 500e6 })).toBe('insurer');
    expect(typeOf({ 'jppfs_cor:OrdinaryIncomeBNK': 500e6 })).toBe('bank');
    expect(typeOf({ 'jppfs_cor:OperatingRevenueSEC': 500e6 })).toBe('broker');
    expect(typeOf({ 'jppfs_cor:OperatingRevenueFND': 500e6 })).toBe('investment_company');
    expect(typeOf({ 'jppfs_cor:OperatingRevenueINV': 500e6 })).toBe('reit');
    expect(typeOf({ 'jppfs_cor:NetSales': 500e6 })).toBe('commercial');
  });

  it('never takes the ordinary revenue of an insurer for operating income', () => {
    const year = periodOf(edinet({ 'jppfs_cor:OperatingIncomeINS': 500e6, ...PROFIT }));
    expect(year?.values.revenue).toMatchObject({ value: 500e6, basis: 'ordinary_gross' });
    expect(year?.values.operating_income).toBeUndefined();
    expect(year?.values.benefits_losses_expenses).toBeUndefined();
  });

  it('gives all that a fund has as the equity of its holders, and its operating income', () => {
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

  it('are read by the names that the rules for filers give', () => {
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

  it('are nothing of the kind in any other taxonomy', () => {
    const year = periodOf(edinet({ 'acme:TotalNetRevenuesIFRS': 480e6, ...PROFIT }));
    expect(year?.values.revenue).toBeUndefined();
  });
});

describe('digests and summaries', () => {
  it('give no parent share where they state the profit and the equity of all owners only', () => {
    const year = periodOf(
      digest(
        { 'tse-ed-t:NetSalesIFRS': 900e6, 'tse-ed-t:ProfitBeforeTaxIFRS': 90e6, 'tse-ed-t:ProfitIFRS': 60e6 },
        { 'tse-ed-t:TotalAssetsIFRS': 2000e6, 'tse-ed-t:TotalEquityIFRS': 800e6 },
      ),
    );
    expect(year?.values.net_income_including_minority?.value).toBe(60e6);
    for (const code of ['net_income', 'equity', 'income_tax']) expect(year?.values[code], code).toBeUndefined();
  });

  it('give the balance sheet of the last year’s end, which an interim digest compares', () => {
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
    const told = periods.map(period => [period.fiscalPeriod, period.periodEnd, period.values.equity?.value]);
    expect(told).toEqual([
      ['9m', '2024-12-31', 880e6],
      ['fy', '2024-03-31', 830e6],
      ['9m', '2023-12-31', undefined],
    ]);
  });

  it('take for revenue what the exchange calls it, standard by standard', () => {
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
  it('has the summary of its group, not the statements of its company, which are all that is tagged line by line', () => {
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

describe('reports under IFRS outside of SEC EDGAR', () => {
  const ifrs = (lines: Lines, balances: Lines = {}): FictionalReport => {
    const named = (figures: Lines) =>
      Object.fromEntries(Object.entries(figures).map(([name, value]) => [`ifrs-full:${name}`, value]));
    return { ...edinet(named(lines), named(balances)), form: 'AFR', category: 'annual_report', currency: 'EUR' };
  };

  it('know a bank by its lines, with the operating income that its statement shows', () => {
    const bank = ifrs(
      {
        InterestRevenueExpense: 100e6,
        FeeAndCommissionIncome: 60e6,
        RevenueAndOperatingIncome: 170e6,
        ProfitLossFromOperatingActivities: 70e6,
        ProfitLoss: 50e6,
      },
      { Assets: 5000e6, LoansAndAdvancesToCustomers: 3000e6, DepositsFromCustomers: 3500e6 },
    );
    expect(financialsOf(bank).companyType).toBe('bank');
    expect(amountOf(bank, 'revenue')).toBe(170e6);
    expect(amountOf(bank, 'operating_income')).toBe(70e6);
  });

  it('know an insurer by those of IFRS 17', () => {
    const insurer = ifrs({
      InsuranceRevenue: 900e6,
      InsuranceServiceExpensesFromInsuranceContractsIssued: 800e6,
      InsuranceServiceResult: 100e6,
      ProfitLoss: 50e6,
    });
    expect(financialsOf(insurer).companyType).toBe('insurer');
    expect(amountOf(insurer, 'revenue')).toBe(900e6);
  });

  it('have goods and services for revenue where no total is tagged, and a wider total never', () => {
    const parts = ifrs({ RevenueFromSaleOfGoods: 80e6, RevenueFromRenderingOfServices: 40e6, ProfitLoss: 5e6 });
    expect(amountOf(parts, 'revenue')).toBe(120e6);
    const wider = ifrs({ Revenue: 100e6, RevenueAndOperatingIncome: 112e6, ProfitLoss: 5e6 });
    expect(amountOf(wider, 'revenue')).toBe(100e6);
  });
});

describe('the change in cash', () => {
  it('is what stands before the effect of exchange rates, and that effect', () => {
    const year = periodOf({
      ...edinet({
        'ifrs-full:ProfitLoss': 10e6,
        'ifrs-full:CashFlowsFromUsedInOperatingActivities': 40e6,
        'ifrs-full:CashFlowsFromUsedInInvestingActivities': -5e6,
        'ifrs-full:CashFlowsFromUsedInFinancingActivities': -21e6,
        'ifrs-full:IncreaseDecreaseInCashAndCashEquivalentsBeforeEffectOfExchangeRateChanges': 14e6,
        'ifrs-full:EffectOfExchangeRateChangesOnCashAndCashEquivalents': -1e6,
      }),
      currency: 'EUR',
    });
    expect(year?.values.net_change_in_cash).toMatchObject({ value: 13e6, method: 'summed' });
    expect(year?.breaches).toEqual([]);
  });
});

describe('accounts of Korea without an id', () => {
  function korean(durations: Lines, instants: Lines = {}): FictionalReport {
    return { ...edinet(durations, instants), accession: '20250311000001', form: '사업보고서', currency: 'KRW' };
  }

  it('are read by name, the parent’s part apart from the minority’s', () => {
    const year = periodOf(
      korean(
        {
          'ext:영업수익': 500e9,
          'dart:OperatingIncomeLoss': 50e9,
          'ifrs-full:ProfitLoss': 30e9,
          'ext:지배기업소유주지분': 27e9,
          'ext:비지배지분': 3e9,
          'ext:영업활동으로인한현금흐름': 44e9,
        },
        {
          'ifrs-full:Assets': 900e9,
          'ifrs-full:Equity': 400e9,
          'ext:지배기업소유주지분': 380e9,
          'ext:비지배지분': 20e9,
        },
      ),
    );
    expect(year?.accountingStandard).toBe('K-IFRS');
    expect(year?.values.revenue?.value).toBe(500e9);
    expect(year?.values.net_income?.value).toBe(27e9);
    expect(year?.values.equity?.value).toBe(380e9);
    expect(year?.values.minority_interest?.value).toBe(20e9);
    expect(year?.values.operating_cash_flow?.value).toBe(44e9);
  });

  it('give no profit of all owners as the parent’s where the minority has some of it', () => {
    const year = periodOf(
      korean({ 'dart:OperatingIncomeLoss': 50e9, 'ifrs-full:ProfitLoss': 30e9, 'ext:비지배지분순이익': 3e9 }),
    );
    expect(year?.values.net_income).toMatchObject({ value: 27e9, method: 'derived' });
  });
});

describe('accounts of Britain', () => {
  const accounts = (more: Lines): FictionalReport => ({
    ...edinet(
      {},
      {
        'core:FixedAssets': 900,
        'core:CurrentAssets': 7500,
        'core:Equity': 500,
        'core:NetAssetsLiabilities': 500,
        ...more,
      },
    ),
    form: '10-K',
    durations: { [YEAR]: { 'core:TurnoverRevenue': 100, 'core:ProfitLoss': 50 } },
    currency: 'GBP',
  });

  it('have fixed and current assets for all assets, but not with others beside them', () => {
    expect(amountOf(accounts({}), 'total_assets')).toBe(8400);
    const more = { 'core:PrepaymentsAccruedIncomeNotExpressedWithinCurrentAssetSubtotal': 240 };
    expect(amountOf(accounts(more), 'total_assets')).toBeUndefined();
    const nothing = { 'core:CalledUpShareCapitalNotPaidNotExpressedAsCurrentAsset': 0 };
    expect(amountOf(accounts(nothing), 'total_assets')).toBe(8400);
  });
});

describe('plans of accounts of Brazil', () => {
  function brazilian(lines: readonly (readonly [code: string, label: string, value: number])[]): FictionalReport {
    const face: FaceRow[] = lines.map(([code, label], at) => ({
      statement: 'IS',
      report: 1,
      line: at + 1,
      concept: `cvm:${code}`,
      label,
      isNegated: false,
      isParenthetical: false,
    }));
    const durations = Object.fromEntries(lines.map(([code, , value]) => [`cvm:${code}`, value]));
    return { ...edinet(durations), form: '10-K', currency: 'BRL', face };
  }

  it('put the lines of an insurer two further down', () => {
    const year = periodOf(
      brazilian([
        ['3.01', 'Receitas das Operações', 900e6],
        ['3.07', 'Resultado Antes do Resultado Financeiro e dos Tributos', 80e6],
        ['3.09', 'Resultado Antes dos Tributos sobre o Lucro', 100e6],
        ['3.10', 'Imposto de Renda e Contribuição Social sobre o Lucro', -30e6],
        ['3.13', 'Lucro/Prejuízo Consolidado do Período', 70e6],
        ['3.13.01', 'Atribuído a Sócios da Empresa Controladora', 65e6],
        ['3.13.02', 'Atribuído a Sócios Não Controladores', 5e6],
      ]),
    );
    const read = (code: string) => year?.values[code]?.value;
    expect(
      ['operating_income', 'pretax_income', 'income_tax', 'net_income', 'net_income_including_minority'].map(read),
    ).toEqual([80e6, 100e6, 30e6, 65e6, 70e6]);
  });

  it('leave an attribution at nothing that nobody filled in', () => {
    const lines = [
      ['3.11', 'Lucro/Prejuízo Consolidado do Período', 70e6],
      ['3.11.01', 'Atribuído a Sócios da Empresa Controladora', 0],
      ['3.11.02', 'Atribuído a Sócios Não Controladores', 0],
      ['3.01', 'Receita de Venda de Bens e/ou Serviços', 900e6],
    ] as const;
    expect(amountOf(brazilian(lines), 'net_income')).toBe(70e6);
    expect(amountOf(brazilian(lines.filter(([code]) => !code.startsWith('3.11.'))), 'net_income')).toBeUndefined();
  });
});

describe('liabilities of Denmark', () => {
  it('hold provisions', () => {
    const danish = edinet(
      { 'fsa:GrossProfitLoss': 10e6, 'fsa:ProfitLoss': 5e6 },
      { 'fsa:Assets': 90e6, 'fsa:Equity': 50e6, 'fsa:LiabilitiesOtherThanProvisions': 36e6, 'fsa:Provisions': 4e6 },
    );
    expect(amountOf({ ...danish, form: '10-K', currency: 'DKK' }, 'total_liabilities')).toBe(40e6);
  });
});

describe('accounts of a year and a half', () => {
  it('are one period, which is no year', () => {
    const { periods } = financialsOf({
      accession: 'Prod1_00000000_20240630',
      form: 'AA',
      filed: '2025-01-15',
      currency: 'GBP',
      durations: {
        '2023-01-01..2024-06-30': { 'core:TurnoverRevenue': 900, 'core:ProfitLoss': 90 },
        '2022-01-01..2022-12-31': { 'core:TurnoverRevenue': 500, 'core:ProfitLoss': 50 },
      },
      instants: {},
      category: 'annual_report',
    });
    const told = periods.filter(period => period.fiscalPeriod !== 'ttm');
    expect(told.map(({ fiscalPeriod, periodStart, periodEnd }) => [fiscalPeriod, periodStart, periodEnd])).toEqual([
      ['transition', '2023-01-01', '2024-06-30'],
      ['fy', '2022-01-01', '2022-12-31'],
    ]);
  });
});
