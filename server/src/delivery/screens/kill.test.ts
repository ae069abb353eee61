import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { useTestApi } from '../../../test/api.ts';
import { databaseUrl, useTestDatabase } from '../../../test/database.ts';
import { seedFiledYear } from '../../../test/seeds/fiscal-years.ts';
import { seedIssuer } from '../../../test/seeds/issuers.ts';
import { cleanUpAfterEach, type Running, run } from '../../../test/service/service.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();
const api = useTestApi(database);
const folder = useTemporaryFolder();
cleanUpAfterEach();

const COMPANIES = ['Aurora', 'Boreal', 'Cumulus', 'Drift'];
const issuers: string[] = [];
const HOUR_MS = 3_600_000;

const file = (issuerId: string, margin: number) =>
  seedFiledYear(database.db, issuerId, { gross_margin: margin }, new Date(Date.now() - HOUR_MS).toISOString());

beforeAll(async () => {
  for (const [at, name] of COMPANIES.entries()) {
    const issuerId = await seedIssuer(database.db, {
      key: `cik:${at + 1}`,
      name,
      listings: [{ ticker: name.slice(0, 4) }],
    });
    issuers.push(issuerId);
    await file(issuerId, at < 2 ? 0.4 : 0.2);
  }
});

const startWorker = (): Running =>
  run(['worker'], {
    ASFILED_DATA: mkdtempSync(join(folder.path, 'worker-')),
    DATABASE_URL: databaseUrl(database.connection),
  });

/** Kills a worker (SIGKILL) once a transaction of it waits for a lock on the table. */
async function killAt(table: 'announcements' | 'notifications' | 'saved_screen_companies'): Promise<void> {
  await database.db.transaction(async tx => {
    await tx.execute(
      {
        announcements: sql`lock table announcements in exclusive mode`,
        notifications: sql`lock table notifications in exclusive mode`,
        saved_screen_companies: sql`lock table saved_screen_companies in exclusive mode`,
      }[table],
    );
    const worker = startWorker();
    await until(`a worker waits for ${table}`, async () => {
      const waiting = await database.db.query(sql`
        select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.relation = ${table}::regclass and a.application_name like 'asfiled worker%'`);
      return waiting.length > 0;
    });
    worker.child.kill('SIGKILL');
    expect((await worker.ended()).exit).toBe('SIGKILL');
  });
  await until('its connections are gone', async () => {
    const open = await database.db.query(sql`select from pg_stat_activity
      where application_name like 'asfiled worker%' and datname = current_database()`);
    return open.length === 0;
  });
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; await sleep(50)) if (await holds()) return;
  throw new Error(`waited in vain until ${what}`);
}

/** The number of finished checks of all screens. */
async function checks(): Promise<number> {
  const row = await database.db.queryOne<{ checks: number }>(
    sql`select sum(checks)::integer as checks from saved_screens`,
  );
  return row?.checks ?? 0;
}

const makeDue = () => database.db.execute(sql`update saved_screens set checked_at = now() - interval '10 minutes'`);

async function notified(): Promise<string[]> {
  const { json } = await api.get('/api/user/notifications');
  return (json.items as { event_type: string; company_name: string }[])
    .map(({ event_type, company_name }) => `${event_type} ${company_name}`)
    .sort();
}

it('kill -9 of a worker at any step of an alert neither loses nor repeats it', async () => {
  await api.send('POST', '/api/user/screens', {
    name: 'Margins',
    query: { where: 'gross_margin > 30%' },
    alerts: true,
  });
  const first = startWorker();
  await until('the screen has a baseline', async () => (await checks()) === 1);
  first.child.kill('SIGTERM');
  await first.ended();
  const [aurora, , cumulus, drift] = issuers;
  await file(aurora ?? '', 0.1);
  await file(cumulus ?? '', 0.5);
  await file(drift ?? '', 0.6);
  await makeDue();
  await killAt('saved_screen_companies');
  await killAt('announcements');
  expect(await checks()).toBe(1);
  await killAt('notifications');
  const worker = startWorker();
  await until('all changes are notified', async () => (await notified()).length >= 3);
  await file(issuers[1] ?? '', 0.41);
  await makeDue();
  const before = await checks();
  await until('the screen is checked again', async () => (await checks()) > before);
  worker.child.kill('SIGTERM');
  await worker.ended();
  expect(await notified()).toEqual(['screen.entered Cumulus', 'screen.entered Drift', 'screen.left Aurora']);
});
