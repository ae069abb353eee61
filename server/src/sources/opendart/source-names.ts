import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { addressOf } from './endpoints.ts';
import { canonicalKeyOfCorp, corpCode, receiptNumber } from './identifiers.ts';

/** Tables of periodic reports (guide, group DS002), read for what they say of their filing. */
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

/** Members of a document's zip, as {@link planBulk} names them. */
const DOCUMENT_MEMBER = /^document\/(\d{14})\/.+$/;

/**
 * The name of the source that a document belongs to; null for what only discovery reads, and for the registry's own
 * ratios and its taxonomy list, which say nothing of filings.
 */
export function sourceNameOf(url: string): string | null {
  const member = DOCUMENT_MEMBER.exec(url)?.[1];
  if (member !== undefined) return FILING_SOURCE + member;
  if (/^corp-codes\//.test(url)) return 'corp-codes';
  const address = addressOf(url);
  if (address === null) return null;
  const { endpoint, parameters } = address;
  const text = (name: string): string => parameters.get(name) ?? '';
  if (endpoint === 'corpCode') return 'corp-codes';
  if (endpoint === 'company') return 'company';
  if (endpoint === 'list') return listName(parameters);
  if (endpoint === 'fnlttSinglAcntAll') return `accounts/${text('bsns_year')}-${text('reprt_code')}-${text('fs_div')}`;
  if (endpoint === 'fnlttSinglAcnt' || endpoint === 'fnlttMultiAcnt') {
    return `main-accounts/${text('bsns_year')}-${text('reprt_code')}`;
  }
  if (endpoint === 'majorstock' || endpoint === 'elestock') return `holdings/${endpoint}`;
  if (REPORT_TABLES.has(endpoint)) return `report-tables/${text('bsns_year')}-${text('reprt_code')}`;
  const receipt = receiptNumber(parameters.get('rcept_no'));
  return receipt === null ? null : FILING_SOURCE + receipt;
}

/** The pages of one company's list are one source; each page of a list of all companies is its own. */
function listName(parameters: URLSearchParams): string {
  const span = `list/${parameters.get('bgn_de') ?? ''}-${parameters.get('end_de') ?? ''}`;
  const kind = parameters.get('pblntf_detail_ty') ?? parameters.get('pblntf_ty');
  const name = kind === null ? span : `${span}-${kind}`;
  return parameters.has('corp_code') ? name : `${name}/${parameters.get('page_no') ?? '1'}`;
}

/** The canonical key of the company that a document is about; null where its address does not say. */
export function issuerOf(url: string): string | null {
  const address = addressOf(url);
  if (address === null) return null;
  const code = corpCode(address.parameters.get('corp_code')) ?? corpCode(/#dart:(\d{8})$/.exec(url)?.[1]);
  return code === null ? null : canonicalKeyOfCorp(code);
}
