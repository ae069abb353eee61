import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from '../../formats/zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { DocumentKind, ParseContext } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { formOfResponse } from '../kit/http/response-form.ts';
import { unfiled } from '../kit/manifest.ts';
import type { ImportFile, ParsedDocuments, RegistryClient, ResponseFault, SourceDocument } from '../kit/source.ts';
import { filingKind, type SourceKindOptions, sourceKind } from '../kit/source-kind.ts';
import { ask } from './ask.ts';
import {
  addressOf,
  allAccountsUrl,
  companyUrl,
  corpCodesUrl,
  documentUrl,
  holdingsUrl,
  issuerOf,
  mainAccountsUrl,
  periodicUrl,
  REPORT_TABLES,
  type StatementBasis,
  xbrlUrl,
} from './endpoints.ts';
import { type Evidence, gatherEvidence, type ReadDocument, readDocument, reportOf } from './evidence.ts';
import { openFiling } from './filings/open-filing.ts';
import { reportCodeIn } from './filings/report-types.ts';
import { corpCode, dateOfReceipt, receiptNumber, receiptNumberIn } from './identifiers.ts';
import { parseCorpCodes, parseCorpCodesXml } from './parse-corp-codes.ts';
import { parseList } from './parse-list.ts';
import { parseAccountResponses, parseCompany, parseTables } from './parse-reports.ts';
import { type Row, readRefusal, readResponse, textOf } from './read-response.ts';

const API = 'https://opendart.fss.or.kr/api';

type Text = (parameter: string) => string;

/** A kind of responses, by their endpoints; `source` fills in the name of the source. */
function responses(
  { path, states, source: shownSource }: { path: string; states: string; source: string },
  endpoints: (endpoint: string) => boolean,
  source: (text: Text, endpoint: string, parameters: URLSearchParams) => string,
  more: Pick<SourceKindOptions, 'parse' | 'expect'>,
): DocumentKind {
  return sourceKind({
    ...more,
    shown: { address: `${API}/${path}`, source: shownSource, states },
    read(url) {
      const address = addressOf(url);
      if (address === null || !endpoints(address.endpoint)) return null;
      const text: Text = parameter => address.parameters.get(parameter) ?? '';
      return { source: source(text, address.endpoint, address.parameters), issuer: issuerOf(url) };
    },
    validate: (bytes, _, log) => faultOfResponse(bytes, log),
  });
}

/** The code list: a zip of every body that ever filed. */
export const corpCodes = sourceKind({
  shown: { address: corpCodesUrl(), source: 'corp-codes', states: 'issuers with a stock code (zip)' },
  read: url =>
    url.startsWith('corp-codes/') || addressOf(url)?.endpoint === 'corpCode'
      ? { source: 'corp-codes', issuer: issuerOf(url) }
      : null,
  parse: parseCodes,
  validate: (bytes, _, log) => wrongZip(bytes, log),
  // Some 4,000 companies have a stock code; far fewer are not the whole list.
  expect: url => (url.startsWith('corp-codes/') ? {} : { issuers: { min: 2_000, recordedMin: 1, max: 100_000 } }),
});

export const company = responses(
  {
    path: 'company.json?corp_code={code}',
    source: 'company',
    states: 'one issuer: names, listing, register numbers, closing month, industry (KSIC)',
  },
  endpoint => endpoint === 'company',
  () => 'company',
  {
    parse: (documents, source, context) =>
      withResponses(documents, context, responses => responses.flatMap(response => parseCompany(source, response))),
    expect: { issuers: { min: 1, max: 1 } },
  },
);

export const lists = responses(
  { path: 'list.json?bgn_de={from}&end_de={until}&page_no={page}', source: 'list/{from}-{until}', states: 'filings' },
  endpoint => endpoint === 'list',
  (_, __, parameters) => listName(parameters),
  { parse: (documents, source) => parseList(source, documents) },
);

export const accounts = responses(
  {
    path: 'fnlttSinglAcntAll.json?corp_code={code}&bsns_year={year}&reprt_code={report}&fs_div={basis}',
    source: 'accounts/{year}-{report}-{basis}',
    states: 'facts and statements: every account of a periodic report',
  },
  endpoint => endpoint === 'fnlttSinglAcntAll',
  text => `accounts/${text('bsns_year')}-${text('reprt_code')}-${text('fs_div')}`,
  { parse: readAccounts },
);

export const mainAccounts = responses(
  {
    path: '{fnlttSinglAcnt|fnlttMultiAcnt}.json?corp_code={code}&bsns_year={year}&reprt_code={report}',
    source: 'main-accounts/{year}-{report}',
    states: 'facts: the main accounts of periodic reports, if there are no others',
  },
  endpoint => endpoint === 'fnlttSinglAcnt' || endpoint === 'fnlttMultiAcnt',
  text => `main-accounts/${text('bsns_year')}-${text('reprt_code')}`,
  { parse: readAccounts },
);

export const holdings = responses(
  {
    path: '{majorstock|elestock}.json?corp_code={code}',
    source: 'holdings/{endpoint}',
    states: 'filings of holders and officers, and [people](../../guides/people.md)',
  },
  endpoint => endpoint === 'majorstock' || endpoint === 'elestock',
  (_, endpoint) => `holdings/${endpoint}`,
  { parse: readTables },
);

export const reportTables = responses(
  {
    path: '{table}.json?corp_code={code}&bsns_year={year}&reprt_code={report}',
    source: 'report-tables/{year}-{report}',
    states:
      'holders and officers of periodic reports ([people](../../guides/people.md)); other tables state the filing and its period',
  },
  endpoint => REPORT_TABLES.has(endpoint),
  text => `report-tables/${text('bsns_year')}-${text('reprt_code')}`,
  { parse: readTables },
);

/** A filing's documents, as a zip or as members of one, and its XBRL package. */
export const filings = filingKind({
  shown: `${API}/document.xml?rcept_no={number}, ${API}/fnlttXbrl.xml?rcept_no={number}&reprt_code={report}`,
  states:
    'document: files, sections, facts of summary tables if nothing is tagged; XBRL package: facts, labels, statements if presentations are complete (zips)',
  read(url) {
    const member = /^document\/(\d{14})\/.+$/.exec(url)?.[1];
    if (member !== undefined) return { filing: member, issuer: issuerOf(url) };
    const address = addressOf(url);
    const filing = address && receiptNumber(address.parameters.get('rcept_no'));
    return filing === null ? null : { filing, issuer: issuerOf(url) };
  },
  open: (documents, filing, { listed }) => openFiling(filing, documents, listed),
  validate(bytes, url, log) {
    const endpoint = addressOf(url)?.endpoint ?? '';
    return endpoint === 'document' || endpoint === 'fnlttXbrl' ? wrongZip(bytes, log) : faultOfResponse(bytes, log);
  },
  async fetch(client: RegistryClient, url: string) {
    const requested = await ask(client, url);
    return requested === null || requested.response.state === 'none' ? null : requested.document;
  },
  accepts:
    "company profiles, lists, accounts (all accounts with CFS or OFS in the file's name), tables of periodic reports, holdings, zips and documents named by their receipt number",
  identify: ({ name, bytes }) => urlOfFile(name, bytes),
  placeTogether: placeFiles,
});

/** Responses that no other kind reads: the registry's own ratios, its list of taxonomies. */
export const otherResponses = sourceKind({
  shown: {
    address: `${API}/…`,
    source: null,
    states: 'ratios, list of taxonomies: checked, not stored',
    isOnlyImported: true,
  },
  read: url => (addressOf(url) === null ? null : { source: null, issuer: issuerOf(url) }),
  validate: (bytes, _, log) => faultOfResponse(bytes, log),
});

/** The pages of one company's list are one source; each page of a list of all companies is its own. */
function listName(parameters: URLSearchParams): string {
  const span = `list/${parameters.get('bgn_de') ?? ''}-${parameters.get('end_de') ?? ''}`;
  const kind = parameters.get('pblntf_detail_ty') ?? parameters.get('pblntf_ty');
  const name = kind === null ? span : `${span}-${kind}`;
  return parameters.has('corp_code') ? name : `${name}/${parameters.get('page_no') ?? '1'}`;
}

/** The key is unknown, suspended, bound to other addresses, or run out. */
const KEY_STATUSES = new Set(['status_010', 'status_011', 'status_012', 'status_901']);

/** The fault of a JSON response: every refusal has HTTP status 200. "No data" (013) is valid. */
function faultOfResponse(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const response = readResponse(bytes, log);
  return response.state === 'failed' ? refusal(response.failure, log) : null;
}

/** The fault of a response that must be a zip: without data there is no document. */
function wrongZip(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  if (formOfResponse(bytes) === 'zip') return null;
  const response = readRefusal(bytes, log);
  if (response.state === 'failed') return refusal(response.failure, log);
  if (response.state === 'none') return { kind: 'status_013', detail: 'no such document', action: 'absent' };
  return { kind: 'unexpected_document', detail: 'a response without the zip', action: 'retry' };
}

function refusal(failure: string | null, log: AnomalyLog): ResponseFault {
  const [first] = log.list();
  const kind = first?.kind ?? failure ?? 'unexpected_document';
  const action = KEY_STATUSES.has(kind) ? 'reject_key' : kind === 'status_020' ? 'back_off' : 'retry';
  return { kind, detail: first?.detail ?? '', action };
}

interface ReadTask {
  responses: ReadDocument[];
  evidence: Evidence;
}

/** The statements of all documents of a task, read once for all of its sources. */
const READ_TASKS = new WeakMap<readonly SourceDocument[], ReadTask>();

function readTask({ documents }: ParseContext): ReadTask {
  const known = READ_TASKS.get(documents);
  if (known !== undefined) return known;
  const responses = documents.flatMap(document => readDocument(document) ?? []);
  const read = { responses, evidence: gatherEvidence(responses) };
  READ_TASKS.set(documents, read);
  return read;
}

function withResponses(
  documents: readonly SourceDocument[],
  context: ParseContext,
  toRecords: (responses: ReadDocument[], evidence: Evidence) => ParsedDocuments['records'],
): ParsedDocuments {
  const { responses, evidence } = readTask(context);
  const urls = new Set(documents.map(document => document.url));
  const own = responses.filter(response => urls.has(response.url));
  const records = toRecords(own, evidence);
  return { records, anomalies: own.flatMap(document => document.log.list()) };
}

function readAccounts(documents: readonly SourceDocument[], source: string, context: ParseContext): ParsedDocuments {
  return withResponses(documents, context, (responses, evidence) => parseAccountResponses(source, responses, evidence));
}

function readTables(documents: readonly SourceDocument[], source: string, context: ParseContext): ParsedDocuments {
  return withResponses(documents, context, responses => parseTables(source, responses));
}

/** The companies with a stock code: the list names every body that ever filed, and the others are read by their documents. */
function parseCodes(documents: readonly SourceDocument[], source: string): ParsedDocuments {
  const parsed: ParsedDocuments = { records: [], anomalies: [] };
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('opendart', url);
    const isShare = url.startsWith('corp-codes/');
    const { issuers, damage } = isShare ? parseCorpCodesXml(bytes, log) : parseCorpCodes(bytes, log);
    for (const issuer of issuers) {
      if (issuer.listings.length === 0) continue;
      parsed.records.push({ ...emptyRecords(issuer.canonicalKey, source), issuer, damage });
    }
    appendAll(parsed.anomalies, log.list());
  }
  return parsed;
}

/**
 * The URL at which the registry publishes a file. A mirror's own name states it; else its content does: company, receipt
 * numbers, the fields that only one endpoint has. Null if that leaves the request open.
 */
function urlOfFile(name: string, bytes: Buffer): string | null {
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
function placeFiles(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
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
