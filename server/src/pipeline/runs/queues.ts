import { z } from 'zod';
import { type Queue, queue } from '../../jobs/queue.ts';

const documentRef = z.object({
  url: z.string(),
  sha256: z.string().nullable(),
  bulk: z.string().nullable(),
  member: z.string().nullable(),
});

const task = z.object({
  kind: z.string(),
  key: z.string(),
  issuerKey: z.string().nullable(),
  documents: z.array(documentRef).nullable(),
  urls: z.array(z.string()).nullable(),
  since: z.string().nullable(),
});

const taskJob = z.object({ runId: z.string(), task });
export type TaskJob = z.infer<typeof taskJob>;

const wantedForms = z.union([z.array(z.string()).readonly(), z.literal('all')]);

const wanted = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('named'),
    tickers: z.array(z.string()),
    ids: z.array(z.string()),
    since: z.string().nullable(),
    forms: wantedForms.exactOptional(),
  }),
  z.object({ kind: z.literal('everything'), since: z.string().nullable(), forms: wantedForms.exactOptional() }),
  z.object({
    kind: z.literal('channel'),
    channel: z.string(),
    position: z.string().nullable(),
    forms: wantedForms.exactOptional(),
  }),
  /** Bulk files in the archive. */
  z.object({ kind: z.literal('bulk'), files: z.array(z.object({ sha256: z.string(), name: z.string() })) }),
  /** Documents in the archive, each its own file. */
  z.object({ kind: z.literal('documents'), documents: z.array(documentRef) }),
  /** What the archive holds, again: everything from the bytes, the filings whose text other rules read, or canonical values from stored facts. */
  z.object({ kind: z.literal('replay'), from: z.enum(['parse', 'text', 'normalise']) }),
  /** Filings about which a model has answered since they were read. */
  z.object({ kind: z.literal('proposals') }),
  /** Tasks that ended the process that read them. */
  z.object({ kind: z.literal('set_aside') }),
]);

const discoverJob = z.object({ runId: z.string(), wanted });
export type DiscoverJob = z.infer<typeof discoverJob>;

const scheduleJob = z.object({
  registry: z.string(),
  channel: z.string(),
  /** True for a reading between two ticks of the schedule. */
  isBetween: z.boolean().optional(),
});
export type ScheduleJob = z.infer<typeof scheduleJob>;

/** A job is what a registry has of one issuer: fetched, parsed, normalised and stored in one step. */
export function taskQueue(registry: string): Queue<TaskJob> {
  return queue({
    name: `${registry}.tasks`,
    payload: taskJob,
    // Redeliveries after a crash count as retries too; the handler limits the retries of failures.
    retryLimit: 30,
    retryDelaySeconds: 15,
    expireInSeconds: 1_800,
    heartbeatSeconds: 20,
    batchSize: 16,
  });
}

/** A job discovers the tasks of one run and queues them. */
export function discoverQueue(registry: string): Queue<DiscoverJob> {
  return queue({
    name: `${registry}.discover`,
    payload: discoverJob,
    retryLimit: 30,
    retryDelaySeconds: 15,
    expireInSeconds: 7_200,
    heartbeatSeconds: 20,
    batchSize: 1,
  });
}

/** A job is one tick of a schedule and starts a run. */
export function scheduleQueue(registry: string): Queue<ScheduleJob> {
  return queue({
    name: `${registry}.schedule`,
    payload: scheduleJob,
    retryLimit: 2,
    retryDelaySeconds: 60,
    expireInSeconds: 60,
    heartbeatSeconds: 20,
    batchSize: 1,
  });
}
