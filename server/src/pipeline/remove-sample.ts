import { type Database, sql, type Transaction } from '../db/database.ts';
import { DEMO_MARKET } from '../domain/filings/markets/model/markets.ts';

/** What the removal of the sample deleted. */
export interface RemovedSample {
  issuers: number;
  rows: number;
}

/** The area of the sample's fictional outlook. */
const FICTIONAL_AREA = 'XDA';

/**
 * Deletes the fictional data of the sample pack in one transaction: its issuers with everything stored about them, their prices,
 * the persons and press releases that no other issuer has, and the fictional outlook. Real data of the sample remains: it is
 * what the registries published, and later runs replace it. Running it again deletes nothing. Leaves a mark for
 * {@link removeSampleAgain}.
 */
export async function removeSample(db: Database): Promise<RemovedSample> {
  return db.transaction(async tx => {
    const rows = await tx.query<{ issuer_id: string }>(sql`
      select issuer_id from issuers where market_id = ${DEMO_MARKET} for update`);
    const ids = rows.map(row => row.issuer_id);
    const removedBefore = await tx.queryOne<{ press_release_ids: string[] }>(sql`
      select press_release_ids from sample_removals for update`);
    const releases = [...new Set([...(removedBefore?.press_release_ids ?? []), ...(await releasesOf(tx, ids))])];
    const others = [
      await tx.execute(sql`delete from price_series where market_id = ${DEMO_MARKET}`),
      await tx.execute(sql`delete from price_quotes where market_id = ${DEMO_MARKET}`),
      await tx.execute(sql`delete from weo_series where area = ${FICTIONAL_AREA}`),
    ];
    if (ids.length > 0) others.push(await removeIssuers(tx, ids));
    others.push(await removeReleases(tx, releases));
    const deleted = others.reduce((sum, count) => sum + count, 0);
    if (deleted > 0) {
      await tx.execute(sql`
        insert into sample_removals (press_release_ids) values (${releases}::text[])
        on conflict (only_row) do update set press_release_ids = excluded.press_release_ids`);
    }
    return { issuers: ids.length, rows: deleted };
  });
}

/** Removes what reprocessing the archive restored of a removed sample; nothing if the sample was never removed. */
export async function removeSampleAgain(db: Database): Promise<void> {
  if ((await db.queryOne(sql`select from sample_removals`)) !== null) await removeSample(db);
}

/** Press releases that name the issuers. */
async function releasesOf(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ press_release_id: string }>(sql`
    select distinct press_release_id from press_release_tags where issuer_id = any(${[...ids]}::bigint[])`);
  return rows.map(row => row.press_release_id);
}

async function removeReleases(tx: Transaction, releases: readonly string[]): Promise<number> {
  return tx.execute(sql`
    delete from press_releases r where r.press_release_id = any(${[...releases]}::text[])
      and not exists (select from press_release_tags t where t.press_release_id = r.press_release_id and t.issuer_id is not null)`);
}

async function removeIssuers(tx: Transaction, ids: readonly string[]): Promise<number> {
  const persons = await tx.query<{ person_id: string }>(sql`
    select person_id from person_roles where issuer_id = any(${[...ids]}::bigint[])
    union select person_id from insider_owners where issuer_id = any(${[...ids]}::bigint[])`);
  let deleted = 0;
  for (const table of await tablesOfIssuers(tx)) {
    deleted += await tx.execute(sql`delete from ${sql([`"${table}"`])} where issuer_id = any(${[...ids]}::bigint[])`);
  }
  const personIds = persons.map(row => row.person_id);
  const orphans = sql`
    select p.person_id from persons p where p.person_id = any(${personIds}::uuid[])
      and not exists (select from person_roles r where r.person_id = p.person_id)
      and not exists (select from insider_owners o where o.person_id = p.person_id)
      and not exists (select from person_merges m where m.kept_id = p.person_id or m.absorbed_id = p.person_id)`;
  deleted += await tx.execute(sql`delete from person_cards where person_id in (${orphans})`);
  deleted += await tx.execute(sql`delete from persons where person_id in (${orphans})`);
  return deleted + (await tx.execute(sql`delete from issuers where issuer_id = any(${[...ids]}::bigint[])`));
}

/** Every table with rows of issuers; a partitioned table stands for its partitions, and the issuers themselves come last. */
async function tablesOfIssuers(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'issuer_id' and not a.attisdropped and c.relname <> 'issuers'
    order by c.relname`);
  return rows.map(row => row.name);
}
