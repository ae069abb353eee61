import type { DocumentRef } from '../domain/filings/documents/model.ts';
import { FILING_SOURCE } from '../domain/filings/facts/model/facts.ts';
import { listIssuersWithIsins, listUnlistedIssuers } from '../domain/filings/issuers/store/isin-holders.ts';
import { replaceAnomalies } from '../domain/kit/anomalies.ts';
import type { JobSystem } from '../jobs/job-system.ts';
import type { Anomaly } from '../kernel/anomaly.ts';
import { AsfiledError } from '../kernel/errors.ts';
import { uuidV5 } from '../kernel/ids.ts';
import { BulkZip } from '../sources/kit/packages/bulk-zip.ts';
import type { BulkFile, Discovery, KnownIssuer, RegistryClient, Source, Task } from '../sources/kit/source.ts';
import { type DiscoverJob, taskQueue } from './queues.ts';
import { stageTables } from './stage-tables.ts';
import { listPublishedDocuments } from './store/published-documents.ts';
import { listReplayable } from './store/replay.ts';
import { insertRunTasks, markDiscovered, type Run, readCursor, settleTasks, writeCursor } from './store/runs.ts';
import type { PipelineTools } from './tools.ts';

type Found = { tasks: Task[]; missing: { kind: string; key: string; reason: string }[]; anomalies: Anomaly[] };
type WantedHere = DiscoverJob['wanted'];

/**
 * Finds out what a run has to do and queues a job for each task. Doing it again queues nothing twice. Throws
 * AsfiledError `not_found` where there is nothing at all to do: an empty answer is an alarm.
 */
export async function discoverRun(
  tools: PipelineTools,
  jobs: JobSystem,
  source: Source,
  run: Run,
  wanted: WantedHere,
  client: RegistryClient,
): Promise<void> {
  const { registry } = run;
  const channel = wanted.kind === 'channel' ? wanted.channel : null;
  const position = channel === null ? null : await readCursor(tools.db, registry, channel);
  const found = await find(tools, source, wanted, client, position);
  if (found.tasks.length === 0 && found.missing.length === 0 && channel === null) {
    const told = found.anomalies[0];
    throw new AsfiledError(
      'not_found',
      told ? `nothing found: ${told.kind}: ${told.detail}` : 'nothing found to ingest',
    );
  }
  await insertRunTasks(tools.db, run.runId, [...found.tasks, ...found.missing]);
  await settleTasks(
    tools.db,
    found.missing.map(({ kind, key, reason }) => {
      const counts = { filings: 0, facts: 0, published: 0, anomalies: 0, byteSize: 0 };
      return { runId: run.runId, kind, key, state: 'failed' as const, reason, ...counts };
    }),
  );
  await replaceAnomalies(
    tools.db,
    registry,
    [...new Set(found.anomalies.map(anomaly => anomaly.source))],
    found.anomalies,
  );
  await jobs.send(
    taskQueue(registry),
    filingsLast(found.tasks).map(task => ({
      id: uuidV5(`asfiled task ${run.runId} ${task.kind} ${task.key}`),
      payload: { runId: run.runId, task },
    })),
  );
  if (channel !== null && found.position !== undefined) {
    await writeCursor(tools.db, registry, channel, found.position);
  }
  await markDiscovered(tools.db, run.runId);
}

async function find(
  tools: PipelineTools,
  source: Source,
  wanted: WantedHere,
  client: RegistryClient,
  position: string | null,
): Promise<Found & { position?: string }> {
  const asked = () => issuersFor(tools, source, wanted);
  switch (wanted.kind) {
    case 'bulk':
      return findInBulk(tools, source, wanted.files);
    case 'documents':
      return findInDocuments(source, wanted.documents);
    case 'replay':
      return findStored(tools, source, wanted.from);
    case 'channel':
      return withBulk(tools, source, await source.discover(client, { ...wanted, position, ...(await asked()) }));
    default:
      return withBulk(tools, source, await source.discover(client, { ...wanted, ...(await asked()) }));
  }
}

/** Issuers that a run asks about where the registry has no list of companies; the next run asks about the next ones. */
const ASKED_ABOUT = 1_000;

/** Of the store: those that are named, or those of which nobody says where they are listed. */
async function issuersFor(
  tools: PipelineTools,
  source: Source,
  wanted: WantedHere,
): Promise<{ issuers?: KnownIssuer[] }> {
  if (source.asksAboutIssuers !== true) return {};
  if (wanted.kind === 'named') return { issuers: await listIssuersWithIsins(tools.db, wanted.ids) };
  return { issuers: await listUnlistedIssuers(tools.db, source.description.registry, ASKED_ABOUT) };
}

/** Documents of a filing do not always state when it was filed: the lists that do are read before them. */
function filingsLast(tasks: readonly Task[]): Task[] {
  return [...tasks.filter(task => task.kind !== 'filing'), ...tasks.filter(task => task.kind === 'filing')];
}

/** The tasks of a discovery with those that its bulk files fall into. */
async function withBulk(tools: PipelineTools, source: Source, discovery: Discovery): Promise<Discovery> {
  if (discovery.bulk === undefined || discovery.bulk.length === 0) return discovery;
  const found = await findInBulk(tools, source, discovery.bulk);
  return {
    ...discovery,
    tasks: [...discovery.tasks, ...found.tasks],
    missing: [...discovery.missing, ...found.missing],
    anomalies: [...discovery.anomalies, ...found.anomalies],
  };
}

/** Tasks of bulk files. What several files have of one issuer is one task. */
async function findInBulk(tools: PipelineTools, source: Source, files: readonly BulkFile[]): Promise<Found> {
  const found: Found = { tasks: [], missing: [], anomalies: [] };
  const byIssuer = new Map<string, Task & { documents: DocumentRef[] }>();
  for (const { sha256, name } of files) {
    const zip = await BulkZip.open(await tools.archive.localPath(sha256));
    try {
      await findInZip(tools, source, { zip, sha256, name }, found, byIssuer);
    } finally {
      zip.close();
    }
  }
  found.tasks.push(...byIssuer.values());
  return found;
}

async function findInZip(
  tools: PipelineTools,
  source: Source,
  { zip, sha256, name }: { zip: BulkZip; sha256: string; name: string },
  found: Found,
  byIssuer: Map<string, Task & { documents: DocumentRef[] }>,
): Promise<void> {
  const registry = source.description.registry;
  const complain = (kind: string, detail: string): void => {
    found.anomalies.push({ registry, source: name, locator: '', kind, detail });
    found.missing.push({ kind: 'bulk', key: name, reason: `${kind}: ${detail}` });
  };
  if (zip.damage !== null) complain(zip.damage.kind, zip.damage.message);
  const plan = await source.planBulk(zip, name);
  if (plan === null) {
    if (zip.damage === null) complain('unknown_bulk_file', `${name} holds nothing that ${registry} knows`);
    return;
  }
  if (plan.kind === 'documents') {
    for (const { kind, key, issuerKey, members } of plan.tasks) {
      const documents = members.map(member => ({ url: `${plan.name}/${member}`, sha256: null, bulk: sha256, member }));
      const known = byIssuer.get(`${kind} ${key}`);
      if (known === undefined)
        byIssuer.set(`${kind} ${key}`, { kind, key, issuerKey, documents, urls: null, since: null });
      else known.documents.push(...documents);
    }
    return;
  }
  try {
    const issuers = await stageTables(tools, source, plan.name, sha256);
    found.tasks.push(...issuers.map(issuerKey => shareTask(plan.name, sha256, issuerKey)));
  } catch (error) {
    if (!(error instanceof Error) || !('kind' in error)) throw error;
    complain(String(error.kind), error.message);
  }
}

function shareTask(name: string, bulk: string, issuerKey: string): Task {
  const documents = [{ url: `${name}/`, sha256: bulk, bulk, member: null }];
  return { kind: 'share', key: `${name}/${issuerKey}`, issuerKey, documents, urls: null, since: null };
}

/** Tasks of documents that were handed in: each names its source by its address. A filing is a task of its own. */
function findInDocuments(source: Source, documents: readonly DocumentRef[]): Found {
  const found: Found = { tasks: [], missing: [], anomalies: [] };
  const issuerKeyOf = (ref: DocumentRef): string | null => source.issuerOf(ref.url);
  const filings = Map.groupBy(documents, ref => filingOf(source, ref) ?? '');
  const others = Map.groupBy(filings.get('') ?? [], ref => issuerKeyOf(ref) ?? ref.url);
  for (const [key, some] of others) {
    const issuerKey = some[0] === undefined ? null : issuerKeyOf(some[0]);
    found.tasks.push({ kind: 'documents', key, issuerKey, documents: some, urls: null, since: null });
  }
  for (const [key, some] of filings) if (key !== '') found.tasks.push(filingTask(source, key, some));
  return found;
}

/** The registry's own id of the filing that a document belongs to; null where it is part of none. */
function filingOf(source: Source, ref: DocumentRef): string | null {
  const name = source.sourceOf(ref.url);
  return name?.startsWith(FILING_SOURCE) === true ? name.slice(FILING_SOURCE.length) : null;
}

function filingTask(source: Source, key: string, documents: DocumentRef[]): Task {
  const issuerKey = source.issuerOf(documents[0]?.url ?? '');
  return { kind: 'filing', key, issuerKey, documents, urls: null, since: null };
}

/** Tasks over everything that the archive and the store have of the registry. */
async function findStored(tools: PipelineTools, source: Source, from: 'parse' | 'normalise'): Promise<Found> {
  const registry = source.description.registry;
  const found: Found = { tasks: [], missing: [], anomalies: [] };
  const shared = new Map<string, DocumentRef>();
  const tables = new Map<string, string>();
  for (const { canonicalKey, documents } of await listReplayable(tools.db, registry)) {
    const own: DocumentRef[] = [];
    const filings = new Map<string, DocumentRef[]>();
    for (const ref of documents as DocumentRef[]) {
      const filing = filingOf(source, ref);
      if (filing !== null) filings.set(filing, [...(filings.get(filing) ?? []), ref]);
      else if (ref.bulk !== null && ref.member === null) tables.set(ref.bulk, ref.url.replace(/\/[^/]*$/, ''));
      else if (ref.member === null && source.issuerOf(ref.url) === null) shared.set(ref.url, ref);
      else own.push(ref);
    }
    if (from === 'parse') for (const [key, some] of filings) found.tasks.push(filingTask(source, key, some));
    const wanted = from === 'parse' ? own : [];
    if (from === 'parse' && own.length === 0) continue;
    const task = { kind: from === 'parse' ? 'replay' : 'normalise', key: canonicalKey, issuerKey: canonicalKey };
    found.tasks.push({ ...task, documents: wanted, urls: null, since: null });
  }
  if (from === 'normalise') return found;
  for (const [url, ref] of shared) {
    found.tasks.push({ kind: 'replay', key: url, issuerKey: null, documents: [ref], urls: null, since: null });
  }
  for (const ref of (await listPublishedDocuments(tools.db, registry)) as DocumentRef[]) {
    // One address may have had other bytes each day.
    const key = `${ref.url}#${ref.sha256}`;
    if (shared.get(ref.url)?.sha256 === ref.sha256) continue;
    found.tasks.push({ kind: 'replay', key, issuerKey: null, documents: [ref], urls: null, since: null });
  }
  for (const [bulk, name] of tables) {
    const issuers = await stageTables(tools, source, name, bulk);
    found.tasks.push(...issuers.map(issuerKey => shareTask(name, bulk, issuerKey)));
  }
  return found;
}
