import { listZipBuffer } from '../../formats/zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { ImportFile } from '../kit/source.ts';
import {
  addressOf,
  allAccountsUrl,
  companyUrl,
  corpCodesUrl,
  documentUrl,
  holdingsUrl,
  mainAccountsUrl,
  periodicUrl,
  type StatementBasis,
  xbrlUrl,
} from './endpoints.ts';
import { reportOf } from './evidence.ts';
import { corpCode, dateOfReceipt, receiptNumber } from './identifiers.ts';
import { type Row, readAnswer, textOf } from './read-answer.ts';
import { reportCodeOf } from './report-types.ts';
import { REPORT_TABLES } from './source-names.ts';

/**
 * The URL at which the registry publishes a loose answer or zip. A mirror's own name says all; otherwise its content does:
 * company, receipt numbers, the fields that only one endpoint has. Throws AsfiledError `bad_request` where that leaves
 * open what was asked for.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const recorded = `https://opendart.fss.or.kr/api/${name.replace('@', '?')}`;
  if (name.includes('@') && addressOf(recorded) !== null) return recorded;
  const url = bytes.toString('latin1', 0, 2) === 'PK' ? urlOfZip(name, bytes) : urlOfAnswer(name, bytes);
  if (url !== null) return url;
  throw new AsfiledError(
    'bad_request',
    `${name} does not say what of opendart it is: a company profile, list, accounts (all accounts with CFS or OFS in the file's name), table of a periodic report, holdings, or a zip called after its receipt number.`,
  );
}

function urlOfZip(name: string, bytes: Buffer): string | null {
  const members = listMembers(bytes);
  if (members.includes('CORPCODE.xml')) return corpCodesUrl();
  const named = receiptNumber(/(?<!\d)(\d{14})(?!\d)/.exec(name)?.[1]);
  if (members.some(member => /\.xbrl$/i.test(member))) return named === null ? null : xbrlUrl(named, codeOfName(name));
  const inside = members.flatMap(member => receiptNumber(/^(\d{14})(?:_\d+)?\.xml$/.exec(member)?.[1]) ?? []);
  const receipt = inside[0] ?? named;
  return receipt === null ? null : documentUrl(receipt);
}

function codeOfName(name: string) {
  return reportCodeOf(/(?<!\d)(1101[1-4])(?!\d)/.exec(name)?.[1]) ?? '11011';
}

function listMembers(bytes: Buffer): string[] {
  try {
    return listZipBuffer(bytes).map(member => member.name);
  } catch {
    return [];
  }
}

function urlOfAnswer(name: string, bytes: Buffer): string | null {
  const { root, rows, state } = readAnswer(bytes, new AnomalyLog('opendart', name));
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

/** The days between the oldest and the newest row: what was asked for is not said, and does not matter. */
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
  return `https://opendart.fss.or.kr/api/list.json?${company}${span}&${page}`;
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

/** Statements of a group tell of its owners and of minorities, and call themselves so in the changes of equity. */
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

/** The field that only one table has; a file may be called after its endpoint, too. */
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
    [...REPORT_TABLES].find(one => new RegExp(`(?:^|_)${one}(?:[.@_]|$)`).test(name)) ??
    TABLE_OF_FIELD.find(([field]) => field in row)?.[1];
  const settled = textOf(row, 'stlm_dt');
  if (endpoint === undefined || settled === null) return null;
  // Which report of the year it is the rows do not say, unless it is that of the whole year.
  const reportCode = reportCodeOf(/(?<!\d)(1101[1-4])(?!\d)/.exec(name)?.[1]) ?? '11011';
  return periodicUrl(endpoint, code, { businessYear: settled.slice(0, 4), reportCode });
}

/**
 * Loose zips of one filing under the addresses at which the registry publishes them: the row's accession is the receipt
 * number. Throws AsfiledError `bad_request` where neither row nor file says it.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  const stated = files.map(({ row }) => receiptNumber(row.accession)).find(one => one !== null) ?? null;
  return files.map(({ row, bytes }) => {
    const name = baseName(row.path);
    if (stated === null || bytes.toString('latin1', 0, 2) !== 'PK') return { url: identifyImport(name, bytes), bytes };
    const isPackage = listMembers(bytes).some(member => /\.xbrl$/i.test(member));
    return { url: isPackage ? xbrlUrl(stated, codeOfName(row.form)) : documentUrl(stated), bytes };
  });
}
