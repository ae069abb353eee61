import type { ConnectionSettings } from '../src/db/connection.ts';
import type { Database } from '../src/db/database.ts';
import { createLog } from '../src/kernel/log.ts';
import { type Ingest, type IngestResult, runIngest } from '../src/pipeline/ingest.ts';
import { startWorker, type Worker, type WorkerOptions } from '../src/pipeline/worker.ts';
import { exportStore } from '../src/store/export.ts';

const NO_OPTIONS = { mirror: null, record: null, force: false };

/** A worker for tests: two threads, silent, patient for moments only. */
export function startTestWorker(
  connection: ConnectionSettings,
  dataFolder: string,
  options: Partial<WorkerOptions> = {},
): Promise<Worker> {
  return startWorker({
    connection,
    dataFolder,
    workers: 2,
    contact: null,
    discoversOnSchedule: false,
    log: createLog('silent'),
    attempts: 1,
    patience: { retryBaseMs: 5, maxAttempts: 2, refusalPauseMs: 50, timeoutMs: 500 },
    ...options,
  });
}

/** Ingests and waits for the end. */
export function ingest(
  worker: Worker,
  wanted: Ingest['wanted'],
  options: Partial<Ingest['options']> = {},
): Promise<IngestResult> {
  const run = { registry: 'sec-edgar', command: 'test', options: { ...NO_OPTIONS, ...options }, wanted };
  return runIngest(worker, run, () => undefined, new AbortController().signal);
}

/** The whole store as one text. */
export async function exportText(db: Database): Promise<string> {
  let text = '';
  for await (const line of exportStore(db)) text += line;
  return text;
}
