import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { sql } from './database.ts';
import { trySessionLock } from './session-lock.ts';

const database = useTestDatabase();

test('grants each name to one holder, and to the next one after its release', async () => {
  const { connection } = database;
  const first = await trySessionLock(connection, 'asfiled first', 'a stream');
  expect(await trySessionLock(connection, 'asfiled second', 'a stream')).toBeNull();
  const other = await trySessionLock(connection, 'asfiled second', 'another stream');
  expect(other).not.toBeNull();
  await first?.release();
  const next = await trySessionLock(connection, 'asfiled second', 'a stream');
  expect(next).not.toBeNull();
  await other?.release();
  await next?.release();
});

test("aborts the holder's signal when its connection is cut", async () => {
  const held = await trySessionLock(database.connection, 'asfiled cut', 'a stream');
  const lost = new Promise(resolve => held?.lost.addEventListener('abort', resolve, { once: true }));
  await database.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'asfiled cut' and datname = current_database()`);
  await lost;
  expect(held?.lost.aborted).toBe(true);
});
