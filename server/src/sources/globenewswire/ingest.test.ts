import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWatcher, notificationsOf, untilAnnounced } from '../../../test/accounts/watch.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { hoursAgo } from '../../../test/fictional/recent-filings.ts';
import { seedIssuer } from '../../../test/seeds/issuers.ts';
import { useStandInRegistry } from '../../../test/stand-ins/stand-in-registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, startTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { groupIssuers } from '../../pipeline/background.ts';
import { type Ingest, runIngest } from '../../pipeline/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { CHANNELS } from './feeds.ts';
import { type FictionalItem, fictionalFeed } from './fictional-feeds.ts';

const folder = useTemporaryFolder();
const registry = useStandInRegistry();
const database = useTestDatabase();
const [FEED = ''] = CHANNELS['public-companies'] ?? [];
/** Fictional, with a right check digit. */
const ISIN = 'US9900000012';
let worker: Worker;
let watcher: string;
let freeWatcher: string;
/** What the wire answers; tests replace it. */
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

function look(options: Partial<Ingest['options']> = {}, wanted?: Ingest['wanted']) {
  const channel: Ingest['wanted'] = { kind: 'channel', channel: 'public-companies', position: null };
  const run = {
    registry: 'globenewswire',
    command: 'test',
    options: { mirror: null, record: null, force: false, ...options },
    wanted: wanted ?? channel,
  };
  return runIngest(worker, run, () => undefined, new AbortController().signal);
}

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
  worker = await startTestWorker(database.connection, join(folder.path, 'data'), {
    registries: ['globenewswire'],
    contact: 'Test test@example.com',
    standIns: registry.standIns,
  });
});
afterAll(() => worker.stop());
beforeEach(() => {
  items = [ITEM];
  registry.answer(({ address }) => (address === FEED ? { bytes: fictionalFeed(items) } : { status: 404 }));
});

describe('a look at the channel', () => {
  test('stores what is new, finds whom it is about, and tells those whose plan is told', async () => {
    expect(await look()).toMatchObject({ failure: null, tasks: 1, done: 1, failed: 0, published: 1 });
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

  test('again changes nothing; a headline that was corrected takes the place of the old one, and is not told again', async () => {
    const before = await exportText(database.db);
    expect(await look()).toMatchObject({ failed: 0 });
    expect(await look({ force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(before);
    items = [{ ...ITEM, title: 'Fictional Works Reports Better Results' }];
    await look();
    expect(await database.db.query(sql`select title from press_releases`)).toEqual([
      { title: 'Fictional Works Reports Better Results' },
    ]);
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, watcher)).toHaveLength(1);
    await look({ force: true }, { kind: 'replay', from: 'parse' });
    expect(await database.db.query(sql`select title from press_releases`)).toEqual([
      { title: 'Fictional Works Reports Better Results' },
    ]);
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, watcher)).toHaveLength(1);
  });

  test('an issuer that comes later finds what waited for it, by ticker and by ISIN', async () => {
    items = [ITEM, { ...ITEM, id: 9900002, title: 'Other Works Launches a Widget', listings: [], isins: [ISIN] }];
    await look();
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

  test('a release about two companies is told of each to who watches both', async () => {
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
    await look();
    await look({ force: true });
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, both)).toEqual([
      'press_release.discovered globenewswire:9900006-en cik:990001',
      'press_release.discovered globenewswire:9900006-en cik:990002',
    ]);
  });

  test('what is older than the age limit is stored without a word', async () => {
    items = [{ ...ITEM, id: 9900003, pubDate: rssDate(hoursAgo(100)) }];
    await look();
    await untilAnnounced(database.db);
    expect(Object.keys(await tags())).toContain('globenewswire:9900003-en Nasdaq:FICT');
    expect((await notificationsOf(database.db, watcher)).join()).not.toContain('9900003');
  });

  test('a feed that begins after the last look ended is told: releases may be missing', async () => {
    items = [{ ...ITEM, id: 9900004, pubDate: rssDate(hoursAgo(1)) }];
    await look();
    const gaps = await database.db.query(sql`select source, kind from anomalies where kind = 'feed_gap'`);
    expect(gaps).toEqual([{ source: 'channel/public-companies', kind: 'feed_gap' }]);
  });

  test('an empty channel fails the look, and the next one recovers', async () => {
    items = [];
    const before = await tags();
    const failed = await look();
    expect(failed.failure ?? '').toMatch(/empty_feed/);
    expect(await tags()).toEqual(before);
    items = [{ ...ITEM, id: 9900005 }];
    expect(await look()).toMatchObject({ failure: null, failed: 0 });
  });
});

test('a company cannot be asked for, and is told so', async () => {
  const result = await look({}, { kind: 'named', tickers: ['FICT'], ids: [], since: null });
  expect(result).toMatchObject({ tasks: 1, failed: 1 });
});

test('what was recorded is read from a mirror, and asks nobody', async () => {
  const record = join(folder.path, 'recorded');
  await look({ record });
  registry.received.length = 0;
  const everything: Ingest['wanted'] = { kind: 'everything', since: null };
  expect(await look({ mirror: record }, everything)).toMatchObject({ tasks: 1, failed: 0 });
  expect(registry.received).toEqual([]);
});
