import { type Database, empty, sql, type Transaction } from '../../../../db/database.ts';
import { lockIssuers } from './issuer-state.ts';

/** An issuer whose entity, or whose part in its listings, changed. */
export interface Regrouped {
  canonicalKey: string;
  issuerId: string;
  entityId: string;
  /** Null clears the marks of its listings: the issuer is alone. */
  listings: { marketId: string; tickerKey: string; isEntityHome: boolean | null }[];
}

/** Writes the entity of each issuer. Waits for transactions that load the same issuers. */
export async function writeEntities(tx: Transaction, regrouped: readonly Regrouped[]): Promise<void> {
  if (regrouped.length === 0) return;
  await lockIssuers(
    tx,
    regrouped.map(issuer => issuer.canonicalKey),
  );
  const ids = regrouped.map(issuer => issuer.issuerId);
  const before = await entitiesOf(tx, ids);
  await tx.execute(sql`
    update issuers set entity_id = row."entityId", updated_at = now()
    from json_to_recordset(${JSON.stringify(regrouped)}::json) as row ("issuerId" bigint, "entityId" bigint)
    where issuer_id = row."issuerId" and entity_id <> row."entityId"`);
  const listings = regrouped.flatMap(({ issuerId, listings }) => listings.map(listing => ({ issuerId, ...listing })));
  if (listings.length > 0) {
    await tx.execute(sql`
    update listings set is_entity_home = row."isEntityHome"
    from json_to_recordset(${JSON.stringify(listings)}::json) as row (
      "issuerId" bigint, "marketId" text, "tickerKey" text, "isEntityHome" boolean)
    where issuer_id = row."issuerId" and market_id = row."marketId" and ticker_key = row."tickerKey"
      and is_entity_home is distinct from row."isEntityHome"`);
  }
  await refreshProminence(tx, [...before, ...(await entitiesOf(tx, ids))]);
}

async function entitiesOf(tx: Transaction, issuerIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ entity_id: string }>(sql`
    select distinct entity_id from issuers where issuer_id = any(${issuerIds}::bigint[])`);
  return rows.map(row => row.entity_id);
}

/** Recomputes the prominence of the names of these entities; call it after storing their data. */
export async function refreshProminenceOfIssuers(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  await refreshProminence(tx, await entitiesOf(tx, issuerIds));
}

async function refreshProminence(tx: Transaction, entityIds: readonly string[]): Promise<void> {
  await tx.execute(sql`select refresh_prominence(${[...new Set(entityIds)]}::bigint[])`);
}

/** Changed issuers, the oldest change first. */
export async function takeChanges(
  tx: Transaction,
  limit: number,
): Promise<{ changeIds: string[]; issuerIds: string[] }> {
  const rows = await tx.query<{ change_id: string; issuer_id: string }>(sql`
    select change_id, issuer_id from issuer_changes order by change_id limit ${limit}::integer`);
  return { changeIds: rows.map(row => row.change_id), issuerIds: [...new Set(rows.map(row => row.issuer_id))] };
}

/** Deletes processed changes. */
export async function forgetChanges(tx: Transaction, changeIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from issuer_changes where change_id = any(${[...changeIds]}::bigint[])`);
}

/** The newest queued change, null if there is none; with `until`, the newest up to it. */
export async function newestChange(db: Database, until?: string): Promise<string | null> {
  const upTo = until === undefined ? empty : sql`where change_id <= ${until}`;
  const row = await db.queryOne<{ newest: string | null }>(
    sql`select max(change_id) as newest from issuer_changes ${upTo}`,
  );
  return row?.newest ?? null;
}

/** Allows one grouping at a time, until the end of the transaction. */
export async function claimGrouping(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${GROUPING_LOCK}::bigint)`);
}

/** Blocks grouping until the end of the transaction, so that entities and names stay as they are. */
export async function keepGroupings(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${GROUPING_LOCK}::bigint)`);
}

const GROUPING_LOCK = 7_203_116;

/** A member of an entity. */
export interface EntityMember {
  issuerId: string;
  canonicalKey: string;
  companyName: string;
  countryCode: string | null;
  isLead: boolean;
  registries: string[];
  /** `market:TICKER`, the home listing of the entity first. */
  listings: string[];
  homeListing: string | null;
}

/** The members of an issuer's entity, the lead first; empty if the issuer does not exist. */
export async function readEntity(db: Database, canonicalKey: string): Promise<EntityMember[]> {
  return db.query<EntityMember>(sql`
    select i.issuer_id as "issuerId", i.canonical_key as "canonicalKey", i.company_name as "companyName",
      i.country_code as "countryCode", i.issuer_id = i.entity_id as "isLead",
      array(select distinct registry from issuer_statements s where s.issuer_id = i.issuer_id order by registry) as registries,
      array(select market_id || ':' || ticker from listings l where l.issuer_id = i.issuer_id
        order by coalesce(is_entity_home, is_home) desc, market_id, ticker) as listings,
      (select market_id || ':' || ticker from listings l where l.issuer_id = i.issuer_id
        and coalesce(is_entity_home, is_home) order by market_id, ticker limit 1) as "homeListing"
    from issuers i where entity_id = (select entity_id from issuers where canonical_key = ${canonicalKey})
    order by "isLead" desc, canonical_key collate "C"`);
}

/** Ids of issuers by key; unknown keys are left out. */
export async function readIssuerIds(db: Database, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ canonical_key: string; issuer_id: string }>(sql`
    select canonical_key, issuer_id from issuers where canonical_key = any(${[...keys]})`);
  return new Map(rows.map(row => [row.canonical_key, row.issuer_id]));
}
