import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createWatcher, notificationsOf, untilAnnounced } from '../../../test/accounts/watch.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { streetEventsText } from '../../../test/fictional/calls.ts';
import { hoursAgo } from '../../../test/fictional/recent-filings.ts';
import { statedIssuer, storeIssuer } from '../../../test/seeds/store-issuer.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { type Database, sql } from '../../db/database.ts';
import { groupIssuers } from '../../pipeline/parts.ts';
import { archiveDocuments, type Ingest, type IngestResult } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { transcripts } from './source.ts';

const SHARED = new URL('../../../../../shared/data/market/transcripts', import.meta.url).pathname;
const folder = useTemporaryFolder();

const run = (worker: Worker, wanted: Ingest['wanted'], force = false) =>
  ingestFrom('transcripts')(worker, wanted, { force });

const importFiles = async (worker: Worker, paths: readonly string[]): Promise<IngestResult> =>
  run(worker, await archiveDocuments(worker.tools, transcripts, paths));

function storeCompany(db: Database, key: string, name: string, ticker: string): Promise<string> {
  const listing = { ticker, marketId: 'us', mic: null, exchange: null, currency: 'USD', isHome: true };
  return storeIssuer(db, 'sec-edgar', statedIssuer(key, name, { marketId: 'us', listings: [listing] }));
}

describe('files of an operator', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['transcripts'] });
  let watcher: string;

  function write(name: string, text: string): string {
    const path = join(folder.path, 'files', name);
    mkdirSync(join(folder.path, 'files'), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** `OCTOBER 30, 2025 / 9:30PM GMT` */
  function dateLine(instant: string): string {
    const at = new Date(instant);
    const month = at.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }).toUpperCase();
    const hour = at.getUTCHours();
    const minute = String(at.getUTCMinutes()).padStart(2, '0');
    return `${month} ${at.getUTCDate()}, ${at.getUTCFullYear()} / ${hour % 12 || 12}:${minute}${hour < 12 ? 'A' : 'P'}M GMT`;
  }

  beforeAll(async () => {
    const issuerId = await storeCompany(database.db, 'cik:900051', 'FICTIONAL WORKS INC', 'FICT');
    watcher = await createWatcher(database.db, 'watcher@example.org', [{ issuerId, ticker: 'FICT' }], 'free');
  });

  test('notify watchers once of a new call and its guidance, but not of an old call', async () => {
    const fresh = write(
      'fresh.txt',
      streetEventsText('Q4 2025 Fictional Works Inc Earnings Call', dateLine(hoursAgo(2))),
    );
    const old = write(
      '2025-Jan-30-FICT.txt',
      streetEventsText('Q4 2024 Fictional Works Inc Earnings Call', 'JANUARY 30, 2025 / 9:30PM GMT'),
    );
    const outcome = await importFiles(worker, [fresh, old]);
    expect(await database.db.query(sql`select task_key, reason from run_tasks where reason is not null`)).toEqual([]);
    expect(outcome).toMatchObject({ failure: null, done: 2, failed: 0, published: 2 });
    await untilAnnounced(database.db);
    const id = `streetevents:q4-2025-fictional-works-inc-earnings-call-${hoursAgo(2).slice(0, 10)}`;
    expect((await notificationsOf(database.db, watcher)).sort()).toEqual([
      `earnings_guidance.available ${id}`,
      `event_transcript.available ${id}`,
    ]);
    const [guidance, call] = await database.db.query<{ data: Record<string, unknown>; title: string }>(sql`
      select data, title from events order by event_type`);
    expect(call).toMatchObject({
      title: 'Q4 2025 Fictional Works Inc Earnings Call',
      data: { company_name: 'FICTIONAL WORKS INC', transcript_id: id, fiscal_year: 2025, fiscal_period: 'q4' },
    });
    expect(guidance?.data).toMatchObject({
      filing_id: null,
      transcript_id: id,
      guidance: [{ metric: 'revenue', direction: 'raised', evidence: [{ transcript_id: id, section_key: 'turn_1' }] }],
    });
    const before = await exportText(database.db);
    expect(await importFiles(worker, [fresh, old])).toMatchObject({ done: 0, unchanged: 2 });
    expect(await run(worker, { kind: 'replay', from: 'parse' }, true)).toMatchObject({ failed: 0 });
    await untilAnnounced(database.db);
    expect(await notificationsOf(database.db, watcher)).toHaveLength(2);
    expect(await exportText(database.db)).toBe(before);
  });

  test('report an unknown company until it is stored', async () => {
    const path = write('late.txt', streetEventsText('Q3 2025 Late Comer Corp Earnings Call'));
    await importFiles(worker, [path]);
    const unknown = () =>
      database.db.query(sql`select detail from anomalies where kind = 'unknown_company' order by detail`);
    const issuerOf = () =>
      database.db.queryOne(sql`
        select canonical_key from transcripts join issuers using (issuer_id) where title like '%Late Comer%'`);
    expect(await unknown()).toEqual([
      { detail: 'matches no company, or more than one, in the store: Late Comer Corp' },
    ]);
    expect(await issuerOf()).toBeNull();
    await storeCompany(database.db, 'cik:900052', 'LATE COMER CORP', 'LATE');
    await groupIssuers(database.db);
    expect(await issuerOf()).toEqual({ canonical_key: 'cik:900052' });
    expect(await unknown()).toEqual([]);
  });

  test('fail one by one, with an anomaly', async () => {
    const bad = write('bad.txt', streetEventsText('A title', 'no date'));
    const good = write(
      'good.txt',
      streetEventsText('Q2 2025 Fictional Works Inc Earnings Call', 'JULY 30, 2025 / 9:30PM GMT'),
    );
    expect(await importFiles(worker, [bad, good])).toMatchObject({ done: 1, failed: 1 });
    const reported = await database.db.query(
      sql`select kind from anomalies where source = 'streetevents/bad.txt' order by kind`,
    );
    expect(reported).toEqual([{ kind: 'empty_answer' }, { kind: 'unreadable_head' }]);
  });
});

describe.skipIf(!existsSync(SHARED))('published texts (needs ../shared/data/market)', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['transcripts'] });

  beforeAll(async () => {
    await storeCompany(database.db, 'cik:789019', 'MICROSOFT CORP', 'MSFT');
    await storeCompany(database.db, 'cik:66740', '3M CO', 'MMM');
    await storeCompany(database.db, 'cik:1045810', 'NVIDIA CORP', 'NVDA');
    // Another company under the ticker of one that is spoken of.
    await storeCompany(database.db, 'cik:900053', 'Fictional Interchange Co', 'INTC');
  });

  test('are stored, each for its company', async () => {
    const paths = ['streetevents', 'motleyfool', 'plain'].flatMap(form =>
      readdirSync(join(SHARED, form)).map(name => join(SHARED, form, name)),
    );
    expect(await importFiles(worker, paths)).toMatchObject({ failure: null, tasks: 15, done: 15, published: 15 });
    const found = await database.db.query<{ key: string; count: number }>(sql`
      select canonical_key as key, count(*)::int as count from transcripts join issuers using (issuer_id)
      group by canonical_key order by canonical_key`);
    expect(found).toEqual([
      { key: 'cik:1045810', count: 2 },
      { key: 'cik:66740', count: 1 },
      { key: 'cik:789019', count: 3 },
    ]);
    expect(await importFiles(worker, paths)).toMatchObject({ done: 0, unchanged: 15, failed: 0 });
  });
});
