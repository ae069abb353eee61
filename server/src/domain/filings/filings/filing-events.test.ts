import { beforeAll, expect, test } from 'vitest';
import { notificationsOf, untilAnnounced } from '../../../../test/accounts/watch.ts';
import { useWatchedCompany } from '../../../../test/accounts/watched-company.ts';
import { annualReport } from '../../../../test/fictional/filing.ts';
import { hoursAgo } from '../../../../test/fictional/recent-filings.ts';
import { sql } from '../../../db/database.ts';

const watched = useWatchedCompany();
const NEW = { accession: '0009000001-26-000101', form: '8-K', acceptedAt: hoursAgo(1), items: '2.02,9.01' };
const LATER = { accession: '0009000001-26-000102', form: '10-Q', acceptedAt: hoursAgo(0) };
const OLD = { accession: '0009000001-26-000100', form: '8-K', acceptedAt: hoursAgo(60) };
let watcher: string;

beforeAll(async () => {
  watched.publish([]);
  await watched.load();
  watcher = await watched.watch('watcher@example.org', ['filing.discovered']);
});

test('announces nothing on the first load of history', async () => {
  await untilAnnounced(watched.db);
  expect(await watched.db.query(sql`select from events`)).toHaveLength(0);
});

test('announces a newly stored filing to watchers, but not an older one', async () => {
  watched.publish([NEW, OLD]);
  await watched.load();
  await untilAnnounced(watched.db);
  expect(await notificationsOf(watched.db, watcher)).toEqual([`filing.discovered sec-edgar:${NEW.accession}`]);
  const event = await watched.db.queryOne(sql`
    select e.data, e.title, e.summary, e.market_ids, n.ticker, n.market_id, n.canonical_key, n.company_name
    from events e join notifications n using (event_id) where e.event_type = 'filing.discovered'`);
  expect(event).toEqual({
    data: {
      form_type: '8-K',
      filing_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      filing_date: hoursAgo(1).slice(0, 10),
    },
    title: 'Earnings release (8-K)',
    summary: `items 2.02, 9.01 · period to ${hoursAgo(1).slice(0, 10)}`,
    market_ids: ['us'],
    ticker: 'FICT1',
    market_id: 'us',
    canonical_key: 'cik:9000001',
    company_name: 'Fictional Works 1 Inc.',
  });
});

test('announces nothing again after a re-run, a reprocess, or the document of a listed filing', async () => {
  await watched.load();
  await watched.replay('parse');
  await watched.replay('normalise');
  const text = annualReport(watched.company, { revenue: 1_000, netIncome: 10, assets: 500 });
  watched.publishDocuments(NEW, [{ type: '8-K', name: 'report.htm', text }]);
  expect(await watched.load()).toMatchObject({ failed: 0 });
  await untilAnnounced(watched.db);
  expect(await notificationsOf(watched.db, watcher)).toEqual([`filing.discovered sec-edgar:${NEW.accession}`]);
});

test('announces to a new watcher what becomes known from then on', async () => {
  const late = await watched.watch('late@example.org', ['filing.discovered']);
  await watched.replay('parse');
  watched.publish([LATER, NEW]);
  await watched.load();
  await untilAnnounced(watched.db);
  expect(await notificationsOf(watched.db, late)).toEqual([`filing.discovered sec-edgar:${LATER.accession}`]);
  expect(await notificationsOf(watched.db, watcher)).toHaveLength(2);
});

test('does not announce a filing that its registry withdrew before it was stored', async () => {
  const withdrawn = '0009000001-26-000103';
  await watched.db.execute(sql`
    insert into filing_standings (registry, native_id, status, since)
    values ('sec-edgar', ${withdrawn}, 'withdrawn', now())`);
  watched.publish([{ accession: withdrawn, form: '8-K', acceptedAt: hoursAgo(0) }]);
  await watched.load();
  await untilAnnounced(watched.db);
  expect(await notificationsOf(watched.db, watcher)).toHaveLength(2);
});
