import { type Database, sql } from '../../db/database.ts';

/** How much of everything there is. */
export async function countStore(db: Database): Promise<Record<string, number>> {
  const row = await db.queryOne<Record<string, number>>(sql`
    select (select count(*) from issuers)::int as issuers, (select count(*) from listings)::int as listings,
      (select count(*) from filings)::float8 as filings,
      (select coalesce(sum(facts_count), 0) from fact_sources)::float8 as facts,
      (select count(*) from issuer_financials)::int as issuers_with_financials,
      (select count(*) from kpi_periods)::float8 as periods,
      (select count(*) from archive_objects)::int as archived_objects,
      (select count(*) from anomalies)::int as anomalies`);
  return row ?? {};
}

/** How new what is stored of each registry is. */
export async function listFreshness(
  db: Database,
): Promise<{ registry: string; issuers: number; newestFiling: string | null; fetchedAt: string | null }[]> {
  return db.query(sql`
    select registry, count(distinct issuer_id)::int as issuers,
      (select max(known_at) from filings where filings.registry = statement.registry) as "newestFiling",
      (select max(fetched_at) from fetches where fetches.registry = statement.registry) as "fetchedAt"
    from issuer_statements as statement group by registry order by registry`);
}
