import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import {
  archivedTask,
  type DayByDay,
  daysToRead,
  discoverEach,
  emptyDiscovery,
  isWantedKind,
  urlTask,
} from '../kit/discovery.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import { askClearingHoldings, clearingFormOf } from './ask-clearing-holdings.ts';
import { filedUrl } from './document-address.ts';
import { CLEARING_FORM, clearingStocksUrl, prefixUrl, STOCK_LISTS, type TitleSearch } from './endpoints.ts';
import { hongKongClock } from './hong-kong-clock.ts';
import { parsePrefix } from './parse-stocks.ts';
import type { TitleRow } from './parse-titles.ts';
import { searchTitles } from './search-titles.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';
import { canonicalKeyOfStock, foldCounters, stockCode } from './stock-codes.ts';

/** The registry's electronic archive begins in 1999. */
const FIRST_YEAR = 1999;
/** A closed day is looked at once more: headlines are changed and cancelled after their release. */
const PACE: DayByDay = { atFirst: 3, again: 1, most: 30 };

/** Finds out which lists, headlines and documents there are to read. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const forms = request.forms ?? [];
  if (request.kind === 'named')
    return discoverNamed(client, [...request.tickers, ...request.ids], request.since, forms);
  if (request.kind === 'everything') return discoverEverything(client, request.since, forms);
  if (request.channel === 'stocks') return { ...emptyDiscovery(), tasks: listTasks(client) };
  if (request.channel === 'titles') return discoverChannel(client, request.position, forms);
  throw new RangeError(`hkexnews has no channel ${request.channel}`);
}

/** Asks for the documents of a task; of a filing that is its one document. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const document = task.kind === 'holdings' ? await fetchHoldings(client, url) : await fetchOne(client, url);
    if (document !== null) documents.push(document);
  }
  return documents;
}

async function fetchOne(client: RegistryClient, url: string): Promise<SourceDocument | null> {
  const document = await client.get(url.replace(/#.*$/, ''));
  // The part after `#` says whose filing it is: the registry's answer does not.
  return document && { ...document, url };
}

/** By the form, or as a mirror recorded the answer to it. */
async function fetchHoldings(client: RegistryClient, url: string): Promise<SourceDocument | null> {
  const form = clearingFormOf(url);
  if (form !== null) return client.post(CLEARING_FORM, form);
  return askClearingHoldings(client, url.slice(url.indexOf('#') + 1));
}

function holdingsTask(code: string): Task {
  const urls = [`${CLEARING_FORM}#${code}`];
  return urlTask('holdings', code, urls);
}

async function discoverNamed(
  client: RegistryClient,
  names: readonly string[],
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  return discoverEach(names, discovery, 'stock', async name => {
    const code = stockCode(name.replace(/^hkex:/i, ''));
    if (code === null) return { notFound: `${name} is no stock code (up to five digits)` };
    const stock = await findStock(client, code);
    if (stock === null) return { notFound: `unknown stock code ${code}: the registry's search does not know it` };
    discovery.tasks.push(archivedTask('stock', code, stock.document));
    if (client.origin === 'registry') discovery.tasks.push(holdingsTask(code));
    for (const search of yearsOf(client, stock.stockId, since)) await addTitles(client, search, forms, discovery);
    return null;
  });
}

/** The number by which the registry's searches ask for a stock, and the answer that says it. */
async function findStock(
  client: RegistryClient,
  code: string,
): Promise<{ stockId: string; document: SourceDocument } | null> {
  const document = await client.get(prefixUrl(code));
  if (document === null) return null;
  const log = new AnomalyLog('hkexnews', document.url);
  const stockId = parsePrefix(document.bytes, log).find(one => one.code === code)?.stockId ?? null;
  const [told] = log.list();
  if (stockId === null && told !== undefined) {
    throw new AsfiledError('upstream_error', `hkexnews gave no answer to ${document.url}: ${told.kind} ${told.detail}`);
  }
  return stockId === null ? null : { stockId, document };
}

/** A search for each year and language, the newest first. */
function yearsOf(client: RegistryClient, stockId: string, since: IsoDate | null): TitleSearch[] {
  const today = hongKongClock.at(client.now()).date;
  const first = Math.max(FIRST_YEAR, since === null ? FIRST_YEAR : Number(since.slice(0, 4)));
  const searches: TitleSearch[] = [];
  for (let year = Number(today.slice(0, 4)); year >= first; year--) {
    const to = `${year}-12-31` < today ? `${year}-12-31` : today;
    for (const language of ['en', 'zh'] as const) {
      searches.push({ stockId, market: 'SEHK', from: `${year}-01-01`, to, language, rowRange: 0 });
    }
  }
  return searches;
}

async function discoverEverything(
  client: RegistryClient,
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const urls = await client.list();
  if (urls !== null) return { ...emptyDiscovery(), tasks: urls.flatMap(mirroredTask) };
  if (since === null) {
    throw new AsfiledError(
      'bad_request',
      'The registry is too large to be asked for everything: name stocks (--ticker 00700) or give --since.',
    );
  }
  const { tasks } = await discoverDays(client, since, hongKongClock.at(client.now()).date, forms);
  return { ...emptyDiscovery(), tasks: [...listTasks(client), ...tasks] };
}

/** What a mirror has recorded; documents of filings without whose they are can't be filed. */
function mirroredTask(url: string): Task[] {
  const name = sourceNameOf(url);
  if (name === null || (name.startsWith(FILING_SOURCE) && issuerOf(url) === null)) return [];
  const kind = name.startsWith('holdings/') ? 'holdings' : 'list';
  return [urlTask(kind, name, [url])];
}

function listTasks(client: RegistryClient): Task[] {
  const yesterday = addDays(hongKongClock.at(client.now()).date, -1);
  const urls = [...Object.values(STOCK_LISTS), clearingStocksUrl(yesterday)];
  return urls.map(url => urlTask('list', sourceNameOf(url) ?? url, [url]));
}

async function discoverChannel(
  client: RegistryClient,
  position: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const { from, to } = daysToRead(position, hongKongClock.at(client.now()).date, PACE);
  return discoverDays(client, from, to, forms);
}

/** Headlines of all stocks, a day at a time, on both boards and in both languages. */
async function discoverDays(
  client: RegistryClient,
  from: IsoDate,
  to: IsoDate,
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (const market of ['SEHK', 'GEM'] as const) {
      for (const language of ['en', 'zh'] as const) {
        const search = { stockId: '-1', market, from: day, to: day, language, rowRange: 0 };
        await addTitles(client, search, forms, discovery);
      }
    }
    discovery.position = day;
  }
  return discovery;
}

/** A task for each answer that holds headlines, and one for each document of a wanted form. */
async function addTitles(
  client: RegistryClient,
  search: TitleSearch,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  for (const { document, rows } of await searchTitles(client, search)) {
    discovery.tasks.push(archivedTask('titles', sourceNameOf(document.url) ?? document.url, document));
    discovery.tasks.push(...rows.filter(row => isWantedKind(row.headline, forms)).map(filingTask));
  }
}

function filingTask({ document, securities }: TitleRow): Task {
  const code = foldCounters(securities)[0]?.code ?? '';
  const urls = [filedUrl(document, code)];
  const issuerKey = canonicalKeyOfStock(code);
  return urlTask('filing', document.nativeId, urls, issuerKey);
}
