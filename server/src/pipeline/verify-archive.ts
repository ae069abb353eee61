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

/** Something that is wrong between the archive and the store. */
export interface ArchiveFinding {
  /**
   * missing: the store counts on it, and it is not there; damaged: its bytes are not what the digest says; orphaned: it
   * is there, and nothing counts on it.
   */
  kind: 'missing' | 'damaged' | 'orphaned';
  sha256: string;
  /** Why it is damaged. */
  detail: string | null;
}

export interface VerifyOptions {
  now: Date;
  /** Called for each object that was looked at. */
  onObject?: () => void;
  signal?: AbortSignal;
}

const DIGESTS_AT_ONCE = 5_000;
const OBJECTS_AT_ONCE = 8;
/** Objects are written before the store is told of them: young ones may still be on their way. */
const ORPHANED_AFTER_MS = 3_600_000;

/**
 * Walks the archive and the store side by side, in the order of the digests, and reads every object to its end, in
 * bounded memory. What other processes write meanwhile is no finding. Throws where the archive is out of reach.
 */
export async function* verifyArchive(
  archive: Archive,
  db: Database,
  options: VerifyOptions,
): AsyncGenerator<ArchiveFinding> {
  const running: Promise<ArchiveFinding | null>[] = [];
  for await (const pair of sideBySide(archive, db)) {
    options.signal?.throwIfAborted();
    const looking = look(archive, pair, options);
    // The first failure ends the walk; those behind it are nobody's news.
    looking.catch(() => undefined);
    running.push(looking);
    if (running.length >= OBJECTS_AT_ONCE) yield* found(await running.shift());
  }
  for (const pending of running) yield* found(await pending);
}

/** A digest with what either side has of it. */
interface Pair {
  sha256: string;
  isKnown: boolean;
  /** When it was put into the archive; null where it is not there. */
  changedAt: Date | null;
}

async function* sideBySide(archive: Archive, db: Database): AsyncGenerator<Pair> {
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
    const digests = await listArchivedAfter(db, after, DIGESTS_AT_ONCE);
    yield* digests;
    const last = digests.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function look(archive: Archive, pair: Pair, { now, onObject }: VerifyOptions): Promise<ArchiveFinding | null> {
  const { sha256, isKnown, changedAt } = pair;
  onObject?.();
  if (changedAt === null) {
    // It may have been put there since the walk passed by.
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

function* found(finding: ArchiveFinding | null | undefined): Generator<ArchiveFinding> {
  if (finding) yield finding;
}

/** What became of a finding. */
export interface Repair {
  finding: ArchiveFinding;
  /**
   * restored: the registry gave the same bytes again; replaced: it has other bytes now, and nothing needs the old ones;
   * pending: its filing is to be opened again; removed: it was garbage; lost: nobody is known who has it.
   */
  outcome: 'restored' | 'replaced' | 'pending' | 'removed' | 'lost';
  /** Filings to be opened again. */
  filings: FilingKey[];
  /** Why a registry did not give it; null where it did, or was not asked. */
  reason: string | null;
}

/** Asks a registry for a document and archives the answer; the digest of what came, null where it has none any more. */
export type Refetch = (source: ArchivedSource) => Promise<string | null>;

/** Puts right what can be: asks the registries again, and marks as pending what they do not give by itself. */
export async function repairFinding(
  archive: Archive,
  db: Database,
  finding: ArchiveFinding,
  refetch: Refetch,
): Promise<Repair> {
  const { sha256 } = finding;
  // What is damaged would stand in the way of the same bytes.
  if (finding.kind !== 'missing') await archive.remove(sha256);
  if (finding.kind === 'orphaned') return { finding, outcome: 'removed', filings: [], reason: null };
  const sources = await listSourcesOf(db, [sha256]);
  let reason = sources.length === 0 ? 'it was imported from a file: import that again' : null;
  for (const source of sources) {
    try {
      const came = await refetch(source);
      if (came === sha256) return { finding, outcome: 'restored', filings: [], reason: null };
      reason = came === null ? `${source.url} is there no more` : `${source.url} has other bytes now`;
    } catch (error) {
      reason = `${source.url}: ${messageOf(error)}`;
    }
  }
  const filings = await wantAgain(db, [sha256]);
  if (filings.length > 0) return { finding, outcome: 'pending', filings, reason };
  const outcome = sources.length > 0 && (await forgetObject(db, sha256)) ? 'replaced' : 'lost';
  return { finding, outcome, filings, reason };
}
