import type { IsoDate } from '../../../kernel/dates.ts';
import { parseDay, toIsoDate } from '../../../kernel/dates.ts';
import type { ReportCode } from '../endpoints.ts';

/** The parts of the registry's name of a report (`report_nm` of `list.json`). */
export interface ReportName {
  /** Without marks and period: `사업보고서`. */
  formType: string;
  /** `기재정정`, `첨부추가` … as written, without brackets. */
  marks: string[];
  /** `(2023.12)` at the end: the last day of that month. */
  periodEnd: IsoDate | null;
}

/** Takes a report's name apart: `[기재정정]사업보고서 (2023.12)`. */
export function readReportName(text: string): ReportName {
  let name = text.replace(/\s+/g, ' ').trim();
  const marks: string[] = [];
  for (let match = MARK.exec(name); match !== null; match = MARK.exec(name)) {
    marks.push((match[1] ?? '').trim());
    name = name.slice(match[0].length);
  }
  const period = /\s*\((\d{4})\.(\d{1,2})\)\s*$/.exec(name);
  const formType = (period === null ? name : name.slice(0, period.index)).trim();
  return { formType, marks, periodEnd: period === null ? null : lastDayOf(Number(period[1]), Number(period[2])) };
}

const MARK = /^\s*\[([^\]]{1,40})\]\s*/;

/** The last day of a month (1 to 12); null for other numbers. */
export function lastDayOf(year: number, month: number): IsoDate | null {
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  if (month < 1 || month > 12) return null;
  const next = parseDay(`${String(nextYear).padStart(4, '0')}-${String(nextMonth).padStart(2, '0')}-01`);
  return next === null ? null : toIsoDate(next - 1);
}

/** Kinds of the registry's catalogue (`pblntf_detail_ty`) by the category that they fall into; the rest is `other`. */
const CATEGORY_OF_KIND: readonly [RegExp, string][] = [
  [/^A001$/, 'annual_report'],
  [/^A00[23]$/, 'interim_report'],
  [/^(?:A00[45]|F00\d|H00[1245])$/, 'specialised'],
  [/^(?:B00\d|E00[1247]|I00[1236]|H006)$/, 'material_event'],
  [/^(?:C00[1235]|H003)$/, 'registration'],
  [/^(?:C004|E003|E008)$/, 'merger_document'],
  [/^(?:C00[6-9]|C01[01])$/, 'private_offering'],
  [/^(?:D001|I004)$/, 'large_holding'],
  [/^D002$/, 'insider_transaction'],
  [/^D005$/, 'insider_sale_notice'],
  [/^(?:D003|E006)$/, 'proxy'],
  [/^D004$/, 'tender_offer'],
  [/^G00\d$/, 'fund_report'],
];

/** Categories by a report's name; the first match counts. */
const CATEGORY_OF_NAME: readonly [RegExp, string][] = [
  [/^사업보고서/, 'annual_report'],
  [/^(?:반기|분기)보고서/, 'interim_report'],
  [/제출기한\s*연장|제출\s*지연|미제출/, 'late_notice'],
  [/영업\(잠정\)실적|잠정실적|매출액또는손익구조|매출액\s*또는\s*손익구조/, 'earnings_release'],
  [/대량보유상황보고|최대주주등소유주식변동/, 'large_holding'],
  [/특정증권등\s*소유상황보고/, 'insider_transaction'],
  [/특정증권등\s*거래계획보고/, 'insider_sale_notice'],
  [/공개매수/, 'tender_offer'],
  [/의결권\s*대리행사|주주총회/, 'proxy'],
  [/합병등종료|증권신고서\(합병|합병등신고/, 'merger_document'],
  [/소액공모/, 'private_offering'],
  [/투자설명서|증권발행실적/, 'prospectus'],
  [/증권신고서|일괄신고/, 'registration'],
  [/상장폐지|매매거래정지|관리종목|신규상장|변경상장/, 'listing_change'],
  [/집합투자/, 'fund_report'],
  [/감사보고서$|자산유동화/, 'specialised'],
  [/주요사항보고|공정공시|수시공시|결정$|결정\(/, 'material_event'],
];

/** Remarks of a listed report that name its place of publication: disclosures of the exchange are events. */
const EXCHANGE_REMARK = /[유코넥]/;

/** The category of a report by its kind if the request had one, else by its name and remark (`rm`). */
export function categoryOf(formType: string, kind: string | null, remark: string): string {
  const byKind = kind === null ? undefined : CATEGORY_OF_KIND.find(([pattern]) => pattern.test(kind));
  const byName = CATEGORY_OF_NAME.find(([pattern]) => pattern.test(formType));
  // Results, halts and delays differ by name only: their kind is that of all disclosures of the exchange.
  if (byKind !== undefined && byKind[1] !== 'material_event') return byKind[1];
  return byName?.[1] ?? byKind?.[1] ?? (EXCHANGE_REMARK.test(remark) ? 'material_event' : 'other');
}

/** Periodic reports by their code: name, and period in the fact store. */
export const PERIODIC_REPORTS: Readonly<
  Record<ReportCode, { formType: string; fiscalPeriod: string; months: number }>
> = {
  '11011': { formType: '사업보고서', fiscalPeriod: 'FY', months: 12 },
  '11012': { formType: '반기보고서', fiscalPeriod: 'Q2', months: 6 },
  '11013': { formType: '분기보고서', fiscalPeriod: 'Q1', months: 3 },
  '11014': { formType: '분기보고서', fiscalPeriod: 'Q3', months: 9 },
};

/** Null for other reports. */
export function reportCodeOf(text: unknown): ReportCode | null {
  return text === '11011' || text === '11012' || text === '11013' || text === '11014' ? text : null;
}

/** The report code in the name of a file; that of annual reports if it has none. */
export function reportCodeIn(fileName: string): ReportCode {
  return reportCodeOf(/(?<!\d)(1101[1-4])(?!\d)/.exec(fileName)?.[1]) ?? '11011';
}

/**
 * The code of a listed periodic report. Quarterly reports are of the first or the third quarter; which one, the months
 * since the end of the business year state. Null for other reports, or if unknown.
 */
export function reportCodeOfListed(name: ReportName, yearEndMonth: number): ReportCode | null {
  if (/^사업보고서$/.test(name.formType)) return '11011';
  if (/^반기보고서$/.test(name.formType)) return '11012';
  if (!/^분기보고서$/.test(name.formType) || name.periodEnd === null) return null;
  const months = (Number(name.periodEnd.slice(5, 7)) - yearEndMonth + 12) % 12;
  if (months === 3) return '11013';
  return months === 9 ? '11014' : null;
}
