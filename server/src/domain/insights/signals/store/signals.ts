import { type Database, type Sql, sql, type Transaction } from '../../../../db/database.ts';
import type { EventKind } from '../../../disclosures/events/model.ts';
import { isReadByRules } from '../../../filings/proposals/views/read-by.ts';
import type { PatternHit, PatternInput } from '../model/signal-pattern.ts';
import { type PatternEventRow, toPatternEvent } from '../views/pattern-events.ts';
import type { PatternRow } from '../views/patterns.ts';

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

interface EventOfEntity extends PatternEventRow {
  entity_id: string;
}

/** Loads, by company, the events that patterns count, without duplicates of co-registrants, and the reports if one was announced as late. */
export async function readPatternInputs(
  tx: Transaction,
  entityIds: readonly string[],
  kinds: readonly EventKind[],
): Promise<Map<string, PatternInput>> {
  const members = sql`issuers i where i.entity_id = any(${[...entityIds]}::bigint[])`;
  const rows = await tx.query<EventOfEntity>(sql`
    select distinct on (i.entity_id, v.event_id) i.entity_id, v.event_id, v.kind, v.variant, v.status, v.first_known_at,
      v.event_date, v.registry, v.native_id, v.words
    from (select i.issuer_id, i.entity_id from ${members}) i join corporate_events v using (issuer_id)
    where v.is_current and ${isReadByRules(sql`v.read_by`)} and v.kind = any(${[...kinds]}::text[]) and ${FILING_NOT_WITHDRAWN}
    order by i.entity_id, v.event_id, i.issuer_id <> i.entity_id, i.issuer_id`);
  const late = new Set(rows.filter(row => row.kind === 'late_filing_notice').map(row => row.entity_id));
  const reports = late.size === 0 ? [] : await readReports(tx, [...late]);
  const ofEntity = Map.groupBy(reports, row => row.entity_id);
  const byEntity = Map.groupBy(rows, row => row.entity_id);
  return new Map(
    [...byEntity].map(([entityId, events]) => [
      entityId,
      {
        events: events.map(toPatternEvent),
        reports: (ofEntity.get(entityId) ?? []).map(row => ({ periodEnd: row.period_end, knownAt: row.known_at })),
      },
    ]),
  );
}

const FILING_NOT_WITHDRAWN: Sql = sql`not exists (
  select from filing_standings st
  where st.registry = v.registry and st.native_id = v.native_id and st.status in ('withdrawn', 'closed'))`;

function readReports(tx: Transaction, entityIds: readonly string[]) {
  return tx.query<{ entity_id: string; period_end: string; known_at: string }>(sql`
    select i.entity_id, g.period_end, g.known_at
    from issuers i join filings g using (issuer_id)
    where i.entity_id = any(${[...entityIds]}::bigint[]) and g.category in ('annual_report', 'interim_report')
      and g.period_end is not null and not g.is_amendment`);
}

interface PatternOfEntity extends PatternRow {
  entity_id: string;
}

/** Replaces the patterns of companies. Unchanged rows are not rewritten. */
export async function replacePatterns(
  tx: Transaction,
  entityIds: readonly string[],
  hits: readonly { entityId: string; hit: PatternHit }[],
): Promise<void> {
  const rows = hits.map(({ entityId, hit }) => toRow(entityId, hit));
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

function toRow(entityId: string, hit: PatternHit): PatternOfEntity {
  return {
    entity_id: entityId,
    pattern: hit.pattern,
    first_at: hit.firstAt,
    latest_at: hit.latestAt,
    strong_from: hit.strongFrom,
    reason: hit.reason,
    event_ids: hit.eventIds,
    rules_version: hit.rulesVersion,
  };
}
