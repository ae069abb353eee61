import { beforeAll, expect, test } from 'vitest';
import { filingEvent, publishEvents } from '../../../test/accounts/notify.ts';
import { createWatcher, notificationsOf } from '../../../test/accounts/watch.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { seedIssuer } from '../../../test/seeds/issuers.ts';
import { sql } from '../../db/database.ts';
import { purgeNotifications } from './purge-notifications.ts';

const database = useTestDatabase();
let issuerId: string;
let watcher: string;

beforeAll(async () => {
  issuerId = await seedIssuer(database.db, { key: 'cik:900011', name: 'Orchard Corp', listings: [{ ticker: 'ORCH' }] });
  watcher = await createWatcher(database.db, 'watcher@example.org', [{ issuerId, ticker: 'ORCH' }]);
});

async function events(): Promise<string[]> {
  const rows = await database.db.query<{ event_key: string }>(sql`select event_key from events order by event_key`);
  return rows.map(row => row.event_key);
}

test('deletes notifications after their retention, and their events unless they could be announced again', async () => {
  const recent = new Date().toISOString();
  await publishEvents(database.db, [
    filingEvent(issuerId, 'old', { knownAt: '2020-01-01T00:00:00Z' }),
    filingEvent(issuerId, 'still-announced', { knownAt: recent }),
    filingEvent(issuerId, 'waiting', { knownAt: '2020-01-01T00:00:00Z' }),
    filingEvent(issuerId, 'new', { knownAt: recent }),
  ]);
  await database.db.execute(sql`
    update notifications set created_at = now() - interval '91 days'
    where event_id in (select event_id from events where event_key <> 'sec-edgar:new')`);
  await database.db.execute(sql`
    update events set created_at = now() - interval '91 days' where event_key <> 'sec-edgar:new'`);
  await database.db.execute(sql`
    update announcements set announced_at = null
    where event_id in (select event_id from events where event_key = 'sec-edgar:waiting')`);
  await purgeNotifications(database.db, 48);
  expect(await notificationsOf(database.db, watcher)).toEqual(['filing.discovered sec-edgar:new']);
  expect(await events()).toEqual(['sec-edgar:new', 'sec-edgar:still-announced', 'sec-edgar:waiting']);
  const kept = await database.db.query(sql`select from announcements`);
  expect(kept).toHaveLength(3);
});

test('applies a shorter retention', async () => {
  await database.db.execute(sql`update notifications set created_at = now() - interval '8 days'`);
  await purgeNotifications(database.db, 48, 30);
  expect(await notificationsOf(database.db, watcher)).toHaveLength(1);
  await purgeNotifications(database.db, 48, 7);
  expect(await notificationsOf(database.db, watcher)).toHaveLength(0);
});
