import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from '../../formats/zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { unfiled } from '../kit/manifest.ts';
import type { ImportFile } from '../kit/source.ts';
import {
  API,
  addressOf,
  allAccountsUrl,
  companyUrl,
  corpCodesUrl,
  documentUrl,
  holdingsUrl,
  mainAccountsUrl,
  periodicUrl,
  REPORT_TABLES,
  type StatementBasis,
  xbrlUrl,
} from './endpoints.ts';
import { reportOf } from './evidence.ts';
import { reportCodeIn } from './filings/report-types.ts';
import { corpCode, dateOfReceipt, receiptNumber, receiptNumberIn } from './identifiers.ts';
import { type Row, readResponse, textOf } from './read-response.ts';

/**
 * The URL at which the registry publishes a file. A mirror's own name states it; else its content does: company, receipt
 * numbers, the fields that only one endpoint has. Null if that leaves the request open.
 */
export function urlOfFile(name: string, bytes: Buffer): string | null {
  const recorded = `${API}/${name.replace('@', '?')}`;
  if (name.includes('@') && addressOf(recorded) !== null) return recorded;
  if (bytes.toString('latin1', 0, 2) === 'PK') return urlOfZip(name, bytes);
  return urlOfMember(name, bytes) ?? urlOfResponse(name, bytes);
}

/** A document outside its zip, which names it after its receipt number. */
function urlOfMember(name: string, bytes: Buffer): string | null {
  const receipt = receiptNumber(/^(\d{14})(?:_\d+)?\.xml$/.exec(name)?.[1]);
  const isDocument = /^\s*(?:ï»¿)?(?:<\?[^>]*>\s*)?<DOCUMENT[\s>]/.test(bytes.toString('latin1', 0, 4_096));
  return receipt === null || !isDocument ? null : `document/${receipt}/${name}`;
}

function urlOfZip(name: string, bytes: Buffer): string | null {
  const members = listMembers(bytes);
  if (members.includes('CORPCODE.xml')) return corpCodesUrl();
  const named = receiptNumberIn(name);
  if (isXbrlPackage(bytes)) return named === null ? null : xbrlUrl(named, reportCodeIn(name));
  const inside = members.flatMap(member => receiptNumber(/^(\d{14})(?:_\d+)?\.xml$/.exec(member)?.[1]) ?? []);
  const receipt = inside[0] ?? named;
  return receipt === null ? null : documentUrl(receipt);
}

/** Whether a member of a zip is an instance. */
function isXbrlPackage(zip: Buffer): boolean {
  try {
    return listZipBuffer(zip).some(member => xbrlFormOf(readZipBufferMember(zip, member)) === 'instance');
  } catch (error) {
    if (error instanceof ZipError) return false;
    throw error;
  }
}

function listMembers(bytes: Buffer): string[] {
  try {
    return listZipBuffer(bytes).map(member => member.name);
  } catch {
    return [];
  }
}

function urlOfResponse(name: string, bytes: Buffer): string | null {
  const { root, rows, state } = readResponse(bytes, new AnomalyLog('opendart', name));
  if (state !== 'ok') return null;
  const [first] = rows;
  if (first === undefined) {
    const code = corpCode(root.corp_code);
    return code !== null && 'acc_mt' in root ? companyUrl(code) : null;
  }
  if ('report_nm' in first) return urlOfList(rows, root);
  const code = corpCode(first.corp_code);
  if (code === null) return null;
  if ('stkqy_irds' in first) return holdingsUrl('majorstock', code);
  if ('sp_stock_lmp_cnt' in first) return holdingsUrl('elestock', code);
  return 'account_nm' in first ? urlOfAccounts(name, code, rows) : urlOfTable(name, code, first);
}

/** The days between the oldest and the newest row; the requested range is unknown. */
function urlOfList(rows: readonly Row[], root: Row): string | null {
  const days = rows.flatMap(row => dateOfReceipt(receiptNumber(row.rcept_no) ?? '') ?? []).sort();
  const [from] = days;
  const until = days.at(-1);
  if (from === undefined || until === undefined) return null;
  const codes = new Set(rows.map(row => corpCode(row.corp_code)));
  const [code = null] = codes.size === 1 ? codes : [];
  const company = code === null ? '' : `corp_code=${code}&`;
  const span = `bgn_de=${from.replaceAll('-', '')}&end_de=${until.replaceAll('-', '')}`;
  const page = `page_no=${Number(root.page_no) || 1}&page_count=${Number(root.page_count) || 10}`;
  return `${API}/list.json?${company}${span}&${page}`;
}

function urlOfAccounts(name: string, code: string, rows: readonly Row[]): string | null {
  const [first] = rows;
  const report = reportOf({ year: first?.bsns_year, code: first?.reprt_code });
  if (first === undefined || report === null) return null;
  if ('fs_div' in first && !('account_id' in first)) {
    const codes = new Set(rows.map(row => corpCode(row.corp_code)));
    if (codes.size === 1) return mainAccountsUrl(code, report);
    return periodicUrl('fnlttMultiAcnt', [...codes].join(','), report);
  }
  const basis = basisOf(name, rows);
  return basis === null ? null : allAccountsUrl(code, report, basis);
}

/** Statements of a group distinguish owners and minorities, and name themselves in the changes of equity. */
function basisOf(name: string, rows: readonly Row[]): StatementBasis | null {
  const named = /CFS|OFS/i.exec(name)?.[0]?.toUpperCase() ?? textOf(rows[0] ?? {}, 'fs_div');
  if (named === 'CFS' || named === 'OFS') return named;
  const isGroup = rows.some(
    row =>
      /OwnersOfParent|NoncontrollingInterests/.test(textOf(row, 'account_id') ?? '') ||
      /^연결재무제표/.test(textOf(row, 'account_detail') ?? ''),
  );
  if (isGroup) return 'CFS';
  const isAlone = rows.some(row => /^(?:별도|개별)재무제표/.test(textOf(row, 'account_detail') ?? ''));
  return isAlone ? 'OFS' : null;
}

/** A field that only one table has; a file may also be named after its endpoint. */
const TABLE_OF_FIELD: readonly [string, string][] = [
  ['trmend_posesn_stock_co', 'hyslrSttus'],
  ['mxmm_shrholdr_nm', 'hyslrChgSttus'],
  ['rgist_exctv_at', 'exctvSttus'],
  ['shrholdr_tot_co', 'mrhlSttus'],
  ['isu_stock_totqy', 'stockTotqySttus'],
  ['adt_opinion', 'accnutAdtorNmNdAdtOpinion'],
  ['inv_prm', 'otrCprInvstmntSttus'],
];

function urlOfTable(name: string, code: string, row: Row): string | null {
  const endpoint =
    [...REPORT_TABLES].find(table => new RegExp(`(?:^|_)${table}(?:[.@_]|$)`).test(name)) ??
    TABLE_OF_FIELD.find(([field]) => field in row)?.[1];
  const settled = textOf(row, 'stlm_dt');
  if (endpoint === undefined || settled === null) return null;
  // The rows do not state which report of the year they belong to, except for the annual report.
  const reportCode = reportCodeIn(name);
  return periodicUrl(endpoint, code, { businessYear: settled.slice(0, 4), reportCode });
}

/** Zips of one filing by their receipt number, which the row's accession or the file states. */
export function placeFiles(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  const stated = files.map(({ row }) => receiptNumber(row.accession)).find(value => value !== null) ?? null;
  return files.map(({ row, bytes }) => {
    const isZip = bytes.toString('latin1', 0, 2) === 'PK';
    if (stated === null || !isZip) {
      const url = urlOfFile(baseName(row.path), bytes);
      if (url === null) throw unfiled(row.path, 'no receipt number (column accession)');
      return { url, bytes };
    }
    return { url: isXbrlPackage(bytes) ? xbrlUrl(stated, reportCodeIn(row.form)) : documentUrl(stated), bytes };
  });
}
