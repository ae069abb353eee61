import type { Archive } from '../archive/archive.ts';
import type { Database } from '../db/database.ts';
import {
  type ArchivedSource,
  type FilingKey,
  forgetObject,
  listArchivedAfter,
  listSourcesOf,
  wantAgain,
} from '../domain/filings/documents/store.ts';
import { AsfiledError, messageOf } from '../kernel/errors.ts';

/** A mismatch between the archive and the store. */
export interface ArchiveFinding {
  /**
   * missing: the store references it and the archive does not have it; damaged: its bytes do not match the digest;
   * orphaned: the archive has it and nothing references it.
   */
  kind: 'missing' | 'damaged' | 'orphaned';
  sha256: string;
  /** Why it is damaged. */
  detail: string | null;
}

export interface VerifyOptions {
  now: Date;
  /** Called for each checked object. */
  onObject?: () => void;
  signal?: AbortSignal;
}

const DIGESTS_PER_QUERY = 5_000;
const MAX_CONCURRENT_CHECKS = 8;
/** Objects are written before the store references them, so young ones may be in progress. */
const ORPHANED_AFTER_MS = 3_600_000;

/**
 * Walks the archive and the store together, in the order of digests, and reads every object to its end in bounded
 * memory. Concurrent writes of other processes are not findings. Throws if the archive is unreachable.
 */
export async function* verifyArchive(
  archive: Archive,
  db: Database,
  options: VerifyOptions,
): AsyncGenerator<ArchiveFinding> {
  const running: Promise<ArchiveFinding | null>[] = [];
  for await (const pair of pairDigests(archive, db)) {
    options.signal?.throwIfAborted();
    const check = checkObject(archive, pair, options);
    // The first failure ends the walk; later ones are ignored.
    check.catch(() => undefined);
    running.push(check);
    if (running.length >= MAX_CONCURRENT_CHECKS) yield* present(await running.shift());
  }
  for (const pending of running) yield* present(await pending);
}

/** A digest with its state in the archive and the store. */
interface DigestPair {
  sha256: string;
  isKnown: boolean;
  /** When it was archived; null if it is not in the archive. */
  changedAt: Date | null;
}

async function* pairDigests(archive: Archive, db: Database): AsyncGenerator<DigestPair> {
  const known = knownDigests(db);
  let next = await known.next();
  for await (const { sha256, changedAt } of archive.list()) {
    while (!next.done && next.value < sha256) {
      yield { sha256: next.value, isKnown: true, changedAt: null };
      next = await known.next();
    }
    const isKnown = !next.done && next.value === sha256;
    yield { sha256, isKnown, changedAt };
    if (isKnown) next = await known.next();
  }
  for (; !next.done; next = await known.next()) yield { sha256: next.value, isKnown: true, changedAt: null };
}

async function* knownDigests(db: Database): AsyncGenerator<string, undefined> {
  let after = '';
  for (;;) {
    const digests = await listArchivedAfter(db, after, DIGESTS_PER_QUERY);
    yield* digests;
    const last = digests.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function checkObject(
  archive: Archive,
  pair: DigestPair,
  { now, onObject }: VerifyOptions,
): Promise<ArchiveFinding | null> {
  const { sha256, isKnown, changedAt } = pair;
  onObject?.();
  if (changedAt === null) {
    // It may have been archived after the walk passed it.
    return (await archive.has(sha256)) ? null : { kind: 'missing', sha256, detail: null };
  }
  if (!isKnown) {
    const isOld = now.getTime() - changedAt.getTime() > ORPHANED_AFTER_MS;
    return isOld ? { kind: 'orphaned', sha256, detail: null } : null;
  }
  return readToEnd(archive, sha256);
}

async function readToEnd(archive: Archive, sha256: string): Promise<ArchiveFinding | null> {
  try {
    for await (const _ of await archive.openStream(sha256));
    return null;
  } catch (error) {
    if (!(error instanceof AsfiledError) || error.code !== 'not_archived') throw error;
    return { kind: 'damaged', sha256, detail: error.message };
  }
}

function* present(finding: ArchiveFinding | null | undefined): Generator<ArchiveFinding> {
  if (finding) yield finding;
}

/** The outcome of a repair. */
export interface Repair {
  finding: ArchiveFinding;
  /**
   * restored: the registry returned the same bytes again; replaced: it has other bytes now, and nothing needs the old
   * ones; pending: its filing will be opened again; removed: it was garbage; lost: no known source has it.
   */
  outcome: 'restored' | 'replaced' | 'pending' | 'removed' | 'lost';
  /** Filings to open again. */
  filings: FilingKey[];
  /** Why a registry did not return it; null if it did or was not requested. */
  reason: string | null;
}

/**
 * Requests a document from a registry and archives the response. Returns its digest; null if the registry no longer has
 * it.
 */
export type Refetch = (source: ArchivedSource) => Promise<string | null>;

/** Repairs a finding: requests the document again, and marks its filing as pending if no registry returns it. */
export async function repairFinding(
  archive: Archive,
  db: Database,
  finding: ArchiveFinding,
  refetch: Refetch,
): Promise<Repair> {
  const { sha256 } = finding;
  // The damaged object would block the same bytes.
  if (finding.kind !== 'missing') await archive.remove(sha256);
  if (finding.kind === 'orphaned') return { finding, outcome: 'removed', filings: [], reason: null };
  const sources = await listSourcesOf(db, [sha256]);
  let reason = sources.length === 0 ? 'it was imported from a file; import the file again' : null;
  for (const source of sources) {
    try {
      const digest = await refetch(source);
      if (digest === sha256) return { finding, outcome: 'restored', filings: [], reason: null };
      reason = digest === null ? `${source.url} no longer exists` : `${source.url} has other bytes now`;
    } catch (error) {
      reason = `${source.url}: ${messageOf(error)}`;
    }
  }
  const filings = await wantAgain(db, [sha256]);
  if (filings.length > 0) return { finding, outcome: 'pending', filings, reason };
  const outcome = sources.length > 0 && (await forgetObject(db, sha256)) ? 'replaced' : 'lost';
  return { finding, outcome, filings, reason };
}
