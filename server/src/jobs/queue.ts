import type { z } from 'zod';

/** One definition per queue: the payload of its jobs and their retry policy. */
export interface Queue<Payload> {
  /** Letters, digits, `-` and `.`; the dead letters of `x` are in `x.dead`. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Deliveries after the first, including those after a crash. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** A job is taken from a worker that has not finished it within this time. */
  expireInSeconds: number;
  /** A worker without a heartbeat for this long is considered dead; at least 10. */
  heartbeatSeconds: number;
  /** Number of jobs passed to one call of the handler. */
  batchSize: number;
  /** How long a finished job is kept; three days by default. */
  retentionSeconds?: number;
}

/** Ties a queue's name to the type of its payload. */
export function queue<Payload>(definition: Queue<Payload>): Queue<Payload> {
  return definition;
}

/** Name of the queue for jobs that exhausted their retries. */
export function deadLetterName(queueName: string): string {
  return `${queueName}.dead`;
}

/** A job to be queued. */
export interface NewJob<Payload> {
  /** Queued once per id, for as long as the first job is kept. */
  id: string;
  payload: Payload;
  /** The group of the job, for limits on how many of a group run at once. */
  group?: string;
  /** Earliest start; at once if absent. */
  startAfter?: Date;
  /** Waiting jobs of a higher priority start first; 0 if absent. Jobs of one priority start in no order. */
  priority?: number;
}

/** One delivery of a job. */
export interface Job<Payload> {
  id: string;
  payload: Payload;
  /** 0 at the first delivery. */
  retryCount: number;
  /** Aborts when the claim on the job is lost. */
  signal: AbortSignal;
}

/** The outcome of a job: `dead` moves it to the dead letters at once, `retry` only after its last retry. */
export type JobOutcome = { state: 'done' } | { state: 'retry'; reason: string } | { state: 'dead'; reason: string };

/** A job that failed for good, with the reason of its last failure. */
export interface DeadLetter {
  queue: string;
  id: string;
  payload: unknown;
  reason: string;
  diedAt: string;
}

/** Number of jobs of a queue in each state. */
export interface QueueCounts {
  queue: string;
  waiting: number;
  active: number;
  dead: number;
}
