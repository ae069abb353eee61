import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';

/** Documents by `docTypeCode` (EDINET API specification, version 2, annex): Japanese name and category of the model. */
const TYPES: Readonly<Record<string, { name: string; category: string }>> = {
  '010': { name: '有価証券通知書', category: 'other' },
  '020': { name: '変更通知書（有価証券通知書）', category: 'other' },
  '030': { name: '有価証券届出書', category: 'registration' },
  '040': { name: '訂正有価証券届出書', category: 'registration' },
  '050': { name: '届出の取下げ願い', category: 'registration' },
  '060': { name: '発行登録通知書', category: 'other' },
  '070': { name: '変更通知書（発行登録通知書）', category: 'other' },
  '080': { name: '発行登録書', category: 'registration' },
  '090': { name: '訂正発行登録書', category: 'registration' },
  '100': { name: '発行登録追補書類', category: 'prospectus' },
  '110': { name: '発行登録取下届出書', category: 'registration' },
  '120': { name: '有価証券報告書', category: 'annual_report' },
  '130': { name: '訂正有価証券報告書', category: 'annual_report' },
  '135': { name: '確認書', category: 'specialised' },
  '136': { name: '訂正確認書', category: 'specialised' },
  '140': { name: '四半期報告書', category: 'interim_report' },
  '150': { name: '訂正四半期報告書', category: 'interim_report' },
  '160': { name: '半期報告書', category: 'interim_report' },
  '170': { name: '訂正半期報告書', category: 'interim_report' },
  '180': { name: '臨時報告書', category: 'material_event' },
  '190': { name: '訂正臨時報告書', category: 'material_event' },
  '200': { name: '親会社等状況報告書', category: 'specialised' },
  '210': { name: '訂正親会社等状況報告書', category: 'specialised' },
  '220': { name: '自己株券買付状況報告書', category: 'specialised' },
  '230': { name: '訂正自己株券買付状況報告書', category: 'specialised' },
  '235': { name: '内部統制報告書', category: 'specialised' },
  '236': { name: '訂正内部統制報告書', category: 'specialised' },
  '240': { name: '公開買付届出書', category: 'tender_offer' },
  '250': { name: '訂正公開買付届出書', category: 'tender_offer' },
  '260': { name: '公開買付撤回届出書', category: 'tender_offer' },
  '270': { name: '公開買付報告書', category: 'tender_offer' },
  '280': { name: '訂正公開買付報告書', category: 'tender_offer' },
  '290': { name: '意見表明報告書', category: 'tender_offer' },
  '300': { name: '訂正意見表明報告書', category: 'tender_offer' },
  '310': { name: '対質問回答報告書', category: 'tender_offer' },
  '320': { name: '訂正対質問回答報告書', category: 'tender_offer' },
  '330': { name: '別途買付け禁止の特例を受けるための申出書', category: 'tender_offer' },
  '340': { name: '訂正別途買付け禁止の特例を受けるための申出書', category: 'tender_offer' },
  '350': { name: '大量保有報告書', category: 'large_holding' },
  '360': { name: '訂正大量保有報告書', category: 'large_holding' },
  '370': { name: '基準日の届出書', category: 'other' },
  '380': { name: '変更の届出書', category: 'other' },
};

/** Corrections (訂正) of documents; withdrawals and changes of notices are documents of their own. */
const CORRECTIONS = new Set('040 090 130 136 150 170 190 210 230 236 250 280 300 320 340 360'.split(' '));

/** Cabinet Office Ordinance on Disclosure of Information on Regulated Securities: funds. */
const FUND_ORDINANCE = '030';

/** The category of a type of documents; null if the registry's list of types lacks it. */
export interface DocumentType {
  /** The registry's own name of it, Japanese. */
  name: string;
  category: string;
  categoryGroup: string;
  isAmendment: boolean;
}

/** The category by type and, if known, ordinance: periodic reports under the ordinance of funds are fund reports. */
export function documentTypeOf(docTypeCode: string, ordinanceCode: string | null): DocumentType | null {
  const type = TYPES[docTypeCode];
  if (type === undefined) return null;
  const isPeriodic = type.category === 'annual_report' || type.category === 'interim_report';
  const category = isPeriodic && ordinanceCode === FUND_ORDINANCE ? 'fund_report' : type.category;
  const categoryGroup = categoryGroupOf(category);
  return { name: type.name, category, categoryGroup, isAmendment: CORRECTIONS.has(docTypeCode) };
}

/** The type of corrections: annual reports (120) are corrected by 130. The type itself if it has none. */
export function correctionOf(docTypeCode: string): string {
  const next = docTypeCode === '135' || docTypeCode === '235' ? 1 : 10;
  const code = String(Number(docTypeCode) + next).padStart(3, '0');
  return CORRECTIONS.has(code) ? code : docTypeCode;
}

/**
 * The type of a document by the report part of its instance's file name (EDINET file specification, appendix 1):
 * `jpcrp030000-asr` is an annual securities report. Null for reports that are not known.
 */
export function typeOfReport(report: string): string | null {
  const known = /^(?:jp[a-z]+\d*|ifrs)-q\dr$/.test(report) ? '140' : BY_REPORT[report.slice(report.indexOf('-') + 1)];
  return known ?? null;
}

const BY_REPORT: Readonly<Record<string, string>> = {
  srs: '030',
  // An annual report of a fund that counts as an amended registration statement (みなし有価証券届出書).
  drs: '120',
  rep: '100',
  asr: '120',
  ssr: '160',
  esr: '180',
  sbr: '220',
  icr: '235',
  ton: '240',
  toi: '240',
  tor: '270',
  pst: '290',
  toa: '310',
  lvh: '350',
};
