import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceAll } from '../../../test/accounts/notify.ts';
import { useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { seedFiledYear } from '../../../test/seeds/fiscal-years.ts';
import { seedEntity, seedIssuer } from '../../../test/seeds/issuers.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { type Database, sql } from '../../db/database.ts';
import { createPool } from '../../db/pool.ts';
import { checkScreens } from './check-screens.ts';

const database = useTestDatabase();
const api = useTestApi(database);
const HOUR_MS = 3_600_000;

let aurora: string;
let boreal: string;
/** The clock of the checks; each test starts a day later. */
let nowMs = Date.parse('2026-06-01T12:00:00Z');

/** Stores a fiscal year of a company that a filing stated `hoursAgo`. */
async function file(issuerId: string, margin: number, hoursAgo = 1): Promise<void> {
  const knownAt = new Date(nowMs - hoursAgo * HOUR_MS).toISOString();
  await seedFiledYear(database.db, issuerId, { revenue: 500e6, gross_margin: margin }, knownAt);
}

/** Checks screens ten minutes after the last check, and announces. */
async function check(db: Database = database.db): Promise<void> {
  nowMs += 10 * 60_000;
  await checkScreens(db, { now: new Date(nowMs), announcesSince: new Date(nowMs - 48 * HOUR_MS).toISOString() });
  await announceAll(database.db);
}

async function save(query: object, name = 'Margins'): Promise<string> {
  const { json } = await api.send('POST', '/api/user/screens', { name, query, alerts: true });
  return json.id as string;
}

const screenOf = async (id: string) =>
  ((await api.get('/api/user/screens')).json.items as { id: string }[]).find(screen => screen.id === id);

/** The notifications of the account, oldest first. */
async function notified(): Promise<string[]> {
  const { json } = await api.get('/api/user/notifications');
  return (json.items as { event_type: string; company_name: string }[])
    .map(({ event_type, company_name }) => `${event_type} ${company_name}`)
    .reverse();
}

beforeAll(async () => {
  const { db } = database;
  const seed = (key: string, name: string, ticker: string) => seedIssuer(db, { key, name, listings: [{ ticker }] });
  aurora = await seed('cik:900001', 'Aurora Widgets', 'AURW');
  boreal = await seed('cik:900002', 'Boreal Gears', 'BORG');
});

beforeEach(async () => {
  nowMs += 24 * HOUR_MS;
  await database.db.execute(sql`delete from saved_screens`);
  await database.db.execute(sql`delete from notifications`);
  await file(aurora, 0.4);
  await file(boreal, 0.2);
});

describe('alerts of a saved screen', () => {
  it('notify of each company that enters or leaves after a new filing, once, and of none at the first check', async () => {
    const id = await save({ where: 'gross_margin > 30%', columns: 'gross_margin' });
    expect(await screenOf(id)).toMatchObject({ alerts: true, companies: null, checked_at: null });
    await check();
    expect(await notified()).toEqual([]);
    expect(await screenOf(id)).toMatchObject({ companies: 1, alerts_paused: null });
    await file(boreal, 0.35);
    await check();
    await check();
    expect(await notified()).toEqual(['screen.entered Boreal Gears']);
    await file(boreal, 0.36);
    await check();
    expect(await notified()).toHaveLength(1);
    await file(aurora, 0.1);
    await check();
    await check();
    expect(await notified()).toEqual(['screen.entered Boreal Gears', 'screen.left Aurora Widgets']);
    const { json } = await api.get('/api/user/notifications?tickers=BORG&event_types=screen.entered');
    expect(json.items).toMatchObject([
      { title: 'Boreal Gears entered the screen “Margins”', ticker: 'BORG', market_id: 'us', category: null },
    ]);
  });

  it('state the screen, the company and its figures in the payload of a webhook', async () => {
    const id = await save({ where: 'gross_margin > 30%', columns: 'gross_margin,gross_margin * 2' });
    await check();
    await file(boreal, 0.35);
    await file(aurora, 0.1);
    await check();
    const rows = await database.db.query<{ data: object }>(sql`
      select data from events where data->>'screen_id' = ${id} order by event_type`);
    const company = { screen_id: id, screen_name: 'Margins', market_id: 'us', fiscal_year: 2025 };
    expect(rows.map(row => row.data)).toMatchObject([
      {
        ...company,
        canonical_key: 'cik:900002',
        ticker: 'BORG',
        values: { gross_margin: 0.35, 'gross_margin * 2': 0.7 },
      },
      { ...company, canonical_key: 'cik:900001', ticker: 'AURW', values: {} },
    ]);
  });

  it('do not notify of changes without a new filing, and do not repeat them later', async () => {
    await save({ where: 'gross_margin > 30%' });
    await check();
    await file(boreal, 0.35, 49);
    await check();
    await file(boreal, 0.36);
    await check();
    expect(await notified()).toEqual([]);
  });

  it('read figures at most every five minutes, and only after they changed', async () => {
    const id = await save({ where: 'gross_margin > 30%' });
    await check();
    const checkedAt = async () => ((await screenOf(id)) as { checked_at?: string }).checked_at;
    const first = await checkedAt();
    await check();
    expect(await checkedAt()).toBe(first);
    await file(boreal, 0.35);
    const options = { announcesSince: new Date(0).toISOString() };
    await checkScreens(database.db, { now: new Date(Date.parse(first ?? '') + 4 * 60_000), ...options });
    expect(await checkedAt()).toBe(first);
    await check();
    expect(await checkedAt()).not.toBe(first);
  });

  it('restart from a new baseline when the query or the alerts change', async () => {
    const id = await save({ where: 'gross_margin > 30%' });
    await check();
    await api.send('PATCH', `/api/user/screens/${id}`, { query: { where: 'gross_margin < 30%' } });
    await check();
    expect(await notified()).toEqual([]);
    await api.send('PATCH', `/api/user/screens/${id}`, { alerts: false });
    await file(boreal, 0.35);
    await check();
    expect(await screenOf(id)).toMatchObject({ alerts: false, companies: null });
    await api.send('PATCH', `/api/user/screens/${id}`, { alerts: true, name: 'Renamed' });
    await check();
    await api.send('PATCH', `/api/user/screens/${id}`, { name: 'Renamed again', shared: true });
    await file(boreal, 0.2);
    await check();
    expect(await notified()).toEqual(['screen.entered Boreal Gears']);
  });

  it('count a company once, however its registrants are grouped', async () => {
    await save({ where: 'gross_margin > 10%' });
    const other = await seedIssuer(database.db, { key: 'lei:900003', name: 'Boreal Gears plc', marketId: 'uk' });
    await check();
    await seedEntity(database.db, [other, boreal]);
    await file(aurora, 0.41);
    await check();
    expect(await notified()).toEqual([]);
    await database.db.execute(sql`update issuers set entity_id = issuer_id where issuer_id = ${boreal}`);
  });

  it('pause with a notice if a query is no longer valid or exceeds the range of numbers, and go on after a change', async () => {
    const id = await save({ where: 'gross_margin > 30%' });
    const huge = await save({ where: `${'revenue * '.repeat(40)}1 > 0` }, 'Huge');
    const sound = await save({ where: 'gross_margin > 30%' }, 'Sound');
    await database.db.execute(sql`update saved_screens set query = '{"where": "dropped > 1"}' where screen_id = ${id}`);
    await check();
    await check();
    for (const paused of [id, huge]) {
      expect(await screenOf(paused)).toMatchObject({ alerts: true, alerts_paused: 'invalid', companies: null });
    }
    expect(await screenOf(sound)).toMatchObject({ companies: 1 });
    expect((await notified()).sort()).toEqual(['screen.paused null', 'screen.paused null']);
    await api.send('PATCH', `/api/user/screens/${id}`, { query: { where: 'gross_margin > 30%' } });
    await check();
    expect(await screenOf(id)).toMatchObject({ alerts_paused: null, companies: 1 });
  });

  it('are limited by the plan', async () => {
    const free = await api.send('POST', '/api/user/screens', { name: 'No alerts', query: {} });
    const { db } = database;
    await db.execute(sql`
      insert into saved_screens (account_id, name, query, alerts)
      select ${api.accountId}, 'Screen ' || n, '{"where": "1 > 2"}', true from generate_series(1, 100) n`);
    expect(await api.send('PATCH', `/api/user/screens/${free.json.id}`, { alerts: true })).toMatchObject({
      status: 409,
      json: { error: 'conflict', limit: 100 },
    });
    expect((await api.send('POST', '/api/user/screens', { name: 'One more', query: {}, alerts: true })).status).toBe(
      409,
    );
  });
});

describe('a process that dies during a check', () => {
  it('announces nothing, and the next one announces each change once', async () => {
    await save({ where: 'gross_margin > 30%' });
    await check();
    await file(boreal, 0.35);
    await file(aurora, 0.1);
    const dying = createPool(database.connection, { applicationName: 'dying check', maxConnections: 2 });
    await database.db.transaction(async tx => {
      // The check waits here with its matches stored, and is killed.
      await tx.execute(sql`lock table announcements in exclusive mode`);
      const killed = check(dying).catch((error: unknown) => error);
      for (const end = Date.now() + WAIT_LIMIT_MS; Date.now() < end; await sleep(20)) {
        // Another connection, since a transaction sees the activity of its first look.
        const waiting = await database.db.query(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'dying check' and wait_event_type = 'Lock'`);
        if (waiting.length > 0) break;
      }
      expect(await killed).toBeInstanceOf(Error);
    });
    await dying.close();
    expect(await notified()).toEqual([]);
    await Promise.all([check(), check()]);
    await check();
    expect((await notified()).sort()).toEqual(['screen.entered Boreal Gears', 'screen.left Aurora Widgets']);
  });
});
