import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import { countPublished } from '../../domain/filings/filings/model/published-records.ts';
import { issuersOfFilings, upsertStandings } from '../../domain/filings/filings/store/filing-standings.ts';
import { insertAlias } from '../../domain/filings/filings/store/unnumbered-filings.ts';
import { claimIssuers, type IssuerState, lockIssuers } from '../../domain/filings/issuers/store/issuer-state.ts';
import { markUnread } from '../../domain/filings/issuers/store/issuers.ts';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import { upsertTallies } from '../../domain/kit/store/tallies.ts';
import type { Anomaly } from '../../kernel/anomaly-log.ts';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import { isDiskFull } from '../../kernel/operator-error.ts';
import type { Source } from '../../sources/kit/source.ts';
import { removeFiling } from '../store/remove-filing.ts';
import { hasOpenLists, runTaskId, settledTasks, settleTasks, type TaskResult } from '../store/runs.ts';
import type { PipelineTools } from '../tools.ts';
import { tasksToNumber, withListedIds } from './number-filings.ts';
import { persistPublished } from './persist-batch.ts';
import type { Processed, ThreadItem } from './process-types.ts';
import { countsOf, failTask, isFiling, type RunTask, resultOf, type TaskOutcome, taskSource } from './run-task.ts';
import { storeResults } from './store-results.ts';
import { type FetchedTask, processWithSets, requestOf, toItem } from './thread-requests.ts';

/**
 * Fetches, parses, applies the rules and stores. Returns outcomes in the order of the tasks. Tasks are independent: a
 * failure of one does not affect the others. Tasks not started before an abort stay unsettled.
 */
export async function processTasks(
  tools: PipelineTools,
  source: Source,
  tasks: readonly RunTask[],
  signal: AbortSignal,
): Promise<TaskOutcome[]> {
  const outcomes = new Map<RunTask, TaskOutcome>();
  const settled = await settledTasks(
    tools.db,
    tasks.map(runTask => ({ runId: runTask.runId, ...runTask.task })),
  );
  const fetched: FetchedTask[] = [];
  const open = tasks.filter(runTask => !settled.has(runTaskId(runTask.runId, runTask.task)));
  await forEachConcurrently(open, MAX_CONCURRENT_FETCHES, async runTask => {
    if (signal.aborted) return;
    const documents = await fetchDocuments(tools, source, runTask);
    if (Array.isArray(documents)) fetched.push({ ...runTask, documents });
    else outcomes.set(runTask, documents);
  });
  const byTask = new Map(fetched.map(fetchedTask => [fetchedTask.task, fetchedTask]));
  const inOrder = await withListedIds(
    tools.db,
    source,
    open.flatMap(runTask => byTask.get(runTask.task) ?? []),
  );
  const original = new Map(open.map(runTask => [runTask.task, runTask]));
  const settle = (runTask: FetchedTask, outcome: TaskOutcome): void => {
    const task = original.get(runTask.task);
    if (task) outcomes.set(task, outcome);
  };
  // Documents of a filing do not always state when it was filed, so the lists that do are processed first.
  const [filings, others] = [inOrder.filter(isFiling), inOrder.filter(fetchedTask => !isFiling(fetchedTask))];
  for (const group of [others, filings]) {
    await processIssuerTasks(tools, source, group.filter(hasIssuer), signal, settle);
    for (const fetchedTask of group.filter(fetchedTask => !hasIssuer(fetchedTask))) {
      if (signal.aborted) break;
      settle(fetchedTask, await orFail(tools, source, fetchedTask, () => processShared(tools, source, fetchedTask)));
    }
  }
  return tasks.map(runTask =>
    settled.has(runTaskId(runTask.runId, runTask.task))
      ? { state: 'settled', reason: null }
      : (outcomes.get(runTask) ?? { state: 'unsettled', reason: 'stopped before it started' }),
  );
}

const MAX_CONCURRENT_FETCHES = 4;

/** Issuers of one document that are stored in one transaction; each holds a lock. */
const ISSUERS_PER_TRANSACTION = 250;

function hasIssuer(runTask: RunTask): boolean {
  return runTask.task.issuerKey !== null;
}

async function fetchDocuments(
  tools: PipelineTools,
  source: Source,
  runTask: RunTask,
): Promise<DocumentRef[] | TaskOutcome> {
  if (runTask.task.documents !== null) return runTask.task.documents;
  try {
    const documents = await source.fetch(runTask.client, runTask.task);
    if (documents.length > 0) {
      return documents.map(({ url, sha256 }) => ({ url, sha256, bulk: null, member: null }));
    }
    throw new AsfiledError('not_found', 'the registry has no document');
  } catch (error) {
    return failTask(tools, source, runTask, error);
  }
}

async function orFail(
  tools: PipelineTools,
  source: Source,
  runTask: RunTask,
  work: () => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  try {
    return await work();
  } catch (error) {
    return failTask(tools, source, runTask, error);
  }
}

/** Tasks of one issuer each: many per transaction, each issuer once. */
async function processIssuerTasks(
  tools: PipelineTools,
  source: Source,
  tasks: readonly FetchedTask[],
  signal: AbortSignal,
  settle: (fetchedTask: FetchedTask, outcome: TaskOutcome) => void,
): Promise<void> {
  let waiting = [...tasks];
  // A run ends once its tasks are settled, so tasks of filings that may get a listed id are settled after that.
  const unsettled: TaskResult[] | null = source.unnumbered === undefined ? null : [];
  while (waiting.length > 0 && !signal.aborted) {
    const batch = nextBatch(waiting);
    const done = new Set<FetchedTask>();
    try {
      for (const [fetchedTask, outcome] of await processBatch(tools, source, batch, unsettled)) {
        settle(
          fetchedTask,
          outcome ?? (await orFail(tools, source, fetchedTask, () => processShared(tools, source, fetchedTask))),
        );
        done.add(fetchedTask);
      }
    } catch (error) {
      if (isDiskFull(error)) throw error;
      // One task failed the transaction of all, so each gets its own.
      tools.log.warn({ tasks: batch.length, error: messageOf(error) }, 'batch failed; retrying its tasks one by one');
      for (const fetchedTask of batch) {
        if (signal.aborted) break;
        settle(
          fetchedTask,
          await orFail(tools, source, fetchedTask, async () => {
            const [first] = await processBatch(tools, source, [fetchedTask], unsettled);
            if (first === undefined) return { state: 'unsettled', reason: 'no result' };
            return first[1] ?? processShared(tools, source, fetchedTask);
          }),
        );
        done.add(fetchedTask);
      }
    }
    waiting = waiting.filter(fetchedTask => !done.has(fetchedTask));
  }
  const [first] = tasks;
  if (first !== undefined)
    await numberFilings(
      tools,
      source,
      first,
      tasks.flatMap(({ task }) => task.issuerKey ?? []),
    );
  if (unsettled !== null) await settleTasks(tools.db, unsettled);
}

/** Reads stored filings of the filers again whose ids the lists state since; each failure is one of `runTask`. */
async function numberFilings(
  tools: PipelineTools,
  source: Source,
  runTask: FetchedTask,
  keys: readonly string[],
): Promise<void> {
  for (const fetchedTask of await tasksToNumber(tools, source, keys, runTask))
    await orFail(tools, source, fetchedTask, async () => {
      await processBatch(tools, source, [fetchedTask], null);
      return { state: 'settled', reason: null };
    });
}

/** The first task of each issuer; one that gives a filing its listed id is alone, since a batch may be read in part. */
function nextBatch(tasks: readonly FetchedTask[]): FetchedTask[] {
  const numbered = tasks.find(task => task.numbered !== undefined);
  if (numbered !== undefined) return [numbered];
  const first = new Map<string | null, FetchedTask>();
  for (const fetchedTask of tasks)
    if (!first.has(fetchedTask.task.issuerKey)) first.set(fetchedTask.task.issuerKey, fetchedTask);
  return [...first.values()];
}

/**
 * Processes as many of the tasks as fit one response of a thread, at least the first, and stores the results before it
 * returns. An outcome of null means that the documents are about another issuer and nothing is settled. With `unsettled`,
 * results are added to it instead of being settled.
 */
async function processBatch(
  tools: PipelineTools,
  source: Source,
  batch: readonly FetchedTask[],
  unsettled: TaskResult[] | null,
): Promise<[FetchedTask, TaskOutcome | null][]> {
  const { registry } = source.description;
  const results: TaskResult[] = [];
  const outcomes = await tools.db.transaction(async tx => {
    const keys = batch.map(fetchedTask => fetchedTask.task.issuerKey ?? '');
    await lockIssuers(tx, keys);
    for (const { task, numbered } of batch)
      if (numbered !== undefined) await removeFiling(tx, registry, task.issuerKey ?? '', numbered.made);
    const states = await claimIssuers(tx, keys);
    for (const { task, numbered } of batch)
      if (numbered !== undefined)
        await insertAlias(tx, registry, stateOf(states, task.issuerKey ?? '').issuerId, numbered);
    const items: ThreadItem[] = [];
    for (const fetchedTask of batch)
      items.push(await toItem(tools, source, tx, fetchedTask, [stateOf(states, fetchedTask.task.issuerKey ?? '')]));
    const processed = await processWithSets(tools, source, tx, items);
    const unknown = await storeResults(tools, source, tx, processed);
    await markUnread(tx, registry, [...unknown], 'unknown_filing');
    const settled: [FetchedTask, TaskOutcome | null][] = [];
    const recovered: string[] = [];
    for (const [at, result] of processed.entries()) {
      const fetchedTask = batch[at];
      if (fetchedTask === undefined) continue;
      if (result.state === 'issuers') {
        // An error rolls back, which keeps what was removed.
        if (fetchedTask.numbered !== undefined) throw new Error('the documents are about another issuer');
        settled.push([fetchedTask, null]);
        continue;
      }
      const failure = failureOf(result) ?? unknownFiling(result, unknown);
      if (failure !== null && fetchedTask.numbered !== undefined) throw new Error(failure);
      // Another batch may be reading the list that states the filing.
      const isEarly = unknownFiling(result, unknown) !== null && (await hasOpenLists(tx, fetchedTask.runId));
      if (failure !== null && (fetchedTask.mayRetry || isEarly)) {
        settled.push([fetchedTask, { state: 'unsettled', reason: failure }]);
        continue;
      }
      results.push(resultOf(fetchedTask, result, failure));
      if (failure === null) recovered.push(taskSource(fetchedTask));
      settled.push([fetchedTask, { state: failure === null ? 'settled' : 'failed', reason: failure }]);
    }
    await replaceAnomalies(tx, registry, recovered, []);
    if (unsettled === null) await settleTasks(tx, results);
    return settled;
  });
  if (unsettled !== null) appendAll(unsettled, results);
  return outcomes;
}

/** Processes a document of many issuers in groups, each with its state. */
async function processShared(tools: PipelineTools, source: Source, fetchedTask: FetchedTask): Promise<TaskOutcome> {
  const registry = source.description.registry;
  const [overview] = await tools.threads.process(
    requestOf(tools, source, [await toItem(tools, source, tools.db, fetchedTask, null)]),
  );
  if (overview?.state !== 'issuers') throw new Error('A thread returned no issuers of a document.');
  const anomalies: Anomaly[] = [...overview.anomalies];
  const documents = new Set(overview.documents);
  const total = { filings: 0, facts: 0, changed: false };
  let failure: string | null = null;
  const allKeys = await keysOf(tools, registry, overview);
  for (let at = 0; at < allKeys.length; at += ISSUERS_PER_TRANSACTION) {
    const keys = allKeys.slice(at, at + ISSUERS_PER_TRANSACTION);
    const result = await tools.db.transaction(async tx => {
      const states = await claimIssuers(tx, keys);
      const keyStates = keys.map(key => stateOf(states, key));
      const item = await toItem(tools, source, tx, fetchedTask, keyStates);
      const [processed] = await processWithSets(tools, source, tx, [item]);
      if (processed === undefined) throw new Error('A thread returned no result.');
      if (processed.state === 'processed')
        await storeResults(tools, source, tx, [
          { ...processed, published: null, anomalies: [], anomalySources: [], tallies: [] },
        ]);
      return processed;
    });
    if (result.state !== 'processed') continue;
    // Those of its issuers; those of the document itself are the overview's.
    appendAll(
      anomalies,
      result.anomalies.filter(anomaly => documents.has(anomaly.source)),
    );
    const counts = countsOf(result);
    total.filings += counts.filings;
    total.facts += counts.facts;
    total.changed = true;
    failure ??= result.failure;
  }
  if (overview.keys.length === 0 && overview.standings.length === 0) {
    const isEmptyList = anomalies.length === 0 && mayBeEmpty(source, fetchedTask);
    failure = overview.published === null && !isEmptyList ? firstReason(anomalies) : overview.failure;
  }
  if (failure !== null && fetchedTask.mayRetry) return { state: 'unsettled', reason: failure };
  await numberFilings(tools, source, fetchedTask, allKeys);
  await tools.db.transaction(async tx => {
    const places = failure === null ? [taskSource(fetchedTask)] : [];
    await replaceAnomalies(tx, registry, [...overview.documents, ...places], anomalies);
    await upsertTallies(tx, registry, overview.tallies);
    const hasNewRecords =
      overview.published !== null &&
      (await persistPublished(tx, registry, overview.published, tools.announcesForHours)) > 0;
    const state = failure !== null ? 'failed' : total.changed || hasNewRecords ? 'done' : 'unchanged';
    const { runId, task } = fetchedTask;
    const { filings, facts } = total;
    const published = overview.published === null ? 0 : countPublished(overview.published.records);
    const counts = { filings, facts, published, anomalies: anomalies.length, byteSize: overview.byteSize };
    await settleTasks(tx, [{ runId, kind: task.kind, key: task.key, state, reason: failure, ...counts }]);
  });
  return { state: failure === null ? 'settled' : 'failed', reason: failure };
}

/** The issuers in a document, and those of the filings whose status it states. */
async function keysOf(
  tools: PipelineTools,
  registry: string,
  { keys, standings }: { keys: readonly string[]; standings: readonly FilingStanding[] },
): Promise<string[]> {
  if (standings.length === 0) return [...keys];
  await tools.db.transaction(tx => upsertStandings(tx, registry, standings));
  const others = await issuersOfFilings(
    tools.db,
    registry,
    standings.map(standing => standing.nativeId),
  );
  return [...new Set([...keys, ...others])].sort();
}

/** Whether the connector expects such documents to state nothing at times: the children of a company without any. */
function mayBeEmpty(source: Source, { documents, client }: FetchedTask): boolean {
  const expected = source.expectations(
    documents.map(({ url }) => ({ url })),
    client.origin,
  );
  return Object.values(expected).some(({ min }) => min === 0);
}

function firstReason(anomalies: readonly Anomaly[]): string {
  const first = anomalies[0];
  return first === undefined ? 'empty_answer: the document has no issuers' : `${first.kind}: ${first.detail}`;
}

function failureOf(result: Processed): string | null {
  return result.state === 'processed' ? result.failure : null;
}

function unknownFiling(result: Processed, unknown: ReadonlySet<string>): string | null {
  if (result.state !== 'processed') return null;
  const opened = result.issuers.flatMap(issuer => issuer.opened).find(filing => unknown.has(filing.nativeId));
  if (opened === undefined) return null;
  return `unknown_filing: ${opened.nativeId} is in no list of filings yet, and its documents do not state when it was filed`;
}

async function forEachConcurrently<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}

function stateOf(states: ReadonlyMap<string, IssuerState>, key: string): IssuerState {
  const state = states.get(key);
  if (state === undefined) throw new Error(`Issuer ${key} was not locked.`);
  return state;
}
