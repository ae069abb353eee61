import { describe, expect, it } from 'vitest';
import { chartOf } from './checks/chart.ts';
import { readConcepts } from './financials.ts';
import { LINE_ITEMS, readLineItems } from './line-items.ts';

describe('the table of line items', () => {
  it('names every code once, with a definition, and only parents that are codes', () => {
    const codes = LINE_ITEMS.map(item => item.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThanOrEqual(164);
    for (const item of LINE_ITEMS) {
      expect(item.definition, item.code).toMatch(/\.$/);
      if (item.parent !== null) {
        expect([...codes, 'net_income_including_minority'], item.code).toContain(item.parent);
      }
    }
  });

  it('contains the codes of the contract', () => {
    const codes = new Set(LINE_ITEMS.map(item => item.code));
    const named =
      'revenue cost_of_revenue gross_profit research_and_development selling_general_administrative operating_income interest_expense pretax_income income_tax net_income net_income_common ebitda eps_basic eps_diluted dividends_per_share cash short_term_investments receivables inventory current_assets ppe_net goodwill intangibles total_assets payables short_term_debt current_liabilities long_term_debt total_liabilities equity minority_interest retained_earnings liabilities_and_equity operating_cash_flow capital_expenditure free_cash_flow investing_cash_flow financing_cash_flow dividends_paid share_repurchases stock_based_compensation depreciation_amortization shares_outstanding weighted_shares_basic weighted_shares_diluted net_interest_income provision_for_credit_losses deposits loans_net premiums claims';
    for (const code of named.split(' ')) expect(codes, code).toContain(code);
  });

  it('returns the chain of each company type', () => {
    const revenue = LINE_ITEMS.find(item => item.code === 'revenue');
    expect(revenue?.rules.map(rule => rule.companyTypes)).toHaveLength(7);
    const formulas = chartOf('bank').rows[0]?.formulas.map(formula => formula.text) ?? [];
    expect(formulas.filter(text => !text.includes(':'))).toEqual(['net_interest_income + noninterest_income']);
    expect(revenue?.identities).toContain('I1');
  });

  it('is frozen and can be read by concept', () => {
    expect(Object.isFrozen(LINE_ITEMS[0]?.concepts['us-gaap'])).toBe(true);
    expect(readConcepts()).toContain('us-gaap:Assets');
    expect(readConcepts()).toContain('dei:EntityCommonStockSharesOutstanding');
    expect(new Set(readConcepts()).size).toBe(readConcepts().length);
  });

  it('rejects an unreadable row', () => {
    expect(() => readLineItems('code\tlabel\n')).toThrow('expected the columns');
    const head =
      'code statement_type label period_type unit_kind sign parent company_types us_gaap ifrs formulas definition';
    const row = 'training|income|Training|duration|currency|minus||*|TrainingExpense|||Cost of training.';
    const table = (cells: string) => `${head.replaceAll(' ', '\t')}\n${cells.replaceAll('|', '\t')}\n`;
    expect(() => readLineItems(table(row))).toThrow(
      'line-items.tsv, training: sign "minus" is not one of pos, signed, cost, outflow.',
    );
    expect(() => readLineItems(table(row.replace('minus', 'cost').replace('*', 'banks')))).toThrow(
      'company_types "banks" is not one of commercial,',
    );
    expect(readLineItems(table(row.replace('minus', 'cost')))).toHaveLength(1);
  });
});
