import type { AsFiledStatementType } from '../../model/filing-contents.ts';

/** What the definition of a role says (EDGAR Filer Manual, volume II, 6.7.12): `{sort code} - {type} - {title}`. */
export interface RoleTitle {
  /** Whether this is a statement, not a note or a table of one. */
  isStatement: boolean;
  isParenthetical: boolean;
  title: string;
}

const DEFINITION = /^\s*[0-9]+[A-Za-z]?\s*-\s*([A-Za-z]+)\s*-\s*(.+)$/;

/** Reads a role's definition; where there is none, the top concept of its presentation tells. */
export function readRoleTitle(definition: string | null, uri: string, topConcept: string): RoleTitle {
  const match = definition === null ? null : DEFINITION.exec(definition);
  const title = match?.[2] ?? definition ?? uri.slice(uri.lastIndexOf('/') + 1);
  return {
    isStatement: match?.[1] === undefined ? STATEMENT_TOP.test(topConcept) : /^statement$/i.test(match[1]),
    isParenthetical: /parenthetical/i.test(title),
    title: title.replace(/\s*\{\s*(?:transposed|unlabeled|elements)\s*\}\s*/gi, ' ').trim(),
  };
}

const STATEMENT_TOP =
  /:(?:StatementOf[A-Za-z]+|IncomeStatement|CashFlowStatement)Abstract$|:StatementOf(?:FinancialPosition|CashFlows|ComprehensiveIncome|ChangesInEquity)[A-Za-z]*$/;

/** The kind of statement, from its title first and then from the concepts on it. */
export function statementTypeOf(
  { isStatement, isParenthetical, title }: RoleTitle,
  has: (localName: string) => boolean,
): AsFiledStatementType {
  if (!isStatement || isParenthetical) return 'other';
  if (isCashFlowTitle(title)) return 'cashflow';
  if (isEquityTitle(title)) return 'changes_in_equity';
  if (/balance sheet|financial (?:condition|position)|assets\s+and\s+liabilities/i.test(title)) return 'balance';
  const isIncome = INCOME.some(has);
  if (/comprehensive/i.test(title)) return isIncome ? 'income' : 'comprehensive_income';
  if (/operations|income|earnings|profit|\bloss\b/i.test(title)) return 'income';
  return typeByConcepts(has, isIncome);
}

function typeByConcepts(has: (localName: string) => boolean, isIncome: boolean): AsFiledStatementType {
  if (has('LiabilitiesAndStockholdersEquity') || has('EquityAndLiabilities')) return 'balance';
  if (CASH_FLOW.some(has)) return 'cashflow';
  return isIncome ? 'income' : 'other';
}

function isCashFlowTitle(title: string): boolean {
  return /cash.*flow/i.test(title) && !/supplement/i.test(title);
}

function isEquityTitle(title: string): boolean {
  if (/statement|changes|stockholder|shareholder|owner|member/i.test(title) && /equity|deficit/i.test(title)) {
    return !/balance sheet|method/i.test(title);
  }
  return /(?:partners|accounts|members).*capital/i.test(title);
}

const INCOME = [
  'EarningsPerShareBasic',
  'EarningsPerShareDiluted',
  'EarningsPerShareBasicAndDiluted',
  'IncomeTaxExpenseBenefit',
  'OperatingIncomeLoss',
  'Revenues',
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'BasicEarningsLossPerShare',
  'IncomeTaxExpenseContinuingOperations',
];
const CASH_FLOW = [
  'NetCashProvidedByUsedInOperatingActivities',
  'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
  'CashFlowsFromUsedInOperatingActivities',
];
