import { addToList } from '../../kernel/add-to-list.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { isLei } from '../../kernel/identifiers/check-digits.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../kit/discovery.ts';
import { orMissing } from '../kit/or-missing.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import { categoryOfSystem } from './categories.ts';
import { entityFilingsUrl, filingRowOfPage, filingRowUrl, newestFilingsUrl, PAGE_SIZE } from './endpoints.ts';
import { entityOfAddress } from './entities.ts';
import { filingAddressOf, isIndexUrl, splitNativeId } from './filing-address.ts';
import { type IndexPage, type IndexRow, parseIndexPage } from './parse-index-page.ts';

/** The channel of filings that the index took in last. */
export const NEW_FILINGS = 'new-filings';

/** The index holds some twenty thousand filings; a run that needs more pages than this is not at its end. */
const MOST_PAGES = 1_000;

/** Finds out which filings there are, and where their documents lie. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const forms = request.forms ?? [];
  if (request.kind === 'named') return discoverNamed(client, request, forms);
  if (request.kind === 'channel') return discoverNew(client, request.position, forms);
  const urls = await client.list();
  return urls === null ? discoverSince(client, request.since, forms) : discoverMirror(client, urls);
}

/** Asks for the documents of a task; what the registry does not have is left out. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  return fetchUrls(client, task.urls ?? []);
}

async function discoverNamed(
  client: RegistryClient,
  request: DiscoveryRequest & { kind: 'named' },
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const ticker of request.tickers) {
    const reason = `unknown ticker ${ticker}: the registry knows no tickers, name companies by their LEI`;
    discovery.missing.push({ kind: 'ticker', key: ticker, reason });
  }
  for (const id of request.ids.map(one => one.trim().toUpperCase())) {
    if (splitNativeId(id) !== null) discovery.tasks.push(filingTask(id, [filingRowUrl(id)]));
    else if (isLei(id)) await discoverEntity(client, id, request.since, forms, discovery);
    else discovery.missing.push({ kind: 'entity', key: id, reason: `${id} is no LEI with right check digits` });
  }
  return discovery;
}

async function discoverEntity(
  client: RegistryClient,
  lei: string,
  since: IsoDate | null,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  let count = 0;
  await readPages(
    client,
    page => entityFilingsUrl(lei, page),
    discovery,
    rows => {
      const own = rows.filter(row => since === null || row.addedOn >= since);
      discovery.tasks.push(...own.map(row => rowTask(row, forms)));
      count += rows.length;
      return own.length === rows.length;
    },
  );
  if (count > 0) return;
  discovery.missing.push({ kind: 'entity', key: lei, reason: `the index lists no filing of ${lei}` });
}

async function discoverSince(client: RegistryClient, since: IsoDate | null, forms: RequestedForms): Promise<Discovery> {
  const discovery = emptyDiscovery();
  await readPages(client, newestFilingsUrl, discovery, rows => {
    const newer = rows.filter(row => since === null || row.addedOn >= since);
    discovery.tasks.push(...newer.map(row => rowTask(row, forms)));
    return newer.length === rows.length;
  });
  return discovery;
}

/** Filings back to the moment of the last look, which is looked at again: several are taken in at once. */
async function discoverNew(client: RegistryClient, position: string | null, forms: RequestedForms): Promise<Discovery> {
  const discovery = emptyDiscovery();
  let newest = position;
  await readPages(client, newestFilingsUrl, discovery, rows => {
    const request = rows.filter(row => position === null || momentOf(row) >= position);
    discovery.tasks.push(...request.map(row => rowTask(row, forms)));
    for (const row of rows) if (newest === null || momentOf(row) > newest) newest = momentOf(row);
    return position !== null && request.length === rows.length;
  });
  return newest === null ? discovery : { ...discovery, position: newest };
}

function momentOf(row: IndexRow): string {
  return row.addedAt ?? row.addedOn;
}

/** Reads page after page until `take` has had enough or the index ends. Filings may move to the next page meanwhile. */
async function readPages(
  client: RegistryClient,
  urlOf: (page: number) => string,
  discovery: Discovery,
  take: (rows: IndexRow[]) => boolean,
): Promise<void> {
  const seen = new Set<string>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const read = await readPage(client, urlOf(page), discovery);
    if (read === null || read.rows.length === 0) return;
    const rows = read.rows.filter(row => !seen.has(row.nativeId));
    for (const row of rows) seen.add(row.nativeId);
    if (!take(rows) || (read.total !== null && page * PAGE_SIZE >= read.total)) return;
  }
  const detail = `more than ${MOST_PAGES} pages; the rest was not read`;
  discovery.anomalies.push({ registry: 'esef', source: urlOf(1), locator: '', kind: 'too_many_pages', detail });
}

/** Null where there is none; in a mirror also where there is none that can be read: then it is told. */
async function readPage(client: RegistryClient, url: string, discovery: Discovery): Promise<IndexPage | null> {
  const place = { registry: 'esef', kind: 'index', key: url };
  const document = await orMissing(client, discovery, place, () => client.get(url));
  if (document === null) return null;
  const log = new AnomalyLog('esef', url);
  const page = parseIndexPage(document.bytes, log);
  discovery.anomalies.push(...log.list());
  return page;
}

/** A filing by its row: the row itself, its facts, and the package where its form is wanted. */
function rowTask(row: IndexRow, forms: RequestedForms): Task {
  const urls = [filingRowUrl(row.nativeId)];
  if (row.jsonUrl !== null) urls.push(row.jsonUrl);
  if (row.packageUrl !== null && isWanted(row, forms)) urls.push(row.packageUrl);
  return filingTask(row.nativeId, urls);
}

function isWanted(row: IndexRow, forms: RequestedForms): boolean {
  return (
    forms === 'all' || forms.includes(row.system) || forms.includes(categoryOfSystem(row.system, row.periodEnd) ?? '')
  );
}

function filingTask(nativeId: string, urls: string[]): Task {
  const entity = entityOfAddress(splitNativeId(nativeId)?.entity ?? '');
  return urlTask('filing', nativeId, urls, entity?.canonicalKey ?? null);
}

/** What a mirror holds: pages of the index, and documents of filings, each with the row of a page that lists it. */
async function discoverMirror(client: RegistryClient, urls: readonly string[]): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const filings = new Map<string, string[]>();
  const pageOf = new Map<string, string>();
  for (const url of urls) {
    const address = filingAddressOf(url);
    if (address !== null) addToList(filings, address.nativeId, url);
    if (!isIndexUrl(url)) continue;
    const page = await readPage(client, url, discovery);
    if (page === null || page.rows.length === 0) continue;
    if (address === null) discovery.tasks.push(pageTask(url));
    for (const { nativeId, entityName } of page.rows) {
      if (entityName !== null || !pageOf.has(nativeId)) pageOf.set(nativeId, url);
    }
  }
  for (const [nativeId, own] of filings) {
    const page = pageOf.get(nativeId);
    const isListed = own.some(isIndexUrl) || page === undefined;
    discovery.tasks.push(filingTask(nativeId, isListed ? own : [filingRowOfPage(page, nativeId), ...own]));
  }
  return discovery;
}

function pageTask(url: string): Task {
  return urlTask('index', url, [url]);
}
