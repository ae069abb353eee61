import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, datesBetween, type IsoDate } from '../../kernel/dates.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Channel } from '../kit/channels.ts';
import { japanClock } from '../kit/clock-ahead.ts';
import { emptyDiscovery, requestsTaggedReports, TAGGED_REPORTS } from '../kit/discovery.ts';
import { orMissing } from '../kit/or-missing.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient, RequestedForms, Task } from '../kit/source.ts';
import { API_HOST, CODE_LIST_HOST, documentAddressOf, documentUrl, withNote } from './addresses.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { codeLists, codeListUrl, readCodeList, unpackCodeList } from './code-lists.ts';
import { dayLists, dayListUrl, formsOf, isShown, issuerKeyOf } from './day-lists.ts';
import { documents } from './documents.ts';
import { mainNameOf } from './filings/instances.ts';
import { CLOSING_TIME } from './filings/open-filing.ts';
import { packageFiles } from './filings/package-files.ts';
import { canonicalKeyOf, isFundCode, tickerOf } from './issuer-keys.ts';
import { type ListedDocument, parseDocumentList } from './parse-document-list.ts';
import { unnumbered } from './unnumbered.ts';

/** A company's documents can only be found by reading the lists of days: a year of them holds an annual report. */
const DAYS_OF_A_COMPANY = 400;
const DAYS_AT_FIRST = 7;
/** The registry rewrites the lists of earlier days each night; most edits by staff concern the last days. */
const DAYS_REWRITTEN = 7;
/** So many days after a day its list is requested again; between and after these nights the archived one is read. */
const NIGHTS_OF_REQUEST = [1, 2, 4, DAYS_REWRITTEN];

const channels = {
  codes: {
    host: CODE_LIST_HOST,
    cron: '0 5 * * *',
    timeZone: 'Asia/Tokyo',
    read: async client => ({ ...emptyDiscovery(), tasks: codeTasks(), position: todayOf(client) }),
    readAll: async () => ({ ...emptyDiscovery(), tasks: codeTasks() }),
  },
  today: {
    host: API_HOST,
    // The list of the day is rebuilt about every minute.
    cron: '*/2 8-18 * * 1-5',
    timeZone: 'Asia/Tokyo',
    async read(client, _, forms) {
      const today = todayOf(client);
      return { ...(await discoverDays(client, [today], forms)), position: today };
    },
    readAll: async (client, since, forms) =>
      since === null ? emptyDiscovery() : discoverDays(client, datesBetween(since, todayOf(client)), forms),
  },
  'past-days': {
    host: API_HOST,
    cron: '30 1 * * *',
    timeZone: 'Asia/Tokyo',
    async read(client, position, forms) {
      const today = todayOf(client);
      const from = position ?? addDays(today, -DAYS_AT_FIRST);
      const days = datesBetween(earlier(from, addDays(today, -DAYS_REWRITTEN)), addDays(today, -1));
      return { ...(await discoverDays(client, days, forms)), position: today };
    },
  },
} satisfies Record<string, Channel>;

/** The disclosure system of Japan's Financial Services Agency. */
export const edinet = registry({
  id: 'edinet',
  publisher: 'Financial Services Agency of Japan',
  url: 'https://disclosure2.edinet-fsa.go.jp',
  licence: 'Public Data License 1.0 (EDINET terms of use)',
  // The registry states no limit; clients that it tolerates request at about this rate.
  requestsPerSecond: 1,
  hosts: [API_HOST, CODE_LIST_HOST],
  access: [
    {
      host: API_HOST,
      key: {
        setting: 'ASFILED_EDINET_KEY',
        place: { kind: 'query', name: 'Subscription-Key' },
        from: 'free, from EDINET',
      },
    },
  ],
  clock: japanClock,
  knownBy: CLOSING_TIME,
  // A day's list knows the hour of a filing, which its documents do not; of lists the newest is right.
  precedence: { 'stated/': 10, [FILING_SOURCE]: 20 },
  documents: [codeLists, dayLists, documents],
  channels,
  defaultForms: { scheduled: [TAGGED_REPORTS], named: [TAGGED_REPORTS] },
  named: discoverNamed,
  discoverRecorded,
  needsSince: true,
  planBulk,
  splitBulk,
  unnumbered,
});

function todayOf(client: RegistryClient): IsoDate {
  return japanClock.at(client.now()).date;
}

function dayOfList(url: string): IsoDate | null {
  return dayLists.open(url)?.task.key ?? null;
}

function codeTasks(): Task[] {
  return [
    codeLists.task({ list: 'filers', day: '', isShare: false }),
    codeLists.task({ list: 'funds', day: '', isShare: false }),
  ];
}

function filingTask(docId: string, issuerKey: string, urls: readonly string[]): Task {
  return documents.task(
    docId,
    urls.map(url => withNote(url, issuerKey)),
    issuerKey,
  );
}

/** The lists of days, and the documents of requested types in them. */
async function discoverDays(
  client: RegistryClient,
  days: readonly IsoDate[],
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const day of days) {
    const list = await readDay(client, day);
    if (list === null) continue;
    discovery.tasks.push(list.task);
    appendAll(discovery.tasks, list.rows.filter(row => isRequestedType(row, forms)).flatMap(toFilingTask));
  }
  return discovery;
}

interface Day {
  task: Task;
  /** The rows of the list. */
  rows: ListedDocument[];
}

/** Null for days without filings, such as Sundays, and for days that a mirror lacks. Damaged lists have a task. */
async function readDay(client: RegistryClient, day: IsoDate): Promise<Day | null> {
  const url = dayListUrl(day);
  const since = currentSince(day, todayOf(client));
  const kept = since === null ? null : await client.kept?.(url, since);
  const document = kept ?? (await client.get(url));
  if (document === null) return null;
  const { documents: rows, damage } = parseDocumentList(document.bytes, new AnomalyLog('edinet', document.url));
  if (rows.length === 0 && damage === null) return null;
  return { task: dayLists.archived(document), rows: rows.filter(isShown) };
}

/**
 * The day (UTC) since which an archived list of a day is as good as a new one; null if the list has to be requested. A
 * night of Japan begins on the day before in UTC; on the day itself and the night after it a list may lack filings.
 */
function currentSince(day: IsoDate, today: IsoDate): IsoDate | null {
  const last = NIGHTS_OF_REQUEST.findLast(days => addDays(day, days) <= today) ?? 0;
  return last < 2 ? null : addDays(day, last - 1);
}

function isRequestedType({ docTypeCode, xbrlFlag, csvFlag }: ListedDocument, forms: RequestedForms): boolean {
  const isTagged = xbrlFlag === '1' || csvFlag === '1';
  return forms === 'all' || forms.includes(docTypeCode) || (isTagged && requestsTaggedReports(forms));
}

/** The tagged data of a document, else its PDF; attachments are not requested. */
function toFilingTask(row: ListedDocument): Task[] {
  const issuerKey = issuerKeyOf(row);
  const [form] = formsOf(row);
  if (issuerKey === null || form === undefined) return [];
  return [filingTask(row.docID, issuerKey, [documentUrl(row.docID, form)])];
}

async function discoverNamed(client: RegistryClient, request: NamedRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const isRequestedFiler = (row: ListedDocument): boolean =>
    request.ids.some(id => [row.edinetCode, row.fundCode, row.JCN, row.secCode].includes(id)) ||
    request.tickers.some(ticker => tickerKey(ticker) === tickerKey(tickerOf(row.secCode) ?? row.secCode));
  const today = todayOf(client);
  const days = await availableDays(client, request.since ?? addDays(today, -DAYS_OF_A_COMPANY), today);
  const found: ListedDocument[] = [];
  for (const day of days) {
    const list = await readDay(client, day);
    const own = list?.rows.filter(isRequestedFiler) ?? [];
    if (list !== null && own.length > 0) discovery.tasks.push(list.task);
    appendAll(found, own);
  }
  appendAll(discovery.tasks, found.filter(row => isRequestedType(row, request.forms)).flatMap(toFilingTask));
  for (const id of request.names) {
    const isFound = found.some(row => namesFiler(row, id));
    const reason = `${id} filed nothing on the ${days.length} days that were read`;
    if (!isFound) discovery.missing.push({ kind: 'company', key: id, reason });
  }
  return discovery;
}

function namesFiler(row: ListedDocument, id: string): boolean {
  if ([row.edinetCode, row.fundCode, row.JCN, row.secCode].includes(id)) return true;
  return tickerKey(tickerOf(row.secCode) ?? '') === tickerKey(id);
}

/** The days of a range; of a mirror, the days with a list. */
async function availableDays(client: RegistryClient, from: IsoDate, until: IsoDate): Promise<IsoDate[]> {
  const urls = await client.list();
  if (urls === null) return datesBetween(from, until);
  return urls.flatMap(url => dayOfList(url) ?? []).sort();
}

/** Everything in a mirror. The issuer of a document is in its day's list, else in the document and the list of codes. */
async function discoverRecorded(client: RegistryClient, urls: readonly string[]): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const lists = codeTasks().filter(task => task.urls?.some(url => urls.includes(url)));
  const days = urls.flatMap(url => dayOfList(url) ?? []).sort();
  appendAll(discovery.tasks, lists);
  const keys = new Map<string, string>();
  for (const day of days) {
    const place = { registry: 'edinet', kind: 'day', key: day };
    const list = await orMissing(client, discovery, place, () => readDay(client, day));
    if (list !== null) discovery.tasks.push(list.task);
    for (const row of list?.rows ?? []) keys.set(row.docID, issuerKeyOf(row) ?? '');
  }
  const numbers = await readCorporateNumbers(client, urls);
  const byFiling = Map.groupBy(
    urls.filter(url => documentAddressOf(url)?.path === null),
    url => documentAddressOf(url)?.filingId ?? '',
  );
  for (const [docId, own] of [...byFiling].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const listed = keys.get(docId) ?? '';
    const issuerKey = listed === '' ? await keyOfFiler(client, own, numbers) : listed;
    if (issuerKey === null) discovery.missing.push({ kind: 'filing', key: docId, reason: 'names no filer' });
    else discovery.tasks.push(filingTask(docId, issuerKey, own));
  }
  return discovery;
}

/** Corporate numbers by EDINET code. */
async function readCorporateNumbers(client: RegistryClient, urls: readonly string[]): Promise<Map<string, string>> {
  const document = urls.includes(codeListUrl('filers')) ? await client.get(codeListUrl('filers')) : null;
  if (document === null) return new Map();
  try {
    const { filers } = readCodeList(unpackCodeList(document.bytes), new AnomalyLog('edinet', document.url));
    return new Map(filers.map(filer => [filer.edinetCode, filer.corporateNumber]));
  } catch {
    // The task of the list reports its faults.
    return new Map();
  }
}

async function keyOfFiler(
  client: RegistryClient,
  urls: readonly string[],
  numbers: ReadonlyMap<string, string>,
): Promise<string | null> {
  for (const url of urls) {
    const document = await client.get(url);
    if (document === null) continue;
    const files = packageFiles([document], new AnomalyLog('edinet', url));
    const code = mainNameOf(files)?.code;
    if (code === undefined) continue;
    const fundCode = isFundCode(code) ? code : '';
    return canonicalKeyOf({ edinetCode: code, fundCode, corporateNumber: numbers.get(code) ?? '' });
  }
  return null;
}

function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b;
}
