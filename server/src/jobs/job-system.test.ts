import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { useTestDatabase } from '../../test/database.ts';
import { sql } from '../db/database.ts';
import { createLog } from '../kernel/log.ts';
import { countJobs, JobSystem, listDeadLetters } from './job-system.ts';
import { type JobOutcome, queue } from './queue.ts';

const database = useTestDatabase();
const numbers = queue({
  name: 'test.numbers',
  payload: z.object({ n: z.number() }),
  retryLimit: 3,
  retryDelaySeconds: 0,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  batchSize: 10,
});
const seen: { n: number; retryCount: number }[] = [];
let jobs: JobSystem;

beforeAll(async () => {
  const { db, connection } = database;
  jobs = await JobSystem.start({ db, connection, log: createLog('silent'), firesSchedules: false });
  await jobs.work(numbers, 2, async delivered => {
    const outcomes = new Map<string, JobOutcome>();
    for (const { id, payload, retryCount } of delivered) {
      seen.push({ n: payload.n, retryCount });
      if (payload.n < 0) outcomes.set(id, { state: 'dead', reason: `${payload.n} is negative` });
      else if (payload.n === 7 && retryCount === 0) outcomes.set(id, { state: 'retry', reason: 'not yet' });
      else outcomes.set(id, { state: 'done' });
    }
    return outcomes;
  });
});
afterAll(() => jobs.stop(1_000));

async function send(...payloads: unknown[]): Promise<void> {
  await jobs.send(
    numbers,
    payloads.map(payload => ({ id: randomUUID(), payload: payload as { n: number } })),
  );
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !(await isSo()); tries++) await sleep(25);
}

test('runs a job once, however often it is queued under its id', async () => {
  const job = { id: randomUUID(), payload: { n: 1 } };
  await jobs.send(numbers, [job]);
  await jobs.send(numbers, [job, job]);
  await until(() => seen.some(item => item.n === 1));
  await sleep(100);
  expect(seen.filter(item => item.n === 1)).toHaveLength(1);
});

test('retries one job of a batch while others complete', async () => {
  await send({ n: 6 }, { n: 7 }, { n: 8 });
  await until(() => seen.filter(item => item.n === 7).length === 2);
  expect(seen.filter(item => item.n === 7).map(item => item.retryCount)).toEqual([0, 1]);
  expect(seen.filter(item => item.n === 8)).toHaveLength(1);
});

test('makes jobs returned by a stopping process due at once', async () => {
  const { db, connection } = database;
  const slow = queue({ ...numbers, name: 'test.slow', retryDelaySeconds: 3_600 });
  const stopping = await JobSystem.start({ db, connection, log: createLog('silent'), firesSchedules: false });
  let begin = (): void => undefined;
  let giveBack = (): void => undefined;
  const begun = new Promise<void>(done => (begin = done));
  const isOver = new Promise<void>(done => (giveBack = done));
  await stopping.work(slow, 1, async delivered => {
    begin();
    await isOver;
    return new Map(delivered.map(({ id }) => [id, { state: 'retry', reason: 'stopped' } as const]));
  });
  await stopping.send(slow, [{ id: randomUUID(), payload: { n: 1 } }]);
  await begun;
  const stopped = stopping.stop(10_000);
  giveBack();
  await stopped;
  const rows = await db.query(sql`
    select state, start_after <= now() as "isDue" from pgboss.job where name = ${slow.name}`);
  expect(rows).toEqual([{ state: 'retry', isDue: true }]);
});

test('dead-letters a hopeless job and one with an invalid payload, each with its reason', async () => {
  await send({ n: -5 }, { n: 'five' });
  await until(async () => (await listDeadLetters(database.db, 10)).length === 2);
  const letters = await listDeadLetters(database.db, 10);
  expect(letters.map(letter => letter.reason).sort()[0]).toBe('-5 is negative');
  expect(letters.map(letter => letter.reason).sort()[1]).toMatch(/^payload: /);
  const [counts] = await countJobs(database.db);
  expect(counts).toEqual({ queue: 'test.numbers', waiting: 0, active: 0, dead: 2 });
});
