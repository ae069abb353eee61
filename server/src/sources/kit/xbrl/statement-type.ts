import type { AsFiledStatementType } from '../../../domain/filings/filings/model/filing-contents.ts';
import { standardRoleOf } from './standard-roles.ts';

/** The type of a presentation, by its role. */
export interface RoleTitle {
  /** Whether this is a statement, not a note or a table of one. */
  isStatement: boolean;
  isParenthetical: boolean;
  title: string;
  /** Null if the role does not state it: then the title and the concepts decide. */
  type: AsFiledStatementType | null;
  /** Members that its facts have without its saying so. */
  implied: Readonly<Record<string, string>>;
}

/** EDGAR Filer Manual, volume II, 6.7.12: `{sort code} - {type} - {title}`; others take the form with or without a type. */
const DEFINITION = /^\s*[0-9]+[A-Za-z]?\s*-\s*([A-Za-z]+)\s*-\s*(.+)$/;
const NUMBERED = /^\s*(?:\[[0-9]+[a-z]?\]|[0-9]+[A-Za-z]?\s*-)\s*(.+)$/;

/** Reads a role's URI and definition; if they do not state the type, the top concept of its presentation decides. */
export function readRoleTitle(definition: string | null, uri: string, topConcept: string): RoleTitle {
  const standard = standardRoleOf(uri);
  if (standard !== null) {
    const { title, type, implied } = standard;
    return { isStatement: true, isParenthetical: false, title, type, implied };
  }
  const match = definition === null ? null : DEFINITION.exec(definition);
  const numbered = definition === null ? null : NUMBERED.exec(definition);
  const title = match?.[2] ?? numbered?.[1] ?? definition ?? uri.slice(uri.lastIndexOf('/') + 1);
  const isStatement =
    match?.[1] === undefined
      ? STATEMENT_TOP.test(topConcept) || (numbered !== null && STATEMENT_TITLE.test(title))
      : /^statement$/i.test(match[1]);
  return {
    isStatement,
    isParenthetical: /parenthetical/i.test(title),
    title: title.replace(/\s*\{\s*(?:transposed|unlabeled|elements)\s*\}\s*/gi, ' ').trim(),
    type: null,
    implied: {},
  };
}

const STATEMENT_TOP =
  /:(?:(?:StatementOf[A-Za-z]+|IncomeStatement|CashFlowStatement)(?:Abstract|Placeholder)|(?:BalanceSheet|IncomeStatement|CashFlowStatement|StatementOf[A-Za-z]+|EquityStatementOfChanges)Title|StatementOf(?:FinancialPosition|CashFlows|ComprehensiveIncome|ChangesInEquity)[A-Za-z]*)$/;
const STATEMENT_TITLE =
  /^(?:consolidated |company |separate )*(?:balance sheets?|income statements?|cash ?flow statements?|statements? of (?:financial position|profit|comprehensive|total comprehensive|other comprehensive|changes in|cash ?flows?|income|operations|earnings))/i;

/** The kind of statement, from its role first, then from its title and then from the concepts on it. */
export function statementTypeOf(
  { isStatement, isParenthetical, title, type }: RoleTitle,
  has: (localName: string) => boolean,
): AsFiledStatementType {
  if (!isStatement || isParenthetical) return 'other';
  if (type !== null) return type;
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
