import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ConnectionSettings } from '../src/db/connection.ts';
import { type Database, sql } from '../src/db/database.ts';
import {
  decodePeriod,
  type FinancialsDictionary,
  type StoredPeriod,
} from '../src/domain/figures/financials/model/financials-codec.ts';
import { createLog } from '../src/kernel/log.ts';
import { exportStore } from '../src/pipeline/export.ts';
import { type Ingest, type IngestResult, runIngest } from '../src/pipeline/runs/ingest.ts';
import { ThreadPool } from '../src/pipeline/tasks/thread-pool.ts';
import { startWorker, type Worker } from '../src/pipeline/worker.ts';
import type { WorkerOptions } from '../src/pipeline/worker-options.ts';
import { useForFile } from './use-for-file.ts';

const pools = new Map<number, ThreadPool>();

/** Threads that the workers of all tests in this process use in turn: starting one takes most of a second of processor time. */
function sharedThreads(size: number): ThreadPool {
  const pool = pools.get(size) ?? new ThreadPool(size);
  pools.set(size, pool);
  return pool;
}

const NO_OPTIONS = { mirror: null, record: null, force: false };

/**
 * A worker for tests: SEC EDGAR only, two threads, no log, short timeouts, and no rate limit towards stand-in registries.
 */
export function startTestWorker(
  connection: ConnectionSettings,
  dataFolder: string,
  options: Partial<WorkerOptions> = {},
): Promise<Worker> {
  const workers = options.workers ?? 2;
  return startWorker({
    connection,
    dataFolder,
    workers,
    threads: sharedThreads(workers),
    registries: ['sec-edgar'],
    contact: null,
    discoversOnSchedule: false,
    log: createLog('silent'),
    attempts: 1,
    clientTimings: { retryBaseMs: 5, maxAttempts: 2, refusalPauseMs: 50, timeoutMs: 500, requestsPerSecond: 1_000 },
    ...options,
  });
}

/** A worker for a test file or a part of it, over its database and with a data folder of its own. */
export function useTestWorker(
  database: { readonly connection: ConnectionSettings },
  folder: { readonly path: string },
  options?: Partial<WorkerOptions>,
): Worker {
  return useForFile(
    () => startTestWorker(database.connection, mkdtempSync(join(folder.path, 'data-')), options),
    worker => worker.stop(),
  );
}

type IngestAndWait = (
  worker: Worker,
  wanted: Ingest['wanted'],
  options?: Partial<Ingest['options']>,
) => Promise<IngestResult>;

/** Returns a function that ingests from a registry and waits until that ends. */
export function ingestFrom(registry: string): IngestAndWait {
  return (worker, wanted, options = {}) => {
    const run = { registry, command: 'test', options: { ...NO_OPTIONS, ...options }, wanted };
    return runIngest(worker, run, () => undefined, new AbortController().signal);
  };
}

/** The same from SEC EDGAR. */
export const ingest = ingestFrom('sec-edgar');

/** The export of the whole store as one text. */
export async function exportText(db: Database): Promise<string> {
  let text = '';
  for await (const line of exportStore(db)) text += line;
  return text;
}

/** Runs steps that must succeed and leave the store as it is. */
export async function expectSameStore(db: Database, ...steps: readonly (() => Promise<IngestResult>)[]): Promise<void> {
  const text = await exportText(db);
  for (const step of steps) {
    expect(await step()).toMatchObject({ failure: null, failed: 0 });
    expect(await exportText(db)).toBe(text);
  }
}

/** How many anomalies of each kind a registry's documents have. */
export function countAnomalies(db: Database, registry: string): Promise<{ kind: string; count: number }[]> {
  return db.query(sql`
    select kind, count(*)::int as count from anomalies
    where registry = ${registry} and source not like 'normalise/%' group by kind order by kind`);
}

/** A stored canonical value of a fiscal year; undefined if there is none. */
export async function annualValue(
  db: Database,
  canonicalKey: string,
  periodEnd: string,
  code: string,
): Promise<number | undefined> {
  const row = await db.queryOne<StoredPeriod & { dictionary: string }>(sql`
    select period.fiscal_period as "fiscalPeriod", fiscal_year as "fiscalYear", period_start as "periodStart",
      period_end as "periodEnd", native_id as accession, period.company_type as "companyType", period.currency,
      period.accounting_standard as "accountingStandard", status, breaches, items, dictionary
    from kpi_periods as period join issuer_financials using (issuer_id)
    where issuer_id = (select issuer_id from issuers where canonical_key = ${canonicalKey})
      and period.fiscal_period = 'fy' and period_end = ${periodEnd}`);
  if (row === null) return undefined;
  return decodePeriod(row, JSON.parse(row.dictionary) as FinancialsDictionary).values[code]?.value;
}
