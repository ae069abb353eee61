import { type CategoryGroup, categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';

/** A tier-one heading: its code, its names in both languages, and the category of what stands under it. */
interface Heading {
  code: string;
  name: string;
  namesZh: readonly string[];
  category: string;
}

const TIER_ONE: readonly Heading[] = [
  heading('10000', 'Announcements and Notices', '公告及通告', 'material_event'),
  heading('20000', 'Circulars', '通函', 'proxy'),
  heading('30000', 'Listing Documents', '上市文件', 'prospectus'),
  heading('40000', 'Financial Statements/ESG Information', '財務報表/環境、社會及管治資料', 'other'),
  heading('50000', 'Next Day Disclosure Returns', '翌日披露報表', 'material_event'),
  heading('51000', 'Share Buyback Reports (Before 1 January 2009)', '股份購回報告 (2009年1月1日前)', 'material_event'),
  heading('51500', 'Monthly Returns', '月報表', 'specialised'),
  heading('52000', 'Proxy Forms', '委任代表表格', 'proxy'),
  heading('53000', 'Company Information Sheet (GEM)', '公司資料報表|公司資料報表（GEM）', 'other'),
  heading('54000', 'Constitutional Documents', '憲章文件', 'other'),
  heading('55000', 'Takeovers Code - dealing disclosures', '合併守則 - 交易披露', 'tender_offer'),
  heading('56000', 'Documents on Display', '展示文件', 'other'),
  heading('57000', 'Documents on Display (Debt Issuance Programmes)', '展示文件（債務證券發行計劃）', 'other'),
  heading('58000', 'Documents on Display (Debt Securities)', '展示文件（債務證券）', 'other'),
  heading('59000', 'Documents on Display (Structured Products)', '展示文件（結構性產品）', 'other'),
  heading('70000', 'Debt and Structured Products', '債券及結構性產品', 'specialised'),
  heading('80000', 'Trading Information of Exchange Traded Funds', '交易所買賣基金的交易資料', 'fund_report'),
  heading('81000', 'Trading Information of Leveraged and Inverse Products', '槓桿及反向產品的交易資料', 'fund_report'),
  heading('90000', 'Regulators’ Announcements and News', '監管者發出的公告及消息', 'other'),
  heading(
    '91000',
    'Application Proofs, OC Announcements and PHIPs',
    '申請版本、整體協調人公告及聆訊後資料集',
    'registration',
  ),
];

/** Tier-two headings that say more than their heading; the first that a filing bears counts. */
const TIER_TWO: readonly Heading[] = [
  heading('40100', 'Annual Report', '年報', 'annual_report'),
  heading('40200', 'Interim/Half-Year Report', '中期/半年度報告', 'interim_report'),
  heading('40300', 'Quarterly Report', '季度報告', 'interim_report'),
  heading(
    '40400',
    'Environmental, Social and Governance Information/Report',
    '環境、社會及管治資料/報告',
    'specialised',
  ),
  heading('13300', 'Final Results', '末期業績', 'annual_report'),
  heading('13400', 'Interim Results', '中期業績', 'interim_report'),
  heading('13600', 'Quarterly Results', '季度業績', 'interim_report'),
  heading(
    '17100',
    'Announcement by Offeree Company under the Takeovers Code',
    '《收購守則》所指的受要約公司刊發的公告',
    'tender_offer',
  ),
  heading(
    '17150',
    'Announcement by Offeror Company under the Takeovers Code',
    '《收購守則》所指的要約公司刊發的公告',
    'tender_offer',
  ),
  heading(
    '25100',
    'Document issued by Offeree Company under the Takeovers Code',
    '《收購守則》所指的受要約公司發出的文件',
    'tender_offer',
  ),
  heading(
    '25200',
    'Document issued by Offeror Company under the Takeovers Code',
    '《收購守則》所指的要約公司發出的文件',
    'tender_offer',
  ),
  heading('17450', 'Group Restructuring or Scheme of Arrangement', '集團重組或協議安排', 'merger_document'),
  heading('25400', 'Privatisation/Withdrawal of Listing of Securities', '私有化/撤銷證券上市', 'merger_document'),
  heading(
    '17600',
    'Privatisation/Withdrawal or Cancellation of Listing of Securities',
    '私有化/撤銷或取消證券上市',
    'listing_change',
  ),
  heading('17850', 'Suspension', '停牌', 'listing_change'),
  heading('17960', 'Trading Halt', '短暫停牌', 'listing_change'),
  heading('17650', 'Resumption', '復牌', 'listing_change'),
  heading('15600', 'Transfer of Listing from GEM to Main Board', '由GEM轉往主板上市', 'listing_change'),
  heading('50100', 'Share Buyback', '股份購回', 'material_event'),
  heading('17200', 'Change in Shareholding', '股權出現變動', 'large_holding'),
  heading('15100', 'Allotment Results', '配發結果', 'prospectus'),
  heading('15200', 'Formal Notice', '正式通告', 'prospectus'),
  heading('18480', 'Placing', '配售', 'private_offering'),
  heading('18380', 'Issue of Shares under a General Mandate', '根據一般性授權發行股份', 'private_offering'),
  heading('18400', 'Issue of Shares under a Specific Mandate', '根據特定授權發行股份', 'private_offering'),
  heading('14400', 'Notice of AGM', '股東周年大會通告', 'proxy'),
  heading('14500', 'Notice of EGM/SGM', '股東特別大會通告', 'proxy'),
  heading('14700', 'Results of AGM', '股東周年大會的結果', 'proxy'),
  heading('14800', 'Results of EGM/SGM', '股東特別大會的結果', 'proxy'),
];

/** A filing's headline, read. */
export interface Headline {
  /** The tier-one heading in English, whatever language it was in; as it stands where it is not known. */
  formType: string;
  category: string;
  categoryGroup: CategoryGroup;
  /** Codes of the tier-two headings; their words where the code is not known. */
  itemCodes: string[];
  /** True where the registry marks the headline as changed after release. */
  isRevised: boolean;
  isKnown: boolean;
}

const ONE_BY_NAME = byName(TIER_ONE);
const TWO_BY_NAME = byName(TIER_TWO);

/**
 * Reads the heading of a filing in either language: `Announcements and Notices - [Final Results / Dividend or
 * Distribution]`, with marks such as `(修改後標題)` in front.
 */
export function readHeadline(text: string): Headline {
  const bracket = text.indexOf(' - [');
  const tierOne = bracket < 0 ? text : text.slice(0, bracket);
  const tierTwo = bracket < 0 ? '' : text.slice(bracket + 4).replace(/\]\s*$/, '');
  return readTiers(tierOne, tierTwo);
}

/** The same where the two tiers stand apart, the second with ` / ` between its headings. */
export function readTiers(tierOne: string, tierTwo: string): Headline {
  const { marks, name } = takeMarks(tierOne.trim());
  const one = ONE_BY_NAME.get(keyOf(name));
  const names = tierTwo
    .split(' / ')
    .map(part => part.trim())
    .filter(part => part !== '');
  const twos = names.map(part => TWO_BY_NAME.get(keyOf(part)));
  const category = (TIER_TWO.find(two => twos.includes(two)) ?? one)?.category ?? 'other';
  return {
    formType: one?.name ?? (name === '' ? 'unknown' : name),
    category,
    categoryGroup: categoryGroupOf(category),
    itemCodes: names.map((part, at) => twos[at]?.code ?? part),
    isRevised: /修改後|revised/i.test(marks),
    isKnown: one !== undefined,
  };
}

/** Marks stand in brackets before the heading. */
function takeMarks(text: string): { marks: string; name: string } {
  const match = /^((?:\([^)]*\)\s*)+)(\S.*)$/.exec(text);
  return { marks: match?.[1]?.trim() ?? '', name: match?.[2] ?? text };
}

/** The mark before a heading, `(取消 - …)`: what became of the filing after its release; `''` where there is none. */
export function headlineMarks(text: string): string {
  return takeMarks(text.trim()).marks;
}

function heading(code: string, name: string, zh: string, category: string): Heading {
  return { code, name, namesZh: zh.split('|'), category };
}

function byName(headings: readonly Heading[]): Map<string, Heading> {
  return new Map(headings.flatMap(one => [one.name, ...one.namesZh].map(name => [keyOf(name), one] as const)));
}

function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s'’]+/g, '');
}
