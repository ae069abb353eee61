import type { Database } from '../db/database.ts';
import { markDocument } from '../domain/filings/documents/store.ts';
import { countPublished } from '../domain/filings/filings/model/published-records.ts';
import { replaceAnomalies } from '../domain/kit/anomalies.ts';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { RegistryClient, Source, Task } from '../sources/kit/source.ts';
import type { Processed } from './process-types.ts';
import { settleTasks, type TaskResult } from './store/runs.ts';
import type { PipelineTools } from './tools.ts';

/** A task with the run that it belongs to. */
export interface RunTask {
  runId: string;
  task: Task;
  client: RegistryClient;
  force: boolean;
  /** True where another attempt could end better: a registry may answer again. */
  mayRetry: boolean;
}

/** `unsettled` tasks are to be tried again; the others are accounted for in run_tasks. */
export interface TaskOutcome {
  state: 'settled' | 'failed' | 'unsettled';
  reason: string | null;
}

/** True for a task that opens one filing. */
export function isFiling(runTask: RunTask): boolean {
  return runTask.task.kind === 'filing';
}

/** Where the anomaly of a task that could not be done stands, until it is. */
export function placeOf({ task }: RunTask): string {
  return `${task.kind}/${task.key}`;
}

/** What another attempt does not cure. */
const FINAL = new Set(['not_found', 'payload_too_large', 'unauthorized']);

/** Accounts for a task that could not be done; leaves it open where another attempt is worth it. */
export async function failTask(
  tools: PipelineTools,
  source: Source,
  runTask: RunTask,
  error: unknown,
): Promise<TaskOutcome> {
  const code =
    error instanceof AsfiledError ? error.code : error instanceof OperatorError ? error.reason : 'internal_error';
  const fault = error instanceof AsfiledError ? error.details.fault : null;
  const kind = code === 'not_found' ? 'empty_answer' : typeof fault === 'string' ? fault : code;
  const reason = `${kind}: ${messageOf(error)}`;
  const isFinal = FINAL.has(code) || error instanceof OperatorError;
  if (isFiling(runTask) && !(error instanceof OperatorError)) await markFiling(tools.db, source, runTask, code, reason);
  if (runTask.mayRetry && !isFinal) return { state: 'unsettled', reason };
  tools.log.warn({ task: runTask.task.key, reason }, 'task failed');
  const registry = source.description.registry;
  const place = placeOf(runTask);
  await replaceAnomalies(tools.db, registry, [place], [{ registry, source: place, locator: '', kind, detail: reason }]);
  await settleTasks(tools.db, [resultOf(runTask, null, reason)]);
  return { state: 'failed', reason };
}

/** The state of the document that could not be had: asked for again later, not there yet, or too large for ever. */
async function markFiling(db: Database, source: Source, runTask: RunTask, code: string, reason: string): Promise<void> {
  const filing = { registry: source.description.registry, nativeId: runTask.task.key };
  const event = code === 'not_found' ? 'not_exposed' : code === 'payload_too_large' ? 'over_limit' : 'attempt_failed';
  await markDocument(db, filing, event, reason);
}

/** A task's entry in the account of its run; `failure` says why it is no success, null where it is one. */
export function resultOf(runTask: RunTask, answer: Processed | null, failure: string | null): TaskResult {
  const { runId, task } = runTask;
  const byteSize = answer !== null && answer.state !== 'needs_sets' ? answer.byteSize : 0;
  const anomalies = answer?.state === 'processed' ? answer.anomalies.length : 0;
  const state = failure !== null ? 'failed' : answer?.state === 'unchanged' ? 'unchanged' : 'done';
  const counts = answer === null ? NOTHING : countsOf(answer);
  return { runId, kind: task.kind, key: task.key, state, reason: failure, ...counts, anomalies, byteSize };
}

const NOTHING = { filings: 0, facts: 0, published: 0 };

/** How much of filings, facts and published records an answer holds. */
export function countsOf(answer: Processed): { filings: number; facts: number; published: number } {
  if (answer.state !== 'processed') return NOTHING;
  return {
    filings: answer.issuers.reduce((sum, issuer) => sum + issuer.filingsCount, 0),
    facts: answer.issuers.reduce((sum, issuer) => sum + issuer.factsCount, 0),
    published: answer.published === null ? 0 : countPublished(answer.published.records),
  };
}
