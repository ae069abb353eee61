import type { CompanyType } from '../../../../filings/issuers/model/issuer.ts';

/** A relation between canonical codes of one period: `left` equals the weighted sum of the others. */
export interface Identity {
  readonly id: string;
  readonly left: string;
  /** Weight and code; a term with `?` counts as zero if the filer states none. */
  readonly right: readonly (readonly [weight: 1 | -1, code: string])[];
  readonly codes: readonly string[];
  /** Null = all. */
  readonly companyTypes: readonly CompanyType[] | null;
  /** A breach without a known cause sets the status of the period to review. */
  readonly isHard: boolean;
}

/** Identities that hold by construction of the statements, for facts without calculation linkbases. */
export const IDENTITIES: readonly Identity[] = Object.freeze([
  relation('B1', 'total_assets = liabilities_and_equity', true),
  relation('B2', 'liabilities_and_equity = total_liabilities + ?temporary_equity + equity_including_minority', true),
  relation('B3', 'equity_including_minority = equity + minority_interest'),
  relation('B4', 'total_assets = current_assets + noncurrent_assets'),
  relation('B5', 'total_liabilities = current_liabilities + noncurrent_liabilities'),
  relation('B6a', 'loans_net = loans_gross - allowance_for_credit_losses'),
  relation('B6b', 'ppe_net = ppe_gross - accumulated_depreciation'),
  relation('I1', 'gross_profit = revenue - cost_of_revenue'),
  relation('I2a', 'operating_income = gross_profit - operating_expenses'),
  relation('I2b', 'operating_income = revenue - costs_and_expenses'),
  relation('I4', 'income_continuing_operations = pretax_income - income_tax', true),
  relation('I5', 'net_income_including_minority = income_continuing_operations + ?income_discontinued_operations'),
  relation('I6', 'net_income_including_minority = net_income + net_income_minority'),
  relation('I7', 'net_income_common = net_income - preferred_dividends'),
  relation('I8', 'comprehensive_income = net_income_including_minority + other_comprehensive_income'),
  relation('I9a', 'net_interest_income = interest_income_total - interest_expense', false, ['bank', 'broker']),
  relation('I9b', 'net_interest_income_after_provision = net_interest_income - provision_for_credit_losses', false, [
    'bank',
  ]),
  relation('I9c', 'revenue = net_interest_income + noninterest_income', false, ['bank']),
  relation('I9d', 'pretax_income = revenue - ?provision_for_credit_losses - noninterest_expense', false, ['bank']),
  relation('I10', 'pretax_income = revenue - benefits_losses_expenses', false, ['insurer']),
  relation(
    'C1',
    'net_change_in_cash = operating_cash_flow + investing_cash_flow + financing_cash_flow + ?fx_effect_on_cash',
    true,
  ),
]);

function relation(
  id: string,
  text: string,
  isHard = false,
  companyTypes: readonly CompanyType[] | null = null,
): Identity {
  const [left = '', sum = ''] = text.split(' = ');
  const right: [1 | -1, string][] = [];
  let weight: 1 | -1 = 1;
  for (const word of sum.split(' ')) {
    if (word === '+' || word === '-') weight = word === '+' ? 1 : -1;
    else right.push([weight, word]);
  }
  const codes = [left, ...right.map(([, code]) => code.replace('?', ''))];
  return Object.freeze({ id, left, right, codes, companyTypes, isHard });
}
