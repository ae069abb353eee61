import { randomUUID } from 'node:crypto';
import { basename, dirname, extname, join } from 'node:path';
import { sql } from '../../db/database.ts';
import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import { isStoreEmpty } from '../../domain/filings/issuers/store/issuers.ts';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import { upsertTallies } from '../../domain/kit/store/tallies.ts';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import { readDocumentFile } from '../../sources/kit/document-size.ts';
import { parseManifest } from '../../sources/kit/manifest.ts';
import type { ImportFile, ManifestRow, Source } from '../../sources/kit/source.ts';
import { BACKGROUND_TASKS, groupIssuers } from '../parts.ts';
import { removeSampleAgain } from '../remove-sample.ts';
import { recordArchived } from '../store/fetches.ts';
import type { RunOptions, RunProgress } from '../store/runs.ts';
import { announcedSince, type PipelineTools } from '../tools.ts';
import type { Worker } from '../worker.ts';
import type { DiscoverJob } from './queues.ts';
import { awaitRun, startRun } from './start-run.ts';
import { recordUnreadRecordings } from './unread-recordings.ts';

export interface Ingest {
  registry: string;
  /** The command that started it: `ingest`, `import`, `reprocess`, `sample`. */
  command: string;
  options: RunOptions;
  wanted: DiscoverJob['wanted'];
}

/** A finished run and its counts. */
export interface IngestResult extends RunProgress {
  runId: string;
}

/**
 * Starts a run, waits until all its tasks are stored, and groups issuers into companies. Throws the reason of `signal`
 * if it aborts, or OperatorError `disk_full`; the run itself continues.
 */
export async function runIngest(
  worker: Worker,
  ingest: Ingest,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<IngestResult> {
  const runId = randomUUID();
  const { db } = worker.tools;
  await startRun(db, worker.jobs, { runId, ...ingest });
  const stopped = AbortSignal.any([signal, worker.diskFull]);
  const progress = await awaitRun(db, runId, onProgress, stopped);
  await worker.closeRuns();
  const { registry, options, wanted } = ingest;
  if (options.mirror !== null && wanted.kind === 'everything' && wanted.since === null)
    await recordUnreadRecordings(db, registry, options.mirror);
  if (wanted.kind === 'replay') await removeSampleAgain(db);
  await completeIngest(worker.tools, stopped);
  return { runId, ...progress };
}

/** Computes results that depend on the whole store: companies, their people, patterns, base rates. */
async function completeIngest({ db, announcesForHours }: PipelineTools, signal: AbortSignal): Promise<void> {
  await groupIssuers(db, signal);
  for (const task of BACKGROUND_TASKS) {
    const { completesIngest } = task;
    if (typeof completesIngest === 'boolean' ? completesIngest : await completesIngest(db))
      await task.run(db, { now: new Date(), announcesSince: announcedSince(announcesForHours), signal });
  }
}

/** Archives bulk files. */
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

/** A file that was not imported. */
export interface UnreadFile {
  path: string;
  reason: string;
}

/**
 * Adds loose documents to the archive, under the URLs at which the registry publishes them. A file that is too large or
 * damaged, or that the connector does not recognise, is kept in the archive as it is, recorded as an anomaly and passed to `onUnread`; the others are imported.
 */
export async function archiveDocuments(
  tools: PipelineTools,
  source: Source,
  paths: readonly string[],
  onUnread: (file: UnreadFile) => void = () => undefined,
): Promise<DiscoverJob['wanted'] & { kind: 'documents' }> {
  const documents: DocumentRef[] = [];
  for (const path of paths) {
    const read = await readOrRecord(tools, source, path, onUnread);
    if (read === null) continue;
    const { sha256, byteSize } = await tools.archive.put(read.bytes);
    await recordArchived(tools.db, sha256, byteSize, null);
    documents.push({ url: read.url, sha256, bulk: null, member: null });
  }
  return { kind: 'documents', documents };
}

async function readOrRecord(
  tools: PipelineTools,
  source: Source,
  path: string,
  onUnread: (file: UnreadFile) => void,
): Promise<{ bytes: Buffer; url: string } | null> {
  const { registry } = source.description;
  const place = `import/${basename(path)}`;
  try {
    const bytes = await readUnzipped(path);
    const url = source.identifyImport(basename(path, '.gz'), bytes);
    await replaceAnomalies(tools.db, registry, [place], []);
    return { bytes, url };
  } catch (error) {
    if (isMissingFile(error)) throw error;
    const detail = messageOf(error);
    const { sha256, byteSize } = await tools.archive.putFile(path);
    await recordArchived(tools.db, sha256, byteSize, null);
    const anomaly = { registry, source: place, locator: sha256, kind: faultOf(error), detail };
    await replaceAnomalies(tools.db, registry, [place], [anomaly]);
    onUnread({ path, reason: detail });
    return null;
  }
}

/** Nothing can be kept of a file that cannot be opened. */
function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function faultOf(error: unknown): string {
  if (!(error instanceof AsfiledError)) return 'damaged_gzip';
  return typeof error.details.fault === 'string' ? error.details.fault : 'unrecognised_file';
}

/** The result of importing a manifest. */
export interface FiledManifest {
  wanted: DiscoverJob['wanted'] & { kind: 'documents' };
  filed: number;
  /** Files that belong to no filing of the registry or are unreadable; recorded as anomalies. */
  unfiled: (UnreadFile & { kind: string })[];
}

/**
 * Archives the files of a manifest, filing by filing, under the URLs at which the registry publishes them. A file
 * without a place is reported, never guessed. Throws AsfiledError `bad_request` if the file is not a manifest.
 */
export async function archiveManifest(tools: PipelineTools, source: Source, path: string): Promise<FiledManifest> {
  const rows = parseManifest(await readUnzipped(path));
  const result: FiledManifest = { wanted: { kind: 'documents', documents: [] }, filed: 0, unfiled: [] };
  const groups = Map.groupBy(rows, groupOfRow);
  for (const group of groups.values()) {
    const files: ImportFile[] = [];
    for (const row of group) {
      try {
        files.push({ row, bytes: await readUnzipped(join(dirname(path), row.path)) });
      } catch (error) {
        result.unfiled.push({ path: row.path, reason: messageOf(error), kind: unfiledKindOf(error) });
      }
    }
    if (files.length > 0) await archiveGroup(tools, source, files, result);
  }
  const registry = source.description.registry;
  const manifest = `manifest/${basename(path)}`;
  const unread = result.unfiled.length;
  await upsertTallies(tools.db, registry, [
    { registry, source: manifest, kind: 'manifest', read: result.filed, explained: {}, unread },
  ]);
  await replaceAnomalies(
    tools.db,
    registry,
    [manifest],
    result.unfiled.map(({ path, kind, reason }) => ({
      registry,
      source: manifest,
      locator: path,
      kind,
      detail: reason,
    })),
  );
  return result;
}

/** Rows of one filing, else of one filer and day. */
function groupOfRow({ accession, cik, filed }: ManifestRow, at: number): string {
  if (accession !== '') return accession;
  return cik === '' || filed === '' ? `row ${at}` : `${cik} ${filed}`;
}

async function archiveGroup(
  tools: PipelineTools,
  source: Source,
  files: readonly ImportFile[],
  result: FiledManifest,
): Promise<void> {
  let documents: { url: string; bytes: Buffer }[];
  try {
    documents = placeGroup(source, files);
  } catch (error) {
    const reason = messageOf(error);
    const [first, second] = files;
    if (second !== undefined && first?.row.accession === '') {
      for (const file of files) await archiveGroup(tools, source, [file], result);
      return;
    }
    appendAll(
      result.unfiled,
      files.map(({ row }) => ({ path: row.path, reason, kind: 'unfiled' })),
    );
    return;
  }
  for (const { url, bytes } of documents) {
    const { sha256, byteSize } = await tools.archive.put(bytes);
    await recordArchived(tools.db, sha256, byteSize, null);
    result.wanted.documents.push({ url, sha256, bulk: null, member: null });
  }
  result.filed += files.length;
}

/** A file that belongs to no filing may be a summary of the registry, which identifies itself. */
function placeGroup(source: Source, files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  try {
    return source.placeImport(files);
  } catch (error) {
    const [file] = files;
    if (file === undefined || files.length > 1) throw error;
    try {
      return [{ url: source.identifyImport(basename(file.row.path, '.gz'), file.bytes), bytes: file.bytes }];
    } catch {
      throw error;
    }
  }
}

/** Whether a file contains other files. */
export function isBulkPath(path: string): boolean {
  return extname(path).toLowerCase() === '.zip';
}

/**
 * Fills an empty store from a mirror of samples of several registries, through their connectors. All runs start before
 * the first one is awaited, so that an interrupted load leaves none unstarted. Returns null if the store is not empty.
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
  await db.execute(sql`delete from sample_removals`);
  const runs = registries.map(registry => ({ runId: randomUUID(), registry }));
  const run = {
    command: 'sample',
    options: { mirror, record: null, force: false },
    wanted: { kind: 'everything' as const, since: null },
  };
  for (const started of runs) await startRun(db, worker.jobs, { ...started, ...run });
  const latest = new Map<string, RunProgress>();
  const track = (runId: string) => (progress: RunProgress) => {
    latest.set(runId, progress);
    if (latest.size === runs.length) onProgress(sumProgress([...latest.values()]));
  };
  const ended = await Promise.all(runs.map(({ runId }) => awaitRun(db, runId, track(runId), signal)));
  await worker.closeRuns();
  await completeIngest(worker.tools, signal);
  return sumProgress(ended);
}

/** Sums the progress of several runs. The sum is discovered once all of them are. */
function sumProgress(runs: readonly RunProgress[]): RunProgress {
  const sum = (count: (part: RunProgress) => number): number => runs.reduce((total, part) => total + count(part), 0);
  return {
    isDiscovered: runs.every(part => part.isDiscovered),
    failure: runs.find(part => part.failure !== null)?.failure ?? null,
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

function readUnzipped(path: string): Promise<Buffer> {
  return readDocumentFile(path, extname(path) === '.gz');
}

/** A file that is too large says so; every other one is unfiled. */
function unfiledKindOf(error: unknown): string {
  return error instanceof AsfiledError && error.code === 'payload_too_large' ? faultOf(error) : 'unfiled';
}
