import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
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
import { readFormAddress } from '../kit/http/form-address.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import { chinaClock } from './china-clock.ts';
import { filedUrl } from './document-address.ts';
import { executivesUrl, introductionUrl, STOCK_LISTS } from './endpoints.ts';
import type { Announcement } from './parse-announcements.ts';
import { parseStocks } from './parse-stocks.ts';
import { type AnnouncementQuery, queryAnnouncements } from './query-announcements.ts';
import { canonicalKeyOfCode, securityCode } from './security-codes.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

/** The exchanges opened in 1990; the registry shows announcements from 2000 on. */
const FIRST_DAY: IsoDate = '2000-01-01';
/** A closed day is looked at once more: announcements are dated with the day after the evening on which they come. */
const PACE: DayByDay = { atFirst: 3, again: 1, most: 30 };

/** Finds out which lists, companies, announcements and documents there are to read. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const forms = request.forms ?? [];
  if (request.kind === 'named')
    return discoverNamed(client, [...request.tickers, ...request.ids], request.since, forms);
  if (request.kind === 'everything') return discoverEverything(client, request.since, forms);
  if (request.channel === 'stocks') return { ...emptyDiscovery(), tasks: listTasks() };
  if (request.channel === 'announcements') return discoverChannel(client, request.position, forms);
  throw new RangeError(`cninfo has no channel ${request.channel}`);
}

/** Asks for the documents of a task. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const form = readFormAddress(url);
    const document =
      form === null ? await client.get(url.replace(/#.*$/, '')) : await client.post(form.url, { fields: form.fields });
    // The part after `#` says whose filing it is: the registry's answer does not.
    if (document !== null) documents.push({ ...document, url: form === null ? url : document.url });
  }
  return documents;
}

async function discoverNamed(
  client: RegistryClient,
  names: readonly string[],
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const { issuers, lists } = await readLists(client);
  const discovery: Discovery = { ...emptyDiscovery(), tasks: lists };
  return discoverEach(names, discovery, 'company', async name => {
    const code = securityCode(name.replace(/^cninfo:/i, ''));
    if (code === null) return { notFound: `${name} is no code of a share (six digits)` };
    const issuer = issuers.get(canonicalKeyOfCode(code));
    if (issuer === undefined) return { notFound: `unknown code ${code}: the registry's lists do not have it` };
    discovery.tasks.push(companyTask(code));
    const orgId = issuer.identifiers.find(one => one.scheme === 'cninfo_org_id')?.identifier ?? '';
    const query = { stock: `${code},${orgId}`, from: since ?? FIRST_DAY, to: chinaClock.at(client.now()).date };
    await addAnnouncements(client, query, forms, discovery);
    return null;
  });
}

async function discoverChannel(
  client: RegistryClient,
  position: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const { from, to } = daysToRead(position, chinaClock.at(client.now()).date, PACE);
  return discoverDays(client, from, to, forms);
}

/** The announcements of all shares, a day at a time. What comes after the evening is dated with the next day, and read too. */
async function discoverDays(
  client: RegistryClient,
  from: IsoDate,
  to: IsoDate,
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const tomorrow = addDays(to, 1);
  for (let day = from; day <= tomorrow; day = addDays(day, 1)) {
    await addAnnouncements(client, { stock: null, from: day, to: day }, forms, discovery);
  }
  return { ...discovery, position: to };
}

/** A task for each page that holds announcements, and one for each document of a wanted form. */
async function addAnnouncements(
  client: RegistryClient,
  query: AnnouncementQuery,
  forms: RequestedForms,
  discovery: Discovery,
): Promise<void> {
  for (const { document, announcements } of await queryAnnouncements(client, query)) {
    discovery.tasks.push(archivedTask('announcements', sourceNameOf(document.url) ?? document.url, document));
    discovery.tasks.push(...announcements.filter(one => isWantedKind(one.type, forms)).flatMap(filingTask));
  }
}

function filingTask({ code, document, nativeId }: Announcement): Task[] {
  if (document === null) return [];
  const urls = [filedUrl(document, code)];
  const issuerKey = canonicalKeyOfCode(code);
  return [urlTask('filing', nativeId, urls, issuerKey)];
}

/** Every code that the registry lists. Throws AsfiledError `upstream_error` where no list can be read. */
async function readLists(client: RegistryClient): Promise<{ issuers: Map<string, Issuer>; lists: Task[] }> {
  const issuers = new Map<string, Issuer>();
  const lists: Task[] = [];
  for (const task of listTasks()) {
    const [document] = await fetchTask(client, task);
    if (document === undefined) continue;
    const log = new AnomalyLog('cninfo', document.url);
    for (const issuer of parseStocks(document.bytes, log)) issuers.set(issuer.canonicalKey, issuer);
    lists.push(task);
  }
  if (issuers.size > 0) return { issuers, lists };
  throw new AsfiledError('upstream_error', 'cninfo gave no list of codes (szse_stock.json, bj_stock.json)');
}

/** What a mirror has recorded; of the registry itself the lists, and what came out since a day. */
async function discoverEverything(
  client: RegistryClient,
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const urls = await client.list();
  if (urls === null) {
    const found =
      since === null ? emptyDiscovery() : await discoverDays(client, since, chinaClock.at(client.now()).date, forms);
    return { ...emptyDiscovery(), tasks: [...listTasks(), ...found.tasks] };
  }
  const lists = listTasks().filter(task => urls.includes(task.key));
  const known = urls.filter(url => sourceNameOf(url) !== null && issuerOf(url) !== null);
  const companies = [...Map.groupBy(known, issuerOf)].flatMap(([key, own]) =>
    key === null ? [] : [{ ...companyTask(key.slice('cninfo:'.length)), urls: own }],
  );
  const pages = urls.flatMap((url): Task[] => {
    const key = sourceNameOf(url);
    if (key?.startsWith('announcements/') !== true) return [];
    return [urlTask('announcements', key, [url])];
  });
  return { ...emptyDiscovery(), tasks: [...lists, ...companies, ...pages] };
}

function listTasks(): Task[] {
  return Object.values(STOCK_LISTS).map(url => urlTask('list', url, [url]));
}

function companyTask(code: string): Task {
  const urls = [introductionUrl(code), executivesUrl(code)];
  return urlTask('company', code, urls, canonicalKeyOfCode(code));
}
