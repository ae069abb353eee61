import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, datesBetween, type IsoDate } from '../../kernel/dates.ts';
import { archivedTask, emptyDiscovery, urlTask } from '../kit/discovery.ts';
import { japanClock } from '../kit/japan-clock.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import { disclosureOf, disclosureOfUrl, documentUrl, listUrl, pageOf, withIssuer } from './addresses.ts';
import { type Disclosure, parseListPage } from './parse-list-page.ts';

/** Pages are kept for a month. */
const DAYS_KEPT = 31;
/** The busiest days have some 3,000 disclosures. */
const MOST_PAGES = 100;

/** Finds the pages of days and, where documents are wanted, the packages (else PDFs) that they link. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const today = japanClock.at(client.now()).date;
  if (request.kind === 'channel') {
    if (request.channel !== 'today') throw new RangeError(`tdnet has no channel ${request.channel}`);
    const from = request.position ?? today;
    return { ...(await discoverDays(client, datesBetween(from, today), request.forms ?? [])), position: today };
  }
  const urls = await client.list();
  const first = addDays(today, -DAYS_KEPT);
  const since = request.since !== null && request.since > first ? request.since : first;
  const mirrored = urls?.flatMap(url => pageOf(url)?.date ?? []) ?? null;
  const days = mirrored === null ? datesBetween(since, today) : [...new Set(mirrored)].sort();
  const found = await discoverDays(client, days, request.forms ?? [], urls);
  found.tasks.push(...unlistedTasks(urls ?? [], found.tasks));
  return request.kind === 'named' ? onlyNamed(found, request) : found;
}

/** Asks for the documents of a task. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const document = await client.get(url.replace(/#.*$/, ''));
    if (document === null) continue;
    documents.push({ ...document, url });
  }
  return documents;
}

async function discoverDays(
  client: RegistryClient,
  days: readonly IsoDate[],
  forms: RequestedForms,
  mirrored: readonly string[] | null = null,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (const day of days) {
    for (const { document, rows } of await readDay(client, day, discovery)) {
      discovery.tasks.push(archivedTask('list', `${day}/${pageOf(document.url)?.page}`, document));
      discovery.tasks.push(...rows.flatMap(row => toTask(row, forms, mirrored)));
    }
  }
  return discovery;
}

interface ReadPage {
  document: SourceDocument;
  rows: Disclosure[];
}

/** All pages of a day; those that a list names and nobody has, and rows that are fewer than it says, are told. */
async function readDay(client: RegistryClient, day: IsoDate, discovery: Discovery): Promise<ReadPage[]> {
  const read: ReadPage[] = [];
  // Not the address of a page: what is met in a page takes the place of what was met there before.
  const log = new AnomalyLog('tdnet', `list/${day}`);
  let pages = 1;
  let total: number | null = null;
  for (let page = 1; page <= Math.min(pages, MOST_PAGES); page++) {
    const document = await client.get(listUrl(day, page));
    if (document === null) {
      if (page > 1) log.add('missing_page', `page ${page}`, `${listUrl(day, page)} is linked and not there`);
      continue;
    }
    // What is wrong with the page is told when it is parsed.
    const list = parseListPage(document.bytes, document.url, new AnomalyLog('tdnet', document.url));
    pages = Math.max(pages, list.pages);
    total ??= list.total;
    read.push({ document, rows: list.rows });
  }
  const count = read.reduce((sum, one) => sum + one.rows.length, 0);
  if (total !== null && total !== count) log.add('count_mismatch', day, `${total} disclosures stated, ${count} listed`);
  discovery.anomalies.push(...log.list());
  return read;
}

/** A package says more than a PDF. A mirror's documents are read whatever their kind. */
function toTask(row: Disclosure, forms: RequestedForms, mirrored: readonly string[] | null): Task[] {
  const name = row.xbrl ?? row.pdf;
  const key = name === null ? null : disclosureOf(name);
  if (name === null || key === null) return [];
  const isWanted = forms === 'all' || (row.xbrl !== null && forms.includes('xbrl'));
  const isThere = mirrored?.some(url => disclosureOfUrl(url) === key) === true;
  if (mirrored === null ? !isWanted : !isThere) return [];
  const issuerKey = `sec_code:${row.securitiesCode}`;
  const urls = [withIssuer(documentUrl(name), issuerKey)];
  return [urlTask('filing', key, urls, issuerKey)];
}

/** Documents of a mirror whose list it lacks: packages name their company themselves. */
function unlistedTasks(urls: readonly string[], known: readonly Task[]): Task[] {
  const keys = new Set(known.filter(task => task.kind === 'filing').map(task => task.key));
  return urls.flatMap(url => {
    const key = disclosureOfUrl(url);
    if (key === null || keys.has(key)) return [];
    return [urlTask('filing', key, [url])];
  });
}

/** Lists are of whole days: of the documents only those of the companies named are asked for. */
function onlyNamed(found: Discovery, { tickers, ids }: DiscoveryRequest & { kind: 'named' }): Discovery {
  const keys = new Set([
    ...tickers.map(ticker => `sec_code:${ticker.toUpperCase()}0`),
    ...ids.map(id => `sec_code:${id}`),
  ]);
  return { ...found, tasks: found.tasks.filter(task => task.issuerKey === null || keys.has(task.issuerKey)) };
}
