import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { countAnomalies, expectSameStore, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { type Database, sql } from '../../db/database.ts';
import { archiveBulk, archiveDocuments, type Ingest } from '../../pipeline/runs/ingest.ts';
import { fictionalAccounts } from './fictional-accounts.ts';
import { companiesHouse } from './source.ts';

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const MIRROR = `${INTL}mirror`;
const folder = useTemporaryFolder();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, {
  workers: 1,
  registries: ['companies-house'],
});

const ingest = (wanted: Ingest['wanted'], mirror: string | null) =>
  ingestFrom('companies-house')(worker, wanted, { mirror, force: wanted.kind === 'replay' });

describe.skipIf(!existsSync(MIRROR))('the recorded mirror (only with ../shared/data/intl)', () => {
  const everything = { kind: 'everything', since: null } as const;

  test('is read completely', async () => {
    const result = await ingest(everything, MIRROR);
    // 3 companies, a search, 9 rows of a table, 9 sets of accounts of a day.
    expect(result).toMatchObject({ failure: null, tasks: 22, done: 22, failed: 0, filings: 56 });
    expect(await issuerOf(database.db, 'uk:08957400')).toMatchObject({
      company_name: 'CANDOUR GROUP LIMITED',
      country_code: 'GB',
      fiscal_year_end: '03-31',
    });
    expect(await issuerOf(database.db, 'uk:NI681295')).toMatchObject({
      company_name: 'DAVIDSON ONLINE TRAINING (DOT) LIMITED',
    });
    expect(await issuerOf(database.db, 'uk:SC421617')).toMatchObject({ company_name: '!NSPIRED LTD' });
    expect(await issuerOf(database.db, 'uk:04475590')).toMatchObject({ company_name: 'YOU LIMITED' });
    const filing = await database.db.queryOne(sql`
      select form_type, filing_date, known_at, period_end from filings
      where registry = 'companies-house' and native_id = 'Prod223_3384_09355500_20221231'`);
    expect(filing).toEqual({
      form_type: 'AA',
      filing_date: '2023-03-02',
      known_at: '2023-03-03T00:00:00Z',
      period_end: '2022-12-31',
    });
  });

  test('finds companies by their former names, and states when these ended', async () => {
    const api = await createTestApi(database.db);
    for (const [query, key, name, until] of [
      // A row of the bulk table, and a profile.
      ['obac fittings', 'uk:07687209', '!OBAC FITTINGS LIMITED', '2011-07-15'],
      ['London and Kent Estates', 'uk:08957400', 'LONDON & KENT ESTATES LIMITED', '2020-04-20'],
    ] as const) {
      const { json } = await api.get(`/api/v1/entities/search?${new URLSearchParams({ query })}`);
      expect(json.entity).toMatchObject({
        canonical_key: key,
        matched_on: 'former_name',
        former_names: [{ company_name: name, until_date: until }],
      });
    }
  });

  test('has the expected anomalies and no others', async () => {
    expect(await countAnomalies(database.db, 'companies-house')).toEqual([
      { kind: 'missing_name', count: 1 },
      { kind: 'short_page', count: 1 },
      { kind: 'unknown_status', count: 1 },
      { kind: 'unread_recordings', count: 1 },
      { kind: 'unused_invalid_contexts', count: 4 },
    ]);
  });

  test('has no duplicate accounts: its filing histories are of other companies than its accounts', async () => {
    expect(await database.db.query(sql`select alias_id, native_id from filing_aliases`)).toEqual([]);
  });

  test('gives the same store when it is read again, and when it is reprocessed from the archive', async () => {
    await expectSameStore(
      database.db,
      () => ingest(everything, MIRROR),
      () => ingest({ kind: 'replay', from: 'parse' }, null),
    );
  });

  test('gives a company by its number', async () => {
    const wanted: Ingest['wanted'] = { kind: 'named', tickers: ['ABC'], ids: ['07310390', 'x'], since: null };
    const result = await ingest(wanted, MIRROR);
    expect(result).toMatchObject({ tasks: 3, failed: 2 });
  });

  test('gives the same facts as its zips loaded as bulk files', async () => {
    const zips = ['accounts/Accounts_Bulk_Data-2023-03-02.zip', 'bulk-products/BasicCompanyData_part1_2.zip'];
    const wanted = await archiveBulk(
      worker.tools,
      zips.map(name => `${INTL}uk/companies-house/${name}`),
    );
    const result = await ingest(wanted, null);
    expect(result).toMatchObject({ failure: null, failed: 0 });
    const filing = await database.db.queryOne(sql`
      select filing_date from filings where native_id = 'Prod223_3384_09355500_20221231'`);
    expect(filing).toEqual({ filing_date: '2023-03-02' });
  });
});

test('nested zips of accounts and snapshots of persons with significant control are stored, other files are an anomaly', async () => {
  const number = '99000001';
  const control = {
    kind: 'individual-person-with-significant-control',
    name: 'Mr Bo Placeholder',
    notified_on: '2016-04-06',
    natures_of_control: ['ownership-of-shares-75-to-100-percent'],
  };
  const files = {
    'Accounts_Bulk_Data-2026-09-15.zip': makeZip({
      [`Prod223_3384_${number}_20251231.zip`]: makeZip({
        'accounts.html': fictionalAccounts(number),
        'inner.zip': 'x',
      }),
      'stray.dat': 'x',
    }),
    'psc-snapshot-2026-09-15_1of1.zip': makeZip({
      'psc-snapshot-2026-09-15_1of1.txt': `${JSON.stringify({ company_number: number, data: control })}\n`,
    }),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder.path, name), bytes);
  const paths = Object.keys(files).map(name => join(folder.path, name));
  expect(await ingest(await archiveBulk(worker.tools, paths), null)).toMatchObject({ failure: null, failed: 0 });
  const filing = await database.db.queryOne(sql`
    select filing_date, primary_document, has_xbrl from filings
    where native_id = ${`Prod223_3384_${number}_20251231`}`);
  expect(filing).toEqual({ filing_date: '2026-09-15', primary_document: 'accounts.html', has_xbrl: true });
  const people = await database.db.query(sql`
    select source, statement::jsonb->>'name' as name from role_statements where source = 'control-snapshot'`);
  expect(people).toEqual([{ source: 'control-snapshot', name: 'Bo Placeholder' }]);
  const anomalies = await database.db.query(sql`
    select kind, locator, detail from anomalies where kind like 'unread_member%' order by kind`);
  expect(anomalies).toEqual([
    {
      kind: 'unread_member',
      locator: `Prod223_3384_${number}_20251231.zip/inner.zip`,
      detail: 'not a document of accounts',
    },
    { kind: 'unread_members', locator: '', detail: '1 files were not read: stray.dat' },
  ]);
});

test('a truncated file is kept and fails, and its reason is that it is truncated', async () => {
  const path = join(folder.path, 'Prod223_3384_99000002_20251231.html');
  writeFileSync(path, fictionalAccounts('99000002').slice(0, 600));
  const wanted = await archiveDocuments(worker.tools, companiesHouse, [path]);
  expect(await ingest(wanted, null)).toMatchObject({ failure: null, done: 0, failed: 1 });
  const task = await database.db.queryOne<{ reason: string }>(sql`
    select reason from run_tasks where task_key = 'Prod223_3384_99000002_20251231'`);
  expect(task?.reason).toMatch(/^truncated: /);
  const kinds = await database.db.query<{ kind: string }>(sql`
    select distinct kind from anomalies where source like '%99000002%'`);
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['truncated', 'empty_answer']));
});

function issuerOf(db: Database, canonicalKey: string) {
  return db.queryOne(sql`
    select company_name, country_code, fiscal_year_end from issuers where canonical_key = ${canonicalKey}`);
}
