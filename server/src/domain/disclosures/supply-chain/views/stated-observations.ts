import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { addToList } from '../../../../kernel/lists.ts';
import type { SupplyStatement } from '../model.ts';
import type { AnnualReading, Observation } from '../rules/join-observations.ts';

/** A statement with its filing and the entity that filed it. */
export interface StatedObservation extends Observation {
  entityId: string;
  /** Null if no company is named. */
  nameKey: string | null;
}

/** Maximum number of statements per response, newest filings first. */
const MAX_STATEMENTS = 5_000;

interface StatementRow {
  entity_id: string;
  registry: string;
  native_id: string;
  url: string;
  known_at: string;
  name_key: string | null;
  statement: string;
}

/** Loads the statements of entities that were known by the end of a day. */
export function loadOwnStatements(
  db: Database,
  entityIds: readonly string[],
  day: string,
): Promise<StatedObservation[]> {
  return loadStatements(db, sql`i.entity_id = any(${[...entityIds]}::bigint[])`, day);
}

/** Loads the statements about companies with given names that were known by the end of a day. */
export function loadStatementsOfNames(
  db: Database,
  nameKeys: readonly string[],
  day: string,
): Promise<StatedObservation[]> {
  return loadStatements(db, sql`s.name_key = any(${[...nameKeys]}::text[])`, day);
}

async function loadStatements(db: Database, condition: Sql, day: string): Promise<StatedObservation[]> {
  const rows = await db.query<StatementRow>(sql`
    select i.entity_id, s.registry, s.native_id, g.url, g.known_at, s.name_key, s.statement
    from supply_statements s join issuers i using (issuer_id)
    join filings g on g.issuer_id = s.issuer_id and g.registry = s.registry and g.native_id = s.native_id
    where ${condition} and g.known_at < ${day}::date + 1 and not exists (
      select from filing_standings st
      where st.registry = s.registry and st.native_id = s.native_id and st.status in ('withdrawn', 'closed')
        and st.since < ${day}::date + 1)
    order by g.known_at desc, s.registry, s.native_id, s.place limit ${MAX_STATEMENTS}::integer`);
  return rows.map(row => ({
    entityId: row.entity_id,
    nameKey: row.name_key,
    statement: JSON.parse(row.statement) as SupplyStatement,
    filingId: filingId(row.registry, row.native_id),
    url: row.url,
    knownAt: row.known_at,
  }));
}

/** Loads the annual reports of entities that were read and known by the end of a day, without amendments. */
export async function loadAnnualReadings(
  db: Database,
  entityIds: readonly string[],
  day: string,
): Promise<Map<string, AnnualReading[]>> {
  const rows = await db.query<{
    entity_id: string;
    registry: string;
    native_id: string;
    period_end: string;
    known_at: string;
  }>(sql`
    select i.entity_id, r.registry, r.native_id, g.period_end, g.known_at
    from supply_readings r join issuers i using (issuer_id)
    join filings g on g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
    where i.entity_id = any(${[...entityIds]}::bigint[]) and g.category = 'annual_report' and not g.is_amendment
      and g.period_end is not null and g.known_at < ${day}::date + 1`);
  const readings = new Map<string, AnnualReading[]>();
  for (const { entity_id, registry, native_id, period_end, known_at } of rows) {
    addToList(readings, entity_id, {
      filingId: filingId(registry, native_id),
      periodEnd: period_end,
      knownAt: known_at,
    });
  }
  return readings;
}

/** The newest read filing of an entity. */
interface NewestReading {
  knownAt: string;
  /** Version of the rules that read it. */
  rulesVersion: string;
}

/** Returns the newest read filing of an entity that was known by the end of a day; null if none was read. */
export async function newestReading(db: Database, entityId: string, day: string): Promise<NewestReading | null> {
  const row = await db.queryOne<{ known_at: string; rules_version: string }>(sql`
    select g.known_at, r.rules_version
    from supply_readings r join issuers i using (issuer_id)
    join filings g on g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
    where i.entity_id = ${entityId} and g.known_at < ${day}::date + 1
    order by g.known_at desc, g.registry, g.native_id limit 1`);
  return row === null ? null : { knownAt: row.known_at, rulesVersion: row.rules_version };
}

/** Returns the folded names of entities, including former names. */
export async function namesOfEntities(db: Database, entityIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name_key: string }>(sql`
    select distinct n.name_key from issuer_names n join issuers i using (issuer_id)
    where i.entity_id = any(${[...entityIds]}::bigint[])`);
  return rows.map(row => row.name_key);
}
