import { LRUCache } from 'lru-cache';
import { type Database, sql } from '../../../../db/database.ts';
import { loopTurns } from '../../../../kernel/loop-turns.ts';
import type { FilingOfIssuer } from '../../filings/views/find-filing.ts';
import { type FactColumns, unpackFacts } from '../model/filing-facts-codec.ts';

/** Readers of a report page through it: as many facts as this stay unpacked in one process. */
const MAX_FACTS_KEPT = 200_000;

interface StoredFacts {
  plain_facts: Uint8Array | null;
  other_facts: Uint8Array | null;
}

const keptOf = new WeakMap<Database, LRUCache<string, FactColumns[]>>();
const loadingOf = new WeakMap<Database, Map<string, Promise<FactColumns[]>>>();

/**
 * The tagged facts of a filing, undimensioned numbers first; null if the filing was not opened. The columns are shared and
 * must not be changed.
 */
export async function readReportFacts(
  db: Database,
  { issuer_id, registry, native_id }: FilingOfIssuer,
): Promise<FactColumns[] | null> {
  const stored = await db.queryOne<{ digest: string }>(sql`
    select digest from filing_reports
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}`);
  if (stored === null) return null;
  const key = JSON.stringify([issuer_id, registry, native_id, stored.digest]);
  const kept = keptOf.get(db) ?? new LRUCache<string, FactColumns[]>({ maxSize: MAX_FACTS_KEPT });
  const loading = loadingOf.get(db) ?? new Map<string, Promise<FactColumns[]>>();
  keptOf.set(db, kept);
  loadingOf.set(db, loading);
  const facts =
    kept.get(key) ?? (await loadOnce(loading, key, () => loadFacts(db, { issuer_id, registry, native_id })));
  kept.set(key, facts, { size: 1 + facts.reduce((sum, block) => sum + block.position.length, 0) });
  // Readers that waited for the same report continue one after another.
  await loopTurns.take();
  return facts;
}

function loadOnce(
  loading: Map<string, Promise<FactColumns[]>>,
  key: string,
  load: () => Promise<FactColumns[]>,
): Promise<FactColumns[]> {
  const underWay = loading.get(key) ?? load().finally(() => loading.delete(key));
  loading.set(key, underWay);
  return underWay;
}

async function loadFacts(
  db: Database,
  { issuer_id, registry, native_id }: Pick<FilingOfIssuer, 'issuer_id' | 'registry' | 'native_id'>,
): Promise<FactColumns[]> {
  const row = await db.queryOne<StoredFacts>(sql`
    select plain_facts, other_facts from filing_reports
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = ${native_id}`);
  const packed = [row?.plain_facts, row?.other_facts].filter(block => block != null);
  return Promise.all(packed.map(unpackFacts));
}
