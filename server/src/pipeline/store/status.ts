import { type Database, sql } from '../../db/database.ts';

/** Counts the main tables. */
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

/** How recent the stored data of each registry is. */
export async function listFreshness(
  db: Database,
): Promise<{ registry: string; issuers: number; newestFiling: string | null; fetchedAt: string | null }[]> {
  return db.query(sql`
    select registry, count(distinct issuer_id)::int as issuers,
      (select max(known_at) from filings where filings.registry = statement.registry) as "newestFiling",
      (select max(fetched_at) from fetches where fetches.registry = statement.registry) as "fetchedAt"
    from issuer_statements as statement group by registry order by registry`);
}

/** Unfinished runs, then the newest finished ones. */
export async function listRuns(
  db: Database,
  limit: number,
): Promise<
  {
    runId: string;
    registry: string;
    command: string;
    startedAt: string;
    finishedAt: string | null;
    waiting: number;
    failed: number;
    failure: string | null;
  }[]
> {
  return db.query(sql`
    select run.run_id as "runId", run.registry, run.command, run.started_at as "startedAt", run.finished_at as "finishedAt",
      (count(*) filter (where task.state = 'waiting'))::int as waiting,
      (count(*) filter (where task.state = 'failed'))::int as failed, run.failure
    from runs as run left join run_tasks as task on task.run_id = run.run_id
    group by run.run_id order by run.finished_at is not null, run.started_at desc limit ${limit}`);
}

/** The newest failed tasks of all runs with their reasons, without tasks that succeeded later. */
export async function listRecentFailures(
  db: Database,
  limit: number,
): Promise<{ registry: string; kind: string; key: string; reason: string | null; failedAt: string | null }[]> {
  return db.query(sql`
    select run.registry, task.kind, task.task_key as key, task.reason, task.finished_at as "failedAt"
    from run_tasks as task join runs as run using (run_id)
    where task.state = 'failed' and not exists (
      select from run_tasks as later join runs as later_run using (run_id)
      where later_run.registry = run.registry and later.kind = task.kind and later.task_key = task.task_key
        and later.finished_at > task.finished_at and later.state in ('done', 'unchanged'))
    order by task.finished_at desc, task.kind, task.task_key limit ${limit}`);
}
