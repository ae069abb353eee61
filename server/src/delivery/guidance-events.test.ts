import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { submissionText } from '../../test/fictional-filing.ts';
import {
  type FictionalCompany,
  fictionalCompanies,
  memberOf,
  tickersOf,
  writeFiles,
} from '../../test/fictional-registry.ts';
import { hoursAgo, submissionsWith } from '../../test/recent-filings.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { accountThatWatches, toldTo, untilAnnounced } from '../../test/watch.ts';
import { ingest, startTestWorker } from '../../test/worker.ts';
import { WEBHOOK_PAYLOADS } from '../capabilities/webhook-payloads.ts';
import { sql } from '../db/database.ts';
import { uuidV5 } from '../kernel/ids.ts';
import type { Worker } from '../pipeline/worker.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const [company] = fictionalCompanies(1) as [FictionalCompany];
const everything = { kind: 'everything', since: null } as const;
const NEW = '0009000001-26-000201';
const OLD = '0009000001-26-000200';
let worker: Worker;
let mirror: string;

/** A report on results whose release states what is expected, or nothing of it. */
function publishRelease(accession: string, acceptedAt: string, sentence: string): void {
  const filed = acceptedAt.slice(0, 10).replaceAll('-', '');
  const release = `<p><b>${company.name} Reports Third Quarter 2026 Results</b></p>
<p>Net revenue in the third quarter was $24 million, net income $2 million, diluted earnings per share $0.20 compared with $0.15.</p>
<p>${sentence}</p>`;
  const documents = [
    {
      type: '8-K',
      name: 'report.htm',
      text: '<p><b>Item 2.02 Results of Operations and Financial Condition</b></p><p>See the exhibit.</p>',
    },
    { type: 'EX-99.1', name: 'release.htm', text: release },
  ];
  const items = ['Results of Operations and Financial Condition'];
  const text = submissionText({ company, accession, form: '8-K', filed, period: filed, documents, items });
  const place = `www.sec.gov/Archives/edgar/data/${company.cik}/${accession.replaceAll('-', '')}/${accession}.txt`;
  writeFiles(mirror, { [place]: text });
}

beforeAll(async () => {
  mirror = join(folder.path, 'mirror');
  worker = await startTestWorker(database.connection, join(folder.path, 'data'));
  const filings = [
    { accession: NEW, form: '8-K', acceptedAt: hoursAgo(1), items: '2.02,9.01' },
    { accession: OLD, form: '8-K', acceptedAt: hoursAgo(3_000), items: '2.02,9.01' },
  ];
  writeFiles(mirror, {
    'www.sec.gov/files/company_tickers_exchange.json': tickersOf([company]),
    [`data.sec.gov/submissions/${memberOf(company)}`]: submissionsWith(company, filings),
  });
  await ingest(worker, everything, { mirror });
});
afterAll(() => worker.stop());

test('guidance that a new release states is told once, with its words; that of an old one is not', async () => {
  const row = await database.db.queryOne<{ issuer_id: string }>(sql`select issuer_id from issuers`);
  const watcher = await accountThatWatches(database.db, 'watcher@example.org', [
    { issuerId: row?.issuer_id ?? '', ticker: company.ticker, eventTypes: ['earnings_guidance.available'] },
  ]);
  const sentence = 'The company raised its fiscal 2026 revenue guidance to a range of $95 million to $97 million.';
  publishRelease(NEW, hoursAgo(1), sentence);
  publishRelease(OLD, hoursAgo(3_000), sentence);
  expect(await ingest(worker, everything, { mirror })).toMatchObject({ failed: 0 });
  await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
  await untilAnnounced(database.db);
  expect(await toldTo(database.db, watcher)).toEqual([`earnings_guidance.available sec-edgar:${NEW}`]);
  const event = await database.db.queryOne<{ data: Record<string, unknown>; summary: string }>(sql`
    select data, summary from events where event_type = 'earnings_guidance.available'`);
  expect(event?.summary).toBe('revenue raised');
  expect(event?.data).toMatchObject({
    filing_id: uuidV5(`sec-edgar:${NEW}`),
    transcript_id: null,
    guidance: [{ metric: 'revenue', new_low: 95_000_000, direction: 'raised', evidence: [{ quote: sentence }] }],
  });
  const payload = WEBHOOK_PAYLOADS.find(one => one.event === 'earnings_guidance.available');
  const watched = { canonical_key: 'cik:9000001', ticker: company.ticker, market_id: 'us' };
  expect(payload?.data.safeParse({ ...watched, ...event?.data }).error).toBeUndefined();
});
