import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { type Anomaly, AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Channel } from '../kit/channels.ts';
import { emptyDiscovery, fetchUrls, requestsTaggedReports, TAGGED_REPORTS, urlTask } from '../kit/discovery.ts';
import { startOfMember } from '../kit/packages/start-of-member.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type {
  BulkPiece,
  BulkPlan,
  BulkReader,
  Discovery,
  RegistryClient,
  RequestedForms,
  Task,
} from '../kit/source.ts';
import { ask } from './ask.ts';
import { decodeDart } from './code-page-949.ts';
import {
  accounts,
  company,
  corpCodes,
  filings,
  holdings,
  lists,
  mainAccounts,
  otherResponses,
  reportTables,
} from './documents.ts';
import { corpCodesUrl, documentUrl, issuerOf, ofCompany, xbrlUrl } from './endpoints.ts';
import { FIRST_DAY, fetchCompany, fetchList, type ListedFiling } from './fetch-company.ts';
import { readDocumentHead } from './filings/read-document-head.ts';
import { readReportName, reportCodeIn, reportCodeOfListed } from './filings/report-types.ts';
import {
  canonicalKeyOfCorp,
  corpCode,
  knownAt,
  receiptNumber,
  receiptNumberIn,
  stockCode,
  todayInSeoul,
} from './identifiers.ts';
import { parseCorpCodes } from './parse-corp-codes.ts';

const CODE_LIST = 'CORPCODE.xml';

/** Company and period are at the beginning of a document. */
const HEAD_BYTES = 1 << 18;

const END = '</list>';
const LONGEST_ROW = 1 << 20;

const HOST = 'opendart.fss.or.kr';
const DAYS_AT_FIRST = 7;
/** The registry accepts three months at most without a company; one day at a time is read here. */
const MAX_DAYS = 90;
const DECEMBER = 12;

const channels = {
  'corp-codes': {
    host: HOST,
    cron: '0 5 * * *',
    timeZone: 'Asia/Seoul',
    read: async () => ({ ...emptyDiscovery(), tasks: [codesTask()] }),
  },
  list: {
    host: HOST,
    cron: '*/10 7-19 * * 1-5',
    timeZone: 'Asia/Seoul',
    read: (client, position, forms) =>
      discoverDays(client, position ?? addDays(todayInSeoul(client.now()), -DAYS_AT_FIRST), forms),
    readAll: async (client, since, forms) =>
      since === null ? emptyDiscovery() : discoverDays(client, addDays(since, -1), forms),
  },
} satisfies Record<string, Channel>;

const documents = [
  corpCodes,
  company,
  lists,
  accounts,
  mainAccounts,
  holdings,
  reportTables,
  filings,
  otherResponses,
] as const;

/** The filings and accounts of the Financial Supervisory Service of Korea (DART), by its open interface. */
export const openDart = registry({
  id: 'opendart',
  publisher: 'Financial Supervisory Service, Republic of Korea',
  url: 'https://opendart.fss.or.kr',
  licence: 'Open DART terms of use; public data with attribution; https://opendart.fss.or.kr/intro/terms.do',
  // Some 20,000 requests a day and key; more than 1,000 a minute are blocked.
  requestsPerSecond: 5,
  hosts: [HOST],
  access: [
    {
      host: HOST,
      key: {
        setting: 'ASFILED_OPENDART_KEY',
        place: { kind: 'query', name: 'crtfc_key' },
        from: 'free, from https://opendart.fss.or.kr',
      },
    },
  ],
  knownAtOfDay: knownAt,
  precedence: {
    company: 10,
    'list/': 20,
    [FILING_SOURCE]: 30,
    'holdings/': 40,
    'report-tables/': 50,
    'corp-codes': 60,
    'accounts/': 70,
    'main-accounts/': 80,
  },
  documents,
  channels,
  defaultForms: { scheduled: [TAGGED_REPORTS], named: [TAGGED_REPORTS] },
  named: discoverNamed,
  discoverRecorded: async (_, urls) => ({ ...emptyDiscovery(), tasks: recordedTasks(urls) }),
  fetchers: {
    company: (client, task) =>
      task.urls === null ? fetchCompany(client, task.key, task.since) : fetchUrls(client, task.urls),
  },
  needsSince: true,
  planBulk,
  splitBulk,
});

/**
 * The zip of the code list; the zip of a filing's documents, with files named after its receipt number; or an XBRL package,
 * which only the name of the zip gives a receipt number. Null for anything else.
 */
async function planBulk(reader: BulkReader, file: string): Promise<BulkPlan | null> {
  if (reader.members.includes(CODE_LIST)) return { kind: 'tables', name: 'corp-codes' };
  const main = reader.members.find(name => receiptNumber(/^(\d{14})\.xml$/.exec(name)?.[1]) !== null);
  if (main === undefined) return planPackage(reader, file);
  const receipt = main.slice(0, 14);
  const code = readDocumentHead(decodeDart(await readStart(reader, main)).text).corpCode;
  if (code === null) return null;
  const task = { kind: 'filing', key: receipt, issuerKey: canonicalKeyOfCorp(code), members: [...reader.members] };
  return { kind: 'documents', name: `document/${receipt}`, tasks: [task] };
}

async function planPackage(reader: BulkReader, file: string): Promise<BulkPlan | null> {
  const receipt = receiptNumberIn(file);
  if (receipt === null) return null;
  for (const member of reader.members) {
    const form = xbrlFormOf(await startOfMember(reader, member));
    if (form === 'instance') return { kind: 'document', url: xbrlUrl(receipt, reportCodeIn(file)) };
  }
  return null;
}

/** Cut at the end of a tag, so that no character is cut in two. */
async function readStart(reader: BulkReader, member: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of reader.stream(member)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= HEAD_BYTES) break;
  }
  const start = Buffer.concat(pieces);
  return start.subarray(0, start.lastIndexOf('>') + 1);
}

/** The rows of the code list that have a stock code, by company. */
async function* splitBulk(reader: BulkReader, log: AnomalyLog): AsyncIterable<BulkPiece[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const bytes of reader.stream(CODE_LIST)) {
    rest += decoder.decode(bytes, { stream: true });
    const end = rest.lastIndexOf(END);
    if (end < 0 && rest.length < LONGEST_ROW) continue;
    const rows = rest.slice(0, Math.max(0, end)).split(END);
    rest = end < 0 ? '' : rest.slice(end + END.length);
    yield rows.flatMap(row => toPiece(row, log) ?? []);
  }
  if (!/<\/result>\s*$/.test(rest)) log.add('truncated_xml', CODE_LIST, 'the list has no end');
}

function toPiece(row: string, log: AnomalyLog): BulkPiece | null {
  const start = row.indexOf('<list>');
  const code = corpCode(/<corp_code>([^<]{0,20})</.exec(row)?.[1]);
  if (start < 0 || code === null) {
    log.add('bad_row', CODE_LIST, row);
    return null;
  }
  if (stockCode(/<stock_code>([^<]{0,20})</.exec(row)?.[1]) === null) {
    log.leaveOut('company_without_stock_code');
    return null;
  }
  const text = `<result>${row.slice(start)}${END}</result>`;
  return { issuerKey: canonicalKeyOfCorp(code), part: CODE_LIST, text };
}

function sourceOf(url: string): string | null {
  return documents.map(kind => kind.open(url)).find(opened => opened !== null)?.source ?? null;
}

function codesTask(): Task {
  const urls = [corpCodesUrl()];
  return urlTask('corp-codes', 'corp-codes', urls, null);
}

function companyTask(code: string, since: IsoDate | null, urls: string[] | null): Task {
  return { kind: 'company', key: code, issuerKey: canonicalKeyOfCorp(code), documents: null, urls, since };
}

async function discoverNamed(client: RegistryClient, request: NamedRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const codes = new Set<string>();
  for (const id of request.ids) {
    const code = corpCode(id);
    if (code !== null) codes.add(code);
    else discovery.missing.push({ kind: 'company', key: id, reason: `${id} is not a corp code (eight digits)` });
  }
  if (request.tickers.length > 0) {
    const byTicker = await readTickers(client, discovery.anomalies);
    for (const ticker of request.tickers) {
      const code = byTicker.get(tickerKey(ticker));
      if (code !== undefined) codes.add(code);
      else {
        const reason = `unknown ticker ${ticker}: the code list of the registry does not have it`;
        discovery.missing.push({ kind: 'ticker', key: ticker, reason });
      }
    }
    if (byTicker.size > 0) discovery.tasks.push(codesTask());
  }
  const recorded = await client.list();
  for (const code of [...codes].sort()) {
    const urls = recorded === null ? null : ownUrls(recorded, code);
    discovery.tasks.push(companyTask(code, request.since, urls));
    appendAll(discovery.tasks, await namedFilings(client, code, request));
  }
  return discovery;
}

async function namedFilings(client: RegistryClient, code: string, request: NamedRequest): Promise<Task[]> {
  const { forms } = request;
  if (forms.length === 0) return [];
  const { filings } = await fetchList(client, code, request.since ?? FIRST_DAY, todayInSeoul(client.now()));
  return filings.filter(filing => isRequestedForm(filing.filing, forms)).map(filingTask);
}

async function readTickers(client: RegistryClient, anomalies: Anomaly[]): Promise<Map<string, string>> {
  const byTicker = new Map<string, string>();
  const list = await ask(client, corpCodesUrl());
  if (list === null) return byTicker;
  const log = new AnomalyLog('opendart', corpCodesUrl());
  for (const issuer of parseCorpCodes(list.document.bytes, log).issuers) {
    for (const { ticker } of issuer.listings)
      byTicker.set(tickerKey(ticker), issuer.canonicalKey.slice('dart:'.length));
  }
  appendAll(anomalies, log.list());
  return byTicker;
}

/** The documents of a mirror: the code list, companies, pages of lists, and filings. */
function recordedTasks(urls: readonly string[]): Task[] {
  const known = urls.filter(url => sourceOf(url) !== null);
  const codes = new Set(known.flatMap(url => issuerOf(url) ?? []));
  const companies = [...codes].sort().map(key => {
    const code = key.slice('dart:'.length);
    return companyTask(code, null, ownUrls(known, code));
  });
  const filings = Map.groupBy(
    known.filter(url => sourceOf(url)?.startsWith(FILING_SOURCE) === true),
    url => sourceOf(url) ?? '',
  );
  const opened = [...filings].sort().map(([name, some]): Task => {
    const key = name.slice(FILING_SOURCE.length);
    return urlTask('filing', key, some);
  });
  const lists = known.filter(url => issuerOf(url) === null && /^(?:list|main-accounts)\//.test(sourceOf(url) ?? ''));
  const shared = lists.map((url): Task => {
    return urlTask('list', sourceOf(url) ?? url, [url]);
  });
  const codeList = known.includes(corpCodesUrl()) ? [codesTask()] : [];
  return [...codeList, ...companies, ...shared, ...opened];
}

function ownUrls(urls: readonly string[], code: string): string[] {
  const key = canonicalKeyOfCorp(code);
  return urls.filter(url => issuerOf(url) === key && sourceOf(url) !== null);
}

/** The filings of all days after `position`, the companies with periodic reports among them, and requested documents. */
async function discoverDays(client: RegistryClient, position: IsoDate, forms: RequestedForms): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const until = todayInSeoul(client.now());
  const codes = new Set<string>();
  let readTo = position;
  // Today's list grows until it ends: its position stays the day before, so that it is read again.
  for (let day = addDays(position, 1), count = 0; day <= until && count < MAX_DAYS; day = addDays(day, 1), count++) {
    const { documents, filings } = await fetchList(client, null, day, day);
    for (const one of filings) if (one.filing.hasXbrl) codes.add(one.corpCode);
    for (const { url } of documents) {
      const key = sourceOf(url) ?? url;
      discovery.tasks.push(urlTask('list', key, [url]));
    }
    appendAll(discovery.tasks, filings.filter(filing => isRequestedForm(filing.filing, forms)).map(filingTask));
    if (day < until) readTo = day;
  }
  const since = addDays(position, -DAYS_AT_FIRST);
  appendAll(
    discovery.tasks,
    [...codes].sort().map(code => companyTask(code, since, null)),
  );
  return { ...discovery, position: readTo };
}

/** True if the documents of a filing are requested: its form by name, or by the kind of a periodic report (`A001`). */
function isRequestedForm(filing: Filing, forms: RequestedForms): boolean {
  if (forms === 'all' || (filing.hasXbrl && requestsTaggedReports(forms))) return true;
  const kind = { 사업보고서: 'A001', 반기보고서: 'A002', 분기보고서: 'A003' }[filing.formType];
  return forms.some(form => form === filing.formType || (kind !== undefined && form === kind));
}

function filingTask({ filing, corpCode: company }: ListedFiling): Task {
  const code = reportCodeOfListed(readReportName(filing.title ?? ''), DECEMBER);
  const urls = [documentUrl(filing.nativeId), ...(code === null ? [] : [xbrlUrl(filing.nativeId, code)])];
  const own = urls.map(url => ofCompany(url, company));
  return urlTask('filing', filing.nativeId, own, canonicalKeyOfCorp(company));
}
