import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, datesBetween, type IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { emptyDiscovery, urlTask } from '../kit/discovery.ts';
import { japanClock } from '../kit/japan-clock.ts';
import { orMissing } from '../kit/or-missing.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import {
  codeListOf,
  codeListUrl,
  dayListUrl,
  dayOfList,
  documentAddressOf,
  documentUrl,
  fundListUrl,
  withNote,
  withoutNote,
} from './addresses.ts';
import { decodeText } from './decode-text.ts';
import { canonicalKeyOf, isFundCode, tickerOf } from './issuer-keys.ts';
import { formsOf, isShown, issuerKeyOf } from './map-document-list.ts';
import { packageFiles } from './package-files.ts';
import { mainInstanceOf } from './package-names.ts';
import { dateOfCodeList, readCodeList } from './parse-code-list.ts';
import { type ListedDocument, parseDocumentList } from './parse-document-list.ts';
import { unpackCodeList } from './parse-documents.ts';

/** A company's documents can only be found by reading the lists of days: a year of them holds an annual report. */
const DAYS_OF_A_COMPANY = 400;
const DAYS_AT_FIRST = 7;
/** Days before are written anew each night; what staff edit is mostly what came in the last days. */
const DAYS_REWRITTEN = 7;

/** Finds the lists of days and of codes, and the documents of wanted types in them. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  if (request.kind === 'named') return discoverNamed(client, request);
  if (request.kind === 'everything') return discoverEverything(client, request.since, request.forms ?? []);
  const today = japanClock.at(client.now()).date;
  switch (request.channel) {
    case 'codes':
      return { ...emptyDiscovery(), tasks: codeTasks(), position: today };
    case 'today':
      return { ...(await discoverDays(client, [today], request.forms ?? [])), position: today };
    case 'past-days': {
      const from = request.position ?? addDays(today, -DAYS_AT_FIRST);
      const days = datesBetween(earlier(from, addDays(today, -DAYS_REWRITTEN)), addDays(today, -1));
      return { ...(await discoverDays(client, days, request.forms ?? [])), position: today };
    }
    default:
      throw new RangeError(`edinet has no channel ${request.channel}`);
  }
}

/** Asks for the documents of a task; what the registry has not is left out. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const document = await client.get(withoutNote(url));
    if (document === null) continue;
    documents.push({ ...document, url: codeListOf(url) === null ? url : withNote(url, dateOfPacked(document.bytes)) });
  }
  return documents;
}

function dateOfPacked(bytes: Buffer): string {
  try {
    return dateOfCodeList(decodeText(unpackCodeList(bytes))) ?? '';
  } catch {
    // What is no archive is told when it is parsed.
    return '';
  }
}

function codeTasks(): Task[] {
  return [sharedTask('codes', 'filers', codeListUrl()), sharedTask('codes', 'funds', fundListUrl())];
}

function sharedTask(kind: string, key: string, url: string): Task {
  return urlTask(kind, key, [url]);
}

/** A day's list is archived when it is read, and need not be asked for once more. */
function dayTask(day: IsoDate, { url, sha256 }: SourceDocument): Task {
  return { ...sharedTask('day', day, url), documents: [{ url, sha256, bulk: null, member: null }] };
}

function filingTask(docId: string, issuerKey: string, urls: readonly string[]): Task {
  const noted = urls.map(url => withNote(url, issuerKey));
  return urlTask('filing', docId, noted, issuerKey);
}

/** The lists of days, and the wanted documents in them. */
async function discoverDays(
  client: RegistryClient,
  days: readonly IsoDate[],
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const day of days) {
    const list = await readDay(client, day);
    if (list === null) continue;
    discovery.tasks.push(list.task, ...list.documents.filter(one => isWanted(one, forms)).flatMap(toFilingTask));
  }
  return discovery;
}

interface Day {
  task: Task;
  /** Those that are shown. */
  documents: ListedDocument[];
}

/**
 * Null for days on which nobody filed, such as Sundays, and for those that a mirror lacks. A damaged list is none of these:
 * its task tells what is wrong with it.
 */
async function readDay(client: RegistryClient, day: IsoDate): Promise<Day | null> {
  const document = await client.get(dayListUrl(day));
  if (document === null) return null;
  const { documents, damage } = parseDocumentList(document.bytes, document.url).records;
  if (documents.length === 0 && damage === null) return null;
  return { task: dayTask(day, document), documents: documents.filter(isShown) };
}

function isWanted({ docTypeCode }: ListedDocument, forms: RequestedForms): boolean {
  return forms === 'all' || forms.includes(docTypeCode);
}

/** Of a document with tagged data that alone is asked for, else its PDF: attachments are asked for by nobody yet. */
function toFilingTask(row: ListedDocument): Task[] {
  const issuerKey = issuerKeyOf(row);
  const [form] = formsOf(row);
  if (issuerKey === null || form === undefined) return [];
  return [filingTask(row.docID, issuerKey, [documentUrl(row.docID, form)])];
}

async function discoverNamed(
  client: RegistryClient,
  request: DiscoveryRequest & { kind: 'named' },
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const isWantedFiler = (row: ListedDocument): boolean =>
    request.ids.some(id => [row.edinetCode, row.fundCode, row.JCN, row.secCode].includes(id)) ||
    request.tickers.some(ticker => tickerKey(ticker) === tickerKey(tickerOf(row.secCode) ?? row.secCode));
  const today = japanClock.at(client.now()).date;
  const days = await daysAtHand(client, request.since ?? addDays(today, -DAYS_OF_A_COMPANY), today);
  const found: ListedDocument[] = [];
  for (const day of days) {
    const list = await readDay(client, day);
    const own = list?.documents.filter(isWantedFiler) ?? [];
    if (list !== null && own.length > 0) discovery.tasks.push(list.task);
    found.push(...own);
  }
  discovery.tasks.push(...found.filter(row => isWanted(row, request.forms ?? [])).flatMap(toFilingTask));
  for (const id of [...request.ids, ...request.tickers]) {
    const isThere = found.some(row => namesFiler(row, id));
    const reason = `${id} filed nothing on the ${days.length} days that were read`;
    if (!isThere) discovery.missing.push({ kind: 'company', key: id, reason });
  }
  return discovery;
}

function namesFiler(row: ListedDocument, id: string): boolean {
  if ([row.edinetCode, row.fundCode, row.JCN, row.secCode].includes(id)) return true;
  return tickerKey(tickerOf(row.secCode) ?? '') === tickerKey(id);
}

/** All days of a span at the registry; at a mirror those whose list it has. */
async function daysAtHand(client: RegistryClient, from: IsoDate, until: IsoDate): Promise<IsoDate[]> {
  const urls = await client.list();
  if (urls === null) return datesBetween(from, until);
  return urls.flatMap(url => dayOfList(url) ?? []).sort();
}

async function discoverEverything(
  client: RegistryClient,
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const urls = await client.list();
  if (urls !== null) return discoverMirror(client, urls);
  if (since === null) {
    throw new AsfiledError(
      'bad_request',
      'The registry is too large to be asked for everything: name companies (--ticker, --id), or give --since.',
    );
  }
  const found = await discoverDays(client, datesBetween(since, japanClock.at(client.now()).date), forms);
  return { ...found, tasks: [...codeTasks(), ...found.tasks] };
}

/** Everything that a mirror has. Whose a document is its day's list says, else the document and the list of codes. */
async function discoverMirror(client: RegistryClient, urls: readonly string[]): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const lists = codeTasks().filter(task => task.urls?.some(url => urls.includes(url)));
  const days = urls.flatMap(url => dayOfList(url) ?? []).sort();
  discovery.tasks.push(...lists);
  const keys = new Map<string, string>();
  for (const day of days) {
    const place = { registry: 'edinet', kind: 'day', key: day };
    const list = await orMissing(client, discovery, place, () => readDay(client, day));
    if (list !== null) discovery.tasks.push(list.task);
    for (const row of list?.documents ?? []) keys.set(row.docID, issuerKeyOf(row) ?? '');
  }
  const numbers = await readCorporateNumbers(client, urls);
  const documents = Map.groupBy(
    urls.filter(url => documentAddressOf(url)?.path === null),
    url => documentAddressOf(url)?.filingId ?? '',
  );
  for (const [docId, own] of [...documents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const listed = keys.get(docId) ?? '';
    const issuerKey = listed === '' ? await keyOfFiler(client, own, numbers) : listed;
    if (issuerKey === null) discovery.missing.push({ kind: 'filing', key: docId, reason: 'names no filer' });
    else discovery.tasks.push(filingTask(docId, issuerKey, own));
  }
  return discovery;
}

/** Corporate numbers by EDINET code. */
async function readCorporateNumbers(client: RegistryClient, urls: readonly string[]): Promise<Map<string, string>> {
  const document = urls.includes(codeListUrl()) ? await client.get(codeListUrl()) : null;
  if (document === null) return new Map();
  try {
    const { filers } = readCodeList(unpackCodeList(document.bytes), new AnomalyLog('edinet', document.url));
    return new Map(filers.map(one => [one.edinetCode, one.corporateNumber]));
  } catch {
    // The task of the list tells what is wrong with it.
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
    const code = mainInstanceOf(files.map(file => file.path))?.code;
    if (code === undefined) continue;
    const fundCode = isFundCode(code) ? code : '';
    return canonicalKeyOf({ edinetCode: code, fundCode, corporateNumber: numbers.get(code) ?? '' });
  }
  return null;
}

function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b;
}
