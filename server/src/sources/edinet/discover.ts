import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, datesBetween, type IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { emptyDiscovery, urlTask } from '../discovery.ts';
import { japanClock } from '../japan-clock.ts';
import { orMissing } from '../or-missing.ts';
import type { Discovery, Outside, SourceDocument, Task, Wanted, WantedForms } from '../source.ts';
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
export async function discover(outside: Outside, wanted: Wanted): Promise<Discovery> {
  if (wanted.kind === 'named') return discoverNamed(outside, wanted);
  if (wanted.kind === 'everything') return discoverEverything(outside, wanted.since, wanted.forms ?? []);
  const today = japanClock.at(outside.now()).date;
  switch (wanted.channel) {
    case 'codes':
      return { ...emptyDiscovery(), tasks: codeTasks(), position: today };
    case 'today':
      return { ...(await discoverDays(outside, [today], wanted.forms ?? [])), position: today };
    case 'past-days': {
      const from = wanted.position ?? addDays(today, -DAYS_AT_FIRST);
      const days = datesBetween(earlier(from, addDays(today, -DAYS_REWRITTEN)), addDays(today, -1));
      return { ...(await discoverDays(outside, days, wanted.forms ?? [])), position: today };
    }
    default:
      throw new RangeError(`edinet has no channel ${wanted.channel}`);
  }
}

/** Asks for the documents of a task; what the registry has not is left out. */
export async function fetchTask(outside: Outside, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const document = await outside.get(withoutNote(url));
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
async function discoverDays(outside: Outside, days: readonly IsoDate[], forms: WantedForms): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const day of days) {
    const list = await readDay(outside, day);
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
async function readDay(outside: Outside, day: IsoDate): Promise<Day | null> {
  const document = await outside.get(dayListUrl(day));
  if (document === null) return null;
  const { documents, damage } = parseDocumentList(document.bytes, document.url).records;
  if (documents.length === 0 && damage === null) return null;
  return { task: dayTask(day, document), documents: documents.filter(isShown) };
}

function isWanted({ docTypeCode }: ListedDocument, forms: WantedForms): boolean {
  return forms === 'all' || forms.includes(docTypeCode);
}

/** Of a document with tagged data that alone is asked for, else its PDF: attachments are asked for by nobody yet. */
function toFilingTask(row: ListedDocument): Task[] {
  const issuerKey = issuerKeyOf(row);
  const [form] = formsOf(row);
  if (issuerKey === null || form === undefined) return [];
  return [filingTask(row.docID, issuerKey, [documentUrl(row.docID, form)])];
}

async function discoverNamed(outside: Outside, wanted: Wanted & { kind: 'named' }): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const isWantedFiler = (row: ListedDocument): boolean =>
    wanted.ids.some(id => [row.edinetCode, row.fundCode, row.JCN, row.secCode].includes(id)) ||
    wanted.tickers.some(ticker => tickerKey(ticker) === tickerKey(tickerOf(row.secCode) ?? row.secCode));
  const today = japanClock.at(outside.now()).date;
  const days = await daysAtHand(outside, wanted.since ?? addDays(today, -DAYS_OF_A_COMPANY), today);
  const found: ListedDocument[] = [];
  for (const day of days) {
    const list = await readDay(outside, day);
    const own = list?.documents.filter(isWantedFiler) ?? [];
    if (list !== null && own.length > 0) discovery.tasks.push(list.task);
    found.push(...own);
  }
  discovery.tasks.push(...found.filter(row => isWanted(row, wanted.forms ?? [])).flatMap(toFilingTask));
  for (const id of [...wanted.ids, ...wanted.tickers]) {
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
async function daysAtHand(outside: Outside, from: IsoDate, until: IsoDate): Promise<IsoDate[]> {
  const urls = await outside.list();
  if (urls === null) return datesBetween(from, until);
  return urls.flatMap(url => dayOfList(url) ?? []).sort();
}

async function discoverEverything(outside: Outside, since: IsoDate | null, forms: WantedForms): Promise<Discovery> {
  const urls = await outside.list();
  if (urls !== null) return discoverMirror(outside, urls);
  if (since === null) {
    throw new AsfiledError(
      'bad_request',
      'The registry is too large to be asked for everything: name companies (--ticker, --id), or give --since.',
    );
  }
  const found = await discoverDays(outside, datesBetween(since, japanClock.at(outside.now()).date), forms);
  return { ...found, tasks: [...codeTasks(), ...found.tasks] };
}

/** Everything that a mirror has. Whose a document is its day's list says, else the document and the list of codes. */
async function discoverMirror(outside: Outside, urls: readonly string[]): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const lists = codeTasks().filter(task => task.urls?.some(url => urls.includes(url)));
  const days = urls.flatMap(url => dayOfList(url) ?? []).sort();
  discovery.tasks.push(...lists);
  const keys = new Map<string, string>();
  for (const day of days) {
    const place = { registry: 'edinet', kind: 'day', key: day };
    const list = await orMissing(outside, discovery, place, () => readDay(outside, day));
    if (list !== null) discovery.tasks.push(list.task);
    for (const row of list?.documents ?? []) keys.set(row.docID, issuerKeyOf(row) ?? '');
  }
  const numbers = await readCorporateNumbers(outside, urls);
  const documents = Map.groupBy(
    urls.filter(url => documentAddressOf(url)?.path === null),
    url => documentAddressOf(url)?.filingId ?? '',
  );
  for (const [docId, own] of [...documents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const listed = keys.get(docId) ?? '';
    const issuerKey = listed === '' ? await keyOfFiler(outside, own, numbers) : listed;
    if (issuerKey === null) discovery.missing.push({ kind: 'filing', key: docId, reason: 'names no filer' });
    else discovery.tasks.push(filingTask(docId, issuerKey, own));
  }
  return discovery;
}

/** Corporate numbers by EDINET code. */
async function readCorporateNumbers(outside: Outside, urls: readonly string[]): Promise<Map<string, string>> {
  const document = urls.includes(codeListUrl()) ? await outside.get(codeListUrl()) : null;
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
  outside: Outside,
  urls: readonly string[],
  numbers: ReadonlyMap<string, string>,
): Promise<string | null> {
  for (const url of urls) {
    const document = await outside.get(url);
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
