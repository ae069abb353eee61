import { randomUUID } from 'node:crypto';
import { purgeNotifications } from '../delivery/notifications/purge-notifications.ts';
import { purgeDeliveries } from '../delivery/webhooks/webhook-deliveries.ts';
import type { BackgroundTask } from '../domain/part.ts';
import type { JobSystem } from '../jobs/job-system.ts';
import type { Job, JobOutcome, NewJob } from '../jobs/queue.ts';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import { uuidV5 } from '../kernel/ids.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { Source, StreamedChannel } from '../sources/kit/source.ts';
import type { FullDisk } from './full-disk.ts';
import { BACKGROUND_TASKS, groupIssuers } from './parts.ts';
import type { Gateway } from './registry/registry-gateway.ts';
import { missingKey } from './registry/registry-keys.ts';
import { discoverRun } from './runs/discover-run.ts';
import {
  type DiscoverJob,
  discoverQueue,
  type ScheduleJob,
  scheduleQueue,
  type TaskJob,
  taskQueue,
} from './runs/queues.ts';
import { startRun } from './runs/start-run.ts';
import {
  deleteOldRuns,
  failRun,
  finishRuns,
  hasOpenRuns,
  isDiscovering,
  type Run,
  readRun,
  settleDeadTasks,
} from './store/runs.ts';
import { clearStaging } from './store/staging.ts';
import { discoverGuarded, processGuarded } from './tasks/guarded-tasks.ts';
import { ReaderFailure } from './tasks/process-types.ts';
import type { RunTask, TaskOutcome } from './tasks/run-task.ts';
import { announcedSince, type PipelineTools } from './tools.ts';
import type { WorkerOptions } from './worker-options.ts';

const MAX_ATTEMPTS = 4;

/** What this process does with the jobs of each registry's queues, and between them. */
export class JobHandler {
  readonly #tools: PipelineTools;
  readonly #jobs: JobSystem;
  readonly #gateway: Gateway;
  readonly #fullDisk: FullDisk;
  /** By which the store knows what this process works on. */
  readonly #claimant = `${process.pid} ${randomUUID()}`;
  readonly #options: WorkerOptions;
  readonly #stopping: AbortSignal;
  readonly #runs = new Map<string, Run>();
  #closing: Promise<void> = Promise.resolve();
  #purging: Promise<void> = Promise.resolve();
  #grouping: Promise<void> | null = null;
  /** When a background task may run again, by name: milliseconds of `performance.now()`. */
  readonly #pausedUntilMs = new Map<string, number>();

  constructor(
    tools: PipelineTools,
    jobs: JobSystem,
    gateway: Gateway,
    fullDisk: FullDisk,
    options: WorkerOptions,
    stopping: AbortSignal,
  ) {
    this.#fullDisk = fullDisk;
    this.#tools = tools;
    this.#jobs = jobs;
    this.#gateway = gateway;
    this.#options = options;
    this.#stopping = stopping;
  }

  async work(source: Source): Promise<void> {
    const { registry } = source.description;
    // One batch more than threads: while they compute, another one fetches or loads.
    const batches = this.#tools.threads.size + 1;
    await this.#jobs.work(taskQueue(registry), batches, jobs => this.#doTasks(source, jobs));
    await this.#jobs.work(discoverQueue(registry), 1, jobs => this.#doDiscoveries(source, jobs));
    // Without a contact no request may be sent, so ticks are left to processes that have one.
    if (!this.#options.discoversOnSchedule || this.#options.contact === null) return;
    await this.#jobs.work(scheduleQueue(registry), 1, jobs => this.#doSchedules(source, jobs));
    for (const { channel, host, cron, timeZone } of source.schedule) {
      const missing = missingKey(source.description, host, this.#options.keys ?? {});
      if (missing !== null) {
        this.#tools.log.info({ registry, channel, missing }, 'channel is idle: its key is not set');
        continue;
      }
      await this.#jobs.schedule(scheduleQueue(registry), channel, cron, timeZone, { registry, channel });
    }
  }

  /** Streams that this process may read: it works for their registry, on schedule, with a contact and their key. */
  liveStreams(sources: readonly Source[]): { source: Source; stream: StreamedChannel }[] {
    const { contact, keys = {}, discoversOnSchedule } = this.#options;
    if (!discoversOnSchedule || contact === null) return [];
    return sources.flatMap(source =>
      (source.streams ?? []).flatMap(stream => {
        const missing = missingKey(source.description, stream.host, keys);
        if (missing === null) return [{ source, stream }];
        const { registry } = source.description;
        this.#tools.log.info({ registry, channel: stream.channel, missing }, 'stream is idle: its key is not set');
        return [];
      }),
    );
  }

  /** Closes finished runs, and those whose jobs died without reporting. */
  closeRuns(): Promise<void> {
    this.#closing = this.#closing.then(async () => {
      try {
        await settleDeadTasks(this.#tools.db);
        const finished = await finishRuns(this.#tools.db);
        if (finished.length > 0 || !(await hasOpenRuns(this.#tools.db))) this.#startGrouping();
        if (finished.length === 0) return;
        await clearStaging(this.#tools.db);
        await deleteOldRuns(this.#tools.db);
      } catch (error) {
        if (this.#fullDisk.note(error) || this.#stopping.aborted) return;
        this.#tools.log.warn({ error: messageOf(error) }, 'closing runs failed');
      }
    });
    return this.#closing;
  }

  /** Deletes expired notifications and deliveries. */
  purgeExpired(): Promise<void> {
    this.#purging = this.#purging.then(async () => {
      try {
        await purgeNotifications(this.#tools.db, this.#tools.announcesForHours);
        await purgeDeliveries(this.#tools.db);
      } catch (error) {
        if (!this.#stopping.aborted)
          this.#tools.log.warn({ error: messageOf(error) }, 'deleting old notifications failed');
      }
    });
    return this.#purging;
  }

  /** Waits until this process no longer uses the database. */
  async idle(): Promise<void> {
    await this.#purging;
    await this.#closing;
    await this.#grouping;
  }

  /** Groups issuers and runs the background tasks of every part, concurrently with jobs. */
  #startGrouping(): void {
    if (this.#stopping.aborted) return;
    this.#grouping ??= this.#runBackground()
      .catch((error: unknown) => {
        if (this.#fullDisk.note(error) || this.#stopping.aborted) return;
        this.#tools.log.warn({ error: messageOf(error) }, 'background tasks failed');
      })
      .finally(() => {
        this.#grouping = null;
      });
  }

  async #runBackground(): Promise<void> {
    await groupIssuers(this.#tools.db, this.#stopping);
    for (const task of BACKGROUND_TASKS) await this.#runBackgroundTask(task);
  }

  /** A task with a limited share of time pauses in proportion to its duration. */
  async #runBackgroundTask({ name, run, maxShareOfTime }: BackgroundTask): Promise<void> {
    const startedMs = performance.now();
    if (startedMs < (this.#pausedUntilMs.get(name) ?? 0)) return;
    const now = this.#options.now?.() ?? new Date();
    const announcesSince = announcedSince(this.#tools.announcesForHours, now);
    await run(this.#tools.db, { now, announcesSince, signal: this.#stopping });
    const endedMs = performance.now();
    if (maxShareOfTime !== undefined) this.#pausedUntilMs.set(name, endedMs + (endedMs - startedMs) / maxShareOfTime);
  }

  async #doTasks(source: Source, jobs: Job<TaskJob>[]): Promise<Map<string, JobOutcome>> {
    const outcomes = new Map<string, JobOutcome>();
    const work: { job: Job<TaskJob>; task: RunTask }[] = [];
    for (const job of jobs) {
      const run = await this.#run(job.payload.runId);
      if (run === null) outcomes.set(job.id, { state: 'dead', reason: `run ${job.payload.runId} does not exist` });
      else work.push({ job, task: this.#toRunTask(source, run, job) });
    }
    const results = await this.#process(
      source,
      work.map(item => item.task),
    );
    for (const [at, { job }] of work.entries()) {
      const result = results[at];
      const reason = result?.reason ?? '';
      if (result?.state === 'settled') outcomes.set(job.id, { state: 'done' });
      else outcomes.set(job.id, { state: result?.state === 'failed' ? 'dead' : 'retry', reason });
    }
    return outcomes;
  }

  /** Leaves every task for later if a disk is full. */
  async #process(source: Source, tasks: readonly RunTask[]): Promise<TaskOutcome[]> {
    await this.#fullDisk.pause(this.#stopping);
    try {
      return await processGuarded(this.#tools, source, tasks, this.#claimant, this.#stopping);
    } catch (error) {
      if (!this.#fullDisk.note(error)) throw error;
      return tasks.map(() => ({ state: 'unsettled', reason: messageOf(error) }));
    }
  }

  #toRunTask(source: Source, run: Run, { payload, retryCount }: Job<TaskJob>): RunTask {
    const { runId, task } = payload;
    const client = this.#gateway.open(source, run.options);
    const origin = task.documents === null ? client.origin : 'replay';
    const mayRetry = origin === 'registry' && this.#hasAttemptsLeft(retryCount);
    return { runId, task, client: { ...client, origin }, force: run.options.force, mayRetry };
  }

  async #doDiscoveries(source: Source, jobs: Job<DiscoverJob>[]): Promise<Map<string, JobOutcome>> {
    const outcomes = new Map<string, JobOutcome>();
    for (const { id, payload, retryCount } of jobs) outcomes.set(id, await this.#discover(source, payload, retryCount));
    return outcomes;
  }

  async #discover(source: Source, payload: DiscoverJob, retryCount: number): Promise<JobOutcome> {
    const run = await this.#run(payload.runId);
    if (run === null) return { state: 'dead', reason: `run ${payload.runId} does not exist` };
    try {
      await this.#fullDisk.pause(this.#stopping);
      const client = this.#gateway.open(source, run.options);
      await discoverGuarded(this.#tools, run.runId, this.#claimant, tools =>
        discoverRun(tools, this.#jobs, source, run, payload.wanted, client),
      );
      await this.closeRuns();
      return { state: 'done' };
    } catch (error) {
      const reason = messageOf(error);
      if (this.#fullDisk.note(error)) return { state: 'retry', reason };
      const isTransient =
        !(error instanceof OperatorError || error instanceof ReaderFailure) &&
        (!(error instanceof AsfiledError) || error.code === 'upstream_error');
      const mayRetry = isTransient && run.options.mirror === null && this.#hasAttemptsLeft(retryCount);
      if (mayRetry || this.#stopping.aborted) return { state: 'retry', reason };
      await failRun(this.#tools.db, run.runId, reason);
      return { state: 'dead', reason };
    }
  }

  /** Skips a tick of a channel whose key this process does not have (the process that scheduled it did). */
  async #doSchedules(source: Source, jobs: Job<ScheduleJob>[]): Promise<Map<string, JobOutcome>> {
    const forms = this.#options.documentForms ?? null;
    for (const { id, payload } of jobs) {
      const { registry, channel, isBetween } = payload;
      const entry = source.schedule.find(entry => entry.channel === channel);
      if (!entry || missingKey(source.description, entry.host, this.#options.keys ?? {}) !== null) continue;
      const command = `schedule ${channel}`;
      if (isBetween === true) {
        if (await isDiscovering(this.#tools.db, registry, command)) continue;
      } else await this.#scheduleBetween(id, payload, entry.minSeconds ?? 60);
      await startRun(this.#tools.db, this.#jobs, {
        runId: id,
        registry,
        command,
        options: { mirror: null, record: null, force: false },
        wanted: { kind: 'channel', channel, position: null, ...(forms === null ? {} : { forms }) },
      });
    }
    return new Map(jobs.map(job => [job.id, { state: 'done' }]));
  }

  /** Cron ticks once a minute: queues the readings of a feed up to the next tick. */
  async #scheduleBetween(tick: string, payload: ScheduleJob, minSeconds: number): Promise<void> {
    const step = Math.max(minSeconds, this.#options.pollSeconds ?? 60);
    const jobs: NewJob<ScheduleJob>[] = [];
    for (let seconds = step; seconds < 60; seconds += step) {
      jobs.push({
        id: uuidV5(`${tick} ${seconds}`),
        payload: { ...payload, isBetween: true },
        startAfter: new Date(Date.now() + seconds * 1000),
      });
    }
    if (jobs.length > 0) await this.#jobs.send(scheduleQueue(payload.registry), jobs);
  }

  #hasAttemptsLeft(retryCount: number): boolean {
    return retryCount + 1 < (this.#options.attempts ?? MAX_ATTEMPTS);
  }

  async #run(runId: string): Promise<Run | null> {
    const known = this.#runs.get(runId);
    if (known !== undefined) return known;
    const run = await readRun(this.#tools.db, runId);
    if (run !== null) this.#runs.set(runId, run);
    return run;
  }
}
