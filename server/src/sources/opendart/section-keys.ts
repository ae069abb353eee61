/**
 * Keys of the parts of periodic reports (사업보고서, 반기보고서, 분기보고서: Regulation on Securities Issuance and Disclosure,
 * form of the annual report) by their titles without number and blanks, across the forms of the years.
 */
const SECTION_KEYS: readonly [RegExp, string][] = [
  [/^표지$/, 'cover'],
  [/^정정신고/, 'correction'],
  [/^대표이사등의확인/, 'certification'],
  [/^회사의개요$/, 'company_overview'],
  [/^회사의연혁/, 'history'],
  [/^자본금변동/, 'capital_changes'],
  [/^주식의총수/, 'total_shares'],
  [/^의결권현황/, 'voting_rights'],
  [/^정관에관한사항/, 'articles_of_incorporation'],
  [/^사업의내용/, 'business'],
  [/^사업의개요/, 'business_overview'],
  [/^주요제품/, 'products_and_services'],
  [/^원재료및생산설비/, 'raw_materials_and_facilities'],
  [/^매출및수주/, 'sales_and_orders'],
  [/^위험관리및파생거래/, 'risk_management'],
  [/^주요계약및연구개발/, 'contracts_and_research'],
  [/^기타참고사항/, 'other_reference'],
  [/^재무에관한사항/, 'financial_information'],
  [/^요약재무정보/, 'summary_financials'],
  [/^연결재무제표주석/, 'consolidated_notes'],
  [/^연결재무제표/, 'consolidated_statements'],
  [/^재무제표주석/, 'separate_notes'],
  [/^재무제표/, 'separate_statements'],
  [/^배당에관한사항/, 'dividends'],
  [/^증권의발행을통한자금조달/, 'securities_issuance'],
  [/^기타재무에관한사항/, 'other_financial_information'],
  [/^이사의경영진단및분석의견/, 'management_discussion'],
  [/^(?:회계감사인의감사의견|감사인의감사의견)/, 'auditor_opinion'],
  [/^외부감사에관한사항/, 'external_audit'],
  [/^내부통제에관한사항/, 'internal_control'],
  [/^이사회등회사의기관/, 'governance'],
  [/^이사회에관한사항/, 'board_of_directors'],
  [/^감사제도에관한사항/, 'audit_committee'],
  [/^주주총회등에관한사항/, 'shareholder_meetings'],
  [/^주주에관한사항/, 'shareholders'],
  [/^임원및직원등에관한사항/, 'officers_and_employees'],
  [/^임원및직원(?:등)?의현황/, 'officers_and_employees_status'],
  [/^임원의보수/, 'officer_pay'],
  [/^계열회사등에관한사항/, 'affiliates'],
  [/^(?:대주주등과의거래내용|이해관계자와의거래내용)/, 'related_party_transactions'],
  [/^그밖에투자자보호/, 'investor_protection'],
  [/^공시내용진행/, 'disclosure_progress'],
  [/^우발부채등에관한사항/, 'contingent_liabilities'],
  [/^제재등과관련된사항/, 'sanctions'],
  [/^작성기준일이후/, 'subsequent_events'],
  [/^상세표/, 'detailed_tables'],
  [/^연결대상종속회사현황/, 'consolidated_subsidiaries'],
  [/^계열회사현황/, 'affiliates_list'],
  [/^타법인출자현황/, 'equity_investments'],
  [/^독립된감사인의(?:감사|검토)보고서/, 'auditor_report'],
  [/^\(첨부\)연결재무제표/, 'consolidated_statements'],
  [/^\(첨부\)재무제표/, 'separate_statements'],
  [/^주석$/, 'notes'],
  [/^(?:독립된감사인의)?내부회계관리제도/, 'internal_accounting_control'],
  [/^외부감사실시내용/, 'audit_activities'],
  [/^전문가의확인/, 'expert_confirmation'],
];

/** A title's words alone: `II. 사업의 내용` → `사업의내용`, `【 전문가의 확인 】` → `전문가의확인`. */
function wordsOfTitle(title: string): string {
  return title.replace(/[\s【】[\]]+/g, '').replace(/^(?:[IVXⅠ-Ⅻ]+|\d{1,2}(?:-\d{1,2})?|[가-하])[.．]/, '');
}

/** The key of a title; null if the catalogue has none. */
export function catalogueKey(title: string): string | null {
  const words = wordsOfTitle(title);
  return SECTION_KEYS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
