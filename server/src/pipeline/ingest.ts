import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Database } from '../db/database.ts';
import type { DocumentRef } from '../domain/filings/documents/model.ts';
import { isStoreEmpty } from '../domain/filings/issuers/store/issuers.ts';
import { replaceAnomalies } from '../domain/kit/anomalies.ts';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import { parseManifest } from '../sources/kit/manifest.ts';
import type { ImportFile, Source } from '../sources/kit/source.ts';
import { BACKGROUND_TASKS, groupIssuers } from './background.ts';
import type { DiscoverJob } from './queues.ts';
import { awaitRun, startRun } from './start-run.ts';
import { recordArchived } from './store/fetches.ts';
import type { RunOptions, RunProgress } from './store/runs.ts';
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

/** Starts a run and waits until all that it started is stored, and who is one company with whom found out. Throws what `signal` aborts with; the run goes on then. */
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
  await completeIngest(db, signal);
  return { runId, ...progress };
}

/** Computes what rests on everything that is stored: companies, their people, patterns, base rates. */
async function completeIngest(db: Database, signal: AbortSignal): Promise<void> {
  await groupIssuers(db, signal);
  for (const task of BACKGROUND_TASKS) {
    if (task.completesIngest) await task.run(db, { now: new Date(), signal });
  }
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
    documents.push({ url: source.identifyImport(basename(path, '.gz'), bytes), sha256, bulk: null, member: null });
  }
  return { kind: 'documents', documents };
}

/** What became of the rows of a manifest. */
export interface FiledManifest {
  wanted: DiscoverJob['wanted'] & { kind: 'documents' };
  filed: number;
  /** Files that are part of nothing that the registry publishes, or can't be read: kept in mind as anomalies. */
  unfiled: { path: string; reason: string }[];
}

/**
 * Takes the loose files of a manifest into the archive, one filing's at a time, under the addresses at which the registry
 * publishes them. What can't be filed is told, never guessed. Throws AsfiledError `bad_request` for what is no manifest.
 */
export async function archiveManifest(tools: PipelineTools, source: Source, path: string): Promise<FiledManifest> {
  const rows = parseManifest(await readPlain(path));
  const result: FiledManifest = { wanted: { kind: 'documents', documents: [] }, filed: 0, unfiled: [] };
  const groups = Map.groupBy(rows, (row, at) => (row.accession === '' ? `row ${at}` : row.accession));
  for (const group of groups.values()) {
    const files: ImportFile[] = [];
    for (const row of group) {
      try {
        if (isBulkPath(row.path)) throw new AsfiledError('bad_request', 'is a bulk file: import it by its own name');
        files.push({ row, bytes: await readPlain(join(dirname(path), row.path)) });
      } catch (error) {
        result.unfiled.push({ path: row.path, reason: messageOf(error) });
      }
    }
    if (files.length > 0) await archiveGroup(tools, source, files, result);
  }
  const registry = source.description.registry;
  const place = `manifest/${basename(path)}`;
  await replaceAnomalies(
    tools.db,
    registry,
    [place],
    result.unfiled.map(file => ({ registry, source: place, locator: file.path, kind: 'unfiled', detail: file.reason })),
  );
  return result;
}

async function archiveGroup(
  tools: PipelineTools,
  source: Source,
  files: readonly ImportFile[],
  result: FiledManifest,
): Promise<void> {
  let documents: { url: string; bytes: Buffer }[];
  try {
    documents = fileGroup(source, files);
  } catch (error) {
    const reason = messageOf(error);
    result.unfiled.push(...files.map(({ row }) => ({ path: row.path, reason })));
    return;
  }
  for (const { url, bytes } of documents) {
    const { sha256, byteSize } = await tools.archive.put(bytes);
    await recordArchived(tools.db, sha256, byteSize, null);
    result.wanted.documents.push({ url, sha256, bulk: null, member: null });
  }
  result.filed += files.length;
}

/** A file that is part of no filing may be one of the registry's summaries, which names itself. */
function fileGroup(source: Source, files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  try {
    return source.placeImport(files);
  } catch (error) {
    const [only] = files;
    if (only === undefined || files.length > 1) throw error;
    try {
      return [{ url: source.identifyImport(basename(only.row.path, '.gz'), only.bytes), bytes: only.bytes }];
    } catch {
      throw error;
    }
  }
}

/** True for a file that holds others. */
export function isBulkPath(path: string): boolean {
  return extname(path).toLowerCase() === '.zip';
}

/**
 * Fills an empty store from a mirror of samples of several registries, through their connectors like everything else. The
 * runs are all started before any is waited for, so that one that is stopped half way leaves none behind. Returns null
 * where the store is not empty.
 */
export async function loadSamplePack(
  worker: Worker,
  registries: readonly string[],
  mirror: string,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<RunProgress | null> {
  const { db } = worker.tools;
  if (!(await isStoreEmpty(db))) return null;
  const runs = registries.map(registry => ({ runId: randomUUID(), registry }));
  const run = {
    command: 'sample',
    options: { mirror, record: null, force: false },
    wanted: { kind: 'everything' as const, since: null },
  };
  for (const started of runs) await startRun(db, worker.jobs, { ...started, ...run });
  const latest = new Map<string, RunProgress>();
  const follow = (runId: string) => (progress: RunProgress) => {
    latest.set(runId, progress);
    if (latest.size === runs.length) onProgress(addUp([...latest.values()]));
  };
  const ended = await Promise.all(runs.map(({ runId }) => awaitRun(db, runId, follow(runId), signal)));
  await worker.lookAfterRuns();
  await completeIngest(db, signal);
  return addUp(ended);
}

/** The progress of several runs as that of one, which is discovered when all are. */
function addUp(parts: readonly RunProgress[]): RunProgress {
  const sum = (count: (part: RunProgress) => number): number => parts.reduce((total, part) => total + count(part), 0);
  return {
    isDiscovered: parts.every(part => part.isDiscovered),
    failure: parts.find(part => part.failure !== null)?.failure ?? null,
    tasks: sum(part => part.tasks),
    waiting: sum(part => part.waiting),
    done: sum(part => part.done),
    unchanged: sum(part => part.unchanged),
    failed: sum(part => part.failed),
    filings: sum(part => part.filings),
    facts: sum(part => part.facts),
    published: sum(part => part.published),
    anomalies: sum(part => part.anomalies),
    byteSize: sum(part => part.byteSize),
  };
}

const unpack = promisify(gunzip);

async function readPlain(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  return extname(path) === '.gz' ? unpack(bytes) : bytes;
}
