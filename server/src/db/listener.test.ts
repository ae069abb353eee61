import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { WAIT_LIMIT_MS } from '../../test/wait-limit.ts';
import { sql } from './database.ts';
import { createListener, type Listener } from './listener.ts';

const database = useTestDatabase();
let listener: Listener;

beforeAll(() => {
  listener = createListener(database.connection, 'test listener');
});
afterAll(() => listener.close());

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + WAIT_LIMIT_MS; !isSo() && Date.now() < end; ) await sleep(10);
  expect(isSo()).toBe(true);
}

const notify = (channel: string, payload: string) => database.db.query(sql`select pg_notify(${channel}, ${payload})`);

test("delivers each channel's notifications until the listener unsubscribes", async () => {
  const heard: (string | null)[] = [];
  const others: (string | null)[] = [];
  const stop = listener.on('one', payload => heard.push(payload));
  listener.on('other channel', payload => others.push(payload));
  await until(() => heard.length > 0 && others.length > 0);
  await notify('one', 'a');
  await notify('other channel', 'b');
  await until(() => others.includes('b'));
  expect(heard.filter(payload => payload !== null)).toEqual(['a']);
  stop();
  await notify('one', 'unheard');
  await notify('other channel', 'c');
  await until(() => others.includes('c'));
  expect(heard).not.toContain('unheard');
});

test('reconnects after a break and signals that notifications may have been missed', async () => {
  const heard: (string | null)[] = [];
  listener.on('broken', payload => heard.push(payload));
  await until(() => heard.includes(null));
  heard.length = 0;
  await database.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test listener'`);
  await until(() => heard.includes(null));
  await notify('broken', 'again');
  await until(() => heard.includes('again'));
});
