import type { Database, Transaction } from '../../db/database.ts';
import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import { readFactSets, type StoredFactSet } from '../../domain/filings/facts/store/facts.ts';
import type { ListedId } from '../../domain/filings/filings/store/unnumbered-filings.ts';
import type { IssuerState } from '../../domain/filings/issuers/store/issuer-state.ts';
import { loadModelReadings } from '../../domain/filings/proposals/store.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Source } from '../../sources/kit/source.ts';
import { stageTables } from '../bulk/stage-tables.ts';
import { isStaged, readStaged } from '../store/staging.ts';
import type { PipelineTools } from '../tools.ts';
import type { Processed, ThreadDocument, ThreadItem, ThreadRequest } from './process-types.ts';
import { isFiling, type RunTask } from './run-task.ts';

/** Size of a thread's response: large enough to load well, small enough to hold several. */
const RESULT_BYTES = 4 << 20;

/** A task whose documents are archived. */
export interface FetchedTask extends RunTask {
  documents: DocumentRef[];
  /** The id that the connector made from the file, and the registry's id that replaces it by a rule. */
  numbered?: ListedId & { made: string };
}

/** The documents of a task as an item for a thread; `states` is null to list the issuers in them first. */
export async function toItem(
  tools: PipelineTools,
  source: Source,
  db: Database,
  fetchedTask: FetchedTask,
  states: IssuerState[] | null,
): Promise<ThreadItem> {
  const documents: ThreadDocument[] = [];
  for (const ref of fetchedTask.documents) {
    if (ref.bulk === null || ref.member !== null) documents.push({ ref, text: null });
    else appendAll(documents, await readShare(tools, source, db, ref, ref.bulk, fetchedTask.task.issuerKey ?? ''));
  }
  const { client, force, task } = fetchedTask;
  const { registry } = source.description;
  const modelReadings = isFiling(fetchedTask) ? await loadModelReadings(db, registry, task.key) : [];
  return { documents, origin: client.origin, force, states, storedSets: null, modelReadings };
}

/** An issuer's share of the tables of a bulk file. The file is staged again if PostgreSQL lost it in a crash. */
async function readShare(
  tools: PipelineTools,
  source: Source,
  db: Database,
  ref: DocumentRef,
  bulk: string,
  issuerKey: string,
): Promise<ThreadDocument[]> {
  const folder = ref.url.slice(0, ref.url.lastIndexOf('/'));
  if (!(await isStaged(db, bulk))) await stageTables(tools, source, folder, bulk);
  const parts = await readStaged(db, bulk, issuerKey);
  if (parts.length === 0) throw new AsfiledError('not_found', `${folder} has no rows of ${issuerKey}`);
  return parts.map(({ part, text }) => ({ ref: { ...ref, url: `${folder}/${part}` }, text }));
}

/**
 * Processes items in threads, and repeats those that need the stored fact sets of their issuers. Returns the results of
 * the first items in order: a thread stops once its response is large.
 */
export async function processWithSets(
  tools: PipelineTools,
  source: Source,
  tx: Transaction,
  items: ThreadItem[],
): Promise<Processed[]> {
  const results = await tools.threads.process(requestOf(tools, source, items));
  for (const [at, result] of results.entries()) {
    const item = items[at];
    if (result.state !== 'needs_sets' || item === undefined) continue;
    const storedSets: Record<string, StoredFactSet[]> = {};
    for (const issuerId of result.issuerIds) storedSets[issuerId] = await readFactSets(tx, issuerId);
    const [again] = await tools.threads.process(requestOf(tools, source, [{ ...item, storedSets }]));
    if (again !== undefined) results[at] = again;
  }
  return results;
}

/** Items as a request to the threads. */
export function requestOf(tools: PipelineTools, source: Source, items: ThreadItem[]): ThreadRequest {
  const registry = source.description.registry;
  const { archiveSettings: archive, secondReader } = tools;
  return { registry, archive, secondReader, items, resultBytes: RESULT_BYTES };
}
