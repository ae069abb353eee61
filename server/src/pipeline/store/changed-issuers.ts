import { type Database, sql } from '../../db/database.ts';
import type { ChangedIssuers, KnownIssuer } from '../../sources/kit/source.ts';

/** Older changes are in a document that was requested since, or belong to a company that nobody follows. */
const DAYS_BACK = 30;

/** Issuers with a filing of some forms that became known since a document about them was last requested, oldest change first. */
export async function listChangedIssuers(
  db: Database,
  registry: string,
  { forms, url: [before, after] }: ChangedIssuers,
  limit: number,
): Promise<KnownIssuer[]> {
  return db.query<KnownIssuer>(sql`
    select i.canonical_key as "canonicalKey", i.country_code as "countryCode", '{}'::text[] as isins
    from filings g
    join issuers i on i.issuer_id = g.issuer_id
    left join fetches f on f.registry = g.registry
      and f.url = ${before} || substr(i.canonical_key, strpos(i.canonical_key, ':') + 1) || ${after}
    where g.registry = ${registry} and upper(g.form_type) = any(${[...forms]})
      and g.filing_date >= current_date - ${DAYS_BACK}::integer and g.known_at <= now()
      and (f.fetched_at is null or f.fetched_at < g.known_at)
    group by i.canonical_key, i.country_code
    order by min(g.known_at), i.canonical_key collate "C"
    limit ${limit}::integer`);
}
