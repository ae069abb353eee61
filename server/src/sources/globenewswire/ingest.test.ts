import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWatcher, notificationsOf, untilAnnounced } from '../../../test/accounts/watch.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { hoursAgo } from '../../../test/fictional/recent-filings.ts';
import { seedIssuer } from '../../../test/seeds/issuers.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { groupIssuers } from '../../pipeline/parts.ts';
import type { Ingest } from '../../pipeline/runs/ingest.ts';
import { type FictionalItem, fictionalFeed } from './example-responses.ts';
import { PUBLIC_COMPANIES_URL } from './source.ts';

const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const database = useTestDatabase();
/** Fictional, with a valid check digit. */
const ISIN = 'US9900000012';
const worker = useTestWorker(database, folder, {
  registries: ['globenewswire'],
  contact: 'Test test@example.com',
  originOverrides: registry.originOverrides,
});
let watcher: string;
let freeWatcher: string;
/** The items that the wire responds with; tests replace them. */
let items: FictionalItem[];

const rssDate = (instant: string) => new Date(instant).toUTCString();
const RECENT = hoursAgo(2).replace(/\.\d+Z/, 'Z');
const ITEM: FictionalItem = {
  id: 9900001,
  title: 'Fictional Works Reports Results',
  pubDate: rssDate(RECENT),
  listings: ['Nasdaq:FICT', 'NYSE:OTHR'],
  subjects: ['Earnings Releases And Operating Results'],
};

const run = (
  options: Partial<Ingest['options']> = {},
  wanted: Ingest['wanted'] = { kind: 'channel', channel: 'public-companies', position: null },
) => ingestFrom('globenewswire')(worker, wanted, options);

async function tags(): Promise<Record<string, string | null>> {
  const rows = await database.db.query<{ tag: string; issuer: string | null }>(sql`
    select t.press_release_id || ' ' || t.as_filed as tag, i.canonical_key as issuer
    from press_release_tags t left join issuers i using (issuer_id) order by 1`);
  return Object.fromEntries(rows.map(row => [row.tag, row.issuer]));
}

beforeAll(async () => {
  const issuerId = await seedIssuer(database.db, {
    key: 'cik:990001',
    name: 'Fictional Works, Inc.',
    listings: [{ ticker: 'FICT', mic: 'XNAS' }],
  });
  const listing = { issuerId, ticker: 'FICT' };
  watcher = await createWatcher(database.db, 'pro@example.org', [listing], 'pro');
  freeWatcher = await createWatcher(database.db, 'free@example.org', [listing], 'free');
});
beforeEach(() => {
  items = [ITEM];
  registry.answer(({ address }) =>
    address === PUBLIC_COMPANIES_URL ? { bytes: fictionalFeed(items) } : { status: 404 },
  );
});

describe('a run of the channel', () => {
  test('stores new releases, finds their companies, and notifies watchers whose plan includes it', async () => {
    expect(await run()).toMatchObject({ failure: null, tasks: 1, done: 1, failed: 0, published: 1 });
    expect(await tags()).toEqual({
      'globenewswire:9900001-en NYSE:OTHR': null,
      'globenewswire:9900001-en Nasdaq:FICT': 'cik:990001',
    });
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, freeWatcher)).toEqual([]);
    expect(await notificationsOf(database.db, watcher)).toEqual([
      'press_release.discovered globenewswire:9900001-en cik:990001',
    ]);
    const event = await database.db.queryOne(sql`select data, title, url from events`);
    const url = `https://www.globenewswire.com/news-release/${RECENT.slice(0, 10).replaceAll('-', '/')}/9900001/0/en/Fictional.html`;
    expect(event).toEqual({
      data: {
        press_release_id: 'globenewswire:9900001-en',
        title: 'Fictional Works Reports Results',
        published_at: RECENT,
        source: 'globenewswire',
        url,
        tier: 1,
        subject_codes: [13],
      },
      title: 'Fictional Works Reports Results',
      url,
    });
  });

  test('changes nothing when repeated, and replaces a corrected headline without a second notification', async () => {
    const before = await exportText(database.db);
    expect(await run()).toMatchObject({ failed: 0 });
    expect(await run({ force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(before);
    items = [{ ...ITEM, title: 'Fictional Works Reports Better Results' }];
    await run();
    expect(await database.db.query(sql`select title from press_releases`)).toEqual([
      { title: 'Fictional Works Reports Better Results' },
    ]);
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, watcher)).toHaveLength(1);
    await run({ force: true }, { kind: 'replay', from: 'parse' });
    expect(await database.db.query(sql`select title from press_releases`)).toEqual([
      { title: 'Fictional Works Reports Better Results' },
    ]);
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, watcher)).toHaveLength(1);
  });

  test('links earlier releases to an issuer that is stored later, by ticker and by ISIN', async () => {
    items = [ITEM, { ...ITEM, id: 9900002, title: 'Other Works Launches a Widget', listings: [], isins: [ISIN] }];
    await run();
    const issuerId = await seedIssuer(database.db, {
      key: 'cik:990002',
      name: 'Other Works Corp',
      listings: [{ ticker: 'OTHR', mic: 'XNYS', isin: ISIN }],
    });
    await database.db.execute(sql`insert into issuer_changes (issuer_id) values (${issuerId})`);
    await groupIssuers(database.db);
    expect(await tags()).toEqual({
      'globenewswire:9900001-en NYSE:OTHR': 'cik:990002',
      'globenewswire:9900001-en Nasdaq:FICT': 'cik:990001',
      [`globenewswire:9900002-en ${ISIN}`]: 'cik:990002',
    });
  });

  test('notifies a watcher of both companies of each company in a release', async () => {
    const ids = await database.db.query<{ issuer_id: string; ticker: string }>(
      sql`select issuer_id, ticker from listings order by ticker`,
    );
    const both = await createWatcher(
      database.db,
      'both@example.org',
      ids.map(({ issuer_id: issuerId, ticker }) => ({ issuerId, ticker })),
      'pro',
    );
    items = [{ ...ITEM, id: 9900006 }];
    await run();
    await run({ force: true });
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, both)).toEqual([
      'press_release.discovered globenewswire:9900006-en cik:990001',
      'press_release.discovered globenewswire:9900006-en cik:990002',
    ]);
  });

  test('stores releases beyond the age limit without a notification', async () => {
    items = [{ ...ITEM, id: 9900003, pubDate: rssDate(hoursAgo(100)) }];
    await run();
    await untilAnnounced(database.db);
    expect(Object.keys(await tags())).toContain('globenewswire:9900003-en Nasdaq:FICT');
    expect((await notificationsOf(database.db, watcher)).join()).not.toContain('9900003');
  });

  test('reports a feed that begins after the previous run ended, because releases may be missing', async () => {
    items = [{ ...ITEM, id: 9900004, pubDate: rssDate(hoursAgo(1)) }];
    await run();
    const gaps = await database.db.query(sql`select source, kind from anomalies where kind = 'feed_gap'`);
    expect(gaps).toEqual([{ source: 'channel/public-companies', kind: 'feed_gap' }]);
  });

  test('fails on an empty channel, and recovers in the next run', async () => {
    items = [];
    const before = await tags();
    const failed = await run();
    expect(failed.failure ?? '').toMatch(/empty_feed/);
    expect(await tags()).toEqual(before);
    items = [{ ...ITEM, id: 9900005 }];
    expect(await run()).toMatchObject({ failure: null, failed: 0 });
  });
});

test('reports a requested company as missing', async () => {
  const result = await run({}, { kind: 'named', tickers: ['FICT'], ids: [], since: null });
  expect(result).toMatchObject({ tasks: 1, failed: 1 });
});

test('reads recorded feeds from a mirror without requests', async () => {
  const record = join(folder.path, 'recorded');
  await run({ record });
  registry.received.length = 0;
  const everything: Ingest['wanted'] = { kind: 'everything', since: null };
  expect(await run({ mirror: record }, everything)).toMatchObject({ tasks: 1, failed: 0 });
  expect(registry.received).toEqual([]);
});

test('reprocessing does not bring back a release of the removed sample', async () => {
  items = [{ ...ITEM, id: 9900777, listings: ['NYSE:NOBODY'] }];
  await run();
  const releases = () =>
    database.db.query<{ id: string }>(sql`
      select press_release_id as id from press_release_tags where as_filed = 'NYSE:NOBODY'`);
  const [release] = await releases();
  await database.db.execute(
    sql`insert into sample_removals (press_release_ids) values (${[release?.id ?? '']}::text[])`,
  );
  await run({ force: true }, { kind: 'replay', from: 'parse' });
  expect(await releases()).toEqual([]);
});
