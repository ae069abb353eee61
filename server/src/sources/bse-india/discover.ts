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
import { orMissing } from '../kit/or-missing.ts';
import type {
  Discovery,
  DiscoveryRequest,
  RegistryClient,
  RequestedForms,
  SourceDocument,
  Task,
} from '../kit/source.ts';
import { filedUrl } from './document-address.ts';
import { type AnnouncementQuery, DOCUMENTS, OLDER_DOCUMENTS, SECURITY_STATUSES, securitiesUrl } from './endpoints.ts';
import { indiaClock } from './india-clock.ts';
import { type Announcement, parseAnnouncements } from './parse-announcements.ts';
import { parseSecurities } from './parse-securities.ts';
import { queryAnnouncements } from './query-announcements.ts';
import { canonicalKeyOfScrip } from './scrip-codes.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

/** Announcements are shown from about then on. */
const FIRST_DAY: IsoDate = '2005-01-01';
/** A closed day is looked at once more: announcements are shown up to midnight. */
const PACE: DayByDay = { atFirst: 3, again: 1, most: 30 };

/** Finds out which lists, announcements and documents there are to read. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const forms = request.forms ?? [];
  if (request.kind === 'named')
    return discoverNamed(client, [...request.tickers, ...request.ids], request.since, forms);
  if (request.kind === 'everything') return discoverEverything(client, request.since, forms);
  if (request.channel === 'securities') return { ...emptyDiscovery(), tasks: listTasks() };
  if (request.channel === 'announcements') return discoverChannel(client, request.position, forms);
  throw new RangeError(`bse-india has no channel ${request.channel}`);
}

/** Asks for the documents of a task. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const plain = url.replace(/#.*$/, '');
    const document = (await client.get(plain)) ?? (await getOlder(client, plain));
    // The part after `#` says whose filing it is: the exchange's answer does not.
    if (document !== null) documents.push({ ...document, url });
  }
  return documents;
}

/** Documents are moved after some days; announcements do not say so. */
async function getOlder(client: RegistryClient, url: string): Promise<SourceDocument | null> {
  return url.startsWith(DOCUMENTS) ? client.get(OLDER_DOCUMENTS + url.slice(DOCUMENTS.length)) : null;
}

async function discoverNamed(
  client: RegistryClient,
  names: readonly string[],
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const { issuers, lists } = await readLists(client);
  const discovery: Discovery = { ...emptyDiscovery(), tasks: lists };
  return discoverEach(names, discovery, 'share', async name => {
    const code = codeOf(name.trim().toUpperCase(), issuers);
    if (code === null) return { notFound: `unknown ${name}: the exchange lists no share with this symbol or code` };
    const query = { code, from: since ?? FIRST_DAY, to: indiaClock.at(client.now()).date };
    await addAnnouncements(client, query, forms, discovery);
    return null;
  });
}

/** The code of a share by its symbol (`ABB`), its code (`500002`) or its canonical key; null where no list has it. */
function codeOf(name: string, issuers: readonly Issuer[]): string | null {
  const key = canonicalKeyOfScrip(name.replace(/^BSE:/, ''));
  const issuer = issuers.find(
    one => one.canonicalKey === key || one.listings.some(({ ticker }) => ticker.toUpperCase() === name),
  );
  return issuer?.identifiers[0]?.identifier ?? null;
}

/** Every share that the exchange lists or listed. Throws AsfiledError `upstream_error` where no list can be read. */
async function readLists(client: RegistryClient): Promise<{ issuers: Issuer[]; lists: Task[] }> {
  const issuers: Issuer[] = [];
  const lists: Task[] = [];
  for (const task of listTasks()) {
    const [document] = await fetchTask(client, task);
    if (document === undefined) continue;
    issuers.push(...(parseSecurities(document.bytes, new AnomalyLog('bse-india', document.url)) ?? []));
    lists.push(task);
  }
  if (issuers.length > 0) return { issuers, lists };
  throw new AsfiledError('upstream_error', 'bse-india gave no list of shares (ListofScripData)');
}

async function discoverChannel(
  client: RegistryClient,
  position: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const { from, to } = daysToRead(position, indiaClock.at(client.now()).date, PACE);
  return discoverDays(client, from, to, forms);
}

/** The announcements of all shares, a day at a time. */
async function discoverDays(
  client: RegistryClient,
  from: IsoDate,
  to: IsoDate,
  forms: RequestedForms,
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    await addAnnouncements(client, { code: null, from: day, to: day }, forms, discovery);
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
  const { pages, log } = await queryAnnouncements(client, query);
  discovery.anomalies.push(...log.list());
  for (const { document, announcements } of pages) {
    discovery.tasks.push(archivedTask('announcements', sourceNameOf(document.url) ?? document.url, document));
    discovery.tasks.push(...announcements.filter(one => isWantedKind(one.heading, forms)).flatMap(filingTask));
  }
}

function filingTask({ code, document, nativeId }: Announcement): Task[] {
  if (document === null) return [];
  const urls = [filedUrl(document, code)];
  const issuerKey = canonicalKeyOfScrip(code);
  return [urlTask('filing', nativeId, urls, issuerKey)];
}

/** What a mirror has recorded; of the exchange itself the lists, and what came out since a day. */
async function discoverEverything(
  client: RegistryClient,
  since: IsoDate | null,
  forms: RequestedForms,
): Promise<Discovery> {
  const urls = await client.list();
  if (urls === null) {
    const found =
      since === null ? emptyDiscovery() : await discoverDays(client, since, indiaClock.at(client.now()).date, forms);
    return { ...found, tasks: [...listTasks(), ...found.tasks] };
  }
  const discovery: Discovery = { ...emptyDiscovery(), tasks: urls.flatMap(recordedTask) };
  await addRecordedDocuments(client, urls, discovery);
  return discovery;
}

function recordedTask(url: string): Task[] {
  const key = sourceNameOf(url);
  if (key === null || issuerOf(url) !== null) return [];
  return [urlTask('list', key, [url])];
}

/** Documents of a mirror by the announcements in it that name them: their own addresses do not say whose they are. */
async function addRecordedDocuments(
  client: RegistryClient,
  urls: readonly string[],
  discovery: Discovery,
): Promise<void> {
  const tasks = new Map<string, Task>();
  for (const url of urls) {
    const key = sourceNameOf(url) ?? '';
    if (!key.startsWith('announcements/')) continue;
    const asked = { registry: 'bse-india', kind: 'announcements', key };
    const document = await orMissing(client, discovery, asked, () => client.get(url));
    const page = document && parseAnnouncements(document.bytes, new AnomalyLog('bse-india', url));
    for (const task of page?.announcements.flatMap(filingTask) ?? []) {
      const plain = task.urls?.[0]?.replace(/#.*$/, '') ?? '';
      if ([plain, plain.replace(DOCUMENTS, OLDER_DOCUMENTS)].some(one => urls.includes(one))) tasks.set(task.key, task);
    }
  }
  discovery.tasks.push(...tasks.values());
}

function listTasks(): Task[] {
  return SECURITY_STATUSES.map(status => {
    const url = securitiesUrl(status);
    return urlTask('list', sourceNameOf(url) ?? url, [url]);
  });
}
