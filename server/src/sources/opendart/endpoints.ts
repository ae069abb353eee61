import type { IsoDate } from '../../kernel/dates.ts';
import { canonicalKeyOfCorp, corpCode } from './identifiers.ts';

export const API = 'https://opendart.fss.or.kr/api';

/** Periodic reports as the registry numbers them (`reprt_code`). */
export type ReportCode = '11011' | '11012' | '11013' | '11014';

/** Consolidated statements, or statements of the company alone (`fs_div`). */
export type StatementBasis = 'CFS' | 'OFS';

/** A periodic report of a company: business year and kind. */
export interface PeriodicReport {
  /** Four digits. */
  businessYear: string;
  reportCode: ReportCode;
}

/** The code list: a zip with `CORPCODE.xml`. */
export function corpCodesUrl(): string {
  return `${API}/corpCode.xml`;
}

/** A company's profile. */
export function companyUrl(corpCode: string): string {
  return `${API}/company.json?corp_code=${corpCode}`;
}

/** A page of at most 100 filings, newest first: of one company, or of all (over three months at most). */
export function listUrl(corpCode: string | null, from: IsoDate, until: IsoDate, page: number): string {
  const company = corpCode === null ? '' : `corp_code=${corpCode}&`;
  const span = `bgn_de=${compactDate(from)}&end_de=${compactDate(until)}`;
  return `${API}/list.json?${company}${span}&page_no=${page}&page_count=100`;
}

/** All accounts of a periodic report. */
export function allAccountsUrl(corpCode: string, report: PeriodicReport, basis: StatementBasis): string {
  return `${periodicUrl('fnlttSinglAcntAll', corpCode, report)}&fs_div=${basis}`;
}

/** The main accounts of a periodic report, on both bases. */
export function mainAccountsUrl(corpCode: string, report: PeriodicReport): string {
  return periodicUrl('fnlttSinglAcnt', corpCode, report);
}

/** One of the tables of a periodic report: `hyslrSttus`, `exctvSttus` … */
export function periodicUrl(endpoint: string, corpCode: string, report: PeriodicReport): string {
  return `${API}/${endpoint}.json?corp_code=${corpCode}&bsns_year=${report.businessYear}&reprt_code=${report.reportCode}`;
}

/** Reports of large holdings (`majorstock`), or of officers and main shareholders (`elestock`). */
export function holdingsUrl(endpoint: 'majorstock' | 'elestock', corpCode: string): string {
  return `${API}/${endpoint}.json?corp_code=${corpCode}`;
}

/**
 * A filing's documents: a zip of DART XML. Pages of the exchange do not state their company: what discovery knew of it is
 * kept in the fragment ({@link ofCompany}), which is never sent.
 */
export function documentUrl(receiptNumber: string): string {
  return `${API}/document.xml?rcept_no=${receiptNumber}`;
}

/** The address with the company that it is about in its fragment. */
export function ofCompany(url: string, corpCode: string): string {
  return `${url}#dart:${corpCode}`;
}

/** A periodic report's XBRL package. */
export function xbrlUrl(receiptNumber: string, reportCode: ReportCode): string {
  return `${API}/fnlttXbrl.xml?rcept_no=${receiptNumber}&reprt_code=${reportCode}`;
}

/** The page that shows a filing to people. */
export function viewerUrl(receiptNumber: string): string {
  return `https://dart.fss.or.kr/dsaf001/main.do?rcpNo=${receiptNumber}`;
}

function compactDate(date: IsoDate): string {
  return date.replaceAll('-', '');
}

/** The request of a URL of the registry. */
export interface Address {
  /** Without ending: `list`, `fnlttSinglAcntAll`. */
  endpoint: string;
  parameters: URLSearchParams;
}

/** Null for URLs of other hosts. */
export function addressOf(url: string): Address | null {
  const match = /^https?:\/\/opendart\.fss\.or\.kr\/api\/([A-Za-z]+)\.(?:json|xml)(?:\?|$)/.exec(url);
  if (match?.[1] === undefined || !URL.canParse(url)) return null;
  return { endpoint: match[1], parameters: new URL(url).searchParams };
}

/** Tables of periodic reports (guide, group DS002), read for their statements about the filing. */
export const REPORT_TABLES: ReadonlySet<string> = new Set(
  (
    'irdsSttus alotMatter tesstkAcqsDspsSttus hyslrSttus hyslrChgSttus mrhlSttus exctvSttus empSttus ' +
    'hmvAuditIndvdlBySttus hmvAuditAllSttus indvdlByPay otrCprInvstmntSttus stockTotqySttus detScritsIsuAcmslt ' +
    'entrprsBilScritsNrdmpBlce srtpdPsndbtNrdmpBlce cprndNrdmpBlce newCaplScritsNrdmpBlce cndlCaplScritsNrdmpBlce ' +
    'accnutAdtorNmNdAdtOpinion adtServcCnclsSttus accnutAdtorNonAdtServcCnclsSttus outcmpnyDrctrNdChangeSttus ' +
    'unrstExctvMendngSttus drctrAdtAllMendngSttusGmtsckConfmAmount drctrAdtAllMendngSttusMendngPymntamtTyCl ' +
    'pssrpCptalUseDtls prvsrpCptalUseDtls'
  ).split(' '),
);

/** The canonical key of the company that a document is about; null if its URL names none. */
export function issuerOf(url: string): string | null {
  const address = addressOf(url);
  if (address === null) return null;
  const code = corpCode(address.parameters.get('corp_code')) ?? corpCode(/#dart:(\d{8})$/.exec(url)?.[1]);
  return code === null ? null : canonicalKeyOfCorp(code);
}
