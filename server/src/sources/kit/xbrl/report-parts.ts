/**
 * Known parts of reports and announcements, by their headings in English and Chinese (traditional and simplified
 * characters): annual reports under the Listing Rules of Hong Kong (appendix D2), and under the CSRC's standard on the
 * contents of annual reports (No. 2).
 */
const PARTS: readonly [RegExp, string][] = [
  [/^(?:table of )?contents$|^目[錄录]$/, 'contents'],
  [/^(?:corporate|company) information$|^(?:公司|集團|集团)(?:資料|资料|信息|資訊)$/, 'company_information'],
  [
    /^公司[简簡]介(?:和主要[财財][务務]指[标標])?$|^(?:about us|company profile|corporate profile|公司[简簡]介)$/,
    'company_overview',
  ],
  [
    /^(?:five[- ]year )?financial (?:summary|highlights)$|^(?:five|5)[- ]years? (?:financial )?summary$|^(?:五年)?[财財][务務](?:摘要|概要)$/,
    'financial_summary',
  ],
  [
    /^chair(?:man|woman|person|)['’]?s?(?:['’])? (?:statement|letter|report|message)|^(?:statement|letter|report) (?:of|from) the chair|^主席(?:報告|报告|致[辭词詞]|函件)|^董事[長长](?:致[辭词詞]|報告|报告)/,
    'chairman_statement',
  ],
  [
    /^management['’]?s? discussion (?:and|&) analysis|^管理[層层](?:討論|讨论)[與与及]分析|^經營情況討論與分析|^经营情况讨论与分析/,
    'management_discussion',
  ],
  [/^business review|^業務(?:回顧|概要)|^(?:公司)?业务(?:回顾|概要)/, 'business_overview'],
  [
    /^(?:biographical details of |profiles? of |biograph)?.{0,12}directors,? (?:and|&) senior management|^董事(?:及|、|和).{0,12}高[級级]管理.{0,4}(?:履歷|簡歷|简历|情况)?$/,
    'directors_and_officers',
  ],
  [
    /^corporate governance(?: report)?$|^企業(?:管治|管理)(?:報告)?|^公司治理(?:報告|报告)?$|^公司治理、?環境和社會$|^公司治理、环境和社会$/,
    'corporate_governance',
  ],
  [
    /^(?:environmental,? social (?:and|&) governance|esg|sustainability)(?: report)?$|^環境、社會及(?:企業)?管治報告?$|^环境(?:和|与|、)社会(?:责任|及.{0,4}治理)(?:报告)?$/,
    'sustainability_statement',
  ],
  [
    /^(?:report of the directors|directors['’] report|the board['’]?s report)$|^董事(?:會|会)報告(?:書)?$|^董事会报告$/,
    'directors_report',
  ],
  [/^重要事[项項]$|^significant (?:events|matters)$/, 'significant_matters'],
  [/^重要提示(?:、目[录錄](?:和|、).{0,6})?$|^important (?:notice|notes)/, 'important_notice'],
  [/^股份[变變][动動](?:及|和|、)股[东東]情[况況]$/, 'shareholders'],
  [/^[优優]先股相[关關]情[况況]$/, 'preferred_shares'],
  [/^[债債]券相[关關]情[况況]$/, 'bonds'],
  [/^[释釋][义義]$|^definitions$/, 'definitions'],
  [
    /^(?:財務報告|财务报告)$|^(?:consolidated )?financial statements$|^(?:綜合|合併|合并)?(?:財務報表|财务报表)$/,
    'financial_statements',
  ],
  [
    /^independent auditors?['’]?s?['’]? report$|^(?:獨立)?(?:核數師|審計)報告(?:書)?$|^(?:独立)?审计(?:师)?报告$/,
    'auditor_report',
  ],
  [
    /^consolidated (?:income statement|statement of (?:profit (?:or|and) loss|income|operations))(?: and other comprehensive income)?$|^(?:綜合|合併|合并)(?:損益|收益|利潤|利润)(?:及其他全面收(?:益|入))?表$/,
    'income_statement',
  ],
  [
    /^consolidated statement of (?:other )?comprehensive income$|^綜合(?:其他)?全面收(?:益|入)表$/,
    'comprehensive_income',
  ],
  [
    /^consolidated (?:balance sheet|statement of financial position)$|^(?:綜合|合併|合并)(?:財務狀況|資產負債|资产负债)表$/,
    'balance_sheet',
  ],
  [
    /^consolidated statement of changes in (?:equity|shareholders['’] equity)$|^(?:綜合|合併|合并)(?:權益|股東權益|所有者权益|股东权益)(?:變動|变动)表$/,
    'changes_in_equity',
  ],
  [
    /^consolidated (?:cash flow statement|statement of cash flows)$|^(?:綜合|合併|合并)(?:現金流量|现金流量)表$/,
    'cash_flows',
  ],
  [
    /^notes to (?:the )?(?:consolidated )?financial (?:statements|information)$|^(?:綜合|合併|合并)?(?:財務報表|财务报表)(?:附註|附注|项目注释)$/,
    'notes',
  ],
  [/^(?:備查文件目錄|备查文件目录)$/, 'reference_documents'],
  [/^glossary(?: of terms)?$|^[詞词][彙汇](?:表)?$/, 'glossary'],
];

const NUMBER =
  /^(?:第[一二三四五六七八九十百\d]{1,4}[章节節部编編][\s、:：]*|[一二三四五六七八九十]{1,3}[、.．]\s*|[(（][一二三四五六七八九十\d]{1,3}[)）]\s*|(?:part|section|chapter)?\s*[\divx]{1,4}[.):、]\s*)/i;

/** The key of a part by its heading, regardless of its number and page; null if the heading is not in the list. */
export function keyOfPart(title: string): string | null {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(NUMBER, '')
    .replace(/[\s.…]*\d{1,3}$/, '')
    .replace(/(?<=[^\0-\x7f]) (?=[^\0-\x7f])/g, '');
  return PARTS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
