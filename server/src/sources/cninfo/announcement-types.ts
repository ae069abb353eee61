import { type CategoryGroup, categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { IsoDate } from '../../kernel/dates.ts';

/** What kind of announcement one is. */
export interface AnnouncementType {
  /** The registry's own name of the class it is searched by, `category_ndbg_szsh`; `announcement` where none is known. */
  formType: string;
  category: string;
  categoryGroup: CategoryGroup;
  /** The registry's type numbers. */
  itemCodes: string[];
  periodEnd: IsoDate | null;
  isAmendment: boolean;
  language: 'zh' | 'en';
}

/** Classes by which the registry lets one search. */
const CLASSES: Readonly<Record<string, string>> = {
  category_ndbg_szsh: 'annual_report',
  category_bndbg_szsh: 'interim_report',
  category_yjdbg_szsh: 'interim_report',
  category_sjdbg_szsh: 'interim_report',
  category_yjygjxz_szsh: 'earnings_release',
  category_qyfpxzcs_szsh: 'material_event',
  category_dshgg_szsh: 'material_event',
  category_jshgg_szsh: 'material_event',
  category_gddh_szsh: 'proxy',
  category_rcjy_szsh: 'material_event',
  category_gszl_szsh: 'other',
  category_zj_szsh: 'other',
  category_sf_szsh: 'prospectus',
  category_zf_szsh: 'prospectus',
  category_pg_szsh: 'prospectus',
  category_gszq_szsh: 'prospectus',
  category_kzzq_szsh: 'prospectus',
  category_qtrz_szsh: 'prospectus',
  category_gqjl_szsh: 'material_event',
  category_jj_szsh: 'material_event',
  category_gqbd_szsh: 'large_holding',
  category_bcgz_szsh: 'material_event',
  category_cqdq_szsh: 'material_event',
  category_fxts_szsh: 'material_event',
  category_tbclts_szsh: 'listing_change',
  category_tszlq_szsh: 'listing_change',
};

/** Beginnings of the type numbers of periodic reports; the two digits after them tell full text, summary and English. */
const NUMBERED: readonly (readonly [string, string])[] = [
  ['010301', 'category_ndbg_szsh'],
  ['010303', 'category_bndbg_szsh'],
  ['010305', 'category_yjdbg_szsh'],
  ['010307', 'category_sjdbg_szsh'],
];

/** Words of titles; the first that stands in a title counts. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/法律意见|核查意见|专项报告|鉴证报告|评估报告|审计报告|审核报告|见证/, 'other'],
  [/制度|细则|议事规则|管理办法|公司章程|独立董事(?:提名人|候选人)|汇总表$/, 'other'],
  [/业绩预告|业绩快报|业绩预增|业绩预减|业绩预亏/, 'earnings_release'],
  [/权益变动|持股5%以上|触及1%/, 'large_holding'],
  [/要约收购|收购报告书/, 'tender_offer'],
  [/吸收合并|重大资产重组|重大资产购买|重大资产出售|发行股份购买资产|发行股份及支付现金购买资产/, 'merger_document'],
  [/减持.*(?:预披露|计划的)/, 'insider_sale_notice'],
  [
    /(?:董事|监事|高级管理人员|高管).*(?:减持|增持)|(?:减持|增持).*(?:董事|监事|高级管理人员|高管)/,
    'insider_transaction',
  ],
  [/股东.*(?:减持|增持)|(?:减持|增持).*股东/, 'large_holding'],
  [/招股说明书|募集说明书|配股说明书|上市公告书|发行公告/, 'prospectus'],
  [/股东大会|股东会/, 'proxy'],
  [/终止上市|退市|停牌|复牌|风险警示|暂停上市|恢复上市/, 'listing_change'],
];

const REPORT =
  /(\d{4})\s*年?\s*(半年度|中期|年度|第?一季度|第?三季度)\s*报告(?:全文|正文|摘要)?(?:\s*[（(](?:[^（）()]*)[）)])*\s*$/;

/** Beyond so many characters a title says nothing more of its kind. */
const READ_TITLE_CHARS = 500;

/**
 * Tells the kind of an announcement from the registry's type (names of classes, or numbers divided by `||`) and, where
 * that says nothing, from its title. Mainland issuers' fiscal years are calendar years (Accounting Law, article 11).
 */
export function readAnnouncementType(type: string | null, wholeTitle: string): AnnouncementType {
  const title = wholeTitle.slice(0, READ_TITLE_CHARS);
  const itemCodes = (type ?? '').split('||').filter(code => code !== '');
  const report = readReportTitle(title);
  const stated = classOf(itemCodes);
  const formType = stated ?? report?.formType ?? 'announcement';
  const byWords = WORDS.find(([words]) => words.test(title))?.[1];
  const category = CLASSES[formType] ?? byWords ?? 'material_event';
  return {
    formType,
    category,
    categoryGroup: categoryGroupOf(category),
    itemCodes,
    periodEnd: report?.periodEnd ?? null,
    isAmendment: /更正公告|更正后|补充更正|更新后|修订版|修订稿|[（(](?:更正|修订|更新|补充)[^（）()]{0,4}[）)]/.test(
      title,
    ),
    language: /英文/.test(title) || !/[\u4e00-\u9fff]/.test(title) ? 'en' : 'zh',
  };
}

function classOf(itemCodes: readonly string[]): string | null {
  const named = itemCodes.find(code => Object.hasOwn(CLASSES, code));
  if (named !== undefined) return named;
  return NUMBERED.find(([beginning]) => itemCodes.some(code => code.startsWith(beginning)))?.[1] ?? null;
}

/** A title that is a report's own, not of an announcement about one. */
function readReportTitle(title: string): { formType: string; periodEnd: IsoDate } | null {
  const [, year, period = ''] = REPORT.exec(title) ?? [];
  if (year === undefined) return null;
  if (period === '年度') return { formType: 'category_ndbg_szsh', periodEnd: `${year}-12-31` };
  if (period.endsWith('一季度')) return { formType: 'category_yjdbg_szsh', periodEnd: `${year}-03-31` };
  if (period.endsWith('三季度')) return { formType: 'category_sjdbg_szsh', periodEnd: `${year}-09-30` };
  return { formType: 'category_bndbg_szsh', periodEnd: `${year}-06-30` };
}
