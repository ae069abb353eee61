import { sql, type Transaction } from '../../../../db/database.ts';
import type { DatedStanding } from '../../filings/model/filing-standing.ts';

/** What one source stated of an issuer when it was last read. */
export interface Statement {
  source: string;
  registry: string;
  /** Rank of the source in its connector's order of trust, 0 first; not comparable between registries. */
  precedence: number;
  /** model/issuer.ts Issuer as JSON, null if the source states filings or facts only. */
  issuer: string | null;
  /** sources/kit/source.ts DocumentRef[] as JSON. */
  documents: string;
  damage: string | null;
  filingsCount: number;
  factsCount: number;
}

/** A stored fact set without its series. */
export interface FactSourceState {
  source: string;
  digest: string;
  /** model/facts-codec.ts encodeFactFilings */
  filings: string;
  /** True if it holds only a part of the facts of its filings. */
  isPartial: boolean;
}

/** The stored state of one issuer: all that a task needs before it begins. */
export interface IssuerState {
  canonicalKey: string;
  /** Reserved if the issuer does not exist yet. */
  issuerId: string;
  isNew: boolean;
  hasFilings: boolean;
  statements: Statement[];
  factSources: FactSourceState[];
  /** `accession=epoch seconds=precedence`, blank-separated, of the filings with XBRL; they date canonical values. */
  known: string;
  /** Its filings with a status other than current; `aliasId` is the registry's second id of the filing, else null. */
  standings: (DatedStanding & { aliasId: string | null })[];
  /** issuer_financials.version, null if there are no financials. */
  financialsVersion: string | null;
}

/**
 * Locks the issuers until the end of the transaction, in one order to avoid deadlocks, and reads their state. Each key is a
 * lock, so pass at most a few hundred at once.
 */
export async function claimIssuers(tx: Transaction, keys: readonly string[]): Promise<Map<string, IssuerState>> {
  const sorted = [...new Set(keys)].sort();
  await lockIssuers(tx, sorted);
  const states = new Map<string, IssuerState>();
  for (const { key, id } of await identify(tx, sorted)) states.set(key, emptyState(key, id, true));
  const byId = new Map<string, IssuerState>();
  const rows = await tx.query<{ canonical_key: string; issuer_id: string }>(sql`
    select canonical_key, issuer_id from issuers where canonical_key = any(${sorted})`);
  for (const row of rows) {
    const state = emptyState(row.canonical_key, row.issuer_id, false);
    states.set(row.canonical_key, state);
    byId.set(row.issuer_id, state);
  }
  if (byId.size > 0) await readStates(tx, byId);
  return states;
}

/** Locks issuers until the end of the transaction, in one order to avoid deadlocks. */
export async function lockIssuers(tx: Transaction, keys: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, ${LOCK_SEED})) from unnest(${[...keys].sort()}::text[]) as key`);
}

async function identify(tx: Transaction, keys: readonly string[]): Promise<{ key: string; id: string }[]> {
  return tx.query(sql`
    select key, nextval(pg_get_serial_sequence('issuers', 'issuer_id')) as id
    from unnest(${keys}::text[]) as key
    where not exists (select from issuers where canonical_key = key)`);
}

async function readStates(tx: Transaction, byId: ReadonlyMap<string, IssuerState>): Promise<void> {
  const ids = [...byId.keys()];
  const statements = await tx.query<Statement & { issuer_id: string }>(sql`
    select issuer_id, source, registry, precedence, issuer, documents, damage, filings_count as "filingsCount",
      facts_count::float8 as "factsCount"
    from issuer_statements where issuer_id = any(${ids}::bigint[]) order by issuer_id, registry, source`);
  for (const { issuer_id, ...statement } of statements) byId.get(issuer_id)?.statements.push(statement);
  const sources = await tx.query<FactSourceState & { issuer_id: string }>(sql`
    select issuer_id, source, digest, filings, is_partial as "isPartial"
    from fact_sources where issuer_id = any(${ids}::bigint[]) order by issuer_id, source`);
  for (const { issuer_id, ...source } of sources) byId.get(issuer_id)?.factSources.push(source);
  const filings = await tx.query<{ issuer_id: string; known: string | null }>(sql`
    select issuer_id,
      string_agg(native_id || '=' || extract(epoch from known_at)::bigint || '=' || precedence, ' ') filter (where has_xbrl) as known
    from filings where issuer_id = any(${ids}::bigint[]) group by issuer_id`);
  for (const { issuer_id, known } of filings) {
    const state = byId.get(issuer_id);
    if (state === undefined) continue;
    state.hasFilings = true;
    state.known = known ?? '';
  }
  const standings = await tx.query<IssuerState['standings'][number] & { issuer_id: string }>(sql`
    select issuer_id, native_id as "nativeId", status, since, alias_id as "aliasId"
    from filing_standings join filings using (registry, native_id)
    left join filing_aliases using (issuer_id, registry, native_id)
    where issuer_id = any(${ids}::bigint[]) order by native_id`);
  for (const { issuer_id, ...standing } of standings) byId.get(issuer_id)?.standings.push(standing);
  const versions = await tx.query<{ issuer_id: string; version: string }>(sql`
    select issuer_id, version from issuer_financials where issuer_id = any(${ids}::bigint[])`);
  for (const { issuer_id, version } of versions) {
    const state = byId.get(issuer_id);
    if (state !== undefined) state.financialsVersion = version;
  }
}

function emptyState(canonicalKey: string, issuerId: string, isNew: boolean): IssuerState {
  return {
    canonicalKey,
    issuerId,
    isNew,
    hasFilings: false,
    statements: [],
    factSources: [],
    known: '',
    standings: [],
    financialsVersion: null,
  };
}

/** Separates our advisory locks from others in the same database. */
const LOCK_SEED = 7_203_114;
