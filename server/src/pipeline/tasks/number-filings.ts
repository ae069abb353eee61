import type { Database } from '../../db/database.ts';
import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import type { UnnumberedFilings } from '../../domain/filings/filings/model/unnumbered-filing.ts';
import {
  findListedIds,
  listedDocuments,
  listUnnumbered,
} from '../../domain/filings/filings/store/unnumbered-filings.ts';
import type { Source } from '../../sources/kit/source.ts';
import type { PipelineTools } from '../tools.ts';
import { isFiling, type RunTask } from './run-task.ts';
import type { FetchedTask } from './thread-requests.ts';

/**
 * Gives tasks of imported filings the registry's ids, if its lists state them: their documents get the URLs of the listed
 * filing, and join those of it if the registry's lists do too. Others stay as they are.
 */
export async function withListedIds(
  db: Database,
  source: Source,
  tasks: readonly FetchedTask[],
): Promise<FetchedTask[]> {
  const { unnumbered, description } = source;
  if (unnumbered === undefined) return [...tasks];
  const { registry } = description;
  const imported = tasks.filter(isFiling).map(({ task, documents }) => ({
    nativeId: task.key,
    issuerKey: task.issuerKey ?? '',
    urls: documents.map(({ url }) => url),
    digests: documents.flatMap(({ sha256 }) => sha256 ?? []),
  }));
  const listed = await findListedIds(db, registry, unnumbered, imported);
  const numbered = tasks.map(fetchedTask => {
    const made = fetchedTask.task.key;
    const found = listed.get(made);
    if (found === undefined) return fetchedTask;
    const renumbered = (ref: DocumentRef): DocumentRef => ({ ...ref, url: unnumbered.renumber(ref.url, found.listed) });
    return { ...fetchedTask, documents: fetchedTask.documents.map(renumbered), numbered: { made, ...found } };
  });
  return unnumbered.listing === undefined ? numbered : withListed(db, registry, unnumbered.listing, numbered);
}

/** Tasks of filings that are imported and listed with the documents of both. */
async function withListed(
  db: Database,
  registry: string,
  listing: NonNullable<UnnumberedFilings['listing']>,
  tasks: readonly FetchedTask[],
): Promise<FetchedTask[]> {
  const idOf = ({ task, numbered }: FetchedTask): string => numbered?.listed ?? task.key;
  const filings = tasks.filter(isFiling).map(fetchedTask => ({
    issuerKey: fetchedTask.task.issuerKey ?? '',
    nativeId: idOf(fetchedTask),
    isNumbered: fetchedTask.numbered !== undefined,
  }));
  const stored = await listedDocuments(db, registry, listing, filings);
  return tasks.map(fetchedTask => {
    if (!isFiling(fetchedTask)) return fetchedTask;
    const own = new Set(fetchedTask.documents.map(({ url }) => url));
    const others = (stored.get(idOf(fetchedTask)) ?? []).filter(({ url }) => !own.has(url));
    const documents = [...fetchedTask.documents, ...others].sort((a, b) => (a.url < b.url ? -1 : 1));
    return { ...fetchedTask, documents };
  });
}

/**
 * Tasks that read stored filings again under the ids that lists state since, among the filings of the filers of some
 * issuers. `like` is the task whose documents state these issuers.
 */
export async function tasksToNumber(
  { db }: PipelineTools,
  source: Source,
  keys: readonly string[],
  like: RunTask,
): Promise<FetchedTask[]> {
  const { unnumbered, description } = source;
  if (unnumbered === undefined || keys.length === 0) return [];
  const stored = await listUnnumbered(db, description.registry, unnumbered, keys);
  const tasks = stored.map(({ canonicalKey, nativeId, documents }): FetchedTask => {
    const refs = JSON.parse(documents) as DocumentRef[];
    const task = { kind: 'filing', key: nativeId, issuerKey: canonicalKey, documents: refs, urls: null, since: null };
    return { ...like, client: { ...like.client, origin: 'replay' }, mayRetry: false, task, documents: refs };
  });
  return (await withListedIds(db, source, tasks)).filter(({ numbered }) => numbered !== undefined);
}
