import { type Database, sql } from '../../db/database.ts';
import type { ChangedIssuers, KnownIssuer } from '../../sources/kit/source.ts';

/** Older changes are in a document that was requested since, or belong to a company that nobody follows. */
const DAYS_BACK = 30;

/** A document that was not there is requested again after one, two, four … hours, and at last once a day. */
const MAX_HOURS_BETWEEN_REQUESTS = 24;
/** A run starts on the minute, and the one before it ended later. */
const MINUTES_OF_A_RUN = 15;

/**
 * Issuers with a filing of some forms that became known since a document about them was last requested, oldest change first. An
 * issuer whose document was requested in vain since its last change waits longer each time.
 */
export async function listChangedIssuers(
  db: Database,
  registry: string,
  { forms, task, url: [before, after] }: ChangedIssuers,
  limit: number,
): Promise<KnownIssuer[]> {
  return db.query<KnownIssuer>(sql`
    with changed as (
      select i.canonical_key, i.country_code, substr(i.canonical_key, strpos(i.canonical_key, ':') + 1) as task_key,
        min(g.known_at) as first_at, max(g.known_at) as last_at
      from filings g
      join issuers i on i.issuer_id = g.issuer_id
      left join fetches f on f.registry = g.registry
        and f.url = ${before} || substr(i.canonical_key, strpos(i.canonical_key, ':') + 1) || ${after}
      where g.registry = ${registry} and upper(g.form_type) = any(${[...forms]})
        and g.filing_date >= current_date - ${DAYS_BACK}::integer and g.known_at <= now()
        and (f.fetched_at is null or f.fetched_at < g.known_at)
      group by i.canonical_key, i.country_code),
    tried as (
      select t.task_key, t.finished_at
      from run_tasks t join runs r using (run_id)
      where r.registry = ${registry} and t.kind = ${task} and t.state <> 'waiting'
        and t.finished_at >= current_date - ${DAYS_BACK}::integer)
    select c.canonical_key as "canonicalKey", c.country_code as "countryCode", '{}'::text[] as isins
    from changed c left join tried t on t.task_key = c.task_key and t.finished_at > c.last_at
    group by c.canonical_key, c.country_code, c.first_at
    having count(t.task_key) = 0 or max(t.finished_at) <= now() + ${MINUTES_OF_A_RUN}::integer * interval '1 minute'
      - least(power(2, count(t.task_key) - 1), ${MAX_HOURS_BETWEEN_REQUESTS}::integer) * interval '1 hour'
    order by c.first_at, c.canonical_key collate "C"
    limit ${limit}::integer`);
}
