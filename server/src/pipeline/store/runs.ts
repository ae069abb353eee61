import { type Database, sql } from '../../db/database.ts';

/** How the jobs of a run reach the registry. */
export interface RunOptions {
  /** Absolute path of recorded responses; null requests the registry. */
  mirror: string | null;
  /** Absolute path to record responses to; null records nothing. */
  record: string | null;
  /** Whether unchanged documents are read again. */
  force: boolean;
}

export interface Run {
  runId: string;
  registry: string;
  command: string;
  options: RunOptions;
  discoveredAt: string | null;
  finishedAt: string | null;
  failure: string | null;
}

/** Progress of a run. */
export interface RunProgress {
  isDiscovered: boolean;
  failure: string | null;
  tasks: number;
  waiting: number;
  done: number;
  unchanged: number;
  failed: number;
  filings: number;
  facts: number;
  published: number;
  anomalies: number;
  byteSize: number;
}

/** The result of one task. */
export interface TaskResult {
  runId: string;
  kind: string;
  key: string;
  state: 'done' | 'unchanged' | 'failed';
  reason: string | null;
  filings: number;
  facts: number;
  /** Records that belong to no registrant. */
  published: number;
  anomalies: number;
  byteSize: number;
}

/** Adds a run; leaves an existing run with this id unchanged. */
export async function insertRun(
  db: Database,
  run: { runId: string; registry: string; command: string; options: RunOptions },
): Promise<void> {
  await db.execute(sql`
    insert into runs (run_id, registry, command, options)
    values (${run.runId}, ${run.registry}, ${run.command}, ${JSON.stringify(run.options)}::jsonb)
    on conflict do nothing`);
}

/** Whether a run of a command is still discovering; a run that ended without saying so counts for an hour. */
export async function isDiscovering(db: Database, registry: string, command: string): Promise<boolean> {
  const open = await db.queryOne(sql`
    select 1 from runs
    where registry = ${registry} and command = ${command} and discovered_at is null and failure is null
      and started_at > now() - interval '1 hour'
    limit 1`);
  return open !== null;
}

/** Whether a run of a command has not finished. */
export async function hasOpenRun(db: Database, registry: string, command: string): Promise<boolean> {
  const open = await db.queryOne(sql`
    select 1 from runs
    where registry = ${registry} and command = ${command} and finished_at is null and failure is null
    limit 1`);
  return open !== null;
}

/** A run; null if the id is unknown. */
export async function readRun(db: Database, runId: string): Promise<Run | null> {
  return db.queryOne<Run>(sql`
    select run_id as "runId", registry, command, options, discovered_at as "discoveredAt", finished_at as "finishedAt", failure
    from runs where run_id = ${runId}`);
}

/** Adds tasks to a run; existing ones keep their state. */
export async function insertRunTasks(
  db: Database,
  runId: string,
  tasks: readonly { kind: string; key: string }[],
): Promise<void> {
  await db.execute(sql`
    insert into run_tasks (run_id, kind, task_key)
    select ${runId}::uuid, kind, key from json_to_recordset(${JSON.stringify(tasks)}::json) as row (kind text, key text)
    on conflict do nothing`);
}

/** Which of some tasks are already settled: a redelivered job skips them. */
export async function settledTasks(
  db: Database,
  tasks: readonly { runId: string; kind: string; key: string }[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select task.run_id || ' ' || task.kind || ' ' || task.task_key as id
    from json_to_recordset(${JSON.stringify(tasks)}::json) as row ("runId" uuid, kind text, key text)
    join run_tasks as task on task.run_id = row."runId" and task.kind = row.kind and task.task_key = row.key
    where task.state in ('done', 'unchanged')`);
  return new Set(rows.map(row => row.id));
}

/** The id of a task in the result of {@link settledTasks}. */
export function runTaskId(runId: string, task: { kind: string; key: string }): string {
  return `${runId} ${task.kind} ${task.key}`;
}

export async function settleTasks(db: Database, results: readonly TaskResult[]): Promise<void> {
  if (results.length === 0) return;
  await db.execute(sql`
    update run_tasks as task set
      state = row.state, reason = row.reason, filings = row.filings, facts = row.facts, published = row.published,
      anomalies = row.anomalies,
      byte_size = row."byteSize", finished_at = now(), claimed_by = null
    from json_to_recordset(${JSON.stringify(results)}::json) as row (
      "runId" uuid, kind text, key text, state text, reason text, filings integer, facts bigint, published bigint,
      anomalies integer, "byteSize" bigint)
    where task.run_id = row."runId" and task.kind = row.kind and task.task_key = row.key`);
}

/** Records that all tasks of a run are known; the first time counts. */
export async function markDiscovered(db: Database, runId: string): Promise<void> {
  await db.execute(sql`update runs set discovered_at = coalesce(discovered_at, now()) where run_id = ${runId}`);
}

/** Ends a run whose discovery failed. */
export async function failRun(db: Database, runId: string, failure: string): Promise<void> {
  await db.execute(sql`
    update runs set failure = ${failure}, discovered_at = coalesce(discovered_at, now()), finished_at = now()
    where run_id = ${runId} and failure is null`);
}

/** Progress of a run by its tasks; null if the id is unknown. */
export async function readRunProgress(db: Database, runId: string): Promise<RunProgress | null> {
  return db.queryOne<RunProgress>(sql`
    select run.discovered_at is not null as "isDiscovered", run.failure, count(task.run_id)::int as tasks,
      (count(*) filter (where task.state = 'waiting'))::int as waiting,
      (count(*) filter (where task.state = 'done'))::int as done,
      (count(*) filter (where task.state = 'unchanged'))::int as unchanged,
      (count(*) filter (where task.state = 'failed'))::int as failed,
      coalesce(sum(task.filings), 0)::float8 as filings, coalesce(sum(task.facts), 0)::float8 as facts,
      coalesce(sum(task.published), 0)::float8 as published,
      coalesce(sum(task.anomalies), 0)::float8 as anomalies, coalesce(sum(task.byte_size), 0)::float8 as "byteSize"
    from runs as run left join run_tasks as task on task.run_id = run.run_id
    where run.run_id = ${runId}
    group by run.run_id`);
}

/** Closes runs whose tasks are all settled. Returns their ids. */
export async function finishRuns(db: Database): Promise<string[]> {
  const rows = await db.query<{ run_id: string }>(sql`
    update runs set finished_at = now(), summary = (
      select jsonb_build_object('tasks', count(*), 'failed', count(*) filter (where state = 'failed'),
        'filings', coalesce(sum(filings), 0), 'facts', coalesce(sum(facts), 0), 'published', coalesce(sum(published), 0),
        'anomalies', coalesce(sum(anomalies), 0))
      from run_tasks where run_tasks.run_id = runs.run_id)
    where finished_at is null and discovered_at is not null
      and not exists (select from run_tasks where run_tasks.run_id = runs.run_id and state = 'waiting')
    returning run_id`);
  return rows.map(row => row.run_id);
}

/** Whether any run is unfinished. */
export async function hasOpenRuns(db: Database): Promise<boolean> {
  const row = await db.queryOne<{ open: boolean }>(sql`
    select exists (select from runs where finished_at is null) as open`);
  return row?.open === true;
}

/** Failed tasks of a run with their reasons. */
export async function listFailedTasks(
  db: Database,
  runId: string,
  limit: number,
): Promise<{ kind: string; key: string; reason: string | null }[]> {
  return db.query(sql`
    select kind, task_key as key, reason from run_tasks
    where run_id = ${runId} and state = 'failed' order by kind, task_key limit ${limit}`);
}

/** The position at which discovery of a channel stopped; null before the first time. */
export async function readCursor(db: Database, registry: string, channel: string): Promise<string | null> {
  const row = await db.queryOne<{ position: string }>(sql`
    select position from discovery_cursors where registry = ${registry} and channel = ${channel}`);
  return row?.position ?? null;
}

/** Stores the position up to which a channel was read. */
export async function writeCursor(db: Database, registry: string, channel: string, position: string): Promise<void> {
  await db.execute(sql`
    insert into discovery_cursors (registry, channel, position) values (${registry}, ${channel}, ${position})
    on conflict (registry, channel) do update set position = excluded.position`);
}

/** Whether a run still has tasks other than those of single filings: lists, which may state its filings. */
export async function hasOpenLists(db: Database, runId: string): Promise<boolean> {
  const row = await db.queryOne<{ isOpen: boolean }>(sql`
    select exists (
      select from run_tasks where run_id = ${runId} and kind <> 'filing' and state = 'waiting') as "isOpen"`);
  return row?.isOpen === true;
}

/** Records the failure of tasks and runs whose jobs pg-boss abandoned, because their workers died too often. */
export async function settleDeadTasks(db: Database): Promise<void> {
  await db.execute(sql`
    update run_tasks as task set state = 'failed', finished_at = now(),
      reason = 'abandoned: ' || coalesce(dead.source_output->>'reason', dead.source_output->'value'->>'message', 'no reason')
    from pgboss.job as dead
    where dead.name like '%.tasks.dead' and task.state = 'waiting' and task.run_id = (dead.data->>'runId')::uuid
      and task.kind = dead.data->'task'->>'kind' and task.task_key = dead.data->'task'->>'key'`);
  await db.execute(sql`
    update runs set discovered_at = now(), finished_at = now(),
      failure = 'abandoned: ' || coalesce(dead.source_output->>'reason', dead.source_output->'value'->>'message', 'no reason')
    from pgboss.job as dead
    where dead.name like '%.discover.dead' and runs.discovered_at is null and runs.run_id = (dead.data->>'runId')::uuid`);
}

/**
 * Deletes the tasks of runs that ended over thirty days ago; anomalies and dead letters stay. Runs of streams,
 * thousands a day, are deleted after a day if nothing failed in them.
 */
export async function deleteOldRuns(db: Database): Promise<void> {
  await db.execute(sql`
    delete from runs where finished_at < now() - interval '30 days' or (
      finished_at < now() - interval '1 day' and command like 'stream %' and failure is null
      and not exists (select from run_tasks where run_tasks.run_id = runs.run_id and state = 'failed'))`);
}
