import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { DocumentRef, Source } from '../sources/source.ts';
import { recordArchived } from '../store/fetches.ts';
import { isStoreEmpty } from '../store/issuers.ts';
import type { RunOptions, RunProgress } from '../store/runs.ts';
import type { DiscoverJob } from './queues.ts';
import { awaitRun, startRun } from './start-run.ts';
import type { PipelineTools } from './tools.ts';
import type { Worker } from './worker.ts';

export interface Ingest {
  registry: string;
  /** `ingest`, `import`, `reprocess`, `sample`: what started it. */
  command: string;
  options: RunOptions;
  wanted: DiscoverJob['wanted'];
}

/** A run that is over, and what came of it. */
export interface IngestResult extends RunProgress {
  runId: string;
}

/** Starts a run and waits until all that it started is stored. Throws what `signal` aborts with; the run goes on then. */
export async function runIngest(
  worker: Worker,
  ingest: Ingest,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<IngestResult> {
  const runId = randomUUID();
  const { db } = worker.tools;
  await startRun(db, worker.jobs, { runId, ...ingest });
  const progress = await awaitRun(db, runId, onProgress, signal);
  await worker.lookAfterRuns();
  return { runId, ...progress };
}

/** Takes bulk files into the archive. */
export async function archiveBulk(
  tools: PipelineTools,
  paths: readonly string[],
): Promise<DiscoverJob['wanted'] & { kind: 'bulk' }> {
  const files: { sha256: string; name: string }[] = [];
  for (const path of paths) {
    const { sha256, byteSize } = await tools.archive.putFile(path);
    await recordArchived(tools.db, sha256, byteSize, 'application/zip');
    files.push({ sha256, name: basename(path) });
  }
  return { kind: 'bulk', files };
}

/** Takes loose documents into the archive; `urlOf` tells the address under which the registry publishes one. */
export async function archiveDocuments(
  tools: PipelineTools,
  source: Source,
  paths: readonly string[],
): Promise<DiscoverJob['wanted'] & { kind: 'documents' }> {
  const documents: DocumentRef[] = [];
  for (const path of paths) {
    const bytes = await readPlain(path);
    const { sha256, byteSize } = await tools.archive.put(bytes);
    await recordArchived(tools.db, sha256, byteSize, null);
    documents.push({ url: source.urlOfLoose(basename(path, '.gz'), bytes), sha256, bulk: null, member: null });
  }
  return { kind: 'documents', documents };
}

/** True for a file that holds others. */
export function isBulkPath(path: string): boolean {
  return extname(path).toLowerCase() === '.zip';
}

/**
 * Fills an empty store from a mirror of samples, through the connector like everything else. Returns null where the
 * store is not empty.
 */
export async function loadSamplePack(
  worker: Worker,
  registry: string,
  mirror: string,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<IngestResult | null> {
  if (!(await isStoreEmpty(worker.tools.db))) return null;
  const options = { mirror, record: null, force: false };
  const wanted = { kind: 'everything' as const, since: null };
  return runIngest(worker, { registry, command: 'sample', options, wanted }, onProgress, signal);
}

const unpack = promisify(gunzip);

async function readPlain(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  return extname(path) === '.gz' ? unpack(bytes) : bytes;
}
