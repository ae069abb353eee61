import { objectsOf } from '../../formats/json-object.ts';
import { addToList } from '../../kernel/add-to-list.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../kit/discovery.ts';
import { orMissing } from '../kit/or-missing.ts';
import type { BulkFile, Discovery, DiscoveryRequest, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import {
  type CompanyList,
  companyListUrl,
  DEFAULT_PER_PAGE,
  dailyAccountsUrl,
  FILINGS_PER_PAGE,
  filingHistoryUrl,
  profileUrl,
} from './endpoints.ts';
import { numberOrNull, readJsonObject, textOrNull } from './read-json.ts';
import { accountsDayOf, companyNumberOfUrl, documentKindOf, sourceNameOf } from './source-names.ts';

/** Days of accounts that a first look goes back; the registry keeps 60. */
const DAYS_AT_FIRST = 7;
/** The registry's lists are in the thousands for the largest companies alone. */
const MOST_PAGES = 400;
const LISTS: readonly CompanyList[] = ['officers', 'persons-with-significant-control', 'charges'];

/** Finds out which companies, lists and sets of accounts there is something to fetch of. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  if (request.kind === 'named') return discoverNamed(request);
  if (request.kind === 'everything') return discoverEverything(client, request.since);
  if (request.channel === 'accounts-daily') {
    return discoverDays(client, request.position ?? addDays(today(client), -DAYS_AT_FIRST));
  }
  throw new RangeError(`companies-house has no channel ${request.channel}`);
}

/** Asks for all documents of a task: those that discovery met, or all that the registry has of a company. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  if (task.urls !== null) return fetchUrls(client, task.urls);
  const documents = await fetchUrls(client, [profileUrl(task.key)]);
  documents.push(...(await fetchFilings(client, task.key, task.since)));
  for (const list of LISTS) documents.push(...(await fetchList(client, task.key, list)));
  return documents;
}

/** Pages of the filing history, newest first, as far as they reach past `since`. */
async function fetchFilings(client: RegistryClient, number: string, since: IsoDate | null): Promise<SourceDocument[]> {
  const pages: SourceDocument[] = [];
  for (let at = 0; at < MOST_PAGES; at++) {
    const page = await client.get(filingHistoryUrl(number, at * FILINGS_PER_PAGE));
    if (page === null) break;
    pages.push(page);
    const { total, dates } = looked(page);
    const oldest = dates.at(-1);
    if ((at + 1) * FILINGS_PER_PAGE >= total) break;
    if (since !== null && oldest !== undefined && oldest < since) break;
  }
  return pages;
}

async function fetchList(client: RegistryClient, number: string, list: CompanyList): Promise<SourceDocument[]> {
  const pages: SourceDocument[] = [];
  for (let at = 0; at < MOST_PAGES; at++) {
    const page = await client.get(companyListUrl(number, list, at * DEFAULT_PER_PAGE));
    if (page === null) break;
    pages.push(page);
    if ((at + 1) * DEFAULT_PER_PAGE >= looked(page).total) break;
  }
  return pages;
}

/** How many entries a list has in all, and the dates of those of a page; parsing tells what is wrong with it. */
function looked(page: SourceDocument): { total: number; dates: string[] } {
  const answer = readJsonObject(page.bytes, new AnomalyLog('companies-house', page.url)) ?? {};
  const total = numberOrNull(answer.total_count) ?? numberOrNull(answer.total_results) ?? 0;
  return { total, dates: objectsOf(answer.items).flatMap(item => textOrNull(item.date) ?? []) };
}

function discoverNamed({ tickers, ids, since }: DiscoveryRequest & { kind: 'named' }): Discovery {
  const discovery = emptyDiscovery();
  const numbers = new Set<string>();
  for (const id of ids) {
    const number = companyNumber(id.replace(/^uk:/, ''));
    if (number !== null) numbers.add(number);
    else discovery.missing.push({ kind: 'company', key: id, reason: `${id} is no company number (eight characters)` });
  }
  for (const ticker of tickers) {
    const reason = `companies-house knows no tickers: name ${ticker} by its company number (--id)`;
    discovery.missing.push({ kind: 'ticker', key: ticker, reason });
  }
  discovery.tasks.push(...[...numbers].sort().map(number => companyTask(number, null, since)));
  return discovery;
}

async function discoverEverything(client: RegistryClient, since: IsoDate | null): Promise<Discovery> {
  const urls = await client.list();
  if (urls === null) {
    if (since !== null) return discoverDays(client, addDays(since, -1));
    throw new AsfiledError(
      'bad_request',
      'The registry is too large to be asked for everything: name companies (--id), give --since for the accounts of each day, or load its bulk files (--bulk).',
    );
  }
  const discovery = emptyDiscovery();
  const bulk: BulkFile[] = [];
  const companies = new Map<string, string[]>();
  for (const url of urls) {
    if (!isOwn(url)) continue;
    const number = companyNumberOfUrl(url);
    if (number !== null) addToList(companies, number, url);
    else if (isBulkUrl(url)) bulk.push(...((await fetchBulk(client, url, discovery)) ?? []));
    else if (sourceNameOf(url) !== null) discovery.tasks.push(sharedTask(url));
  }
  const tasks = [...companies].sort(([a], [b]) => (a < b ? -1 : 1));
  discovery.tasks.push(...tasks.map(([number, own]) => companyTask(number, own.sort(), since)));
  return { ...discovery, bulk };
}

function isBulkUrl(url: string): boolean {
  return accountsDayOf(url) !== null || /\/BasicCompanyData[^/]*\.zip$/.test(url);
}

function fetchBulk(client: RegistryClient, url: string, discovery: Discovery): Promise<BulkFile[] | null> {
  const place = { registry: 'companies-house', kind: 'bulk', key: url };
  return orMissing(client, discovery, place, async () => {
    const file = await client.download(url);
    return file === null ? [] : [file];
  });
}

function isOwn(url: string): boolean {
  return /^https?:\/\/(?:api\.company-information\.service\.gov\.uk|(?:download|stream)\.companieshouse\.gov\.uk)\//.test(
    url,
  );
}

/** The accounts of each day after `position`; a day without any (a weekend, or today still) has no file. */
async function discoverDays(client: RegistryClient, position: IsoDate): Promise<Discovery> {
  const bulk: BulkFile[] = [];
  const until = today(client);
  let readTo = position;
  for (let day = addDays(position, 1); day <= until; day = addDays(day, 1)) {
    const zip = await client.download(dailyAccountsUrl(day));
    if (zip === null) continue;
    bulk.push(zip);
    readTo = day;
  }
  return { ...emptyDiscovery(), bulk, position: readTo };
}

function companyTask(number: string, urls: string[] | null, since: IsoDate | null): Task {
  return { kind: 'company', key: number, issuerKey: canonicalKeyOfNumber(number), documents: null, urls, since };
}

/** A document that speaks of many companies. */
function sharedTask(url: string): Task {
  return urlTask(documentKindOf(url) ?? 'list', url, [url]);
}

function today(client: RegistryClient): IsoDate {
  return client.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
}
