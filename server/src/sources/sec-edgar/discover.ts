import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { isJsonObject, listOf } from '../../formats/json-object.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { addDays, type IsoDate, newYorkClock } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { emptyDiscovery, fetchUrls } from '../kit/discovery.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import {
  companyFactsUrl,
  currentFilingsUrl,
  dailyIndexListUrl,
  dailyIndexUrl,
  fullIndexUrl,
  submissionsPageUrl,
  submissionsUrl,
  tickersExchangeUrl,
  tickersUrl,
} from './endpoints.ts';
import { announcedTasks, companyFilingTasks, mirroredFilings, namesItself } from './filing-tasks.ts';
import { canonicalKeyOfCik, cik10 } from './identifiers.ts';
import { parseCompanyTickers } from './parse-company-tickers.ts';
import { parseCurrentFilings } from './parse-current-filings.ts';
import { type AnnouncedFiling, daysWithIndex, parseFolder, parseIndex } from './parse-indexes.ts';
import type { NamedBytes } from './parse-submissions.ts';
import { cikOfUrl, sourceNameOf } from './source-names.ts';

const TICKER_FILES = { 'company-tickers-exchange': tickersExchangeUrl(), 'company-tickers': tickersUrl() };

/** Finds out which companies, and which filings of wanted forms, there is something to fetch of. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  if (request.kind === 'named') return discoverNamed(client, request);
  if (request.kind === 'everything') return discoverEverything(client, request.since, request.forms ?? []);
  if (request.channel === 'tickers') return { ...emptyDiscovery(), tasks: tickerTasks() };
  if (request.channel === 'daily-index') {
    const position = request.position ?? addDays(today(client), -DAYS_BACK);
    // A filing may be dated some days before the index that brought it.
    return discoverIndexed(client, position, addDays(position, -DAYS_BACK), request.forms ?? []);
  }
  if (request.channel === 'current') return discoverCurrent(client, request.position, request.forms ?? []);
  throw new RangeError(`sec-edgar has no channel ${request.channel}`);
}

/** Asks for all documents of a task; a company without XBRL has no companyfacts. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  if (task.kind === 'tickers') {
    const url = Object.entries(TICKER_FILES).find(([name]) => name === task.key)?.[1];
    const document = url === undefined ? null : await client.get(url);
    return document === null ? [] : [document];
  }
  if (task.kind === 'filing') return fetchUrls(client, task.urls ?? []);
  const documents = await fetchHistory(client, task.key, task.since);
  const facts = await client.get(companyFactsUrl(task.key));
  if (facts !== null) documents.push(facts);
  documents.push(...(await fetchUrls(client, task.urls ?? [])));
  return documents;
}

/** A company's filings, with the older pages that reach past `since`; empty where the registry does not know it. */
async function fetchHistory(client: RegistryClient, cik: string, since: IsoDate | null): Promise<SourceDocument[]> {
  const submissions = await client.get(submissionsUrl(cik));
  return submissions === null ? [] : [submissions, ...(await fetchPages(client, submissions, since))];
}

const DAYS_BACK = 7;
/** The feed reaches back some thousand filings; more than this many pages were missed by the polls before. */
const MOST_PAGES = 20;
const PER_PAGE = 100;

async function discoverNamed(
  client: RegistryClient,
  request: DiscoveryRequest & { kind: 'named' },
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const ciks = new Set<string>();
  for (const id of request.ids) {
    const cik = cik10(id);
    if (cik !== null) ciks.add(cik);
    else discovery.missing.push({ kind: 'company', key: id, reason: `${id} is no CIK (up to ten digits)` });
  }
  if (request.tickers.length > 0) {
    const { byTicker, fileCount } = await readTickers(client, discovery.anomalies);
    for (const ticker of request.tickers) {
      const cik = byTicker.get(tickerKey(ticker));
      if (cik !== undefined) ciks.add(cik);
      else {
        const where =
          fileCount === 0 ? 'no ticker file could be read' : 'the ticker files of the registry do not list it';
        discovery.missing.push({ kind: 'ticker', key: ticker, reason: `unknown ticker ${ticker}: ${where}` });
      }
    }
    if (fileCount > 0) discovery.tasks.push(...tickerTasks());
  }
  const forms = request.forms ?? [];
  for (const cik of [...ciks].sort()) {
    discovery.tasks.push(companyTask(cik, request.since));
    if (forms.length === 0) continue;
    // The company's own task asks again, conditionally, and tells what is wrong with the answer.
    const history = await fetchHistory(client, cik, request.since);
    discovery.tasks.push(...companyFilingTasks(cik, history, forms, request.since));
  }
  return discovery;
}

async function readTickers(
  client: RegistryClient,
  anomalies: Anomaly[],
): Promise<{ byTicker: Map<string, string>; fileCount: number }> {
  const files: NamedBytes[] = [];
  for (const url of Object.values(TICKER_FILES)) {
    const document = await client.get(url);
    if (document !== null) files.push({ source: url, bytes: document.bytes });
  }
  const parsed = parseCompanyTickers(files);
  anomalies.push(...parsed.anomalies);
  const byTicker = new Map<string, string>();
  for (const issuer of parsed.records) {
    const cik = cik10(issuer.identifiers.find(one => one.scheme === 'cik')?.identifier);
    for (const listing of issuer.listings) if (cik !== null) byTicker.set(tickerKey(listing.ticker), cik);
  }
  return { byTicker, fileCount: files.length };
}

async function discoverEverything(
  client: RegistryClient,
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const urls = await client.list();
  if (urls === null) {
    if (since !== null) return discoverIndexed(client, addDays(since, -1), since, forms);
    throw new AsfiledError(
      'bad_request',
      'The registry is too large to be asked for everything: name companies (--ticker, --cik), give --since, or load its bulk files (--bulk).',
    );
  }
  const ciks = new Set<string>();
  const names = new Set<string>();
  for (const url of urls) {
    const name = sourceNameOf(url);
    if (name !== null) names.add(name);
    const cik = name === null || name.startsWith(FILING_SOURCE) ? null : cikOfUrl(url);
    if (cik !== null) ciks.add(cik);
  }
  const tickers = tickerTasks().filter(task => names.has(task.key));
  const filings = mirroredFilings(urls);
  // Documents without a header don't say when they were filed: they are read with the company's history, which does.
  const companies = [...ciks].sort().map(cik => {
    const own = filings.filter(one => one.issuerKey === canonicalKeyOfCik(cik) && !namesItself(one));
    return { ...companyTask(cik, since), urls: own.flatMap(one => one.urls ?? []) };
  });
  const others = filings.filter(
    one => namesItself(one) || !companies.some(({ issuerKey }) => issuerKey === one.issuerKey),
  );
  return { ...emptyDiscovery(), tasks: [...tickers, ...companies, ...others] };
}

/**
 * Companies of all filings in the indexes after the day `position`, and the filings of wanted forms: in the full index of
 * a quarter that has been over for some days (of it what was filed from `filedFrom` on), else in those of its days.
 */
async function discoverIndexed(
  client: RegistryClient,
  position: IsoDate,
  filedFrom: IsoDate,
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const until = today(client);
  const filings: AnnouncedFiling[] = [];
  let readTo = position;
  for (let day = addDays(position, 1); day <= until; day = addDays(endOfQuarter(day), 1)) {
    const end = endOfQuarter(day);
    const full = addDays(end, DAYS_BACK) < until ? await readIndex(client, fullIndexUrl(day), discovery) : null;
    if (full === null) {
      const days = await readDays(client, { after: readTo, from: day, to: end < until ? end : until }, discovery);
      filings.push(...days.filings);
      readTo = days.readTo;
    } else {
      filings.push(...full.filter(({ filed }) => filed >= filedFrom));
      readTo = end;
    }
  }
  const ciks = new Set<string>();
  addFilers(ciks, filings);
  discovery.tasks.push(...[...ciks].sort().map(cik => companyTask(cik, null)), ...announcedTasks(filings, forms));
  return { ...discovery, position: readTo };
}

/** What the indexes of some days of one quarter announce, and the last day that has one; `after` where none has. */
async function readDays(
  client: RegistryClient,
  { after, from, to }: { after: IsoDate; from: IsoDate; to: IsoDate },
  discovery: Discovery,
): Promise<{ filings: AnnouncedFiling[]; readTo: IsoDate }> {
  const filings: AnnouncedFiling[] = [];
  const folder = await client.get(dailyIndexListUrl(from));
  if (folder === null) return { filings, readTo: after };
  const files = parseFolder({ source: folder.url, bytes: folder.bytes });
  discovery.anomalies.push(...files.anomalies);
  let readTo = after;
  for (const day of daysWithIndex(files.records)) {
    if (day < from || day > to) continue;
    const announced = await readIndex(client, dailyIndexUrl(day), discovery);
    if (announced === null) continue;
    filings.push(...announced);
    readTo = day;
  }
  return { filings, readTo };
}

/** The filings of an index; null where there is none. */
async function readIndex(client: RegistryClient, url: string, discovery: Discovery): Promise<AnnouncedFiling[] | null> {
  const index = await client.get(url);
  if (index === null) return null;
  const parsed = parseIndex({ source: index.url, bytes: index.bytes });
  discovery.anomalies.push(...parsed.anomalies);
  return parsed.records;
}

function endOfQuarter(day: IsoDate): IsoDate {
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3);
  return `${day.slice(0, 4)}-${['03-31', '06-30', '09-30', '12-31'][quarter - 1]}`;
}

/** Companies of the newest filings, back to where the last look began; looks overlap, so nothing falls between. */
async function discoverCurrent(
  client: RegistryClient,
  position: string | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const ciks = new Set<string>();
  const filings = new Map<string, AnnouncedFiling>();
  let newest = position;
  for (let page = 0; page < MOST_PAGES; page++) {
    const feed = await client.get(currentFilingsUrl(page * PER_PAGE));
    if (feed === null) break;
    const parsed = parseCurrentFilings({ source: feed.url, bytes: feed.bytes });
    discovery.anomalies.push(...parsed.anomalies);
    addFilers(ciks, parsed.records);
    for (const filing of parsed.records) {
      if (position === null || filing.acceptedAt >= position) filings.set(filing.accession, filing);
    }
    const instants = parsed.records.map(one => one.acceptedAt).sort();
    const last = instants.at(-1);
    if (last !== undefined && (newest === null || last > newest)) newest = last;
    const oldest = instants[0];
    if (oldest === undefined || position === null || oldest < position) break;
  }
  const companies = [...ciks].sort().map(cik => companyTask(cik, null));
  discovery.tasks.push(...companies, ...announcedTasks([...filings.values()], forms));
  return newest === null ? discovery : { ...discovery, position: newest };
}

/** A filing stands in the history of each of its filers, persons among them. */
function addFilers(ciks: Set<string>, filings: readonly AnnouncedFiling[]): void {
  for (const filing of filings) {
    const companies = filing.filers.filter(filer => filer.role === null || !/reporting/i.test(filer.role));
    for (const filer of companies) ciks.add(filer.cik);
  }
}

async function fetchPages(
  client: RegistryClient,
  first: SourceDocument,
  since: IsoDate | null,
): Promise<SourceDocument[]> {
  const pages: SourceDocument[] = [];
  for (const name of pageNames(first.bytes, since)) {
    const page = await client.get(submissionsPageUrl(name));
    if (page !== null) pages.push(page);
  }
  return pages;
}

/** The older pages that a submissions answer points to, as far as they reach past `since`. */
function pageNames(bytes: Buffer, since: IsoDate | null): string[] {
  const filings = readFilings(bytes);
  return listOf(filings?.files).flatMap(file => {
    if (!isJsonObject(file) || typeof file.name !== 'string') return [];
    if (!/^CIK\d{10}-submissions-\d+\.json$/.test(file.name)) return [];
    const isOlder = since !== null && typeof file.filingTo === 'string' && file.filingTo < since;
    return isOlder ? [] : [file.name];
  });
}

/** Null where the text is damaged: parsing tells of that. */
function readFilings(bytes: Buffer): Record<string, unknown> | null {
  try {
    const root: unknown = JSON.parse(bytes.toString('utf8'));
    return isJsonObject(root) && isJsonObject(root.filings) ? root.filings : null;
  } catch {
    return null;
  }
}

function companyTask(cik: string, since: IsoDate | null): Task {
  return { kind: 'company', key: cik, issuerKey: canonicalKeyOfCik(cik), documents: null, urls: null, since };
}

function tickerTasks(): Task[] {
  return Object.keys(TICKER_FILES).map(key => ({
    kind: 'tickers',
    key,
    issuerKey: null,
    documents: null,
    urls: null,
    since: null,
  }));
}

function today(client: RegistryClient): IsoDate {
  return newYorkClock(client.now().toISOString()).date;
}
