import { expect, test } from 'vitest';
import type { AnnualAmounts } from '../../../figures/financials/model/financials.ts';
import { AMOUNTS_LAYOUT, amountPosition } from '../../../figures/financials/rules/periods/annual-amounts.ts';
import { readFigureFlags } from './read-figure-flags.ts';

function year(fiscalYear: number, figures: Record<string, number>, other: Partial<AnnualAmounts> = {}): AnnualAmounts {
  const amounts: (number | null)[] = new Array(200).fill(null);
  for (const [code, value] of Object.entries(figures)) amounts[(amountPosition(code) ?? 0) - 1] = value;
  const periodEnd = Math.floor(Date.UTC(fiscalYear, 11, 31) / 86_400_000);
  return {
    ...{ periodStart: periodEnd - 365, periodEnd, fiscalYear, isNewest: fiscalYear === 2024, isStandAlone: false },
    ...{ currency: 'USD', status: 'published', accession: `a${fiscalYear}`, layout: AMOUNTS_LAYOUT, amounts },
    ...other,
  };
}

const SOUND = {
  ...{ revenue: 1_000, cost_of_revenue: 600, gross_profit: 400, net_income: 90, operating_cash_flow: 120, ebit: 130 },
  ...{ income_continuing_operations: 90, interest_expense: 10, selling_general_administrative: 200 },
  ...{ receivables: 100, inventory: 80, current_assets: 400, current_liabilities: 200, working_capital: 200 },
  ...{ ppe_net: 300, depreciation_amortization: 40, total_assets: 900, total_liabilities: 400, long_term_debt: 150 },
  ...{
    equity: 500,
    retained_earnings: 300,
    cash: 150,
    short_term_debt: 20,
    capital_expenditure: 50,
    shares_outstanding: 100,
  },
};

const flagsOf = (years: AnnualAmounts[], type: 'commercial' | 'bank' = 'commercial') =>
  readFigureFlags(years, type).map(({ nativeId, flag }) => `${nativeId} ${flag.severity} ${flag.ruleId}`);
const inputsOf = (years: AnnualAmounts[], ruleId: string) =>
  readFigureFlags(years, 'commercial').find(flag => flag.flag.ruleId === ruleId)?.flag.inputs;

test('raises no flag for sound figures', () => {
  expect(flagsOf([year(2024, SOUND), year(2023, SOUND), year(2022, SOUND)])).toEqual([]);
});

test('raises receivables and inventory that outgrow sales, with the results of the formulas', () => {
  const before = year(2023, SOUND);
  const now = year(2024, { ...SOUND, revenue: 1_050, receivables: 150, inventory: 120, cost_of_revenue: 630 });
  expect(flagsOf([now, before])).toEqual(['a2024 MEDIUM receivables_outgrow', 'a2024 MEDIUM inventory_outgrow']);
  // 150/1050 − 100/1000 of a year: 52.142857 − 36.5 days
  expect(inputsOf([now, before], 'receivables_outgrow')).toEqual({
    receivables_growth_pct: 50,
    revenue_growth_pct: 5,
    dso_change_days: 15.6428571429,
  });
});

test('raises Beneish when receivables and accruals push the hand-computed M-score over the limit', () => {
  const before = year(2023, SOUND);
  const now = year(2024, { ...SOUND, receivables: 200, operating_cash_flow: -60 });
  // DSRI 2, TATA (90 + 60)/900, all else 1: −4.84 + 1.84 + 0.528 + 0.404 + 0.892 + 0.115 − 0.172 + 0.779833 − 0.327
  expect(inputsOf([now, before], 'beneish')).toMatchObject({ m_score: -0.780166666667, dsri: 2, assumed_count: 0 });
  expect(flagsOf([now, before])).toContain('a2024 HIGH beneish');
  expect(flagsOf([now, before], 'bank').filter(flag => /beneish|receivables|altman/.test(flag))).toEqual([]);
});

test('rates negative equity from buybacks paid from cash lower than from losses', () => {
  expect(flagsOf([year(2024, { ...SOUND, equity: -50 })])).toEqual(['a2024 HIGH negative_equity']);
  const bought = { ...SOUND, equity: -50, share_repurchases: 80 };
  expect(flagsOf([year(2024, bought)])).toEqual(['a2024 LOW negative_equity']);
});

test('raises Altman Z″ without a price, interest cover, cash runway and debt wall', () => {
  const weak = {
    ...SOUND,
    ...{ ebit: -30, working_capital: -120, retained_earnings: -200, operating_cash_flow: -100, cash: 40 },
    ...{ short_term_debt: 90, equity: 100, total_liabilities: 800, net_income: -90 },
  };
  const flags = flagsOf([year(2024, weak), year(2023, { ...SOUND, ebit: 5 })]);
  for (const ruleId of ['altman', 'interest_cover', 'cash_runway', 'debt_wall']) {
    expect(flags).toContain(`a2024 HIGH ${ruleId}`);
  }
  // (6.56 · −120 + 3.26 · −200 + 6.72 · −30) / 900 + 1.05 · 100 / 800
  expect(inputsOf([year(2024, weak)], 'altman')).toEqual({ z2_score: -1.69186111111 });
  // 40 / ((100 + 50) / 12)
  expect(inputsOf([year(2024, weak)], 'cash_runway')).toMatchObject({ runway_months: 3.2 });
});

test('raises a share count up by 25% but not a split', () => {
  const now = year(2024, { ...SOUND, shares_outstanding: 130, weighted_shares_basic: 120 });
  const before = year(2023, { ...SOUND, weighted_shares_basic: 100 });
  expect(flagsOf([now, before])).toEqual(['a2024 HIGH serial_dilution']);
  const split = year(2024, { ...SOUND, shares_outstanding: 400, weighted_shares_basic: 401 });
  expect(flagsOf([split, year(2023, { ...SOUND, weighted_shares_basic: 400 })])).toEqual([]);
});

test('names no filing for a year that only later filings repeat', () => {
  const years = [year(2024, SOUND), year(2023, { ...SOUND, equity: -50 }, { accession: 'a2024' })];
  expect(flagsOf(years)).toEqual(['null HIGH negative_equity']);
});

test('raises nothing for missing inputs, unpublished years, mixed currencies or non-consecutive years', () => {
  expect(flagsOf([year(2024, {}), year(2023, {})])).toEqual([]);
  expect(flagsOf([year(2024, { ...SOUND, equity: -1 }, { status: 'needs_review' })])).toEqual([]);
  const grown = { ...SOUND, receivables: 300 };
  expect(flagsOf([year(2024, grown), year(2023, SOUND, { currency: 'EUR' })])).toEqual([]);
  expect(flagsOf([year(2024, grown), year(2022, SOUND)])).toEqual([]);
});
