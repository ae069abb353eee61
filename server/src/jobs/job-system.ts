import { setTimeout as sleep } from 'node:timers/promises';
import { type Job as BossJob, type JobInsert, type JobResult, PgBoss } from 'pg-boss';
import { APPLICATION_PREFIX, type ConnectionSettings } from '../db/connection.ts';
import { type Database, sql, type Transaction } from '../db/database.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { JobPump, type PumpLimits, type PumpWork, toBossDatabase } from './job-pump.ts';
import {
  type DeadLetter,
  deadLetterName,
  type Job,
  type JobOutcome,
  type NewJob,
  type Queue,
  type QueueCounts,
} from './queue.ts';

export interface JobSystemOptions {
  db: Database;
  connection: ConnectionSettings;
  log: Log;
  /** Whether this process triggers the schedules. */
  firesSchedules: boolean;
  /** Returns true for an error that is reported elsewhere. */
  onError?: (error: unknown) => boolean;
}

/** The job queues: pg-boss in the same PostgreSQL as all other data. */
export class JobSystem {
  readonly #boss: PgBoss;
  readonly #db: Database;
  readonly #log: Log;
  readonly #known = new Set<string>();
  /** Queues whose jobs this process runs. */
  readonly #worked = new Set<string>();
  readonly #givenBack: string[] = [];
  #isFinishing = false;

  private constructor(boss: PgBoss, options: JobSystemOptions) {
    this.#boss = boss;
    this.#db = options.db;
    this.#log = options.log;
  }

  static async start(options: JobSystemOptions): Promise<JobSystem> {
    const boss = new PgBoss({
      ...options.connection,
      application_name: workerName(process.pid),
      max: 4,
      schema: SCHEMA,
      schedule: options.firesSchedules,
      // With the default of a minute, jobs of a killed worker would wait that long to be delivered again.
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      useListenNotify: true,
      // Notifications trigger work; polling is only for jobs whose delay has ended.
      persistWarnings: false,
    });
    boss.on('error', (error: unknown) => {
      if (options.onError?.(error) !== true) options.log.error({ error: textOf(error) }, 'job queue');
    });
    boss.on('warning', warning => options.log.debug({ warning }, 'job queue'));
    await boss.start();
    return new JobSystem(boss, options);
  }

  /**
   * Queues payloads under the given ids; an id that was queued before is left unchanged. With `tx` they are queued when
   * that transaction commits, and never if it does not.
   */
  async send<Payload>(queue: Queue<Payload>, jobs: readonly NewJob<Payload>[], tx?: Transaction): Promise<void> {
    await this.#ensure(queue);
    const unique = [...new Map(jobs.map(job => [job.id, job])).values()];
    const options = tx === undefined ? {} : { db: toBossDatabase(tx) };
    for (let at = 0; at < unique.length; at += SEND_BATCH_SIZE) {
      const batch = unique.slice(at, at + SEND_BATCH_SIZE);
      await this.#boss.insert(queue.name, batch.map(toBossJob), options);
    }
  }

  /** Runs many jobs at a time, each on its own: see {@link JobPump}. */
  async pump<Payload, Result>(
    queue: Queue<Payload>,
    work: PumpWork<Payload, Result>,
    limits: PumpLimits,
  ): Promise<JobPump<Payload, Result>> {
    await this.#ensure(queue);
    return new JobPump({ boss: this.#boss, db: this.#db, log: this.#log, queue, work, limits });
  }

  /** Passes jobs to `handle` in batches, up to `concurrency` batches at once. */
  async work<Payload>(
    queue: Queue<Payload>,
    concurrency: number,
    handle: (jobs: Job<Payload>[]) => Promise<Map<string, JobOutcome>>,
  ): Promise<void> {
    await this.#ensure(queue);
    this.#worked.add(queue.name);
    await this.#boss.work(
      queue.name,
      {
        batchSize: queue.batchSize,
        localConcurrency: concurrency,
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 2,
      },
      (jobs: BossJob<unknown>[]) => this.#handle(queue, jobs, handle),
    );
  }

  /** Queues `payload` on a cron schedule, independent of which processes run then; replaces the schedule `key`. */
  async schedule<Payload>(
    queue: Queue<Payload>,
    key: string,
    cron: string,
    timeZone: string,
    payload: Payload,
  ): Promise<void> {
    await this.#ensure(queue);
    await this.#boss.schedule(queue.name, cron, payload as object, { tz: timeZone, key });
  }

  async unschedule<Payload>(queue: Queue<Payload>, key: string): Promise<void> {
    await this.#ensure(queue);
    await this.#boss.unschedule(queue.name, key);
  }

  /**
   * Redelivers the jobs of a killed process without waiting for its heartbeat to expire. Call it only if no other
   * process of ours works on the queues. Returns the number of jobs released.
   */
  async releaseAbandoned(): Promise<number> {
    return this.#db.execute(sql`
      update pgboss.job
      set state = 'retry', retry_count = retry_count + 1, start_after = now(), heartbeat_on = null
      where state = 'active' and retry_count < retry_limit
        and not exists (
          select from pg_stat_activity
          where datname = current_database()
            and application_name like ${`${workerName('%')}`} and application_name <> ${workerName(process.pid)}
        )`);
  }

  /** Moves a dead job back into its queue. */
  async redrive<Payload>(queue: Queue<Payload>): Promise<number> {
    await this.#ensure(queue);
    return this.#boss.redrive(deadLetterName(queue.name));
  }

  /**
   * Stops taking jobs and waits up to `timeoutMs` for running batches. Jobs that they return are due at once, for any
   * other process.
   */
  async finish(timeoutMs: number): Promise<void> {
    this.#isFinishing = true;
    const names = [...this.#worked];
    this.#worked.clear();
    const over = new AbortController();
    const through = Promise.allSettled(names.map(name => this.#boss.offWork(name, { wait: true })));
    await Promise.race([through, sleep(timeoutMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    const ids = this.#givenBack.splice(0);
    if (ids.length === 0) return;
    await this.#db.execute(sql`
      update pgboss.job set start_after = now() where state = 'retry' and id = any(${ids}::uuid[])`);
  }

  /** Waits for running jobs, and releases those that are not finished by then. */
  async stop(timeoutMs: number): Promise<void> {
    await this.finish(timeoutMs);
    // Batches were waited for; pg-boss would check only twice a second whether its workers are done.
    await this.#boss.stop({ graceful: false });
  }

  async #ensure<Payload>(queue: Queue<Payload>): Promise<void> {
    if (this.#known.has(queue.name)) return;
    const dead = deadLetterName(queue.name);
    await this.#boss.createQueue(dead, { retentionSeconds: DEAD_LETTERS_KEPT_SECONDS });
    const settings = {
      retryLimit: queue.retryLimit,
      retryDelay: queue.retryDelaySeconds,
      expireInSeconds: queue.expireInSeconds,
      heartbeatSeconds: queue.heartbeatSeconds,
      deleteAfterSeconds: queue.retentionSeconds ?? DEFAULT_RETENTION_SECONDS,
      deadLetter: dead,
      notify: true,
    };
    await this.#boss.createQueue(queue.name, settings);
    await this.#boss.updateQueue(queue.name, settings);
    this.#known.add(queue.name);
  }

  async #handle<Payload>(
    queue: Queue<Payload>,
    delivered: BossJob<unknown>[],
    handle: (jobs: Job<Payload>[]) => Promise<Map<string, JobOutcome>>,
  ): Promise<JobResult[]> {
    const results: JobResult[] = [];
    const jobs: Job<Payload>[] = [];
    for (const { id, data, retryCount, signal } of delivered) {
      const payload = queue.payload.safeParse(data);
      if (payload.success) jobs.push({ id, payload: payload.data, retryCount, signal });
      else results.push(resultOf(id, { state: 'dead', reason: `payload: ${payload.error.message}` }));
    }
    const outcomes = jobs.length > 0 ? await this.#outcomes(queue, jobs, handle) : new Map<string, JobOutcome>();
    for (const { id } of jobs) {
      const outcome = outcomes.get(id) ?? { state: 'retry', reason: 'the handler returned no outcome for it' };
      if (outcome.state === 'retry' && this.#isFinishing) this.#givenBack.push(id);
      results.push(resultOf(id, outcome));
    }
    return results;
  }

  async #outcomes<Payload>(
    queue: Queue<Payload>,
    jobs: Job<Payload>[],
    handle: (jobs: Job<Payload>[]) => Promise<Map<string, JobOutcome>>,
  ): Promise<Map<string, JobOutcome>> {
    try {
      return await handle(jobs);
    } catch (error) {
      const reason = messageOf(error);
      this.#log.error({ queue: queue.name, jobs: jobs.length, reason }, 'Jobs failed');
      return new Map(jobs.map(job => [job.id, { state: 'retry', reason }]));
    }
  }
}

/** Number of jobs in each state by queue; empty if no job was ever queued. */
export async function countJobs(db: Database): Promise<QueueCounts[]> {
  if (!(await isInstalled(db))) return [];
  return db.query<QueueCounts>(sql`
    select queue.name as queue,
      (count(*) filter (where job.state in ('created', 'retry')))::int as waiting,
      (count(*) filter (where job.state = 'active'))::int as active,
      (select count(*) from pgboss.job as dead where dead.name = queue.dead_letter and dead.state = 'created')::int as dead
    from pgboss.queue as queue left join pgboss.job as job on job.name = queue.name
    where queue.dead_letter is not null
    group by queue.name, queue.dead_letter
    order by queue.name`);
}

/** The newest dead letters with their reasons. */
export async function listDeadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  if (!(await isInstalled(db))) return [];
  return db.query<DeadLetter>(sql`
    select dead.source_name as queue, dead.id, dead.data as payload,
      coalesce(dead.source_output->>'reason', dead.source_output->'value'->>'message', dead.source_output->>'message', dead.source_output::text, '') as reason,
      dead.created_on as "diedAt"
    from pgboss.job as dead
    where dead.name like '%.dead' and dead.state = 'created'
    order by dead.created_on desc, dead.id
    limit ${limit}`);
}

async function isInstalled(db: Database): Promise<boolean> {
  const row = await db.queryOne<{ installed: boolean }>(sql`select to_regclass('pgboss.job') is not null as installed`);
  return row?.installed === true;
}

function toBossJob<Payload>({ id, payload, group, startAfter, priority }: NewJob<Payload>): JobInsert {
  return {
    id,
    data: payload as object,
    ...(group === undefined ? {} : { group: { id: group } }),
    ...(startAfter === undefined ? {} : { startAfter: startAfter.toISOString() }),
    ...(priority === undefined ? {} : { priority }),
  };
}

function resultOf(id: string, outcome: JobOutcome): JobResult {
  if (outcome.state === 'done') return { id, status: 'completed' };
  const output = { reason: outcome.reason };
  return { id, status: outcome.state === 'dead' ? 'deadletter' : 'failed', output };
}

/** pg-boss reports some errors as plain objects with a message. */
function textOf(error: unknown): string {
  const isPlain = typeof error === 'object' && error !== null && 'message' in error;
  return isPlain ? String(error.message) : messageOf(error);
}

function workerName(pid: number | string): string {
  return `${APPLICATION_PREFIX}jobs ${pid}`;
}

const SCHEMA = 'pgboss';
const SEND_BATCH_SIZE = 1_000;
const DEFAULT_RETENTION_SECONDS = 3 * 86_400;
const DEAD_LETTERS_KEPT_SECONDS = 90 * 86_400;
