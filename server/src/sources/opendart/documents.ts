import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { DocumentKind, ParseContext } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { formOfResponse } from '../kit/http/response-form.ts';
import type { ParsedDocuments, RegistryClient, ResponseFault, SourceDocument } from '../kit/source.ts';
import { filingKind, type SourceKindOptions, sourceKind } from '../kit/source-kind.ts';
import { ask } from './ask.ts';
import { API, addressOf, corpCodesUrl, issuerOf, REPORT_TABLES } from './endpoints.ts';
import { type Evidence, gatherEvidence, type ReadDocument, readDocument } from './evidence.ts';
import { openFiling } from './filings/open-filing.ts';
import { receiptNumber } from './identifiers.ts';
import { parseCorpCodes, parseCorpCodesXml } from './parse-corp-codes.ts';
import { parseList } from './parse-list.ts';
import { parseAccountResponses, parseCompany, parseTables } from './parse-reports.ts';
import { placeFiles, urlOfFile } from './place-files.ts';
import { readRefusal, readResponse } from './read-response.ts';

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
