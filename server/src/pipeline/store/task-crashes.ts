import { createHash } from 'node:crypto';
import { type Database, sql } from '../../db/database.ts';
import type { Task } from '../../sources/kit/source.ts';

/** A task of a run. */
export interface TaskKey {
  runId: string;
  kind: string;
  key: string;
}

/**
 * How many processes died over each of some tasks: those that are known, and one that claimed the task and ended without
 * releasing it.
 */
export async function countCrashes(db: Database, claimant: string, tasks: readonly TaskKey[]): Promise<number[]> {
  const rows = await db.query<{ at: number; crashes: number }>(sql`
    select row.at::int - 1 as at,
      task.crashes + (task.claimed_by is not null and task.claimed_by <> ${claimant})::int as crashes
    from rows from (json_to_recordset(${JSON.stringify(tasks)}::json) as ("runId" uuid, kind text, key text))
      with ordinality as row ("runId", kind, key, at)
    join run_tasks as task on task.run_id = row."runId" and task.kind = row.kind and task.task_key = row.key`);
  const crashes = tasks.map(() => 0);
  for (const row of rows) crashes[row.at] = row.crashes;
  return crashes;
}

/** Claims tasks that no process died over. */
export async function claimTasks(db: Database, claimant: string, tasks: readonly TaskKey[]): Promise<void> {
  if (tasks.length === 0) return;
  await db.execute(sql`
    update run_tasks as task set claimed_by = ${claimant}
    from json_to_recordset(${JSON.stringify(tasks)}::json) as row ("runId" uuid, kind text, key text)
    where task.run_id = row."runId" and task.kind = row.kind and task.task_key = row.key`);
}

/** Claims a suspect and returns how many processes died over it. */
export async function claimSuspect(db: Database, claimant: string, task: TaskKey): Promise<number> {
  const row = await db.queryOne<{ crashes: number }>(sql`
    update run_tasks set
      crashes = crashes + (claimed_by is not null and claimed_by <> ${claimant})::int,
      claimed_by = ${claimant}
    where run_id = ${task.runId} and kind = ${task.kind} and task_key = ${task.key}
    returning crashes`);
  return row?.crashes ?? 0;
}

/** Releases the tasks that a process did not settle. */
export async function releaseTasks(db: Database, claimant: string, tasks: readonly TaskKey[]): Promise<void> {
  if (tasks.length === 0) return;
  await db.execute(sql`
    update run_tasks as task set claimed_by = null
    from json_to_recordset(${JSON.stringify(tasks)}::json) as row ("runId" uuid, kind text, key text)
    where task.run_id = row."runId" and task.kind = row.kind and task.task_key = row.key
      and task.claimed_by = ${claimant}`);
}

/** Claims the discovery of a run and returns how many processes died over it. */
export async function claimDiscovery(db: Database, claimant: string, runId: string): Promise<number> {
  const row = await db.queryOne<{ crashes: number }>(sql`
    update runs set
      crashes = crashes + (claimed_by is not null and claimed_by <> ${claimant})::int,
      claimed_by = ${claimant}
    where run_id = ${runId}
    returning crashes`);
  return row?.crashes ?? 0;
}

/** Releases the discovery of a run, however it ended. */
export async function releaseDiscovery(db: Database, claimant: string, runId: string): Promise<void> {
  await db.execute(sql`update runs set claimed_by = null where run_id = ${runId} and claimed_by = ${claimant}`);
}

/** A task that is not run any more because it ended the process that ran it. */
export interface SetAsideTask {
  registry: string;
  kind: string;
  key: string;
  reason: string;
  setAsideAt: string;
}

/**
 * Keeps a task from being run, with the mirror that its run read. Without a reason it is suspected only: any run may
 * read it in a process of its own.
 */
export async function setTaskAside(
  db: Database,
  registry: string,
  { runId, task }: { runId: string; task: Task },
  reason: string | null,
): Promise<void> {
  await db.execute(sql`
    insert into set_aside_tasks (registry, kind, task_key, documents, task, mirror, reason)
    select ${registry}, ${task.kind}, ${task.key}, ${digestOf(task)}, ${JSON.stringify(task)}::jsonb,
      options->>'mirror', ${reason}::text
    from runs where run_id = ${runId}
    on conflict (registry, kind, task_key, documents) do update set
      reason = coalesce(excluded.reason, set_aside_tasks.reason), changed_at = now(),
      retried_by = case when excluded.reason is null then set_aside_tasks.retried_by end`);
}

/** What is known of a task from earlier runs. */
export type TaskStanding = { isSuspect: boolean; setAside: string | null };

/** The standing of each of some tasks. A run that tries tasks again treats those that are set aside as suspects. */
export async function taskStandings(
  db: Database,
  registry: string,
  tasks: readonly { runId: string; task: Task }[],
): Promise<TaskStanding[]> {
  const rows = await db.query<{ id: string; reason: string | null; retriedBy: string | null }>(sql`
    select kind || ' ' || task_key || ' ' || documents as id, reason, retried_by as "retriedBy"
    from set_aside_tasks where registry = ${registry}`);
  const byId = new Map(rows.map(row => [row.id, row]));
  return tasks.map(({ runId, task }) => {
    const row = byId.get(`${task.kind} ${task.key} ${digestOf(task)}`);
    const isRetried = row?.retriedBy === runId;
    return { isSuspect: row !== undefined, setAside: isRetried ? null : (row?.reason ?? null) };
  });
}

/** The newest tasks that are set aside. */
export async function listSetAside(db: Database, limit: number): Promise<SetAsideTask[]> {
  return db.query<SetAsideTask>(sql`
    select registry, kind, task_key as key, reason, changed_at as "setAsideAt"
    from set_aside_tasks where reason is not null order by changed_at desc, kind, task_key limit ${limit}`);
}

/** The mirrors that tasks of a registry were read from when they were set aside; null for the registry or archive. */
export async function mirrorsOfSetAside(db: Database, registry: string): Promise<(string | null)[]> {
  const rows = await db.query<{ mirror: string | null }>(sql`
    select distinct mirror from set_aside_tasks where registry = ${registry} and reason is not null order by mirror`);
  return rows.map(row => row.mirror);
}

/** The tasks of a registry and mirror that are set aside, which a run may run again from now on. */
export async function retrySetAside(
  db: Database,
  registry: string,
  runId: string,
  mirror: string | null,
): Promise<Task[]> {
  const rows = await db.query<{ task: Task }>(sql`
    update set_aside_tasks set retried_by = ${runId}
    where registry = ${registry} and reason is not null and mirror is not distinct from ${mirror}::text returning task`);
  return rows.map(row => row.task);
}

/** Forgets that a task was suspected or set aside: it was done. */
export async function forgetSetAside(db: Database, registry: string, task: Task): Promise<void> {
  await db.execute(sql`
    delete from set_aside_tasks
    where registry = ${registry} and kind = ${task.kind} and task_key = ${task.key} and documents = ${digestOf(task)}`);
}

/** Other bytes under the same name are another task; empty for a task that fetches what it reads. */
function digestOf({ documents }: Task): string {
  if (documents === null) return '';
  const names = documents.map(({ sha256, bulk, member }) => `${sha256} ${bulk} ${member}`).sort();
  return createHash('sha256').update(names.join('\n')).digest('hex');
}
