import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ArchiveSettings } from '../archive/archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import { applicationName, type ConnectionSettings } from '../db/connection.ts';
import { createListener } from '../db/listener.ts';
import { createPool } from '../db/pool.ts';
import { Announcer } from '../delivery/events/announcer.ts';
import { purgeNotifications } from '../delivery/notifications/purge-notifications.ts';
import { purgeDeliveries, queueDeliveries } from '../delivery/webhooks/webhook-deliveries.ts';
import { startWebhookPump } from '../delivery/webhooks/webhook-pump.ts';
import { WebhookSender, type WebhookSenderOptions, type WebhookService } from '../delivery/webhooks/webhook-sender.ts';
import type { BackgroundTask } from '../domain/part.ts';
import { JobSystem } from '../jobs/job-system.ts';
import type { Job, JobOutcome, NewJob } from '../jobs/queue.ts';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import { uuidV5 } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { RequestedForms, Source, StreamedChannel } from '../sources/kit/source.ts';
import { loadSource, REGISTRIES } from '../sources/load-source.ts';
import { FullDisk } from './full-disk.ts';
import { BACKGROUND_TASKS, groupIssuers } from './parts.ts';
import { followStream, type StreamTimings } from './registry/follow-stream.ts';
import { Gateway, type GatewayOptions } from './registry/registry-gateway.ts';
import { missingKey, type RegistryKeys } from './registry/registry-keys.ts';
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
import type { ModelSettings } from './second-reader/model-client.ts';
import { identityOf, SecondReader } from './second-reader/second-reader.ts';
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
import { ThreadPool, type Threads } from './tasks/thread-pool.ts';
import type { PipelineTools } from './tools.ts';

export interface WorkerOptions {
  connection: ConnectionSettings;
  /** Absolute path; holds files of this machine only. */
  dataFolder: string;
  /** Where the archive is; `archive/` in the data folder by default. */
  archive?: ArchiveSettings;
  /** Number of threads that parse and normalise. */
  workers: number;
  /** These threads, which outlive this worker; by default it starts its own and stops them. */
  threads?: Threads;
  /** Registries whose jobs this process runs; all by default. Each has queues that are polled. */
  registries?: readonly string[];
  /** Contact stated to registries; null disables outgoing requests. */
  contact: string | null;
  /** Keys of registries by setting; none by default. */
  keys?: RegistryKeys;
  /** Whether channels are discovered on schedule (requires a contact). */
  discoversOnSchedule: boolean;
  /** Seconds between readings of feeds whose registries allow so many; 60 by default. */
  pollSeconds?: number;
  /** Forms whose documents are fetched when a schedule finds a new filing; null or absent = each registry's default. */
  documentForms?: RequestedForms | null;
  log: Log;
  /** Filings that became known longer ago are not announced; 48 hours by default. */
  announcesForHours?: number;
  /** How webhooks are sent; if absent, they are queued for another process. */
  webhooks?: WebhookSenderOptions;
  /** The model that reads passages of filings a second time; null or absent = none. */
  model?: ModelSettings | null;
  /** Whether this process asks that model; otherwise it only queues passages for another process. False by default. */
  asksModel?: boolean;
  /** Maximum number of attempts of a task, fifteen seconds apart; 4 by default. */
  attempts?: number;
  originOverrides?: GatewayOptions['originOverrides'];
  now?: () => Date;
  clientTimings?: GatewayOptions['clientTimings'];
  /** Timings of streams; defaults apply otherwise. */
  streamTimings?: Partial<StreamTimings>;
}

/** Runs jobs in this process until it is stopped. */
export interface Worker {
  tools: PipelineTools;
  jobs: JobSystem;
  /** Null if this process sends no webhooks. */
  webhooks: WebhookService | null;
  /**
   * Reads a stream of a registry until `signal` aborts or this process stops; `record` is a folder that records its
   * batches as a mirror.
   */
  follow(source: Source, stream: StreamedChannel, record: string | null, signal: AbortSignal): Promise<void>;
  /** Aborts when a disk is full, with an OperatorError as its reason. */
  diskFull: AbortSignal;
  /** Closes finished runs; also runs every two seconds. */
  closeRuns(): Promise<void>;
  /** Finishes or releases running work within `timeoutMs` (8 s by default). */
  stop(timeoutMs?: number): Promise<void>;
}

const MAX_ATTEMPTS = 4;
const STOP_TIMEOUT_MS = 8_000;
const CLOSE_RUNS_EVERY_MS = 2_000;
const ANNOUNCES_FOR_HOURS = 48;
const PURGE_EVERY_MS = 3_600_000;

/** Starts working on the queues of every registry, with its own database connections. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { log, connection } = options;
  const db = createPool(connection, {
    applicationName: applicationName('worker'),
    maxConnections: options.workers + 6,
  });
  const archiveSettings = options.archive ?? { kind: 'disk', folder: join(options.dataFolder, 'archive') };
  const archive = await openArchive(archiveSettings);
  await archive.sweep();
  const threads = options.threads ?? new ThreadPool(options.workers);
  const spoolFolder = join(options.dataFolder, 'spool');
  const announcesForHours = options.announcesForHours ?? ANNOUNCES_FOR_HOURS;
  const secondReader = options.model == null ? null : identityOf(options.model);
  const tools: PipelineTools = {
    db,
    archive,
    archiveSettings,
    spoolFolder,
    threads,
    log,
    announcesForHours,
    secondReader,
  };
  const firesSchedules = options.discoversOnSchedule && options.contact !== null;
  const fullDisk = new FullDisk(log);
  const onError = (error: unknown): boolean => fullDisk.note(error);
  const jobs = await JobSystem.start({ db, connection, log, firesSchedules, onError });
  const stopping = new AbortController();
  const { contact, keys = {}, originOverrides = {}, clientTimings = {} } = options;
  const clock = options.now === undefined ? {} : { now: options.now };
  const gateway = new Gateway({ db, archive, spoolFolder, contact, keys, originOverrides, clientTimings, ...clock });
  const handler = new Handler(tools, jobs, gateway, fullDisk, options, stopping.signal);
  await jobs.releaseAbandoned();
  const sources = await Promise.all((options.registries ?? REGISTRIES).map(loadSource));
  for (const source of sources) await handler.work(source);
  const followed: Promise<void>[] = [];
  const follow: Worker['follow'] = (source, stream, record, signal) => {
    const streamTimings = options.streamTimings ?? {};
    const streamOptions = { tools, jobs, gateway, connection, source, stream, record, timings: streamTimings };
    const until = followStream(streamOptions, AbortSignal.any([signal, stopping.signal]));
    followed.push(until);
    return until;
  };
  for (const { source, stream } of handler.liveStreams(sources)) void follow(source, stream, null, stopping.signal);
  const closing = setInterval(() => void handler.closeRuns(), CLOSE_RUNS_EVERY_MS);
  const listener = createListener(connection, applicationName('announcer'));
  const announcer = new Announcer({
    db,
    listener,
    log,
    onAnnounced: async (tx, eventIds) => void (await queueDeliveries(tx, jobs, eventIds)),
  });
  const webhooks = options.webhooks === undefined ? null : { sender: new WebhookSender(options.webhooks), jobs };
  const pump = webhooks === null ? null : await startWebhookPump({ db, listener, ...webhooks, ...clock });
  const reader =
    options.model != null && options.asksModel === true
      ? new SecondReader({
          db,
          jobs,
          log,
          settings: options.model,
          registries: options.registries ?? REGISTRIES,
          ...clock,
        })
      : null;
  const purging = setInterval(() => void handler.purgeExpired(), PURGE_EVERY_MS);
  void handler.purgeExpired();
  return {
    tools,
    jobs,
    webhooks,
    follow,
    diskFull: fullDisk.signal,
    closeRuns: () => handler.closeRuns(),
    async stop(timeoutMs = STOP_TIMEOUT_MS) {
      clearInterval(closing);
      clearInterval(purging);
      stopping.abort();
      await inTurn([
        () => jobs.finish(timeoutMs),
        () => Promise.all(followed),
        () => announcer.stop(),
        () => reader?.stop(),
        () => pump?.stop(timeoutMs / 2),
        () => webhooks?.sender.close(),
        () => listener.close(),
        () => jobs.stop(timeoutMs),
        () => (threads === options.threads ? undefined : threads.close()),
        () => handler.idle(),
        () => gateway.close(),
        () => db.close(),
      ]);
    },
  };
}

/** Runs every step, also after one that fails, and then throws the first failure. */
async function inTurn(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

class Handler {
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
    await run(this.#tools.db, { now: this.#options.now?.() ?? new Date(), signal: this.#stopping });
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
