import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as BossJob, Db, PgBoss } from 'pg-boss';
import { type Database, fromNumbered, type Transaction } from '../db/database.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { deadLetterName, type Queue } from './queue.ts';

/** A job that a pump has claimed. */
export interface PumpJob<Payload> {
  id: string;
  payload: Payload;
}

/** A job that has finished. */
export interface PumpResult<Payload, Result> {
  job: PumpJob<Payload>;
  result: Result;
}

export interface PumpWork<Payload, Result> {
  /**
   * Starts jobs that were claimed together; returns one promise each, in the same order. A job whose promise rejects is
   * retried.
   */
  begin(jobs: readonly PumpJob<Payload>[]): Promise<Result>[];
  /**
   * Writes the results of jobs, in the transaction that completes them. Called again if that fails, and for jobs whose
   * claim was lost meanwhile, which another process runs too.
   */
  settle(tx: Transaction, results: readonly PumpResult<Payload, Result>[]): Promise<void>;
}

export interface PumpLimits {
  /** Maximum number of running jobs in this process. */
  inFlight: number;
  /**
   * Maximum number of jobs that began less than `withinMs` ago. It bounds how many quick jobs a killed process leaves to
   * be run again, while `inFlight` leaves room for slow ones.
   */
  young?: { most: number; withinMs: number };
  /** Maximum number of running jobs of one group, across all processes. */
  perGroup: number;
  /** Groups that are paused now: none of their jobs is claimed. */
  pausedGroups?: () => readonly string[];
}

export interface PumpOptions<Payload, Result> {
  boss: PgBoss;
  db: Database;
  log: Log;
  queue: Queue<Payload>;
  work: PumpWork<Payload, Result>;
  limits: PumpLimits;
}

type Claimed<Payload> = PumpJob<Payload> & { retryCount: number; beganMs: number };

const CLAIM_BATCH_SIZE = 500;
const SETTLE_BATCH_SIZE = 500;
/** Polling interval, for jobs whose delay has ended and those whose notification was missed. */
const LOOKS_EVERY_MS = 500;
/** Jobs that finish within this interval are settled together. */
const SETTLE_DELAY_MS = 5;
const SETTLE_RETRY_DELAY_MS = 500;

/**
 * Keeps many jobs of a queue running, each for as long as it takes. A slow job does not delay claiming, settling or
 * starting others, as it does in pg-boss's own `work`, which waits for whole batches. Jobs are claimed and completed in
 * batches; a job of a killed process is delivered again when its heartbeat expires.
 */
export class JobPump<Payload, Result> {
  readonly #options: PumpOptions<Payload, Result>;
  readonly #underWay = new Map<string, Claimed<Payload>>();
  readonly #done: { job: Claimed<Payload>; result: Result }[] = [];
  readonly #timers: NodeJS.Timeout[];
  #taking: Promise<void> | null = null;
  #settling: Promise<void> | null = null;
  #isPollRequested = false;
  #isStopping = false;

  constructor(options: PumpOptions<Payload, Result>) {
    this.#options = options;
    const touchEveryMs = (options.queue.heartbeatSeconds * 1_000) / 4;
    this.#timers = [
      setInterval(() => this.wake(), LOOKS_EVERY_MS),
      setInterval(() => void this.#touch().catch(error => this.#warn(error)), touchEveryMs),
    ];
    this.wake();
  }

  /** Polls for jobs now. */
  wake(): void {
    this.#isPollRequested = true;
    if (this.#isStopping) return;
    this.#taking ??= this.#take()
      .catch(error => this.#warn(error))
      .finally(() => {
        this.#taking = null;
      });
  }

  /**
   * Stops claiming jobs, waits for the running ones, and returns those not finished within `timeoutMs` to the queue.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    const deadline = Date.now() + timeoutMs;
    await this.#taking;
    while (this.#underWay.size > 0 && Date.now() < deadline) await sleep(10);
    for (const timer of this.#timers) clearInterval(timer);
    const left = [...this.#underWay.values()];
    this.#underWay.clear();
    if (left.length > 0) await this.#release(left, 'stopped').catch(error => this.#warn(error));
  }

  async #take(): Promise<void> {
    const { queue, boss, limits } = this.#options;
    while (this.#isPollRequested && !this.#isStopping) {
      const free = this.#free();
      if (free <= 0) return;
      this.#isPollRequested = false;
      const paused = limits.pausedGroups?.() ?? [];
      const jobs = await boss.fetch<unknown>(queue.name, {
        batchSize: Math.min(free, CLAIM_BATCH_SIZE),
        groupConcurrency: limits.perGroup,
        ignoreGroups: paused.length === 0 ? null : [...paused],
      });
      if (jobs.length === 0) continue;
      this.#isPollRequested = true;
      await this.#begin(jobs);
    }
  }

  /** How many jobs may begin now. */
  #free(): number {
    const { inFlight, young } = this.#options.limits;
    const free = inFlight - this.#underWay.size;
    if (young === undefined) return free;
    const since = performance.now() - young.withinMs;
    const youngOnes = [...this.#underWay.values()].filter(({ beganMs }) => beganMs > since).length;
    return Math.min(free, young.most - youngOnes);
  }

  async #begin(fetched: readonly BossJob<unknown>[]): Promise<void> {
    const { queue, work } = this.#options;
    const jobs: Claimed<Payload>[] = [];
    const beganMs = performance.now();
    for (const { id, data, retryCount } of fetched) {
      const payload = queue.payload.safeParse(data);
      if (payload.success) jobs.push({ id, payload: payload.data, retryCount, beganMs });
      else await this.#bury({ id, retryCount, data, reason: `payload: ${payload.error.message}` });
    }
    for (const job of jobs) this.#underWay.set(job.id, job);
    for (const [at, running] of work.begin(jobs).entries()) {
      const job = jobs[at];
      if (job !== undefined) void this.#follow(job, running);
    }
  }

  async #follow(job: Claimed<Payload>, running: Promise<Result>): Promise<void> {
    try {
      this.#done.push({ job, result: await running });
      this.#settleSoon();
    } catch (error) {
      this.#underWay.delete(job.id);
      this.#warn(error);
      await this.#release([job], messageOf(error)).catch(failure => this.#warn(failure));
    }
  }

  #settleSoon(): void {
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = null;
      if (this.#done.length > 0) this.#settleSoon();
    });
  }

  async #settle(): Promise<void> {
    if (this.#done.length < SETTLE_BATCH_SIZE) await sleep(SETTLE_DELAY_MS);
    const batch = this.#done.splice(0, SETTLE_BATCH_SIZE);
    while (!(await this.#settled(batch))) await sleep(SETTLE_RETRY_DELAY_MS);
    for (const { job } of batch) this.#underWay.delete(job.id);
    this.wake();
  }

  /** False if the database did not accept it. */
  async #settled(batch: readonly { job: Claimed<Payload>; result: Result }[]): Promise<boolean> {
    const { queue, boss, db, work } = this.#options;
    try {
      await db.transaction(async tx => {
        const claims = batch.map(({ job: { id, retryCount } }) => ({ id, retryCount }));
        await boss.complete(queue.name, claims, null, { db: toBossDatabase(tx) });
        await work.settle(tx, batch);
      });
      return true;
    } catch (error) {
      this.#warn(error);
      // A process that is ending leaves them to the next one, which runs them again.
      return this.#isStopping && this.#underWay.size === 0;
    }
  }

  async #release(jobs: readonly Claimed<Payload>[], reason: string): Promise<void> {
    const claims = jobs.map(({ id, retryCount }) => ({ id, retryCount }));
    await this.#options.boss.fail(this.#options.queue.name, claims, { reason });
  }

  /** Moves a job with an invalid payload to the dead letters. */
  async #bury(job: { id: string; retryCount: number; data: unknown; reason: string }): Promise<void> {
    const { queue, boss, db } = this.#options;
    const { id, retryCount, data, reason } = job;
    await db.transaction(async tx => {
      const options = { db: toBossDatabase(tx) };
      await boss.insert(deadLetterName(queue.name), [{ data: { payload: data, reason } }], options);
      await boss.complete(queue.name, { id, retryCount }, { reason }, options);
    });
  }

  async #touch(): Promise<void> {
    const claims = [...this.#underWay.values()].map(({ id, retryCount }) => ({ id, retryCount }));
    if (claims.length > 0) await this.#options.boss.touch(this.#options.queue.name, claims);
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ queue: this.#options.queue.name, error: messageOf(error) }, 'Running jobs');
  }
}

/** Lets pg-boss run its statements in a transaction of ours, together with the changes they belong to. */
export function toBossDatabase(db: Database): Db {
  return { executeSql: async (text, values = []) => ({ rows: await db.query(fromNumbered(text, values)) }) };
}
