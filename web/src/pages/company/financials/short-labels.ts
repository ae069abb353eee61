import type { LineItem } from '../../../format/line-items.ts';

/** Labels for the narrowest screens, where the taxonomy's own would take three lines. */
const SHORT: Record<string, string> = {
  research_and_development: 'R&D',
  selling_general_administrative: 'SG&A',
  operating_income: 'Op. income',
  operating_expenses: 'Op. expenses',
  pretax_income: 'Pre-tax income',
  income_tax: 'Income tax',
  net_income: 'Net income',
  other_nonoperating_income: 'Other income, net',
  income_continuing_operations: 'Continuing operations',
  depreciation_amortization_expense: 'D&A (income)',
  depreciation_amortization: 'D&A',
  stock_based_compensation: 'Stock compensation',
  operating_cash_flow: 'Cash from operations',
  investing_cash_flow: 'Cash from investing',
  financing_cash_flow: 'Cash from financing',
  eps_basic: 'EPS, basic',
  eps_diluted: 'EPS, diluted',
  weighted_shares_basic: 'Shares, basic',
  weighted_shares_diluted: 'Shares, diluted',
  equity: 'Equity',
  cash: 'Cash',
};

export function shortLabel({ code, label }: LineItem): string {
  return SHORT[code] ?? label;
}
