import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createWatcher, notificationsOf, untilAnnounced } from '../../../../test/accounts/watch.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import {
  type FictionalOwnership,
  type OwnershipRow,
  ownershipSubmission,
} from '../../../../test/fictional/ownership.ts';
import { hoursAgo, submissionsWith } from '../../../../test/fictional/recent-filings.ts';
import { fictionalCompany, listed, placeOf, writeFiles } from '../../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../../test/temporary-folder.ts';
import { ingest, useTestWorker } from '../../../../test/worker.ts';
import { sql } from '../../../db/database.ts';
import { WEBHOOK_PAYLOADS } from '../../../delivery/webhooks/webhook-payloads.ts';
import { newYorkClock } from '../../../kernel/dates.ts';
import { filingId, uuidV5 } from '../../../kernel/ids.ts';

const database = useTestDatabase();
const folder = useTemporaryFolder();
const company = fictionalCompany();
const everything = { kind: 'everything', since: null } as const;
const NEW = '0009000001-26-000201';
const AMENDMENT = '0009000001-26-000202';
const OLD = '0009000001-26-000200';
const HOLDINGS = '0009000001-26-000203';

const SALE: OwnershipRow = {
  table: 'nonDerivative',
  kind: 'Transaction',
  date: '2026-01-05',
  code: 'S',
  shares: '1500',
  price: '66.903 *F1',
  direction: 'D',
  following: '37565',
};
const REPORT: FictionalOwnership = {
  company,
  form: '4',
  period: '2026-01-05',
  owners: [
    {
      cik: 9_100_001,
      name: 'DOE JANE Q',
      relation: '<isOfficer>1</isOfficer><officerTitle>Chief Tester</officerTitle>',
    },
  ],
  rows: [SALE, { table: 'nonDerivative', kind: 'Holding', following: '200', held: 'I', nature: 'By trust' }],
  notes: { F1: 'The price is a weighted average of several sales.' },
};

const worker = useTestWorker(database, folder);
let mirror: string;
let watcher: string;

/** Adds a submission made some hours ago to the mirror; returns its filing date. */
function publish(accession: string, report: FictionalOwnership, hours: number): string {
  const { date, time } = newYorkClock(hoursAgo(hours));
  writeFiles(mirror, {
    [placeOf(company, accession)]: ownershipSubmission(report, accession, date, time.replaceAll(':', '')),
  });
  return date;
}

beforeAll(async () => {
  mirror = join(folder.path, 'mirror');
  writeFiles(
    mirror,
    listed([company], () => submissionsWith(company, [])),
  );
  await ingest(worker, everything, { mirror });
  const row = await database.db.queryOne<{ issuer_id: string }>(sql`select issuer_id from issuers`);
  watcher = await createWatcher(
    database.db,
    'watcher@example.org',
    [{ issuerId: row?.issuer_id ?? '', ticker: company.ticker, eventTypes: ['insider_transaction.discovered'] }],
    'free',
  );
});

test('the transactions of a new filing are announced once with all lines, those of an old filing are not', async () => {
  const filed = publish(NEW, REPORT, 1);
  publish(OLD, REPORT, 90 * 24);
  await ingest(worker, everything, { mirror });
  await untilAnnounced(database.db);
  expect(await notificationsOf(database.db, watcher)).toEqual([`insider_transaction.discovered sec-edgar:${NEW}`]);
  const event = await database.db.queryOne<{ data: Record<string, unknown> & { transactions: unknown[] } }>(sql`
    select e.data, e.title, e.summary, e.category, e.category_group, e.form_type, n.ticker, n.market_id, n.canonical_key
    from events e join notifications n using (event_id)`);
  const uuid = uuidV5(filingId('sec-edgar', NEW));
  expect(event).toMatchObject({
    data: { filing_id: uuid, form_type: '4', filing_date: filed, url: expect.stringContaining('sec.gov') },
    title: 'Insider transaction (4)',
    summary: 'Jane Q Doe · sold 1,500 Common Stock at 66.903',
    category: 'insider_transaction',
    category_group: 'ownership',
    form_type: '4',
    ticker: 'FICT1',
    market_id: 'us',
    canonical_key: 'cik:9000001',
  });
  expect(event?.data.transactions).toHaveLength(2);
  expect(event?.data.transactions[0]).toMatchObject({
    transaction_id: `sec-edgar:${NEW}:001`,
    entity: { canonical_key: 'cik:9000001', ticker: 'FICT1' },
    filing: { filing_id: uuid },
    shares: 1500,
    price_per_share: 66.903,
    price_quality: 'weighted_average',
    amount: 100354.5,
  });
  const payload = WEBHOOK_PAYLOADS.find(payload => payload.event === 'insider_transaction.discovered');
  const reported = { ...event?.data, canonical_key: 'cik:9000001', ticker: 'FICT1', market_id: 'us' };
  expect(payload?.data.strict().parse(reported)).toEqual(reported);
});

test('a repeated ingest announces nothing again, an amendment is announced on its own', async () => {
  await ingest(worker, everything, { mirror });
  await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
  await ingest(worker, { kind: 'replay', from: 'normalise' }, { force: true });
  publish(AMENDMENT, { ...REPORT, form: '4/A', original: newYorkClock(hoursAgo(1)).date }, 0);
  await ingest(worker, everything, { mirror });
  await untilAnnounced(database.db);
  expect(await notificationsOf(database.db, watcher)).toEqual([
    `insider_transaction.discovered sec-edgar:${NEW}`,
    `insider_transaction.discovered sec-edgar:${AMENDMENT}`,
  ]);
});

test('a report with holdings only is not announced', async () => {
  publish(HOLDINGS, { ...REPORT, form: '3', rows: REPORT.rows.slice(1) }, 0);
  await ingest(worker, everything, { mirror });
  await untilAnnounced(database.db);
  const stored = await database.db.query(sql`select from insider_reports where native_id = ${HOLDINGS}`);
  expect(stored).toHaveLength(1);
  expect(await notificationsOf(database.db, watcher)).toHaveLength(2);
});
