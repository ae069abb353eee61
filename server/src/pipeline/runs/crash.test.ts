import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../../test/database.ts';
import { annualReport, submissionText } from '../../../test/fictional/filing.ts';
import {
  companyFactsOf,
  dataSetOf,
  fictionalCompanies,
  memberOf,
  placeOf,
  submissionsOf,
  writeFiles,
} from '../../../test/fictional/registry.ts';
import { type CommandOptions, runCommand, runWithKills, startCommand } from '../../../test/service/kill-during-load.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { exportText, ingest, startTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { type Database, sql } from '../../db/database.ts';
import { hasOpenRuns } from '../store/runs.ts';
import { archiveBulk } from './ingest.ts';

const folder = useTemporaryFolder();
const companies = fictionalCompanies(80);
const made: TestDatabase[] = [];
beforeAll(() => {
  writeFiles(folder.path, {
    'companyfacts.zip': makeZip(
      Object.fromEntries(companies.map(company => [memberOf(company), companyFactsOf(company)])),
    ),
    'submissions.zip': makeZip(
      Object.fromEntries(companies.map(company => [memberOf(company), submissionsOf(company)])),
    ),
    '2021q1.zip': makeZip(dataSetOf(companies)),
  });
});
afterAll(() => Promise.all(made.map(database => database.drop())));

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  made.push(database);
  return database;
}

function loadInto(database: TestDatabase, name: string): CommandOptions {
  return {
    environment: {
      DATABASE_URL: databaseUrl(database.connection),
      ASFILED_DATA: join(folder.path, name),
      ASFILED_WORKERS: '2',
    },
    args: ['ingest', 'sec-edgar', '--bulk', ...ZIPS.map(zip => join(folder.path, zip))],
  };
}

const ZIPS = ['companyfacts.zip', 'submissions.zip', '2021q1.zip'];

async function settled(db: Database): Promise<number> {
  const row = await db.queryOne<{ count: number }>(sql`
    select count(*)::int as count from run_tasks where state <> 'waiting'`);
  return row?.count ?? 0;
}

test('a load that is killed three times and restarted builds the same store as an undisturbed load', async () => {
  const calm = await newDatabase();
  expect(await runCommand(loadInto(calm, 'calm'))).toMatchObject({ code: 0 });

  const rough = await newDatabase();
  const moments = [1, 20 + Math.random() * 30, 70 + Math.random() * 30];
  let before = 0;
  const result = await runWithKills(loadInto(rough, 'rough'), moments.length, async (kill, elapsedMs) => {
    if (elapsedMs < 300) before = await settled(rough.db).catch(() => 0);
    return (await settled(rough.db).catch(() => 0)) >= Math.max(moments[kill] ?? 0, before + 1);
  });
  expect(result, result.output).toMatchObject({ code: 0, killed: 3 });
  expect(await exportText(rough.db)).toBe(await exportText(calm.db));
  // The last command waits for its own run; what is left of the killed ones is settled by the next process.
  const worker = await startTestWorker(rough.connection, join(folder.path, 'rough'));
  await expect.poll(() => hasOpenRuns(rough.db), { timeout: WAIT_LIMIT_MS }).toBe(false);
  await worker.stop();
});

test('filings that are archived and indexed while the process is killed are stored once and complete', async () => {
  const mirror = join(folder.path, 'filings');
  const figures = { revenue: 41_250, netIncome: 6_400, assets: 91_000 };
  for (const company of companies.slice(0, 24)) {
    const accession = `000${company.cik}-25-000001`;
    const text = submissionText({
      company,
      accession,
      form: '10-K',
      filed: '20250220',
      period: '20241231',
      documents: [{ type: '10-K', name: 'report.htm', text: annualReport(company, figures) }],
    });
    const place = placeOf(company, accession);
    writeFiles(mirror, { [place]: text });
  }
  const ingestInto = (database: TestDatabase, name: string): CommandOptions => ({
    ...loadInto(database, name),
    args: ['ingest', 'sec-edgar', '--mirror', mirror],
  });
  const calm = await newDatabase();
  expect(await runCommand(ingestInto(calm, 'filings-calm'))).toMatchObject({ code: 0 });
  const rough = await newDatabase();
  const moments = [1, 10];
  const result = await runWithKills(
    ingestInto(rough, 'filings-rough'),
    moments.length,
    async kill => (await settled(rough.db).catch(() => 0)) >= (moments[kill] ?? 0),
  );
  expect(result, result.output).toMatchObject({ code: 0 });
  expect(result.killed).toBeGreaterThan(0);
  expect(await exportText(rough.db)).toBe(await exportText(calm.db));
  const stored = await rough.db.queryOne(sql`
    select count(*)::int as files, count(distinct native_id)::int as filings from filing_files where status = 'stored'`);
  expect(stored).toEqual({ files: 24, filings: 24 });
});

test('the next worker runs the jobs of a killed worker at once', async () => {
  const database = await newDatabase();
  const command = loadInto(database, 'next');
  await killOnce(command, database.db);
  const worker = await startTestWorker(database.connection, join(folder.path, 'next'));
  const startedAt = performance.now();
  const progress = async (): Promise<number> => {
    const row = await database.db.queryOne<{ count: number }>(sql`
      select count(*)::int as count from run_tasks where state = 'waiting'`);
    return row?.count ?? 0;
  };
  while ((await progress()) > 0 && performance.now() - startedAt < WAIT_LIMIT_MS)
    await new Promise(done => setTimeout(done, 50));
  // By default the queue considers the old worker dead after twenty seconds.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  const again = await ingest(worker, await archiveBulk(worker.tools, [join(folder.path, 'companyfacts.zip')]));
  expect(again).toMatchObject({ failed: 0, done: 0, unchanged: companies.length });
  await worker.stop();
});

async function killOnce(command: CommandOptions, db: Database): Promise<void> {
  const { child, ended } = startCommand(command);
  while ((await settled(db).catch(() => 0)) < 20) {
    if (child.exitCode !== null) throw new Error(`The load ended before it was killed: ${(await ended).output}`);
    await new Promise(done => setTimeout(done, 10));
  }
  child.kill('SIGKILL');
  await ended;
}
