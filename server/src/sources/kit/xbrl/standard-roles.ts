import type { AsFiledStatementType } from '../../../domain/filings/filings/model/filing-contents.ts';

/** A presentation in a registry's own taxonomy: its type and its title. */
export interface StandardRole {
  type: AsFiledStatementType;
  /** In the registry's language. */
  title: string;
  /** The members that its facts have without its saying so. */
  implied: Readonly<Record<string, string>>;
}

/** The meaning of an extended link role of the taxonomies of Japan and Korea; null for every other role. */
export function standardRoleOf(uri: string): StandardRole | null {
  return japaneseRole(uri) ?? koreanRole(uri);
}

/** `http://disclosure.edinet-fsa.go.jp/role/jppfs/rol_Type1SemiAnnualConsolidatedStatementOfCashFlows-indirect` */
const JAPANESE =
  /\/rol_(?:std_)?(Condensed)?(Quarterly|(?:Type[12])?SemiAnnual|Interim)?(Consolidated|NonConsolidated)?(BalanceSheet|StatementOf[A-Za-z]+)(?:-(?:direct|indirect))?(?:-\d+)?$/;

const JAPANESE_STATEMENTS: Readonly<Record<string, [AsFiledStatementType, string]>> = {
  BalanceSheet: ['balance', '貸借対照表'],
  StatementOfFinancialPosition: ['balance', '財政状態計算書'],
  StatementOfIncome: ['income', '損益計算書'],
  StatementOfProfitOrLoss: ['income', '損益計算書'],
  StatementOfIncomeAndRetainedEarnings: ['income', '損益及び剰余金計算書'],
  StatementOfComprehensiveIncome: ['comprehensive_income', '包括利益計算書'],
  StatementOfComprehensiveIncomeSingleStatement: ['income', '損益及び包括利益計算書'],
  StatementOfChangesInEquity: ['changes_in_equity', '株主資本等変動計算書'],
  StatementOfUnitholdersEquity: ['changes_in_equity', '投資主資本等変動計算書'],
  StatementOfMembersEquity: ['changes_in_equity', '社員資本等変動計算書'],
  StatementOfCashFlows: ['cashflow', 'キャッシュ・フロー計算書'],
};

function japaneseRole(uri: string): StandardRole | null {
  const match = JAPANESE.exec(uri);
  if (match === null) return null;
  const [, condensed, part, basis, words = ''] = match;
  const isIfrs = words.endsWith('IFRS');
  const known = JAPANESE_STATEMENTS[words.replace(/IFRS$/, '')];
  if (known === undefined) return null;
  const [type, name] = known;
  const title = isIfrs && type === 'changes_in_equity' ? '持分変動計算書' : name;
  const period = part === undefined ? '' : part === 'Quarterly' ? '四半期' : '中間';
  const prefix = `${condensed === undefined ? '' : '要約'}${period}${basis === 'Consolidated' ? '連結' : ''}`;
  return { type, title: prefix + title, implied: {} };
}

/** Statements by the code of their role (DART taxonomy): the last digit is 0 for consolidated, 5 for the company alone. */
const KOREAN: readonly [RegExp, AsFiledStatementType, string][] = [
  [/role-D2[123]\d{3}([05])$/, 'balance', '재무상태표'],
  [/role-D3[123]\d{3}([05])$/, 'income', '손익계산서'],
  [/role-D4[123]\d{3}([05])$/, 'comprehensive_income', '포괄손익계산서'],
  [/role-D5[12]\d{3}([05])$/, 'cashflow', '현금흐름표'],
  [/role-D61\d{3}([05])$/, 'changes_in_equity', '자본변동표'],
];

/** The axis of every number in a Korean report (IAS 27), regardless of its presentations. */
const BASIS_AXIS = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';

function koreanRole(uri: string): StandardRole | null {
  for (const [pattern, type, title] of KOREAN) {
    const digit = pattern.exec(uri)?.[1];
    if (digit === undefined) continue;
    const isAlone = digit === '5';
    const member = isAlone ? 'ifrs-full:SeparateMember' : 'ifrs-full:ConsolidatedMember';
    return { type, title: isAlone ? title : `연결 ${title}`, implied: { [BASIS_AXIS]: member } };
  }
  return null;
}

/**
 * Default members of axes whose taxonomy states them but is not part of filings (EDINET taxonomy: consolidated, net assets
 * as a whole; IFRS taxonomy).
 */
export const STANDARD_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['jppfs_cor:ConsolidatedOrNonConsolidatedAxis', 'jppfs_cor:ConsolidatedMember'],
  ['jppfs_cor:ComponentsOfEquityAxis', 'jppfs_cor:NetAssetsMember'],
  ['jpigp_cor:ComponentsOfEquityIFRSAxis', 'jpigp_cor:EquityIFRSMember'],
  ['ifrs-full:ComponentsOfEquityAxis', 'ifrs-full:EquityMember'],
  ['ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis', 'ifrs-full:ConsolidatedMember'],
]);
