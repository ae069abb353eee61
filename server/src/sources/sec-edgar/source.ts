import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { isJsonObject, listOf } from '../../formats/json-object.ts';
import type { Anomaly } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate, newYorkClock } from '../../kernel/dates.ts';
import { tickerKey } from '../../kernel/ids.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Channel } from '../kit/channels.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../kit/discovery.ts';
import { type NamedRequest, type RecordedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient, RequestedForms, SourceDocument, Task } from '../kit/source.ts';
import { planBulk, splitBulk } from './bulk.ts';
import {
  cikOfJson,
  companyFacts,
  dataSets,
  discoveryDocuments,
  failsToDeliver,
  holdingsDataSets,
  submissions,
  TICKER_FILES,
  tickers,
} from './documents.ts';
import {
  companyFactsUrl,
  currentFilingsUrl,
  dailyIndexListUrl,
  dailyIndexUrl,
  fullIndexUrl,
  submissionsPageUrl,
  submissionsUrl,
} from './endpoints.ts';
import { locateFact } from './facts/locate-fact.ts';
import { announcedTasks, companyFilingTasks, filings, namesItself, recordedFilings } from './filings/filings.ts';
import { canonicalKeyOfCik, cik10 } from './identifiers.ts';
import { knownAt } from './lists/acceptance.ts';
import { parseCompanyTickers } from './lists/company-tickers.ts';
import { parseCurrentFilings } from './lists/current-filings.ts';
import { type AnnouncedFiling, daysWithIndex, parseFolder, parseIndex } from './lists/indexes.ts';
import type { NamedBytes } from './lists/submissions.ts';
import { unnumbered } from './unnumbered.ts';

const DAYS_BACK = 7;

const channels = {
  tickers: {
    host: 'www.sec.gov',
    cron: '0 5 * * *',
    timeZone: 'America/New_York',
    read: async () => ({ ...emptyDiscovery(), tasks: tickerTasks() }),
  },
  current: {
    host: 'www.sec.gov',
    cron: '* 6-22 * * 1-5',
    timeZone: 'America/New_York',
    minSeconds: 2,
    read: discoverCurrent,
  },
  'daily-index': {
    host: 'www.sec.gov',
    cron: '15 1 * * 2-6',
    timeZone: 'America/New_York',
    read(client, position, forms) {
      const from = position ?? addDays(today(client), -DAYS_BACK);
      // A filing may be dated some days before the index that lists it.
      return discoverIndexed(client, from, addDays(from, -DAYS_BACK), forms);
    },
    readAll: async (client, since, forms) =>
      since === null ? emptyDiscovery() : discoverIndexed(client, addDays(since, -1), since, forms),
  },
} satisfies Record<string, Channel>;

/** The filings and financial data of the US Securities and Exchange Commission. */
export const secEdgar = registry({
  id: 'sec-edgar',
  publisher: 'US Securities and Exchange Commission',
  url: 'https://www.sec.gov/search-filings',
  licence: 'Public domain (US government work); https://www.sec.gov/about/privacy-information',
  // The registry allows 10 over all hosts and machines of an operator.
  requestsPerSecond: 8,
  hosts: ['www.sec.gov', 'data.sec.gov', 'efts.sec.gov'],
  knownAtOfDay: date => knownAt(date, null),
  // The header of a filing is the registry's own statement, but not about the issuer's present state.
  precedence: {
    [FILING_SOURCE]: 10,
    submissions: 20,
    'company-tickers-exchange': 30,
    'company-tickers': 40,
    'financial-statement-data-set/': 50,
    'form-13f-data-set/': 60,
    companyfacts: 70,
  },
  // Of a named company, companyfacts states the tagged values.
  defaultForms: { scheduled: ['10-K', '10-Q', '20-F', '40-F', '8-K', '6-K', 'DEF 14A'], named: [] },
  documents: [
    submissions,
    companyFacts,
    tickers,
    failsToDeliver,
    dataSets,
    holdingsDataSets,
    filings,
    ...discoveryDocuments,
  ],
  channels,
  named: discoverNamed,
  discoverRecorded,
  fetchers: { company: fetchCompany },
  unnumbered,
  locateFact,
  needsSince: true,
  planBulk,
  splitBulk,
  // The largest data set of a quarter unpacks to 1 GB.
  maxTableBytes: 8 * 2 ** 30,
});

/** All of a company; a company without XBRL has no companyfacts. */
async function fetchCompany(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents = await fetchHistory(client, task.key, task.since);
  const facts = await client.get(companyFactsUrl(task.key));
  if (facts !== null) documents.push(facts);
  appendAll(documents, await fetchUrls(client, task.urls ?? []));
  return documents;
}

/** A company's filings, with the older pages that reach past `since`; empty if the registry does not know it. */
async function fetchHistory(client: RegistryClient, cik: string, since: IsoDate | null): Promise<SourceDocument[]> {
  const submissions = await client.get(submissionsUrl(cik));
  return submissions === null ? [] : [submissions, ...(await fetchPages(client, submissions, since))];
}

/** The feed has some thousand filings. If the last run is further back than this many pages, filings are missed. */
const MAX_PAGES = 20;
const PER_PAGE = 100;

async function discoverNamed(client: RegistryClient, request: NamedRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const ciks = new Set<string>();
  for (const id of request.ids) {
    const cik = cik10(id);
    if (cik !== null) ciks.add(cik);
    else discovery.missing.push({ kind: 'company', key: id, reason: `${id} is not a CIK (up to ten digits)` });
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
    if (fileCount > 0) appendAll(discovery.tasks, tickerTasks());
  }
  const { forms } = request;
  for (const cik of [...ciks].sort()) {
    discovery.tasks.push(companyTask(cik, request.since));
    if (forms.length === 0) continue;
    // The company's own task requests it again, conditionally, and reports anomalies.
    const history = await fetchHistory(client, cik, request.since);
    appendAll(discovery.tasks, companyFilingTasks(cik, history, forms, request.since));
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
  appendAll(anomalies, parsed.anomalies);
  const byTicker = new Map<string, string>();
  for (const issuer of parsed.records) {
    const cik = cik10(issuer.identifiers.find(identifier => identifier.scheme === 'cik')?.identifier);
    for (const listing of issuer.listings) if (cik !== null) byTicker.set(tickerKey(listing.ticker), cik);
  }
  return { byTicker, fileCount: files.length };
}

/** A mirror's companies with all that it has of them, ticker files, and filings. */
async function discoverRecorded(
  _: RegistryClient,
  urls: readonly string[],
  { since }: RecordedRequest,
): Promise<Discovery> {
  const ciks = new Set<string>();
  const names = new Set<string>();
  for (const url of urls) {
    const ticker = tickers.open(url);
    if (ticker?.source != null) names.add(ticker.source);
    const cik = (submissions.open(url) ?? companyFacts.open(url)) === null ? null : cikOfJson(url);
    if (cik !== null) ciks.add(cik);
  }
  const lists = tickerTasks().filter(task => names.has(task.key));
  const recorded = recordedFilings(urls);
  // Documents without a header do not state when they were filed: they are read with the company's history, which does.
  const companies = [...ciks].sort().map(cik => {
    const own = recorded.filter(task => task.issuerKey === canonicalKeyOfCik(cik) && !namesItself(task));
    return { ...companyTask(cik, since), urls: own.flatMap(task => task.urls ?? []) };
  });
  const others = recorded.filter(
    task => namesItself(task) || !companies.some(({ issuerKey }) => issuerKey === task.issuerKey),
  );
  return { ...emptyDiscovery(), tasks: [...lists, ...companies, ...others] };
}

/**
 * Companies of all filings in the indexes after the day `position`, and the filings of requested forms. A quarter that ended
 * some days ago is read from its full index (filings since `filedFrom`), later days from their daily indexes.
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
      appendAll(filings, days.filings);
      readTo = days.readTo;
    } else {
      appendAll(
        filings,
        full.filter(({ filed }) => filed >= filedFrom),
      );
      readTo = end;
    }
  }
  const ciks = new Set<string>();
  addFilers(ciks, filings);
  appendAll(
    discovery.tasks,
    [...ciks].sort().map(cik => companyTask(cik, null)),
  );
  appendAll(discovery.tasks, announcedTasks(filings, forms));
  return { ...discovery, position: readTo };
}

/** The filings in the indexes of some days of one quarter, and the last day with an index; `after` if no day has one. */
async function readDays(
  client: RegistryClient,
  { after, from, to }: { after: IsoDate; from: IsoDate; to: IsoDate },
  discovery: Discovery,
): Promise<{ filings: AnnouncedFiling[]; readTo: IsoDate }> {
  const filings: AnnouncedFiling[] = [];
  const folder = await client.get(dailyIndexListUrl(from));
  if (folder === null) return { filings, readTo: after };
  const files = parseFolder({ source: folder.url, bytes: folder.bytes });
  appendAll(discovery.anomalies, files.anomalies);
  let readTo = after;
  for (const day of daysWithIndex(files.records)) {
    if (day < from || day > to) continue;
    const announced = await readIndex(client, dailyIndexUrl(day), discovery);
    if (announced === null) continue;
    appendAll(filings, announced);
    readTo = day;
  }
  return { filings, readTo };
}

/** The filings of an index; null if there is no index. */
async function readIndex(client: RegistryClient, url: string, discovery: Discovery): Promise<AnnouncedFiling[] | null> {
  const index = await client.get(url);
  if (index === null) return null;
  const parsed = parseIndex({ source: index.url, bytes: index.bytes });
  appendAll(discovery.anomalies, parsed.anomalies);
  return parsed.records;
}

function endOfQuarter(day: IsoDate): IsoDate {
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3);
  return `${day.slice(0, 4)}-${['03-31', '06-30', '09-30', '12-31'][quarter - 1]}`;
}

/** Companies of the newest filings, back to the beginning of the last run; runs overlap, so that nothing is missed. */
async function discoverCurrent(
  client: RegistryClient,
  position: string | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const ciks = new Set<string>();
  const filings = new Map<string, AnnouncedFiling>();
  let newest = position;
  for (let page = 0; page < MAX_PAGES; page++) {
    const feed = await client.get(currentFilingsUrl(page * PER_PAGE));
    if (feed === null) break;
    const parsed = parseCurrentFilings({ source: feed.url, bytes: feed.bytes });
    appendAll(discovery.anomalies, parsed.anomalies);
    addFilers(ciks, parsed.records);
    for (const filing of parsed.records) {
      if (position === null || filing.acceptedAt >= position) filings.set(filing.accession, filing);
    }
    const instants = parsed.records.map(record => record.acceptedAt).sort();
    const last = instants.at(-1);
    if (last !== undefined && (newest === null || last > newest)) newest = last;
    const oldest = instants[0];
    if (oldest === undefined || position === null || oldest < position) break;
  }
  const companies = [...ciks].sort().map(cik => companyTask(cik, null));
  appendAll(discovery.tasks, companies);
  appendAll(discovery.tasks, announcedTasks([...filings.values()], forms));
  return newest === null ? discovery : { ...discovery, position: newest };
}

/** A filing is in the history of each of its filers; reporting persons are left out. */
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

/** The older pages that a submissions file names, if they contain filings after `since`. */
function pageNames(bytes: Buffer, since: IsoDate | null): string[] {
  const filings = readFilings(bytes);
  return listOf(filings?.files).flatMap(file => {
    if (!isJsonObject(file) || typeof file.name !== 'string') return [];
    if (!/^CIK\d{10}-submissions-\d+\.json$/.test(file.name)) return [];
    const isOlder = since !== null && typeof file.filingTo === 'string' && file.filingTo < since;
    return isOlder ? [] : [file.name];
  });
}

/** Null if the text is damaged, which the parser reports. */
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
  return Object.entries(TICKER_FILES).map(([name, url]) => urlTask('tickers', name, [url]));
}

function today(client: RegistryClient): IsoDate {
  return newYorkClock(client.now().toISOString()).date;
}
