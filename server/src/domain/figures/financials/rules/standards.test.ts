import { describe, expect, it } from 'vitest';
import type { FaceRow } from '../../../filings/facts/model/facts.ts';
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

function amountOf(report: FictionalReport, code: string): number | undefined {
  return periodOf(report)?.values[code]?.value;
}

describe('reports under IFRS outside of SEC EDGAR', () => {
  const ifrs = (lines: Lines, balances: Lines = {}): FictionalReport => {
    const named = (figures: Lines) =>
      Object.fromEntries(Object.entries(figures).map(([name, value]) => [`ifrs-full:${name}`, value]));
    return { ...edinet(named(lines), named(balances)), form: 'AFR', category: 'annual_report', currency: 'EUR' };
  };

  it('identify a bank by its lines, with the operating income that its statement shows', () => {
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

  it('identify an insurer by the lines of IFRS 17', () => {
    const insurer = ifrs({
      InsuranceRevenue: 900e6,
      InsuranceServiceExpensesFromInsuranceContractsIssued: 800e6,
      InsuranceServiceResult: 100e6,
      ProfitLoss: 50e6,
    });
    expect(financialsOf(insurer).companyType).toBe('insurer');
    expect(amountOf(insurer, 'revenue')).toBe(900e6);
  });

  it('use goods and services as revenue if no total is tagged, and never a wider total', () => {
    const parts = ifrs({ RevenueFromSaleOfGoods: 80e6, RevenueFromRenderingOfServices: 40e6, ProfitLoss: 5e6 });
    expect(amountOf(parts, 'revenue')).toBe(120e6);
    const wider = ifrs({ Revenue: 100e6, RevenueAndOperatingIncome: 112e6, ProfitLoss: 5e6 });
    expect(amountOf(wider, 'revenue')).toBe(100e6);
  });
});

describe('the change in cash', () => {
  it('includes the effect of exchange rates', () => {
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

  it('are read by name, with the shares of parent and minority kept apart', () => {
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

  it('do not report the profit of all owners as the parent’s if a minority share exists', () => {
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

  it('of a dormant company are a balance sheet of one line at the end that the registry states, and at no other day', () => {
    const dormant = (periodEnd: string | null): FictionalReport => ({
      accession: 'Prod999_0001_99999999_20250331',
      form: 'AA',
      category: 'annual_report',
      periodEnd,
      filed: '2025-06-30',
      currency: 'GBP',
      durations: {},
      instants: {
        '2025-03-31': { 'core:NetAssetsLiabilities': 100 },
        '2024-03-31': { 'core:NetAssetsLiabilities': 100 },
      },
    });
    expect(amountOf(dormant('2025-03-31'), 'equity')).toBe(100);
    expect(amountOf(dormant('2025-02-28'), 'equity')).toBeUndefined();
  });

  it('without flows have the period of the par value of their shares, whatever day they compare', () => {
    const accounts: FictionalReport = {
      accession: 'Prod999_0001_99999998_20160331',
      form: 'AA',
      category: 'annual_report',
      periodEnd: '2016-03-31',
      filed: '2016-06-30',
      currency: 'GBP',
      durations: { '2015-04-01..2016-03-31': { 'pt:ParValueOrdinaryShare': 1 } },
      instants: {
        '2016-03-31': { 'pt:ShareholderFunds': 2, 'pt:CashBankInHand': 2 },
        '2009-03-31': { 'pt:ShareholderFunds': 3, 'pt:CashBankInHand': 3 },
      },
    };
    expect(periodOf(accounts)).toMatchObject({ periodStart: '2015-04-01', periodEnd: '2016-03-31' });
    expect(amountOf(accounts, 'cash')).toBe(2);
  });

  it('sum fixed and current assets to total assets only if there are no other assets', () => {
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

  it('shift the lines of an insurer by two', () => {
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

  it('ignore an attribution that is zero because it was not filled in', () => {
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
  it('include provisions', () => {
    const danish = edinet(
      { 'fsa:GrossProfitLoss': 10e6, 'fsa:ProfitLoss': 5e6 },
      { 'fsa:Assets': 90e6, 'fsa:Equity': 50e6, 'fsa:LiabilitiesOtherThanProvisions': 36e6, 'fsa:Provisions': 4e6 },
    );
    expect(amountOf({ ...danish, form: '10-K', currency: 'DKK' }, 'total_liabilities')).toBe(40e6);
  });
});

describe('accounts of a year and a half', () => {
  it('form one period that is not a fiscal year', () => {
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
    const reported = periods.filter(period => period.fiscalPeriod !== 'ttm');
    expect(reported.map(({ fiscalPeriod, periodStart, periodEnd }) => [fiscalPeriod, periodStart, periodEnd])).toEqual([
      ['transition', '2023-01-01', '2024-06-30'],
      ['fy', '2022-01-01', '2022-12-31'],
    ]);
  });
});
