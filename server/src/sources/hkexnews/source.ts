import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import { byDay, lists } from '../kit/channels.ts';
import { discoverEach, emptyDiscovery, isRequested } from '../kit/discovery.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient, RequestedForms, SourceDocument, Task } from '../kit/source.ts';
import { clearingForm, clearingHoldings } from './clearing-holdings.ts';
import { filings, hongKongClock } from './filings.ts';
import { foldCounters, stockCode } from './stock-codes.ts';
import { CLEARING_LISTINGS, clearingStocks, clearingStocksTask, prefixes, STOCK_LISTS, stocks } from './stocks.ts';
import type { TitleResponse } from './titles.ts';
import { importedTitles, parseTitleSearch, type TitleRow, titles } from './titles.ts';

/** A query of the title search. Days are Hong Kong's, both included. */
interface TitleSearch {
  /** `-1` for all stocks. */
  stockId: string;
  market: 'SEHK' | 'GEM';
  from: IsoDate;
  to: IsoDate;
  language: 'en' | 'zh';
  rowRange: number;
}

/** Rows of the first request; a second one requests all of them from the first on. */
const ROWS_AT_FIRST = 100;

/** Beyond so many rows the days are halved instead: the registry caps its responses at a number that it does not state. */
const MAX_ROWS = 2_000;

/** A whole response with at least one headline. */
interface FoundTitles {
  document: SourceDocument;
  rows: TitleRow[];
}

interface Requested {
  document: SourceDocument;
  answer: TitleResponse;
}

/** The registry's electronic archive begins in 1999. */
const FIRST_YEAR = 1999;

/** The announcements and documents of the issuers that are listed on the Stock Exchange of Hong Kong. */
export const hkexNews = registry({
  id: 'hkexnews',
  publisher: 'Hong Kong Exchanges and Clearing',
  url: 'https://www.hkexnews.hk',
  licence:
    'Copyright of the exchange and the issuers: link, do not redistribute; https://www.hkex.com.hk/Global/Exchange/Terms-of-Use',
  // No limit is published.
  requestsPerSecond: 1,
  hosts: ['www1.hkexnews.hk', 'www3.hkexnews.hk'],
  clock: hongKongClock,
  // Full names before short ones, the current list before earlier names in headlines. Of a filing its headline knows
  // more than the manifest by which its document was filed.
  precedence: {
    'stocks/clearing': 10,
    'stocks/active-en': 20,
    'stocks/active-zh': 30,
    'prefix/': 40,
    'titles/en/': 50,
    'titles/zh/': 60,
    'rows/': 70,
    [CLEARING_LISTINGS]: 80,
    'stocks/inactive-en': 90,
    'stocks/inactive-zh': 100,
    [FILING_SOURCE]: 110,
  },
  documents: [stocks, prefixes, importedTitles, titles, clearingStocks, clearingHoldings, clearingForm, filings],
  channels: {
    stocks: lists({
      host: 'www1.hkexnews.hk',
      cron: '30 5 * * 1-6',
      timeZone: 'Asia/Hong_Kong',
      tasks: listTasks,
    }),
    titles: byDay({
      host: 'www1.hkexnews.hk',
      cron: '*/15 6-23 * * 1-6',
      timeZone: 'Asia/Hong_Kong',
      clock: hongKongClock,
      first: 3,
      // Headlines are changed and cancelled after their release.
      again: 1,
      most: 30,
      readDay,
    }),
  },
  // Documents are PDFs without tagged data.
  defaultForms: { scheduled: [], named: [] },
  named: discoverNamed,
  needsSince: true,
});

function listTasks(client: RegistryClient): Task[] {
  const yesterday = addDays(hongKongClock.at(client.now()).date, -1);
  return [...STOCK_LISTS.map(name => stocks.task({ name })), clearingStocksTask(yesterday)];
}

async function discoverNamed(client: RegistryClient, { names, since, forms }: NamedRequest): Promise<Discovery> {
  return discoverEach(names, emptyDiscovery(), 'stock', async (name, discovery) => {
    const code = stockCode(name.replace(/^hkex:/i, ''));
    if (code === null) return { notFound: `${name} is not a stock code (up to five digits)` };
    const stock = await findStock(client, code);
    if (stock === null) return { notFound: `unknown stock code ${code}: the registry's search does not know it` };
    discovery.tasks.push(prefixes.archived(stock.document));
    if (client.origin === 'registry') discovery.tasks.push(clearingForm.task({ code }));
    for (const search of yearsOf(client, stock.stockId, since)) await addTitles(client, search, forms, discovery);
    return null;
  });
}

/** The number of a stock that the registry's searches take, and the response that states it. */
async function findStock(
  client: RegistryClient,
  code: string,
): Promise<{ stockId: string; document: SourceDocument } | null> {
  const request = { lang: 'EN', code };
  const document = await client.get(prefixes.url(request));
  if (document === null) return null;
  const log = new AnomalyLog('hkexnews', document.url);
  const found = prefixes.read(document.bytes, log, request) ?? [];
  const stockId = found.find(stock => stock.code === code)?.stockId ?? null;
  if (stockId !== null) return { stockId, document };
  const [anomaly] = log.list();
  if (anomaly === undefined) return null;
  const why = `${anomaly.kind} ${anomaly.detail}`;
  throw new AsfiledError('upstream_error', `hkexnews returned an invalid response to ${document.url}: ${why}`);
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

/** Headlines of all stocks of a day, on both boards and in both languages. */
async function readDay(
  client: RegistryClient,
  day: IsoDate,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  for (const market of ['SEHK', 'GEM'] as const) {
    for (const language of ['en', 'zh'] as const) {
      const search = { stockId: '-1', market, from: day, to: day, language, rowRange: 0 };
      await addTitles(client, search, forms, discovery);
    }
  }
}

/** A task for each response that holds headlines, and one for each document of a requested form. */
async function addTitles(
  client: RegistryClient,
  search: TitleSearch,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  for (const { document, rows } of await searchTitles(client, search)) {
    discovery.tasks.push(titles.archived(document));
    appendAll(discovery.tasks, rows.filter(row => isRequested(row.headline, forms)).map(filingTask));
  }
}

export function titleSearchUrl({ stockId, market, from, to, language, rowRange }: TitleSearch): string {
  const days = { from: from.replaceAll('-', ''), to: to.replaceAll('-', '') };
  return titles.url({ market, stockId, ...days, rowRange: String(rowRange), lang: language === 'zh' ? 'zh' : 'E' });
}

/**
 * All headlines of a search, in as many responses as it takes. Throws AsfiledError `upstream_error` if a response is
 * invalid: a day of which nothing is known must not count as a day without filings.
 */
async function searchTitles(client: RegistryClient, search: TitleSearch): Promise<FoundTitles[]> {
  const first = await ask(client, { ...search, rowRange: ROWS_AT_FIRST });
  if (first === null) return [];
  if (!first.answer.hasMore) return found(first);
  const total = first.answer.total;
  if (total === null || total > MAX_ROWS) return searchHalves(client, search);
  const whole = await ask(client, { ...search, rowRange: total });
  if (whole === null || whole.answer.hasMore) return searchHalves(client, search);
  return found(whole);
}

function found({ document, answer: response }: Requested): FoundTitles[] {
  return response.rows.length === 0 ? [] : [{ document, rows: response.rows }];
}

async function ask(client: RegistryClient, search: TitleSearch): Promise<Requested | null> {
  const document = await client.get(titleSearchUrl(search));
  if (document === null) return null;
  const log = new AnomalyLog('hkexnews', document.url);
  const response = parseTitleSearch(document.bytes, log);
  if (response !== null) return { document, answer: response };
  const [reported] = log.list();
  throw new AsfiledError(
    'upstream_error',
    `hkexnews returned an invalid response to ${document.url}: ${reported?.kind ?? 'unreadable'} ${reported?.detail ?? ''}`,
  );
}

async function searchHalves(client: RegistryClient, search: TitleSearch): Promise<FoundTitles[]> {
  const [from, to] = [parseDay(search.from), parseDay(search.to)];
  if (from === null || to === null || from >= to) {
    throw new AsfiledError(
      'upstream_error',
      `hkexnews does not show all headlines of ${search.from} (${search.market}): there are more than it returns at once`,
    );
  }
  const middle = Math.floor((from + to) / 2);
  const newer = await searchTitles(client, { ...search, from: toIsoDate(middle + 1) });
  const older = await searchTitles(client, { ...search, to: toIsoDate(middle) });
  return [...newer, ...older];
}

function filingTask({ document, securities }: TitleRow): Task {
  return filings.task({ document, code: foldCounters(securities)[0]?.code ?? '' });
}
