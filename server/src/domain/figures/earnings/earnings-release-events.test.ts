import { beforeAll, expect, test } from 'vitest';
import { notificationsOf, untilAnnounced } from '../../../../test/accounts/watch.ts';
import { useWatchedCompany } from '../../../../test/accounts/watched-company.ts';
import { hoursAgo } from '../../../../test/fictional/recent-filings.ts';
import { seedListed } from '../../../../test/seeds/listed.ts';
import { sql } from '../../../db/database.ts';
import { WEBHOOK_PAYLOADS } from '../../../delivery/webhooks/webhook-payloads.ts';
import { addDays } from '../../../kernel/dates.ts';
import { uuidV5 } from '../../../kernel/ids.ts';
import { announceUpcoming } from './announce-releases.ts';
import { type CalendarEntry, emptyEntry } from './model/earnings-calendar.ts';

const watched = useWatchedCompany();
const KEY = 'cik:9000001';
const today = hoursAgo(0).slice(0, 10);
let watcher: string;

/** An entry of a calendar that Fictional Works reports on a day. */
function entry(reportDate: string, stated: Partial<CalendarEntry> = {}): CalendarEntry {
  const of = { ticker: watched.company.ticker, marketId: 'us', documentUrl: 'https://calendar.example/' };
  return { ...emptyEntry(of), reportDate, ...stated };
}

function store(entries: readonly CalendarEntry[]): Promise<number> {
  return seedListed(watched.db, 'alphavantage', { calendarEntries: [...entries] }, hoursAgo(0));
}

async function announced(): Promise<string[]> {
  await untilAnnounced(watched.db);
  return notificationsOf(watched.db, watcher);
}

beforeAll(async () => {
  watched.publish([]);
  await watched.load();
  watcher = await watched.watch('watcher@example.org', ['earnings_release.upcoming', 'earnings_release.reported']);
});

test('an upcoming release is announced once, even if its day changes', async () => {
  const periodEnd = '2030-06-30';
  expect(
    await store([entry(addDays(today, 8), { periodEnd }), entry(addDays(today, -1), { periodEnd: '2030-03-31' })]),
  ).toBe(2);
  await announceUpcoming(watched.db, new Date());
  expect(await announced()).toEqual([]);
  await announceUpcoming(watched.db, new Date(Date.now() + 86_400_000));
  expect(await announced()).toEqual([`earnings_release.upcoming ${KEY}:2030-06`]);
  expect(await store([entry(addDays(today, 4), { periodEnd, epsEstimate: 0.5, currency: 'USD' })])).toBe(1);
  expect(await store([entry(addDays(today, 4), { periodEnd, epsEstimate: 0.5, currency: 'USD' })])).toBe(0);
  await announceUpcoming(watched.db, new Date());
  expect(await announced()).toHaveLength(1);
  const event = await watched.db.queryOne<{ data: Record<string, unknown>; title: string }>(sql`
    select data, title from events where event_type = 'earnings_release.upcoming'`);
  expect(event).toMatchObject({
    title: `Results expected on ${addDays(today, 8)}`,
    data: { earnings_release_id: `${KEY}:2030-06`, status: 'upcoming', eps_actual: null, source: 'alphavantage' },
  });
});

test('a failed transaction announces nothing and the next one announces it', async () => {
  await store([entry(addDays(today, 2), { periodEnd: '2031-06-30' })]);
  const stopped = new AbortController();
  stopped.abort(new Error('stopped'));
  await expect(announceUpcoming(watched.db, new Date(), stopped.signal)).rejects.toThrow('stopped');
  await Promise.all([announceUpcoming(watched.db, new Date()), announceUpcoming(watched.db, new Date())]);
  expect((await announced()).filter(event => event.endsWith('2031-06'))).toHaveLength(1);
});

test('a filing that reports results is announced once, with the estimate; an old one is not', async () => {
  await watched.db.execute(sql`delete from calendar_entries`);
  const filing = { accession: '0009000001-26-000301', form: '8-K', acceptedAt: hoursAgo(2), items: '2.02,9.01' };
  const old = { accession: '0009000001-26-000300', form: '8-K', acceptedAt: hoursAgo(2_900), items: '2.02,9.01' };
  const day = filing.acceptedAt.slice(0, 10);
  await store([entry(day, { epsEstimate: 0.25, currency: 'USD', reportTime: 'before_market' })]);
  watched.publish([filing, old]);
  await watched.load();
  await watched.load();
  await watched.replay('parse');
  const reported = (await announced()).filter(event => event.startsWith('earnings_release.reported'));
  expect(reported).toHaveLength(1);
  const event = await watched.db.queryOne<{ data: Record<string, unknown>; filing_id: string; title: string }>(sql`
    select data, filing_id, title from events where event_type = 'earnings_release.reported'`);
  expect(event).toMatchObject({
    title: 'Results reported (8-K)',
    filing_id: `sec-edgar:${filing.accession}`,
    data: {
      status: 'reported',
      report_date: day,
      report_time: 'before_market',
      eps_estimate: 0.25,
      eps_actual: null,
      filing_id: uuidV5(`sec-edgar:${filing.accession}`),
      source: 'sec-edgar',
    },
  });
  const payload = WEBHOOK_PAYLOADS.find(payload => payload.event === 'earnings_release.reported');
  const listing = { canonical_key: KEY, ticker: watched.company.ticker, market_id: 'us' };
  expect(payload?.data.safeParse({ ...listing, ...event?.data }).error).toBeUndefined();
});
