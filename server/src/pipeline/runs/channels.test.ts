import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { fictionalCompanies, mirrorOf, tickersOf, writeFiles } from '../../../test/fictional/registry.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { ingest, startTestWorker, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { newYorkClock, toIsoDate } from '../../kernel/dates.ts';
import { mirrorPath } from '../../sources/kit/http/mirror-path.ts';
import { currentFilingsUrl, dailyIndexListUrl, dailyIndexUrl } from '../../sources/sec-edgar/endpoints.ts';
import { scheduleQueue } from './queues.ts';

const WAIT_LIMIT = { timeout: WAIT_LIMIT_MS };
const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const database = useTestDatabase();
const companies = fictionalCompanies(3);
const yesterday = toIsoDate(Math.floor(Date.now() / 86_400_000) - 2);
const worker = useTestWorker(database, folder);
let mirror: string;

/** A fictional daily index in the registry's format (master.idx). */
function indexOf(ciks: readonly number[]): string {
  const date = yesterday.replaceAll('-', '');
  const rows = ciks.map(cik => `${cik}|Fictional Works|10-K|${date}|edgar/data/${cik}/000${cik}-24-000001.txt`);
  const head = [
    'Description: Daily Index of EDGAR Dissemination Feed',
    '',
    'CIK|Company Name|Form Type|Date Filed|File Name',
  ];
  return [...head, '-'.repeat(80), ...rows, ''].join('\n');
}

/** A page of the current-filings feed with one filing. */
function feedOf(cik: number, acceptedAt: string): string {
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Latest Filings</title><entry>
<title>10-K - Fictional Works (000${cik}) (Filer)</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${cik}/x-index.htm"/>
<summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; ${yesterday}</summary><updated>${acceptedAt}</updated>
<category scheme="https://www.sec.gov/" label="form type" term="10-K"/>
<id>urn:tag:sec.gov,2008:accession-number=000${cik}-24-000001</id></entry></feed>`;
}

beforeAll(async () => {
  mirror = join(folder.path, 'mirror');
  writeFiles(mirror, {
    ...mirrorOf(companies),
    [mirrorPath({ url: dailyIndexListUrl(yesterday) })]: JSON.stringify({
      directory: { item: [{ name: `master.${yesterday.replaceAll('-', '')}.idx`, size: '1 KB' }] },
    }),
    [mirrorPath({ url: dailyIndexUrl(yesterday) })]: indexOf([9_000_001, 9_000_003]),
    [mirrorPath({ url: currentFilingsUrl(0) })]: feedOf(
      9_000_002,
      `${newYorkClock(new Date().toISOString()).date}T10:00:00-04:00`,
    ),
    'www.sec.gov/files/company_tickers.json': tickersOf(companies),
  });
});

async function issuers(): Promise<string[]> {
  const rows = await database.db.query<{ key: string }>(sql`select canonical_key as key from issuers order by 1`);
  return rows.map(row => row.key);
}

test('the daily index yields the companies that filed, and the next run continues after it', async () => {
  const wanted = { kind: 'channel', channel: 'daily-index', position: null, forms: [] } as const;
  expect(await ingest(worker, wanted, { mirror })).toMatchObject({ tasks: 2, done: 2, failed: 0 });
  expect(await issuers()).toEqual(['cik:9000001', 'cik:9000003']);
  const cursor = await database.db.queryOne(sql`select position from discovery_cursors where channel = 'daily-index'`);
  expect(cursor).toEqual({ position: yesterday });
  expect(await ingest(worker, wanted, { mirror })).toMatchObject({ failure: null, tasks: 0 });
});

test('the feed of current filings yields the company of a filing', async () => {
  const wanted = { kind: 'channel', channel: 'current', position: null, forms: [] } as const;
  expect(await ingest(worker, wanted, { mirror })).toMatchObject({ tasks: 1, done: 1, failed: 0 });
  expect(await issuers()).toContain('cik:9000002');
});

test('the ticker files are read in full', async () => {
  const wanted = { kind: 'channel', channel: 'tickers', position: null } as const;
  expect(await ingest(worker, wanted, { mirror })).toMatchObject({ tasks: 2, done: 2, failed: 0 });
  const tickers = await database.db.query(sql`select ticker from listings`);
  expect(tickers).toHaveLength(3);
});

test('schedules are created only with a contact', async () => {
  const none = await database.db.query(sql`select key from pgboss.schedule`);
  expect(none).toEqual([]);
  const live = await startTestWorker(database.connection, join(folder.path, 'live'), {
    contact: 'Test test@example.com',
    discoversOnSchedule: true,
    originOverrides: registry.originOverrides,
  });
  const set = await database.db.query<{ key: string }>(sql`
    select key from pgboss.schedule where name = ${scheduleQueue('sec-edgar').name} order by key`);
  expect(set.map(row => row.key)).toEqual(['current', 'daily-index', 'tickers']);
  await live.stop();
});

test('the feed of current filings is read every few seconds between ticks of its schedule, other channels are not', async () => {
  const live = await startTestWorker(database.connection, join(folder.path, 'polling'), {
    contact: 'Test test@example.com',
    discoversOnSchedule: true,
    pollSeconds: 20,
    originOverrides: registry.originOverrides,
  });
  // No tick of the clock adds to those of the test, not even one at the start.
  await database.db.execute(sql`delete from pgboss.schedule`);
  await database.db.execute(sql`delete from pgboss.job where name = ${scheduleQueue('sec-edgar').name}`);
  for (const channel of ['current', 'tickers']) {
    const payload = { registry: 'sec-edgar', channel };
    await live.jobs.send(scheduleQueue('sec-edgar'), [{ id: randomUUID(), payload }]);
  }
  const between = () =>
    database.db.query<{ channel: string; wait: number }>(sql`
      select data->>'channel' as channel, extract(epoch from start_after - created_on)::int as wait from pgboss.job
      where name = ${scheduleQueue('sec-edgar').name} and data->>'isBetween' = 'true' order by start_after`);
  await vi.waitFor(async () => expect((await between()).length).toBe(2), WAIT_LIMIT);
  const rows = await between();
  expect(rows.map(({ channel }) => channel)).toEqual(['current', 'current']);
  expect(rows.map(({ wait }) => Math.round(wait / 20) * 20)).toEqual([20, 40]);
  await vi.waitFor(async () => expect(await readings()).toBe(1), WAIT_LIMIT);
  // A reading is left out while the one before it is still discovering.
  await database.db.execute(sql`
    insert into runs (run_id, registry, command, options)
    values (gen_random_uuid(), 'sec-edgar', 'schedule current', '{"mirror":null,"record":null,"force":false}')`);
  await database.db.execute(sql`update pgboss.job set start_after = now() where data->>'isBetween' = 'true'`);
  await vi.waitFor(async () => expect(await waiting()).toBe(0), WAIT_LIMIT);
  expect(await readings()).toBe(2);
  await live.stop();
});

async function readings(): Promise<number> {
  const rows = await database.db.query(sql`select 1 from runs where command = 'schedule current'`);
  return rows.length;
}

async function waiting(): Promise<number> {
  const rows = await database.db.query(sql`
    select 1 from pgboss.job where data->>'isBetween' = 'true' and state in ('created', 'active', 'retry')`);
  return rows.length;
}
