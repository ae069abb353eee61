import { addDays, type IsoDate } from '../../kernel/dates.ts';
import type { Discovery, RegistryClient, RequestedForms, SourceDocument, Task } from './source.ts';

/** What was found where nothing was yet. */
export function emptyDiscovery(): Discovery {
  return { tasks: [], missing: [], anomalies: [] };
}

/** A task whose documents are to be asked for at these addresses. `issuerKey`: whom all of them are about. */
export function urlTask(kind: string, key: string, urls: string[], issuerKey: string | null = null): Task {
  return { kind, key, issuerKey, documents: null, urls, since: null };
}

/** A task over a document that discovery itself had to read: it is archived, and need not be asked for once more. */
export function archivedTask(kind: string, key: string, { url, sha256 }: SourceDocument): Task {
  const documents = [{ url, sha256, bulk: null, member: null }];
  return { kind, key, issuerKey: null, documents, urls: null, since: null };
}

/** A task for each of some addresses at which there is something now: what is empty is none that failed. */
export async function tasksOfThose(client: RegistryClient, kind: string, urls: readonly string[]): Promise<Task[]> {
  const documents = await fetchUrls(client, urls);
  return documents.map(one => archivedTask(kind, one.url, one));
}

/** The documents at some addresses, one after the other; what the registry has not is left out. */
export async function fetchUrls(client: RegistryClient, urls: readonly string[]): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of urls) {
    const document = await client.get(url);
    if (document !== null) documents.push(document);
  }
  return documents;
}

/** Who was asked for by some name, and cannot be found: why not, in words. */
export interface NotFound {
  notFound: string;
}

/** Goes through names one after the other: `find` adds what it finds of one; whom it does not find is told as missing. */
export async function discoverEach(
  names: readonly string[],
  discovery: Discovery,
  kind: string,
  find: (name: string) => Promise<NotFound | null>,
): Promise<Discovery> {
  for (const name of names) {
    const failed = await find(name);
    if (failed !== null) discovery.missing.push({ kind, key: name, reason: failed.notFound });
  }
  return discovery;
}

/** How a channel that is read day by day is gone through. */
export interface DayByDay {
  /** Days that the first look goes back. */
  atFirst: number;
  /** Days before the position that are read once more. */
  again: number;
  /** Days that one look reads at most; the next goes on from there. */
  most: number;
}

/** The days that a look at such a channel reads, both included; `position` is the last that was read, null at first. */
export function daysToRead(position: IsoDate | null, today: IsoDate, pace: DayByDay): { from: IsoDate; to: IsoDate } {
  const from = position === null ? addDays(today, -pace.atFirst) : addDays(position, -pace.again);
  const last = addDays(from, pace.most);
  return { from, to: last < today ? last : today };
}

/** True where the documents of a filing are wanted: by its form, its category or one of its item codes, in whatever letters. */
export function isWantedKind(
  { formType, category, itemCodes }: { formType: string; category: string; itemCodes: readonly string[] },
  forms: RequestedForms,
): boolean {
  if (forms === 'all') return true;
  const names = new Set([formType, category, ...itemCodes].map(name => name.toUpperCase()));
  return forms.some(form => names.has(form.toUpperCase()));
}
