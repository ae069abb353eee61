import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, useTestDatabase } from '../../../test/database.ts';
import {
  companyFactsOf,
  dataSetOf,
  fictionalCompanies,
  memberOf,
  mirrorOf,
  submissionsOf,
  writeFiles,
} from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { annualValue, exportText, ingest, startTestWorker, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { type Database, sql } from '../../db/database.ts';
import { secEdgar } from '../../sources/sec-edgar/source.ts';
import { archiveBulk, archiveDocuments, loadSamplePack, type UnreadFile } from './ingest.ts';

const folder = useTemporaryFolder();
const everything = { kind: 'everything', since: null } as const;
const companies = fictionalCompanies(5);

/** The version of every row, which changes with every write. */
async function rowVersions(db: Database): Promise<unknown> {
  return db.query(sql`
    select 'issuers' as t, xmin::text, ctid::text from issuers union all
    select 'statements', xmin::text, ctid::text from issuer_statements union all
    select 'names', xmin::text, ctid::text from issuer_names union all
    select 'listings', xmin::text, ctid::text from listings union all
    select 'filings', xmin::text, ctid::text from filings union all
    select 'series', xmin::text, ctid::text from fact_series union all
    select 'sources', xmin::text, ctid::text from fact_sources union all
    select 'financials', xmin::text, ctid::text from issuer_financials union all
    select 'periods', xmin::text, ctid::text from kpi_periods order by 1, 2, 3`);
}

describe('ingest of a mirror', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder);
  let mirror: string;

  beforeAll(async () => {
    mirror = join(folder.path, 'mirror');
    writeFiles(mirror, mirrorOf(companies));
  });

  test('reprocesses an empty archive without a failure', async () => {
    const result = await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
    expect(result).toMatchObject({ failure: null, tasks: 0, failed: 0 });
  });

  test('stores issuers, listings, filings, facts and canonical periods', async () => {
    const result = await ingest(worker, everything, { mirror });
    expect(result).toMatchObject({ failure: null, tasks: 6, done: 6, failed: 0, filings: 25, facts: 350 });
    const issuer = await database.db.queryOne(sql`
      select company_name, country_code, industry->>'code' as sic, fiscal_year_end, company_type
      from issuers where canonical_key = 'cik:9000003'`);
    expect(issuer).toEqual({
      company_name: 'Fictional Works 3 Inc.',
      country_code: 'US',
      sic: '3571',
      fiscal_year_end: '12-31',
      company_type: 'commercial',
    });
    const listings = await database.db.query(sql`select ticker, mic from listings order by ticker`);
    expect(listings).toHaveLength(5);
    // 1,000 × (2023 − 2010) × 1,000 × 3
    expect(await annualValue(database.db, 'cik:9000003', '2023-12-31', 'revenue')).toBe(39_000_000);
    const known = await database.db.queryOne(sql`
      select known_at, precedence from filings where native_id = '0009000003-24-000001'`);
    expect(known).toEqual({ known_at: '2024-02-20T21:05:00Z', precedence: 20 });
  });

  test('writes nothing the second time', async () => {
    const before = await rowVersions(database.db);
    const text = await exportText(database.db);
    const result = await ingest(worker, everything, { mirror });
    expect(result).toMatchObject({ done: 0, unchanged: 6, failed: 0 });
    expect(await rowVersions(database.db)).toEqual(before);
    expect(await exportText(database.db)).toBe(text);
  });

  test('reprocessing from the archive or from stored facts builds the same store', async () => {
    const text = await exportText(database.db);
    const parsed = await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
    expect(parsed).toMatchObject({ done: 6, failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    const normalised = await ingest(worker, { kind: 'replay', from: 'normalise' }, { force: true });
    expect(normalised).toMatchObject({ done: 5, failed: 0 });
    expect(await exportText(database.db)).toBe(text);
  });

  test('finds companies by ticker and id; an unknown ticker is reported and fails the run', async () => {
    const wanted = { kind: 'named', tickers: ['fict2', 'NOSUCH'], ids: ['9000004'], since: null } as const;
    const result = await ingest(worker, { ...wanted, tickers: [...wanted.tickers], ids: [...wanted.ids] }, { mirror });
    expect(result).toMatchObject({ tasks: 5, unchanged: 3, failed: 2 });
    const failed = await database.db.query(sql`
      select task_key, reason from run_tasks where run_id = ${result.runId} and state = 'failed' order by task_key`);
    expect(failed).toEqual([
      { task_key: 'NOSUCH', reason: 'unknown ticker NOSUCH: the ticker files of the registry do not list it' },
      { task_key: 'company-tickers', reason: 'empty_answer: the registry has no document' },
    ]);
  });

  test('newer facts of a company replace its older facts and nothing else', async () => {
    const [first] = companies;
    if (first === undefined) throw new Error('no company');
    writeFiles(mirror, { [`data.sec.gov/api/xbrl/companyfacts/${memberOf(first)}`]: companyFactsOf(first, 2) });
    const others = await exportOf(database.db, 'cik:9000002');
    const result = await ingest(worker, everything, { mirror });
    expect(result).toMatchObject({ done: 1, unchanged: 5 });
    expect(await exportOf(database.db, 'cik:9000002')).toBe(others);
    expect(await annualValue(database.db, 'cik:9000001', '2023-12-31', 'total_assets')).toBe(130_000_000);
  });

  test('an empty mirror fails the run', async () => {
    const empty = join(folder.path, 'empty');
    mkdirSync(empty);
    const result = await ingest(worker, everything, { mirror: empty });
    expect(result.failure).toBe('Nothing found to ingest.');
    const dead = await database.db.query(sql`select 1 from pgboss.job where name = 'sec-edgar.discover.dead'`);
    expect(dead).toHaveLength(1);
  });

  test('two concurrent ingests of a mirror build the same store', async () => {
    const text = await exportText(database.db);
    const results = await Promise.all([ingest(worker, everything, { mirror }), ingest(worker, everything, { mirror })]);
    expect(results.map(result => result.failed)).toEqual([0, 0]);
    expect(await exportText(database.db)).toBe(text);
  });
});

async function exportOf(db: Database, canonicalKey: string): Promise<string> {
  const lines = (await exportText(db)).split('\n');
  return lines.filter(line => line.includes(`"${canonicalKey}"`)).join('\n');
}

describe('the order of sources', () => {
  const made: TestDatabase[] = [];
  afterAll(() => Promise.all(made.map(database => database.drop())));

  test('does not change the store', async () => {
    const zips = {
      'companyfacts.zip': makeZip(
        Object.fromEntries(companies.map(company => [memberOf(company), companyFactsOf(company)])),
      ),
      'submissions.zip': makeZip(
        Object.fromEntries(companies.map(company => [memberOf(company), submissionsOf(company)])),
      ),
      '2021q1.zip': makeZip(dataSetOf(companies)),
    };
    writeFiles(folder.path, zips);
    const orders = [
      [['submissions.zip', 'companyfacts.zip', '2021q1.zip']],
      [['2021q1.zip'], ['companyfacts.zip'], ['submissions.zip']],
      [['submissions.zip'], ['2021q1.zip'], ['companyfacts.zip']],
    ];
    const texts: string[] = [];
    for (const [n, order] of orders.entries()) {
      const database = await createTestDatabase();
      made.push(database);
      const worker = await startTestWorker(database.connection, join(folder.path, `order-${n}`));
      for (const names of order) {
        const wanted = await archiveBulk(
          worker.tools,
          names.map(name => join(folder.path, name)),
        );
        expect(await ingest(worker, wanted)).toMatchObject({ failure: null, failed: 0 });
      }
      const pieces = await database.db.query(sql`select 1 from staged_pieces`);
      expect(pieces).toHaveLength(0);
      texts.push(await exportText(database.db));
      await worker.stop();
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]);
    expect(texts[0]).toContain('financial-statement-data-set/2021q1');
    // The data set states amounts per share in plain dollars; tag.txt distinguishes them.
    expect(texts[0]).toMatch(/"unit": "USD\/shares"[^\n]*|"concept": "us-gaap:EarningsPerShareBasic"/);
  });
});

describe('loose files and the sample pack', () => {
  const database = useTestDatabase();

  test('are ingested like other documents; the pack is loaded into an empty store only', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'loose'));
    const mirror = join(folder.path, 'sample');
    writeFiles(mirror, mirrorOf(companies.slice(0, 2)));
    const signal = new AbortController().signal;
    expect(await loadSamplePack(worker, ['sec-edgar'], mirror, () => undefined, signal)).toMatchObject({ done: 3 });
    expect(await loadSamplePack(worker, ['sec-edgar'], mirror, () => undefined, signal)).toBeNull();
    const [, , third] = companies;
    if (third === undefined) throw new Error('no company');
    const path = join(folder.path, 'facts-of-a-company.json');
    writeFileSync(path, companyFactsOf(third));
    const wanted = await archiveDocuments(worker.tools, secEdgar, [path]);
    expect(await ingest(worker, wanted)).toMatchObject({ done: 1, failed: 0, facts: 70 });
    writeFileSync(path, '{"something":"else"}');
    await worker.stop();
  });

  test('that no connector recognises are named and recorded, and the others are imported', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'unrecognised'));
    const [company] = companies;
    if (company === undefined) throw new Error('no company');
    const paths = ['first.json', 'second.json'].map(name => join(folder.path, name));
    writeFileSync(paths[0] ?? '', '{"something":"else"}');
    writeFileSync(paths[1] ?? '', companyFactsOf(company));
    const unread: UnreadFile[] = [];
    const wanted = await archiveDocuments(worker.tools, secEdgar, paths, file => unread.push(file));
    expect(wanted.documents.map(document => document.url)).toEqual([expect.stringMatching(/companyfacts/)]);
    expect(unread).toEqual([{ path: paths[0], reason: expect.stringMatching(/^Unrecognised file first\.json/) }]);
    const anomalies = await database.db.query<{ kind: string; source: string }>(sql`
      select kind, source from anomalies where source like 'import/%'`);
    expect(anomalies).toEqual([{ kind: 'unrecognised_file', source: 'import/first.json' }]);
    await worker.stop();
  });
});

const US = new URL('../../../../../shared/data/us/', import.meta.url).pathname;
const isThere = await import('node:fs').then(fs => fs.existsSync(US));

describe.skipIf(!isThere)('recorded files (requires the shared data)', () => {
  const database = useTestDatabase();

  test('mirror and data sets are read without failures, with the counted rows per company', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'real'));
    const mirror = await ingest(worker, everything, { mirror: join(US, 'mirror') });
    expect(mirror).toMatchObject({ tasks: 28, done: 28, failed: 0, filings: 17_919, facts: 143_406 });
    // Data sets of a day; `npm run accuracy` compares that of 2009, with 436 companies, with its truth table.
    const set = join(US, 'datasets', 'fsds_20250701.zip');
    const bulk = await ingest(worker, await archiveBulk(worker.tools, [set]));
    expect(bulk).toMatchObject({ failed: 0 });
    expect(bulk.done).toBe(bulk.tasks);
    const counts = await database.db.query<{ key: string; facts: string; sources: string }>(sql`
      select canonical_key as key, sum(facts_count) as facts, count(*) as sources
      from fact_sources join issuers using (issuer_id)
      where issuer_id in (select issuer_id from fact_sources where source = 'companyfacts')
      group by canonical_key order by canonical_key`);
    expect(counts.map(row => `${row.key} ${row.sources} ${row.facts}`)).toMatchInlineSnapshot(`
      [
        "cik:1045810 1 26571",
        "cik:1640147 1 8163",
        "cik:1997711 1 768",
        "cik:320187 1 19510",
        "cik:320193 1 24852",
        "cik:789019 1 31574",
        "cik:865941 1 7542",
        "cik:909832 1 24426",
      ]
    `);
    await worker.stop();
  }, 300_000);
});
