import { type Database, sql, type Transaction } from '../../../../db/database.ts';
import { isReadByRules } from '../../../filings/proposals/views/read-by.ts';
import type { PatternHit } from '../model/signal-pattern.ts';
import { toPatternRow } from '../views/patterns.ts';

/** Marks issuers whose patterns must be computed again. Call it after their events are stored. */
export async function markSignalChanges(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into signal_changes (issuer_id)
    select i.issuer_id from issuers i where i.issuer_id = any(${[...issuerIds]}::bigint[]) and ${HAS_SIGNALS}`);
}

const HAS_SIGNALS = sql`(exists (select from corporate_events v where v.issuer_id = i.issuer_id and ${isReadByRules(sql`v.read_by`)})
  or exists (select from signal_patterns p where p.entity_id = i.entity_id))`;

/** Marks all issuers of the companies of some issuers. Call it before and after they are regrouped. */
export async function markRegroupedSignals(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    insert into signal_changes (issuer_id)
    select i.issuer_id from issuers i where ${HAS_SIGNALS} and i.entity_id in (
      select entity_id from issuers where issuer_id = any(${[...issuerIds]}::bigint[]))`);
}

/** Marks the issuers of filings whose status at the registry changed. */
export async function markChangedStatuses(
  tx: Transaction,
  registry: string,
  nativeIds: readonly string[],
): Promise<void> {
  if (nativeIds.length === 0) return;
  await tx.execute(sql`
    insert into signal_changes (issuer_id)
    select distinct g.issuer_id from filings g
    join corporate_events v on v.issuer_id = g.issuer_id and v.registry = g.registry and v.native_id = g.native_id
    where g.native_id = any(${[...nativeIds]}::text[]) and g.registry = ${registry}`);
}

/** Returns true if an issuer is marked. */
export async function hasSignalChanges(db: Database): Promise<boolean> {
  return (await db.queryOne(sql`select from signal_changes limit 1`)) !== null;
}

/** Serialises the computation of patterns until the end of the transaction. */
export async function claimSignals(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SIGNALS_LOCK}::bigint)`);
}

const SIGNALS_LOCK = 7_203_126;

/** Removes and returns marked issuers, oldest marks first. */
export async function takeSignalChanges(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.query<{ issuer_id: string }>(sql`
    delete from signal_changes where change_id in (
      select change_id from signal_changes order by change_id limit ${limit}::integer)
    returning issuer_id`);
  return [...new Set(rows.map(row => row.issuer_id))];
}

/** Returns the companies of issuers. */
export async function entitiesOfIssuers(tx: Transaction, issuerIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ entity_id: string }>(sql`
    select distinct entity_id from issuers where issuer_id = any(${[...issuerIds]}::bigint[])`);
  return rows.map(row => row.entity_id);
}

/** Replaces the patterns of companies. Unchanged rows are not rewritten. */
export async function replacePatterns(
  tx: Transaction,
  entityIds: readonly string[],
  hits: readonly { entityId: string; hit: PatternHit }[],
): Promise<void> {
  const rows = hits.map(({ entityId, hit }) => ({ entity_id: entityId, ...toPatternRow(hit) }));
  const written = JSON.stringify(rows);
  await tx.execute(sql`
    delete from signal_patterns p where p.entity_id = any(${[...entityIds]}::bigint[]) and not exists (
      select from json_to_recordset(${written}::json) as row (entity_id bigint, pattern text)
      where row.entity_id = p.entity_id and row.pattern = p.pattern)`);
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into signal_patterns as kept (entity_id, pattern, first_at, latest_at, strong_from, reason, event_ids, rules_version)
    select entity_id, pattern, first_at, latest_at, strong_from, reason,
      array(select jsonb_array_elements_text(event_ids)), rules_version
    from jsonb_to_recordset(${written}::jsonb) as row (entity_id bigint, pattern text, first_at timestamptz,
      latest_at timestamptz, strong_from timestamptz, reason text, event_ids jsonb, rules_version text)
    on conflict (entity_id, pattern) do update set first_at = excluded.first_at, latest_at = excluded.latest_at,
      strong_from = excluded.strong_from, reason = excluded.reason, event_ids = excluded.event_ids,
      rules_version = excluded.rules_version
    where (kept.first_at, kept.latest_at, kept.strong_from, kept.reason, kept.event_ids, kept.rules_version)
      is distinct from (excluded.first_at, excluded.latest_at, excluded.strong_from, excluded.reason, excluded.event_ids,
        excluded.rules_version)`);
}
