import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { annualReport, submissionText } from '../../test/fictional-filing.ts';
import {
  type FictionalCompany,
  fictionalCompanies,
  memberOf,
  tickersOf,
  writeFiles,
} from '../../test/fictional-registry.ts';
import { hoursAgo, type RecentFiling, submissionsWith } from '../../test/recent-filings.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { accountThatWatches, toldTo, untilAnnounced } from '../../test/watch.ts';
import { ingest, startTestWorker } from '../../test/worker.ts';
import { sql } from '../db/database.ts';
import type { Worker } from '../pipeline/worker.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const [company] = fictionalCompanies(1) as [FictionalCompany];
const everything = { kind: 'everything', since: null } as const;
const NEW = '0009000001-26-000101';
const LATER = '0009000001-26-000102';
const OLD = '0009000001-26-000100';

let worker: Worker;
let mirror: string;
let watcher: string;

function publish(filings: readonly RecentFiling[]): void {
  writeFiles(mirror, {
    'www.sec.gov/files/company_tickers_exchange.json': tickersOf([company]),
    [`data.sec.gov/submissions/${memberOf(company)}`]: submissionsWith(company, filings),
  });
}

beforeAll(async () => {
  mirror = join(folder.path, 'mirror');
  worker = await startTestWorker(database.connection, join(folder.path, 'data'));
  publish([]);
  await ingest(worker, everything, { mirror });
  const row = await database.db.queryOne<{ issuer_id: string }>(sql`select issuer_id from issuers`);
  watcher = await accountThatWatches(database.db, 'watcher@example.org', [
    { issuerId: row?.issuer_id ?? '', ticker: company.ticker },
  ]);
});
afterAll(() => worker.stop());

test('a first load of history announces nothing', async () => {
  await untilAnnounced(database.db);
  expect(await database.db.query(sql`select from events`)).toHaveLength(0);
});

test('a filing that is stored for the first time is told to those who watch, what is older is not', async () => {
  publish([
    { accession: NEW, form: '8-K', acceptedAt: hoursAgo(1), items: '2.02,9.01' },
    { accession: OLD, form: '8-K', acceptedAt: hoursAgo(60) },
  ]);
  await ingest(worker, everything, { mirror });
  await untilAnnounced(database.db);
  expect(await toldTo(database.db, watcher)).toEqual([`filing.discovered sec-edgar:${NEW}`]);
  const event = await database.db.queryOne(sql`
    select e.data, e.title, e.summary, e.market_ids, n.ticker, n.market_id, n.canonical_key, n.company_name
    from events e join notifications n using (event_id)`);
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

test('a re-run, a reprocess and the document of a filing that a list had named announce nothing again', async () => {
  await ingest(worker, everything, { mirror });
  await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
  await ingest(worker, { kind: 'replay', from: 'normalise' }, { force: true });
  const filed = hoursAgo(1).slice(0, 10).replaceAll('-', '');
  const documents = [
    { type: '8-K', name: 'report.htm', text: annualReport(company, { revenue: 1_000, netIncome: 10, assets: 500 }) },
  ];
  const text = submissionText({ company, accession: NEW, form: '8-K', filed, period: filed, documents });
  const place = `www.sec.gov/Archives/edgar/data/${company.cik}/${NEW.replaceAll('-', '')}/${NEW}.txt`;
  writeFiles(mirror, { [place]: text });
  expect(await ingest(worker, everything, { mirror })).toMatchObject({ failed: 0 });
  await untilAnnounced(database.db);
  expect(await toldTo(database.db, watcher)).toEqual([`filing.discovered sec-edgar:${NEW}`]);
});

test('who begins to watch later is told of what comes from then on', async () => {
  const row = await database.db.queryOne<{ issuer_id: string }>(sql`select issuer_id from issuers`);
  const late = await accountThatWatches(database.db, 'late@example.org', [
    { issuerId: row?.issuer_id ?? '', ticker: company.ticker },
  ]);
  await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
  publish([
    { accession: LATER, form: '10-Q', acceptedAt: hoursAgo(0) },
    { accession: NEW, form: '8-K', acceptedAt: hoursAgo(1), items: '2.02,9.01' },
  ]);
  await ingest(worker, everything, { mirror });
  await untilAnnounced(database.db);
  expect(await toldTo(database.db, late)).toEqual([`filing.discovered sec-edgar:${LATER}`]);
  expect(await toldTo(database.db, watcher)).toHaveLength(2);
});

test('a filing that its registry withdrew before it was stored is not announced', async () => {
  const withdrawn = '0009000001-26-000103';
  await database.db.execute(sql`
    insert into filing_standings (registry, native_id, status, since)
    values ('sec-edgar', ${withdrawn}, 'withdrawn', now())`);
  publish([{ accession: withdrawn, form: '8-K', acceptedAt: hoursAgo(0) }]);
  await ingest(worker, everything, { mirror });
  await untilAnnounced(database.db);
  expect(await toldTo(database.db, watcher)).toHaveLength(2);
});
