import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { useTestDatabase } from '../../test/database.ts';
import { sql } from '../db/database.ts';
import { createLog } from '../kernel/log.ts';
import type { JobPump, PumpLimits, PumpWork } from './job-pump.ts';
import { JobSystem, listDeadLetters } from './job-system.ts';
import { type Queue, queue } from './queue.ts';

const database = useTestDatabase();
let jobs: JobSystem;
let pump: JobPump<{ n: number }, string> | null = null;
let queues = 0;

beforeAll(async () => {
  const { db, connection } = database;
  jobs = await JobSystem.start({ db, connection, log: createLog('silent'), firesSchedules: false });
  await db.execute(sql`create table done (n integer, result text)`);
});
afterEach(async () => {
  await pump?.stop(500);
  await database.db.execute(sql`delete from done`);
});
afterAll(() => jobs.stop(1_000));

type Numbers = Queue<{ n: number }>;

function newQueue(): Numbers {
  return queue({
    name: `test.pump${queues++}`,
    payload: z.object({ n: z.number() }),
    retryLimit: 5,
    retryDelaySeconds: 0,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    batchSize: 100,
  });
}

/** Runs jobs with `carry` and records their results in a table. */
async function start(
  numbers: Numbers,
  carry: (n: number) => Promise<string>,
  limits: Partial<PumpLimits> = {},
  settle: PumpWork<{ n: number }, string>['settle'] = async (tx, results) => {
    for (const { job, result } of results) {
      await tx.execute(sql`insert into done (n, result) values (${job.payload.n}, ${result})`);
    }
  },
): Promise<void> {
  const begin = (taken: readonly { payload: { n: number } }[]) => taken.map(({ payload }) => carry(payload.n));
  pump = await jobs.pump(numbers, { begin, settle }, { inFlight: 100, perGroup: 100, ...limits });
}

async function send(numbers: Numbers, count: number, group?: (n: number) => string): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    payload: { n },
    ...(group ? { group: group(n) } : {}),
  }));
  await jobs.send(numbers, all);
}

async function doneCount(): Promise<number> {
  const row = await database.db.queryOne<{ n: number }>(sql`select count(*)::int as n from done`);
  return row?.n ?? 0;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return;
    await sleep(10);
  }
  throw new Error('waited in vain');
}

it('runs every job once and completes it with its result', async () => {
  const numbers = newQueue();
  await send(numbers, 1_200);
  await start(numbers, async n => `did ${n}`);
  await until(async () => (await doneCount()) === 1_200);
  const rows = await database.db.query(sql`select n from done where result = 'did ' || n group by n`);
  expect(rows).toHaveLength(1_200);
  const left = await database.db.query(sql`
    select from pgboss.job where name = ${numbers.name} and state <> 'completed'`);
  expect(left).toHaveLength(0);
});

it('a slow job does not delay others', async () => {
  const numbers = newQueue();
  let finish = (): void => undefined;
  const long = new Promise<string>(done => {
    finish = () => done('late');
  });
  await send(numbers, 50);
  await start(numbers, n => (n === 0 ? long : Promise.resolve('soon')));
  await until(async () => (await doneCount()) === 49);
  finish();
  await until(async () => (await doneCount()) === 50);
});

it('respects the concurrency limits, in total and per group', async () => {
  const numbers = newQueue();
  const underWay = new Map<string, number>();
  let most = 0;
  let mostOfGroup = 0;
  const group = (n: number): string => (n < 60 ? 'a' : `b${n}`);
  await send(numbers, 80, group);
  await start(
    numbers,
    async n => {
      underWay.set(group(n), (underWay.get(group(n)) ?? 0) + 1);
      most = Math.max(
        most,
        [...underWay.values()].reduce((sum, value) => sum + value, 0),
      );
      mostOfGroup = Math.max(mostOfGroup, underWay.get('a') ?? 0);
      await sleep(20);
      underWay.set(group(n), (underWay.get(group(n)) ?? 0) - 1);
      return 'done';
    },
    { inFlight: 10, perGroup: 3 },
  );
  await until(async () => (await doneCount()) === 80);
  expect(most).toBeLessThanOrEqual(10);
  expect(mostOfGroup).toBe(3);
});

it('begins few jobs at a time, which a killed process leaves to be run again, and more beside slow ones', async () => {
  const numbers = newQueue();
  await send(numbers, 30);
  const begun: number[] = [];
  let finish = (): void => undefined;
  const isFinished = new Promise<void>(done => {
    finish = done;
  });
  await start(
    numbers,
    async n => {
      begun.push(Date.now());
      await isFinished;
      return String(n);
    },
    { young: { most: 10, withinMs: 1_500 } },
  );
  await until(() => begun.length === 10);
  await sleep(300);
  expect(begun).toHaveLength(10);
  await until(() => begun.length === 30);
  for (const beganMs of begun.slice(10)) expect(beganMs - (begun[0] ?? 0)).toBeGreaterThan(1_000);
  finish();
  await until(async () => (await doneCount()) === 30);
});

it('takes no jobs of a paused group', async () => {
  const numbers = newQueue();
  const paused = ['a'];
  await send(numbers, 10, n => (n < 5 ? 'a' : 'b'));
  await start(numbers, async () => 'done', { pausedGroups: () => paused });
  await until(async () => (await doneCount()) === 5);
  await sleep(200);
  expect(await doneCount()).toBe(5);
  paused.pop();
  await until(async () => (await doneCount()) === 10);
});

it('retries jobs that fail to begin or to be settled', async () => {
  const numbers = newQueue();
  const seen: number[] = [];
  let refusals = 2;
  await send(numbers, 3);
  await start(
    numbers,
    async n => {
      seen.push(n);
      if (n === 1 && seen.filter(value => value === 1).length === 1) throw new Error('not now');
      return 'done';
    },
    {},
    async (tx, results) => {
      for (const { job } of results) await tx.execute(sql`insert into done (n) values (${job.payload.n})`);
      if (refusals-- > 0) throw new Error('the database said no');
    },
  );
  await until(async () => (await doneCount()) === 3);
  expect(seen.filter(n => n === 1).length).toBe(2);
  expect(seen.filter(n => n === 0).length).toBe(1);
});

it('moves a job with an invalid payload to the dead letters', async () => {
  const numbers = newQueue();
  await jobs.send(numbers, [{ id: randomUUID(), payload: { n: 'five' } as unknown as { n: number } }]);
  await start(numbers, async () => 'done');
  await until(async () => {
    const rows = await database.db.query(sql`select from pgboss.job where name = ${`${numbers.name}.dead`}`);
    return rows.length === 1;
  });
  expect(await listDeadLetters(database.db, 10)).toHaveLength(1);
});

it('returns unfinished jobs to the queue when it stops', async () => {
  const numbers = newQueue();
  await send(numbers, 2);
  await start(numbers, n => (n === 0 ? new Promise(() => undefined) : Promise.resolve('done')));
  await until(async () => (await doneCount()) === 1);
  await pump?.stop(50);
  await start(numbers, async () => 'by the next one');
  await until(async () => (await doneCount()) === 2);
});

it('queues jobs sent in a transaction only if it commits', async () => {
  const numbers = newQueue();
  await start(numbers, async () => 'done');
  const job = (n: number) => [{ id: randomUUID(), payload: { n } }];
  const undone = database.db.transaction(async tx => {
    await jobs.send(numbers, job(1), tx);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await database.db.transaction(tx => jobs.send(numbers, job(2), tx));
  await until(async () => (await doneCount()) === 1);
  expect(await database.db.query(sql`select n from done`)).toEqual([{ n: 2 }]);
});
