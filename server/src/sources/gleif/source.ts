import { type JsonObject, objectOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay } from '../../kernel/dates.ts';
import { isIsin, isLei } from '../../kernel/identifiers/check-digits.ts';
import { addToList, appendAll } from '../../kernel/lists.ts';
import type { Channel } from '../kit/channels.ts';
import { archivedTask, emptyDiscovery, fetchUrls } from '../kit/discovery.ts';
import { wrongForm } from '../kit/http/response-form.ts';
import { orMissing } from '../kit/or-missing.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { BulkFile, Discovery, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import {
  API_HOST,
  DELTAS,
  deltaUrl,
  GOLDEN_COPY_HOST,
  isDeltaUrl,
  isinsAddress,
  isinsPageUrl,
  listNameOf,
  recordAddress,
  recordsOfIsinUrl,
  relationshipsAddress,
} from './addresses.ts';
import { entityLists, isins, LISTS_SOURCE, records, relationships } from './api-documents.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { goldenCopies } from './golden-copies.ts';
import { canonicalKeyOfLei } from './identifiers.ts';
import { parseResponse } from './parse-response.ts';
import { readResponse } from './read-response.ts';

/** Pages of ISINs that are requested; each has 200. */
const MAX_PAGES = 5;

const SPANS = Object.keys(DELTAS) as (keyof typeof DELTAS)[];

/** What changed in a span. It is published three times a day. */
const deltas = sourceKind({
  shown: {
    address: deltaUrl('lei2', 'LastDay')
      .replace('lei2', '{lei2|rr|repex}')
      .replace('LastDay', `{${SPANS.join('|')}}`),
    source: null,
    states: 'bulk files of changes',
  },
  read: url => (isDeltaUrl(url) ? { source: null, issuer: null } : null),
  validate: bytes => wrongForm(bytes, ['zip']),
});

const changes: Channel = {
  host: GOLDEN_COPY_HOST,
  cron: '30 17 * * *',
  timeZone: 'UTC',
  async read(client, position) {
    const today = client.now().toISOString().slice(0, 10);
    const days = position === null ? DELTAS.LastMonth : daysBetween(position, today);
    const span = SPANS.find(name => DELTAS[name] >= days) ?? 'LastMonth';
    const bulk: BulkFile[] = [];
    for (const content of ['lei2', 'rr', 'repex'] as const) {
      const file = await client.download(deltaUrl(content, span));
      if (file !== null) bulk.push(file);
    }
    if (bulk.length === 0) return emptyDiscovery();
    const reason = `the registry publishes changes of ${DELTAS.LastMonth} days, and the last ones read are of ${position}: load the golden copy (--bulk)`;
    const missing = days > DELTAS[span] ? [{ kind: 'changes', key: `since ${position}`, reason }] : [];
    return { ...emptyDiscovery(), missing, bulk, position: today };
  },
};

function daysBetween(from: IsoDate, until: IsoDate): number {
  return (parseDay(until) ?? 0) - (parseDay(from) ?? 0);
}

/** The Global LEI Index: who legal entities are, and who consolidates them. It has no filings. */
export const gleif = registry({
  id: 'gleif',
  publisher: 'Global Legal Entity Identifier Foundation',
  url: 'https://search.gleif.org',
  licence: 'CC0 1.0; https://www.gleif.org/en/about/open-data',
  // The registry states no limit; 60 requests a minute are commonly held to be allowed.
  requestsPerSecond: 1,
  hosts: [API_HOST, GOLDEN_COPY_HOST],
  // An entity's own record is requested when it is needed; lists and golden copies are of any day.
  precedence: {
    'lei-record': 10,
    'golden-copy-lei2': 20,
    [LISTS_SOURCE]: 30,
    isins: 40,
    'golden-copy-lei-isin': 50,
    relationships: 60,
    'golden-copy-rr': 70,
    'golden-copy-repex': 80,
  },
  documents: [deltas, goldenCopies, records, isins, relationships, entityLists],
  channels: { changes },
  named: discoverNamed,
  discoverRecorded,
  fetchers: {
    entity: (client, task) => (task.urls === null ? fetchEntity(client, task.key) : fetchUrls(client, task.urls)),
  },
  tooLarge: 'Name entities by LEI or ISIN (--id), or load its golden copy (--bulk).',
  planBulk,
  splitBulk,
  // The golden copy of entities unpacks to 12 GB of XML.
  maxTableBytes: 64 * 2 ** 30,
});

async function discoverNamed(client: RegistryClient, { tickers, ids }: NamedRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const leis = new Set<string>();
  for (const ticker of tickers) {
    const reason = `unknown ticker ${ticker}: the registry has no tickers; name entities by LEI or ISIN`;
    discovery.missing.push({ kind: 'ticker', key: ticker, reason });
  }
  for (const id of ids.map(text => text.trim().toUpperCase().replace(/^LEI:/, ''))) {
    if (isLei(id)) leis.add(id);
    else if (isIsin(id)) await addOwner(client, id, leis, discovery);
    else {
      const reason = `${id} is neither an LEI nor an ISIN with valid check digits`;
      discovery.missing.push({ kind: 'entity', key: id, reason });
    }
  }
  appendAll(
    discovery.tasks,
    [...leis].sort().map(lei => entityTask(lei, null)),
  );
  return discovery;
}

/** Adds the entity that issued a security. */
async function addOwner(client: RegistryClient, isin: string, leis: Set<string>, discovery: Discovery): Promise<void> {
  const url = recordsOfIsinUrl(isin);
  const log = new AnomalyLog('gleif', url);
  const document = await client.get(url);
  const found = document === null ? [] : parseResponse(document.bytes, log).records;
  appendAll(discovery.anomalies, log.list());
  for (const { lei } of found) leis.add(lei);
  if (found.length > 0) return;
  discovery.missing.push({ kind: 'entity', key: isin, reason: `the registry lists no entity with the ISIN ${isin}` });
}

/** The entities that have a record in a mirror, and its lists of entities. */
async function discoverRecorded(client: RegistryClient, urls: readonly string[]): Promise<Discovery> {
  const byLei = new Map<string, string[]>();
  const lists: string[] = [];
  for (const url of [...urls].sort()) {
    const lei = [recordAddress, isinsAddress, relationshipsAddress].flatMap(address => address.read(url)?.lei ?? [])[0];
    if (lei !== undefined) addToList(byLei, lei, url);
    else if (listNameOf(url) !== null) lists.push(url);
  }
  const entities = [...byLei]
    .filter(([lei, own]) => own.includes(recordAddress.url({ lei })))
    .map(([lei, own]) => entityTask(lei, own));
  const discovery: Discovery = { ...emptyDiscovery(), tasks: entities };
  for (const url of lists) {
    const place = { registry: 'gleif', kind: 'records', key: url };
    appendAll(discovery.tasks, (await orMissing(client, discovery, place, () => listTask(client, url))) ?? []);
  }
  return discovery;
}

/** No task for a valid list without entities: an entity without children has one. */
async function listTask(client: RegistryClient, url: string): Promise<Task[]> {
  const document = await client.get(url);
  if (document === null) return [];
  const { data, damage } = readResponse(document.bytes, new AnomalyLog('gleif', url));
  if (data.length === 0 && damage === null) return [];
  return [archivedTask('records', url, document)];
}

function entityTask(lei: string, urls: string[] | null): Task {
  return { kind: 'entity', key: lei, issuerKey: canonicalKeyOfLei(lei), documents: null, urls, since: null };
}

/**
 * Requests an entity's record, its ISINs, and its parents or the reason for having none; empty if the registry lacks the
 * entity.
 */
async function fetchEntity(client: RegistryClient, lei: string): Promise<SourceDocument[]> {
  const record = await client.get(recordAddress.url({ lei }));
  if (record === null) return [];
  const [resource] = readResponse(record.bytes, new AnomalyLog('gleif', record.url)).data;
  const links = objectOf(resource?.relationships);
  const parents = ['direct-parent', 'ultimate-parent'].flatMap(parent => parentUrls(lei, parent, links));
  return [record, ...('isins' in links ? await fetchIsins(client, lei) : []), ...(await fetchUrls(client, parents))];
}

/** A record links either to a relationship or to the exception in its place. */
function parentUrls(lei: string, parent: string, links: JsonObject): string[] {
  const own = objectOf(objectOf(links[parent]).links);
  return [
    ...('relationship-record' in own ? [`${parent}-relationship`] : []),
    ...('reporting-exception' in own ? [`${parent}-reporting-exception`] : []),
  ].map(part => relationshipsAddress.url({ lei, part }));
}

async function fetchIsins(client: RegistryClient, lei: string): Promise<SourceDocument[]> {
  const pages: SourceDocument[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const document = await client.get(isinsPageUrl(lei, page));
    if (document === null) break;
    pages.push(document);
    if (readResponse(document.bytes, new AnomalyLog('gleif', document.url)).lastPage <= page) break;
  }
  // A mirror may have the page as requested without parameters.
  return pages.length > 0 || client.origin === 'registry' ? pages : fetchUrls(client, [isinsAddress.url({ lei })]);
}
