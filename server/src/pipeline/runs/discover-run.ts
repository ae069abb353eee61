import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { listIssuersWithIsins, listUnlistedIssuers } from '../../domain/filings/issuers/store/issuers.ts';
import { takeFilingsToReadAgain } from '../../domain/filings/proposals/store.ts';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import { listOutdatedFilings } from '../../domain/kit/store/readings.ts';
import { upsertTallies } from '../../domain/kit/store/tallies.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import type { Anomaly } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { uuidV5 } from '../../kernel/ids.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Tally } from '../../kernel/tally.ts';
import { BulkZip } from '../../sources/kit/packages/bulk-zip.ts';
import type { BulkFile, Discovery, KnownIssuer, RegistryClient, Source, Task } from '../../sources/kit/source.ts';
import { describeUnread, sortUnread } from '../../sources/kit/tally/left-out.ts';
import { stageTables } from '../bulk/stage-tables.ts';
import { TEXT_READINGS } from '../parts.ts';
import { listPublishedDocuments, listReplayable } from '../store/archived-documents.ts';
import { listChangedIssuers } from '../store/changed-issuers.ts';
import { insertRunTasks, markDiscovered, type Run, readCursor, settleTasks, writeCursor } from '../store/runs.ts';
import { retrySetAside } from '../store/task-crashes.ts';
import type { PipelineTools } from '../tools.ts';
import { type DiscoverJob, taskQueue } from './queues.ts';

type Found = {
  tasks: Task[];
  missing: { kind: string; key: string; reason: string }[];
  anomalies: Anomaly[];
  tallies: Tally[];
};
type RunRequest = DiscoverJob['wanted'];

const LISTS_FIRST = 1;

/**
 * Finds the work of a run and queues a job for each task. Repeating a discovery queues nothing twice. Throws
 * AsfiledError `not_found` if a request to the registry without a channel finds nothing: an empty result means that the
 * registry or the request is wrong. A replay finds nothing if nothing is archived, or if the current rules have read it all.
 */
export async function discoverRun(
  tools: PipelineTools,
  jobs: JobSystem,
  source: Source,
  run: Run,
  request: RunRequest,
  client: RegistryClient,
): Promise<void> {
  const { registry } = run;
  const channel = request.kind === 'channel' ? request.channel : null;
  const position = channel === null ? null : await readCursor(tools.db, registry, channel);
  const found = await findTasks(tools, source, run, request, client, position);
  const mayBeEmpty = channel !== null || request.kind === 'proposals' || request.kind === 'replay';
  if (found.tasks.length === 0 && found.missing.length === 0 && !mayBeEmpty) {
    const anomaly = found.anomalies[0];
    throw new AsfiledError(
      'not_found',
      anomaly ? `Nothing found: ${anomaly.kind}: ${anomaly.detail}` : 'Nothing found to ingest.',
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
  await upsertTallies(tools.db, registry, found.tallies);
  await jobs.send(
    taskQueue(registry),
    found.tasks.map(task => ({
      id: uuidV5(`asfiled task ${run.runId} ${task.kind} ${task.key}`),
      payload: { runId: run.runId, task },
      // Documents of a filing do not always state when it was filed, so the lists that do are read first.
      priority: task.kind === 'filing' ? 0 : LISTS_FIRST,
    })),
  );
  if (channel !== null && found.position !== undefined) {
    await writeCursor(tools.db, registry, channel, found.position);
  }
  await markDiscovered(tools.db, run.runId);
}

async function findTasks(
  tools: PipelineTools,
  source: Source,
  run: Run,
  request: RunRequest,
  client: RegistryClient,
  position: string | null,
): Promise<Found & { position?: string }> {
  const issuers = () => issuersFor(tools, source, request);
  switch (request.kind) {
    case 'bulk':
      return findInBulk(tools, source, request.files);
    case 'documents':
      return findInDocuments(source, request.documents);
    case 'replay':
      return request.from === 'text' ? findOutdated(tools, source) : findStored(tools, source, request.from);
    case 'proposals':
      return findProposed(tools, source);
    case 'set_aside':
      return findSetAside(tools, source, run);
    case 'channel':
      return withBulk(tools, source, await source.discover(client, { ...request, position, ...(await issuers()) }));
    default:
      return withBulk(tools, source, await source.discover(client, { ...request, ...(await issuers()) }));
  }
}

/**
 * Maximum number of issuers that a run requests from a registry without a list of companies; the next run requests the
 * next ones.
 */
const MAX_REQUESTED_ISSUERS = 1_000;

/** Issuers from the store: the named ones or those without a known listing, or those with a change since a document about them. */
async function issuersFor(
  tools: PipelineTools,
  source: Source,
  request: RunRequest,
): Promise<{ issuers?: KnownIssuer[] }> {
  const { asksAboutIssuers: asked, description } = source;
  if (asked === undefined) return {};
  if (asked !== 'unlisted') {
    if (request.kind !== 'channel' || request.channel !== asked.channel) return {};
    return { issuers: await listChangedIssuers(tools.db, description.registry, asked, MAX_REQUESTED_ISSUERS) };
  }
  if (request.kind === 'named') return { issuers: await listIssuersWithIsins(tools.db, request.ids) };
  return { issuers: await listUnlistedIssuers(tools.db, description.registry, MAX_REQUESTED_ISSUERS) };
}

/** Adds the tasks of a discovery's bulk files to its own. */
async function withBulk(
  tools: PipelineTools,
  source: Source,
  discovery: Discovery,
): Promise<Discovery & Pick<Found, 'tallies'>> {
  if (discovery.bulk === undefined || discovery.bulk.length === 0) return { ...discovery, tallies: [] };
  const found = await findInBulk(tools, source, discovery.bulk);
  return {
    ...discovery,
    tasks: [...discovery.tasks, ...found.tasks],
    missing: [...discovery.missing, ...found.missing],
    anomalies: [...discovery.anomalies, ...found.anomalies],
    tallies: found.tallies,
  };
}

/** Tasks of bulk files. One issuer's members of several files are one task. */
async function findInBulk(tools: PipelineTools, source: Source, files: readonly BulkFile[]): Promise<Found> {
  const found: Found = { tasks: [], missing: [], anomalies: [], tallies: [] };
  const byIssuer = new Map<string, Task & { documents: DocumentRef[] }>();
  for (const { sha256, name } of files) {
    const zip = await BulkZip.open(await tools.archive.localPath(sha256));
    try {
      await findInZip(tools, source, { zip, sha256, name }, found, byIssuer);
    } finally {
      zip.close();
    }
  }
  appendAll(found.tasks, byIssuer.values());
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
  const report = (kind: string, detail: string): void => {
    found.anomalies.push({ registry, source: name, locator: '', kind, detail });
    found.missing.push({ kind: 'bulk', key: name, reason: `${kind}: ${detail}` });
  };
  if (zip.damage !== null) report(zip.damage.kind, zip.damage.message);
  const plan = await source.planBulk(zip, name);
  if (plan === null) {
    if (zip.damage === null) report('unknown_bulk_file', `The ${registry} connector recognises no file in ${name}`);
    return;
  }
  if (plan.kind === 'documents') {
    for (const { kind, key, issuerKey, members } of plan.tasks) {
      const documents = members.map(member => ({ url: `${plan.name}/${member}`, sha256: null, bulk: sha256, member }));
      const known = byIssuer.get(`${kind} ${key}`);
      if (known === undefined)
        byIssuer.set(`${kind} ${key}`, { kind, key, issuerKey, documents, urls: null, since: null });
      else appendAll(known.documents, documents);
    }
    const read = new Set(plan.tasks.flatMap(task => task.members));
    const { explained, unread } = sortUnread(zip.members.filter(member => !read.has(member)));
    found.tallies.push({
      ...{ registry, source: name, kind: 'members' },
      ...{ read: read.size, explained, unread: unread.length },
    });
    if (unread.length > 0) {
      found.anomalies.push({
        registry,
        source: name,
        locator: '',
        kind: 'unread_members',
        detail: describeUnread(unread),
      });
    }
    return;
  }
  if (plan.kind === 'document') {
    appendAll(found.tasks, findInDocuments(source, [{ url: plan.url, sha256, bulk: null, member: null }]).tasks);
    return;
  }
  try {
    const issuers = await stageTables(tools, source, plan.name, sha256);
    appendAll(
      found.tasks,
      issuers.map(issuerKey => shareTask(plan.name, sha256, issuerKey)),
    );
  } catch (error) {
    if (!(error instanceof Error) || !('kind' in error)) throw error;
    report(String(error.kind), error.message);
  }
}

function shareTask(name: string, bulk: string, issuerKey: string): Task {
  const documents = [{ url: `${name}/`, sha256: bulk, bulk, member: null }];
  return { kind: 'share', key: `${name}/${issuerKey}`, issuerKey, documents, urls: null, since: null };
}

/** Tasks of imported documents; their URLs name their sources. Each filing is a task of its own. */
function findInDocuments(source: Source, documents: readonly DocumentRef[]): Found {
  const found: Found = { tasks: [], missing: [], anomalies: [], tallies: [] };
  const issuerKeyOf = (ref: DocumentRef): string | null => source.issuerOf(ref.url);
  const filings = Map.groupBy(documents, ref => filingOf(source, ref) ?? '');
  const others = Map.groupBy(filings.get('') ?? [], ref => issuerKeyOf(ref) ?? ref.url);
  for (const [key, refs] of others) {
    const issuerKey = refs[0] === undefined ? null : issuerKeyOf(refs[0]);
    found.tasks.push({ kind: 'documents', key, issuerKey, documents: refs, urls: null, since: null });
  }
  for (const [key, refs] of filings) if (key !== '') found.tasks.push(filingTask(source, key, refs));
  return found;
}

/** The registry's own id of the filing that a document belongs to; null if it belongs to none. */
function filingOf(source: Source, ref: DocumentRef): string | null {
  const name = source.sourceOf(ref.url);
  return name?.startsWith(FILING_SOURCE) === true ? name.slice(FILING_SOURCE.length) : null;
}

function filingTask(source: Source, key: string, documents: DocumentRef[]): Task {
  const issuerKey = source.issuerOf(documents[0]?.url ?? '');
  return { kind: 'filing', key, issuerKey, documents, urls: null, since: null };
}

async function findSetAside(tools: PipelineTools, source: Source, run: Run): Promise<Found> {
  const { registry } = source.description;
  const tasks = await retrySetAside(tools.db, registry, run.runId, run.options.mirror);
  return { tasks, missing: [], anomalies: [], tallies: [] };
}

/** Tasks over the filings whose text rules of another version read. A run that was interrupted leaves the others for the next one. */
async function findOutdated(tools: PipelineTools, source: Source): Promise<Found> {
  const { registry } = source.description;
  const found: Found = { tasks: [], missing: [], anomalies: [], tallies: [] };
  const outdated = await listOutdatedFilings(tools.db, TEXT_READINGS, registry);
  if (outdated.size === 0) return found;
  for (const { documents } of await listReplayable(tools.db, registry)) {
    const filings = Map.groupBy(documents as DocumentRef[], ref => filingOf(source, ref));
    for (const [key, refs] of filings) {
      if (key !== null && outdated.has(key)) found.tasks.push(filingTask(source, key, refs));
    }
  }
  return found;
}

const MAX_PROPOSED = 2_000;

/** Tasks over filings about which a model has answered since they were read. */
async function findProposed(tools: PipelineTools, source: Source): Promise<Found> {
  const { registry } = source.description;
  const filings = await takeFilingsToReadAgain(tools.db, registry, FILING_SOURCE, MAX_PROPOSED);
  const tasks = filings.map(({ nativeId, documents }) => filingTask(source, nativeId, documents as DocumentRef[]));
  return { tasks, missing: [], anomalies: [], tallies: [] };
}

/** Tasks over everything that the archive and the store hold of the registry. */
async function findStored(tools: PipelineTools, source: Source, from: 'parse' | 'normalise'): Promise<Found> {
  const registry = source.description.registry;
  const found: Found = { tasks: [], missing: [], anomalies: [], tallies: [] };
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
    if (from === 'parse') for (const [key, refs] of filings) found.tasks.push(filingTask(source, key, refs));
    const parsed = from === 'parse' ? own : [];
    if (from === 'parse' && own.length === 0) continue;
    const task = { kind: from === 'parse' ? 'replay' : 'normalise', key: canonicalKey, issuerKey: canonicalKey };
    found.tasks.push({ ...task, documents: parsed, urls: null, since: null });
  }
  if (from === 'normalise') return found;
  for (const [url, ref] of shared) {
    found.tasks.push({ kind: 'replay', key: url, issuerKey: null, documents: [ref], urls: null, since: null });
  }
  for (const ref of (await listPublishedDocuments(tools.db, registry)) as DocumentRef[]) {
    // The bytes of one URL may differ from day to day.
    const key = `${ref.url}#${ref.sha256}`;
    if (shared.get(ref.url)?.sha256 === ref.sha256) continue;
    found.tasks.push({ kind: 'replay', key, issuerKey: null, documents: [ref], urls: null, since: null });
  }
  for (const [bulk, name] of tables) {
    const issuers = await stageTables(tools, source, name, bulk);
    appendAll(
      found.tasks,
      issuers.map(issuerKey => shareTask(name, bulk, issuerKey)),
    );
  }
  return found;
}
