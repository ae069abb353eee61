import { InvalidArgumentError } from 'commander';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { parseDay } from '../kernel/dates.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { IngestResult } from '../pipeline/runs/ingest.ts';
import { listFailedTasks, type RunProgress } from '../pipeline/store/runs.ts';
import { startWorker, type Worker } from '../pipeline/worker.ts';
import { REGISTRIES } from '../sources/load-source.ts';
import { createProgress, formatDuration, formatInteger, print, printStatus } from './terminal.ts';
import { withStore } from './with-store.ts';

/** Opens the store with a worker for the given registries, which may run beside other workers. */
export async function withWorker(
  role: string,
  registries: readonly string[],
  work: (tools: { worker: Worker; config: Config; signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  await withStore(role, async ({ config, connection, log, signal }) => {
    const worker = await startWorker({ ...config, connection, log, registries, discoversOnSchedule: false });
    try {
      await work({ worker, config, signal });
    } finally {
      await worker.stop(signal.aborted ? STOP_TIMEOUT_MS : undefined);
    }
  });
}

const STOP_TIMEOUT_MS = 6_000;
const MAX_FAILURES_SHOWN = 20;

/** Shows the progress of a run. */
export function showProgress(label: string): { update(progress: RunProgress): void; finish(): void } {
  const progress = createProgress({ label, unit: 'documents' });
  return {
    update(now) {
      const done = now.tasks - now.waiting;
      const failed = now.failed > 0 ? `, ${now.failed} failed` : '';
      const note = now.isDiscovered ? `${formatInteger(now.facts)} facts${failed}` : 'discovering';
      progress.update(done, now.isDiscovered ? now.tasks : null, note);
    },
    finish: progress.finish,
  };
}

/** Prints the result of a run; false if something failed or there was nothing to do. */
export async function reportRun(
  db: Database,
  result: IngestResult,
  seconds: number,
  asJson: boolean,
): Promise<boolean> {
  const isGood = result.failure === null && result.failed === 0 && result.done + result.unchanged > 0;
  const failures = await listFailedTasks(db, result.runId, asJson ? result.failed : MAX_FAILURES_SHOWN);
  if (asJson) {
    const { runId, failure, tasks, done, unchanged, failed, filings, facts, published, anomalies, byteSize } = result;
    const counts = { tasks, done, unchanged, failed, filings, facts, published, anomalies, bytes: byteSize };
    print(JSON.stringify({ run_id: runId, failure, ...counts, seconds: Number(seconds.toFixed(3)), failures }));
    return isGood;
  }
  if (result.failure !== null) printStatus(`Failed: ${result.failure}`);
  for (const { kind, key, reason } of failures) printStatus(`Failed: ${kind} ${key}: ${reason ?? ''}`);
  if (result.failed > failures.length) printStatus(`… and ${result.failed - failures.length} more (--json lists all).`);
  const published = result.published > 0 ? `${formatInteger(result.published)} published records, ` : '';
  const rate = seconds > 0 ? ` · ${(result.byteSize / 1e6 / seconds).toFixed(1)} MB/s` : '';
  print(
    `${formatInteger(result.done)} read, ${formatInteger(result.unchanged)} unchanged, ${formatInteger(result.failed)} failed: ` +
      `${formatInteger(result.filings)} filings, ${formatInteger(result.facts)} facts, ${published}` +
      `${formatInteger(result.anomalies)} anomalies in ${formatDuration(seconds)}${rate}`,
  );
  return isGood;
}

/** Splits `A,B C` into three words. */
export function splitList(text: string, previous: string[]): string[] {
  return [...previous, ...text.split(/[\s,]+/).filter(word => word !== '')];
}

/** Throws if the text is not a date. */
export function parseDateOption(text: string): string {
  if (parseDay(text) === null) throw new InvalidArgumentError(`${text} is not a date (YYYY-MM-DD).`);
  return text;
}

/** Throws {@link OperatorError} for an unknown registry. */
export function parseRegistry(text: string): string {
  if (REGISTRIES.includes(text)) return text;
  throw new OperatorError('wrong_setting', `Unknown registry ${text}. Registries: ${REGISTRIES.join(', ')}.`);
}
