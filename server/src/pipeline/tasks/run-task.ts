import type { Database } from '../../db/database.ts';
import { markDocument } from '../../domain/filings/documents/store.ts';
import { countPublished } from '../../domain/filings/filings/model/published-records.ts';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import { isDiskFull, OperatorError } from '../../kernel/operator-error.ts';
import type { RegistryClient, Source, Task } from '../../sources/kit/source.ts';
import { settleTasks, type TaskResult } from '../store/runs.ts';
import type { PipelineTools } from '../tools.ts';
import { type Processed, ReaderFailure } from './process-types.ts';

/** A task with its run. */
export interface RunTask {
  runId: string;
  task: Task;
  client: RegistryClient;
  force: boolean;
  /** Whether another attempt may succeed, because the registry may respond next time. */
  mayRetry: boolean;
}

/** `unsettled` tasks are retried; the others are recorded in run_tasks. */
export interface TaskOutcome {
  state: 'settled' | 'failed' | 'unsettled';
  reason: string | null;
}

/** Whether a task opens one filing. */
export function isFiling(runTask: RunTask): boolean {
  return runTask.task.kind === 'filing';
}

/** The source of a failed task's anomaly, until the task succeeds. */
export function taskSource({ task }: RunTask): string {
  return `${task.kind}/${task.key}`;
}

/** Errors that a retry cannot fix. */
const FINAL_CODES = new Set(['not_found', 'payload_too_large', 'unauthorized', 'out_of_memory', 'killed_its_process']);

/** Records a failed task; leaves it unsettled if a retry may help. */
export async function failTask(
  tools: PipelineTools,
  source: Source,
  runTask: RunTask,
  error: unknown,
): Promise<TaskOutcome> {
  // What could not be written down for want of space is not the task's fault.
  if (isDiskFull(error)) throw error;
  const code = codeOf(error);
  const fault = error instanceof AsfiledError ? error.details.fault : null;
  const kind = code === 'not_found' ? 'empty_answer' : typeof fault === 'string' ? fault : code;
  const reason = `${kind}: ${messageOf(error)}`;
  const isFinal = FINAL_CODES.has(code) || error instanceof OperatorError;
  if (isFiling(runTask) && !(error instanceof OperatorError)) await markFiling(tools.db, source, runTask, code, reason);
  if (runTask.mayRetry && !isFinal) return { state: 'unsettled', reason };
  tools.log.warn({ task: runTask.task.key, reason }, 'task failed');
  const registry = source.description.registry;
  const anomalySource = taskSource(runTask);
  await replaceAnomalies(
    tools.db,
    registry,
    [anomalySource],
    [{ registry, source: anomalySource, locator: '', kind, detail: reason }],
  );
  await settleTasks(tools.db, [resultOf(runTask, null, reason)]);
  return { state: 'failed', reason };
}

function codeOf(error: unknown): string {
  if (error instanceof AsfiledError) return error.code;
  if (error instanceof OperatorError) return error.reason;
  return error instanceof ReaderFailure ? error.kind : 'internal_error';
}

/** Records on the filing why its document is missing: to be requested later, not published yet, or too large. */
async function markFiling(db: Database, source: Source, runTask: RunTask, code: string, reason: string): Promise<void> {
  const filing = { registry: source.description.registry, nativeId: runTask.task.key };
  const isTooLarge = code === 'payload_too_large' || code === 'out_of_memory' || code === 'killed_its_process';
  const event = code === 'not_found' ? 'not_exposed' : isTooLarge ? 'over_limit' : 'attempt_failed';
  await markDocument(db, filing, event, reason);
}

/** A task's entry in run_tasks; `failure` is the reason of a failure, null on success. */
export function resultOf(runTask: RunTask, result: Processed | null, failure: string | null): TaskResult {
  const { runId, task } = runTask;
  const byteSize = result !== null && result.state !== 'needs_sets' ? result.byteSize : 0;
  const anomalies = result?.state === 'processed' ? result.anomalies.length : 0;
  const state = failure !== null ? 'failed' : result?.state === 'unchanged' ? 'unchanged' : 'done';
  const counts = result === null ? NO_COUNTS : countsOf(result);
  return { runId, kind: task.kind, key: task.key, state, reason: failure, ...counts, anomalies, byteSize };
}

const NO_COUNTS = { filings: 0, facts: 0, published: 0 };

/** Counts the filings, facts and published records in a result. */
export function countsOf(result: Processed): { filings: number; facts: number; published: number } {
  if (result.state !== 'processed') return NO_COUNTS;
  return {
    filings: result.issuers.reduce((sum, issuer) => sum + issuer.filingsCount, 0),
    facts: result.issuers.reduce((sum, issuer) => sum + issuer.factsCount, 0),
    published: result.published === null ? 0 : countPublished(result.published.records),
  };
}
