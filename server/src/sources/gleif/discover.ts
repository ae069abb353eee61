import { type JsonObject, objectOf } from '../../formats/json-object.ts';
import { addToList } from '../../kernel/add-to-list.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { isIsin, isLei } from '../../kernel/identifiers/check-digits.ts';
import { archivedTask, emptyDiscovery, fetchUrls } from '../kit/discovery.ts';
import { orMissing } from '../kit/or-missing.ts';
import type { Discovery, DiscoveryRequest, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { addressOf } from './addresses.ts';
import { partPageUrl, partUrl, recordsOfIsinUrl, recordUrl } from './endpoints.ts';
import { canonicalKeyOfLei } from './identifiers.ts';
import { parseAnswer } from './parse-answer.ts';
import { readAnswer } from './read-answer.ts';

/** Finds out which entities there is something to fetch of. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  if (request.kind === 'named') return discoverNamed(client, request);
  if (request.kind === 'everything') return discoverEverything(client);
  throw new RangeError(`gleif has no channel ${request.channel}`);
}

/** Asks for an entity's record, its securities, and its parents or why it names none; empty where the registry lacks it. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  if (task.urls !== null) return fetchUrls(client, task.urls);
  const record = await client.get(recordUrl(task.key));
  if (record === null) return [];
  const [resource] = readAnswer(record.bytes, new AnomalyLog('gleif', record.url)).data;
  const links = objectOf(resource?.relationships);
  return [
    record,
    ...('isins' in links ? await fetchIsins(client, task.key) : []),
    ...(await fetchUrls(
      client,
      ['direct-parent', 'ultimate-parent'].flatMap(part => parentUrls(task.key, part, links)),
    )),
  ];
}

/** Pages of ISINs that are asked for; 200 stand on each. */
const MOST_PAGES = 5;

async function discoverNamed(
  client: RegistryClient,
  request: DiscoveryRequest & { kind: 'named' },
): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const leis = new Set<string>();
  for (const ticker of request.tickers) {
    const reason = `unknown ticker ${ticker}: the registry has no tickers; name entities by LEI or ISIN`;
    discovery.missing.push({ kind: 'ticker', key: ticker, reason });
  }
  for (const id of request.ids.map(one => one.trim().toUpperCase().replace(/^LEI:/, ''))) {
    if (isLei(id)) leis.add(id);
    else if (isIsin(id)) await addOwner(client, id, leis, discovery);
    else
      discovery.missing.push({
        kind: 'entity',
        key: id,
        reason: `${id} is no LEI and no ISIN with right check digits`,
      });
  }
  discovery.tasks.push(...[...leis].sort().map(lei => entityTask(lei, null)));
  return discovery;
}

/** The entity that a security is of. */
async function addOwner(client: RegistryClient, isin: string, leis: Set<string>, discovery: Discovery): Promise<void> {
  const url = recordsOfIsinUrl(isin);
  const log = new AnomalyLog('gleif', url);
  const answer = await client.get(url);
  const records = answer === null ? [] : parseAnswer(answer.bytes, log).records;
  discovery.anomalies.push(...log.list());
  for (const { lei } of records) leis.add(lei);
  if (records.length > 0) return;
  discovery.missing.push({ kind: 'entity', key: isin, reason: `no entity is known to have the ISIN ${isin}` });
}

/** All of a mirror: the entities that have a record in it, and the lists of others' records. */
async function discoverEverything(client: RegistryClient): Promise<Discovery> {
  const urls = await client.list();
  if (urls === null) {
    throw new AsfiledError(
      'bad_request',
      'The registry is too large to be asked for everything: name entities by LEI or ISIN, or load its golden copy (--bulk).',
    );
  }
  const byLei = new Map<string, string[]>();
  const lists: string[] = [];
  for (const url of [...urls].sort()) {
    const address = addressOf(url);
    if (address?.kind === 'records') lists.push(url);
    if (address !== null && 'lei' in address) addToList(byLei, address.lei, url);
  }
  const entities = [...byLei]
    .filter(([lei, own]) => own.includes(recordUrl(lei)))
    .map(([lei, own]) => entityTask(lei, own));
  const discovery: Discovery = { ...emptyDiscovery(), tasks: entities };
  for (const url of lists) {
    const place = { registry: 'gleif', kind: 'records', key: url };
    discovery.tasks.push(...((await orMissing(client, discovery, place, () => listTask(client, url))) ?? []));
  }
  return discovery;
}

/** A list without any entity is right (no children), and no task. */
async function listTask(client: RegistryClient, url: string): Promise<Task[]> {
  const document = await client.get(url);
  if (document === null) return [];
  const { data, damage } = readAnswer(document.bytes, new AnomalyLog('gleif', url));
  if (data.length === 0 && damage === null) return [];
  return [archivedTask('records', url, document)];
}

function entityTask(lei: string, urls: string[] | null): Task {
  return { kind: 'entity', key: lei, issuerKey: canonicalKeyOfLei(lei), documents: null, urls, since: null };
}

/** The record links either to the relationship or to the exception that stands in its place. */
function parentUrls(lei: string, part: string, links: JsonObject): string[] {
  const own = objectOf(objectOf(links[part]).links);
  return [
    ...('relationship-record' in own ? [partUrl(lei, `${part}-relationship`)] : []),
    ...('reporting-exception' in own ? [partUrl(lei, `${part}-reporting-exception`)] : []),
  ];
}

async function fetchIsins(client: RegistryClient, lei: string): Promise<SourceDocument[]> {
  const pages: SourceDocument[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const document = await client.get(partPageUrl(lei, 'isins', page));
    if (document === null) break;
    pages.push(document);
    if (readAnswer(document.bytes, new AnomalyLog('gleif', document.url)).lastPage <= page) break;
  }
  // A mirror may hold the page as the registry gives it unasked.
  return pages.length > 0 || client.origin === 'registry' ? pages : fetchUrls(client, [partUrl(lei, 'isins')]);
}
