import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LoopTurns } from '../kernel/loop-turns.ts';
import { type Database, sql } from './database.ts';
import { pacedDatabase } from './paced-database.ts';

it('resumes one caller in each iteration of the event loop, even if several queries end in one', async () => {
  let nowMs = 0;
  const row = { one: 1 };
  // Like the driver, which delivers each result in a callback of its own.
  const fake = { query: () => nextIteration([row]), queryOne: () => nextIteration(row) } as unknown as Database;
  const db = pacedDatabase(fake, new LoopTurns(() => nowMs));
  let done = 0;
  const calls = Array.from({ length: 10 }, async (_, at) => {
    expect(at % 2 === 0 ? await db.query(sql`select 1`) : [await db.queryOne(sql`select 1`)]).toEqual([row]);
    // The work of the caller.
    nowMs += 20;
    done += 1;
  });
  const perIteration: number[] = [];
  while (done < 10) {
    const before = done;
    await nextIteration();
    perIteration.push(done - before);
    expect(perIteration.length).toBeLessThan(50);
  }
  await Promise.all(calls);
  expect(Math.max(...perIteration)).toBe(1);
});
