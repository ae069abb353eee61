import type { IsoDate } from '../../kernel/dates.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../kit/discovery.ts';
import { orMissing } from '../kit/or-missing.ts';
import type { BulkFile, Discovery, DiscoveryRequest, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { dayInSaoPaulo } from './known-at.ts';
import { DOCUMENT_TYPES, type DocumentType, sourceNameOf } from './source-names.ts';

export const HOST = 'dados.cvm.gov.br';
const FOLDER = `https://${HOST}/dados/CIA_ABERTA`;

/** The register of companies, renewed each day. */
export function registerUrl(): string {
  return `${FOLDER}/CAD/DADOS/cad_cia_aberta.csv`;
}

/** The tables of one type of document and year, renewed each week. */
export function yearUrl(type: DocumentType, year: number): string {
  return `${FOLDER}/DOC/${type.toUpperCase()}/DADOS/${type}_cia_aberta_${year}.zip`;
}

/** The register, and the tables of the years that are wanted: the registry publishes nothing by company. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  if (request.kind === 'named') return named([...request.ids, ...request.tickers]);
  if (request.kind === 'everything') return discoverEverything(client, request.since);
  if (request.channel === 'register') return found([registerUrl()]);
  if (request.channel === 'documents') return withYears(client, emptyDiscovery(), yearUrls(newestYears(client)));
  throw new RangeError(`cvm has no channel ${request.channel}`);
}

/** Asks for the documents of a task. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  return fetchUrls(client, task.urls ?? []);
}

async function discoverEverything(client: RegistryClient, since: IsoDate | null): Promise<Discovery> {
  const urls = await client.list();
  if (urls !== null) {
    const known = urls.filter(url => url.startsWith(`https://${HOST}/`) && sourceNameOf(url) !== null);
    const [zips, registers] = [known.filter(isZip), known.filter(url => !isZip(url))];
    return withYears(client, found(registers), zips);
  }
  const first = since === null ? newestYears(client)[0] : Number(since.slice(0, 4));
  const years = newestYears(client);
  const last = years.at(-1) ?? 0;
  const wantedYears = Array.from({ length: Math.max(0, last - (first ?? last) + 1) }, (_, at) => last - at);
  return withYears(client, found([registerUrl()]), yearUrls(wantedYears.toReversed()));
}

/** This year and, as its documents go on coming, the one before. */
function newestYears(client: RegistryClient): number[] {
  const year = Number(dayInSaoPaulo(client.now()).slice(0, 4));
  return [year - 1, year];
}

function yearUrls(years: readonly number[]): string[] {
  return years.flatMap(year => DOCUMENT_TYPES.map(type => yearUrl(type, year)));
}

/** The tables of years as bulk files: they are too large to be held. A year that has not begun has no file. */
async function withYears(client: RegistryClient, discovery: Discovery, urls: readonly string[]): Promise<Discovery> {
  const bulk: BulkFile[] = [];
  for (const url of urls) {
    const place = { registry: 'cvm', kind: 'bulk', key: url };
    const file = await orMissing(client, discovery, place, () => client.download(url));
    if (file !== null) bulk.push(file);
  }
  return { ...discovery, bulk };
}

function isZip(url: string): boolean {
  return url.endsWith('.zip');
}

function found(urls: readonly string[]): Discovery {
  const tasks = urls.map((url): Task => {
    const kind = sourceNameOf(url)?.split('/')[0] ?? '';
    return urlTask(kind, url, [url]);
  });
  return { ...emptyDiscovery(), tasks };
}

function named(names: readonly string[]): Discovery {
  const reason = 'cvm publishes whole tables, nothing by company: leave the name out, or load a zip with --bulk';
  return { ...emptyDiscovery(), missing: names.map(key => ({ kind: 'company', key, reason })) };
}
