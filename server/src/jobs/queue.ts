import type { z } from 'zod';

/** One definition per queue: what its jobs carry and how they are tried. */
export interface Queue<Payload> {
  /** Letters, digits, `-` and `.`; the dead letters of `x` are in `x.dead`. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Deliveries beyond the first, those after a crash included. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** A job is taken from a worker that has not finished it by then. */
  expireInSeconds: number;
  /** A worker that says nothing for so long is taken for dead; at least 10. */
  heartbeatSeconds: number;
  /** Jobs handed to one call of the handler. */
  batchSize: number;
  /** How long a job is kept when it is done; three days unless told otherwise. */
  doneKeptSeconds?: number;
}

/** Ties a queue's name to the type of its payload. */
export function queue<Payload>(definition: Queue<Payload>): Queue<Payload> {
  return definition;
}

/** Where jobs of a queue go that were tried too often. */
export function deadLetterName(queueName: string): string {
  return `${queueName}.dead`;
}

/** A job to be queued. */
export interface NewJob<Payload> {
  /** Nothing is queued twice under one id, as long as the first is remembered. */
  id: string;
  payload: Payload;
  /** What its like are counted by where only so many of a group may run at once. */
  group?: string;
  /** Not before that moment; at once unless it is said. */
  startAfter?: Date;
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

/** What became of a job: `dead` goes to the dead letters at once, `retry` when no retries are left. */
export type JobOutcome = { state: 'done' } | { state: 'retry'; reason: string } | { state: 'dead'; reason: string };

/** A job that was given up, with the reason of its last failure. */
export interface DeadLetter {
  queue: string;
  id: string;
  payload: unknown;
  reason: string;
  diedAt: string;
}

/** How many jobs of a queue stand where. */
export interface QueueCounts {
  queue: string;
  waiting: number;
  active: number;
  dead: number;
}
