import { join } from 'node:path';
import { openArchive } from '../archive/open-archive.ts';
import { applicationName } from '../db/connection.ts';
import { createListener } from '../db/listener.ts';
import { createPool } from '../db/pool.ts';
import { Announcer } from '../delivery/events/announcer.ts';
import { queueDeliveries } from '../delivery/webhooks/webhook-deliveries.ts';
import { startWebhookPump } from '../delivery/webhooks/webhook-pump.ts';
import { WebhookSender, type WebhookService } from '../delivery/webhooks/webhook-sender.ts';
import { JobSystem } from '../jobs/job-system.ts';
import type { Source, StreamedChannel } from '../sources/kit/source.ts';
import { loadSource, REGISTRIES } from '../sources/load-source.ts';
import { FullDisk } from './full-disk.ts';
import { JobHandler } from './job-handler.ts';
import { followStream } from './registry/follow-stream.ts';
import { Gateway } from './registry/registry-gateway.ts';
import { identityOf, SecondReader } from './second-reader/second-reader.ts';
import { ThreadPool } from './tasks/thread-pool.ts';
import type { PipelineTools } from './tools.ts';
import type { WorkerOptions } from './worker-options.ts';

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
  const handler = new JobHandler(tools, jobs, gateway, fullDisk, options, stopping.signal);
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
