import { createHash } from 'node:crypto';

/** A part of a report with a fixed name. */
export interface CatalogueSection {
  sectionKey: string;
  /** As the form words it. */
  title: string;
}

/** Parts of reports by the local name of their element, in the order of form 3 (annual securities report) and after it. */
const CATALOGUE: Readonly<Record<string, readonly [string, string]>> = {
  BusinessResultsOfGroupTextBlock: ['key_figures', '主要な経営指標等の推移（連結）'],
  BusinessResultsOfReportingCompanyTextBlock: ['key_figures_non_consolidated', '主要な経営指標等の推移（提出会社）'],
  CompanyHistoryTextBlock: ['company_history', '沿革'],
  DescriptionOfBusinessTextBlock: ['business', '事業の内容'],
  OverviewOfAffiliatedEntitiesTextBlock: ['affiliates', '関係会社の状況'],
  InformationAboutEmployeesTextBlock: ['employees', '従業員の状況'],
  BusinessPolicyBusinessEnvironmentIssuesToAddressEtcTextBlock: [
    'business_policy',
    '経営方針、経営環境及び対処すべき課題等',
  ],
  DisclosureOfSustainabilityRelatedFinancialInformationTextBlock: [
    'sustainability',
    'サステナビリティに関する考え方及び取組',
  ],
  BusinessRisksTextBlock: ['business_risks', '事業等のリスク'],
  ManagementAnalysisOfFinancialPositionOperatingResultsAndCashFlowsTextBlock: [
    'management_analysis',
    '経営者による財政状態、経営成績及びキャッシュ・フローの状況の分析',
  ],
  AnalysisOfFinancialPositionOperatingResultsAndCashFlowsTextBlock: [
    'management_analysis',
    '財政状態、経営成績及びキャッシュ・フローの状況の分析',
  ],
  CriticalContractsForOperationTextBlock: ['material_contracts', '経営上の重要な契約等'],
  CriticalContractsTextBlock: ['material_contracts', '重要な契約等'],
  ResearchAndDevelopmentActivitiesTextBlock: ['research_and_development', '研究開発活動'],
  OverviewOfCapitalExpendituresEtcTextBlock: ['capital_expenditures', '設備投資等の概要'],
  MajorFacilitiesTextBlock: ['properties', '主要な設備の状況'],
  PlannedAdditionsRetirementsEtcOfFacilitiesTextBlock: ['planned_facilities', '設備の新設、除却等の計画'],
  TotalNumberOfSharesTextBlock: ['authorised_shares', '株式の総数'],
  IssuedSharesTotalNumberOfSharesEtcTextBlock: ['issued_shares', '発行済株式'],
  ShareholdingByShareholderCategoryTextBlock: ['shareholder_categories', '所有者別状況'],
  MajorShareholdersTextBlock: ['major_shareholders', '大株主の状況'],
  TreasurySharesEtcTextBlock: ['treasury_shares', '自己株式等'],
  DividendPolicyTextBlock: ['dividend_policy', '配当政策'],
  OverviewOfCorporateGovernanceTextBlock: ['corporate_governance', 'コーポレート・ガバナンスの概要'],
  InformationAboutOfficersTextBlock: ['officers', '役員の状況'],
  AuditsTextBlock: ['audits', '監査の状況'],
  RemunerationForDirectorsAndOtherOfficersTextBlock: ['officer_remuneration', '役員の報酬等'],
  ShareholdingsTextBlock: ['shareholdings', '株式の保有状況'],
  ConsolidatedBalanceSheetTextBlock: ['consolidated_balance_sheet', '連結貸借対照表'],
  ConsolidatedStatementOfIncomeTextBlock: ['consolidated_income_statement', '連結損益計算書'],
  ConsolidatedStatementOfComprehensiveIncomeTextBlock: ['consolidated_comprehensive_income', '連結包括利益計算書'],
  ConsolidatedStatementOfChangesInEquityTextBlock: ['consolidated_changes_in_equity', '連結株主資本等変動計算書'],
  ConsolidatedStatementOfCashFlowsTextBlock: ['consolidated_cash_flows', '連結キャッシュ・フロー計算書'],
  BalanceSheetTextBlock: ['balance_sheet', '貸借対照表'],
  StatementOfIncomeTextBlock: ['income_statement', '損益計算書'],
  StatementOfChangesInEquityTextBlock: ['changes_in_equity', '株主資本等変動計算書'],
  StatementOfCashFlowsTextBlock: ['cash_flows', 'キャッシュ・フロー計算書'],
  NotesSegmentInformationEtcConsolidatedFinancialStatementsTextBlock: ['segment_information', 'セグメント情報等'],
  NotesSegmentInformationEtcFinancialStatementsTextBlock: [
    'segment_information_non_consolidated',
    'セグメント情報等（個別）',
  ],
  NotesGoingConcernConsolidatedFinancialStatementsTextBlock: ['going_concern', '継続企業の前提に関する事項'],
  NotesGoingConcernFinancialStatementsTextBlock: [
    'going_concern_non_consolidated',
    '継続企業の前提に関する事項（個別）',
  ],
  NotesRelatedPartiesConsolidatedFinancialStatementsTextBlock: ['related_parties', '関連当事者情報'],
  NotesRevenueRecognitionConsolidatedFinancialStatementsTextBlock: ['revenue_recognition', '収益認識関係'],
  NotesSignificantEventsAfterReportingPeriodConsolidatedFinancialStatementsTextBlock: [
    'subsequent_events',
    '重要な後発事象',
  ],
  ReasonForFilingTextBlock: ['reason_for_filing', '提出理由'],
};

/** The part of a report that an element holds; null if the catalogue lacks it. */
export function catalogueSectionOf(localName: string): CatalogueSection | null {
  const found = CATALOGUE[localName];
  return found === undefined ? null : { sectionKey: found[0], title: found[1] };
}

/** The longest key that fits a URL with a number that distinguishes equal keys. */
const LONGEST_KEY = 120;

/**
 * `NotesRegardingDividendTextBlock` as `notes_regarding_dividend`. Of names that are longer than a key may be, the words
 * that fit and eight characters of the whole name's digest.
 */
export function keyOfElement(localName: string): string {
  const key = wordsOfElement(localName);
  if (key.length <= LONGEST_KEY) return key;
  const digest = createHash('sha256').update(localName).digest('hex').slice(0, 8);
  const fitting = key.slice(0, LONGEST_KEY - digest.length);
  return `${fitting.slice(0, fitting.lastIndexOf('_'))}_${digest}`;
}

function wordsOfElement(localName: string): string {
  return localName
    .replace(/TextBlock$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}
