import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { writeFiles } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, startTestWorker, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { getCompanyPeople } from '../../domain/ownership/people/operations/get-company-people.ts';
import { listZipBuffer, readZipBufferMember } from '../../formats/zip.ts';
import { archiveBulk, type Ingest } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { annualPackage, dayList, listRow, MILL } from './fictional-documents.ts';

const folder = useTemporaryFolder();
const everything = { kind: 'everything', since: null } as const;
const API = 'api.edinet-fsa.go.jp/api/v2';
const CODES = 'disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip';

const ingest = (worker: Worker, wanted: Ingest['wanted'], mirror: string | null, force = false) =>
  ingestFrom('edinet')(worker, wanted, { mirror, force });

describe('a mirror', () => {
  const database = useTestDatabase();
  const key = `jcn:${MILL.number}`;
  const worker = useTestWorker(database, folder, { registries: ['edinet'] });
  let mirror: string;

  beforeAll(async () => {
    mirror = join(folder.path, 'mirror');
    writeFiles(mirror, {
      [`${API}/documents.json@date=2024-06-28&type=2`]: dayList([
        listRow({}),
        listRow({ seqNumber: '2', docID: 'S100ZZ02', docTypeCode: '235', ordinanceCode: '015', xbrlFlag: '0' }),
      ]),
      [`${API}/documents/S100ZZ01@type=1`]: makeZip(annualPackage('true')),
    });
  });

  test('is read: filer, filings with their time, facts, parts of the report', async () => {
    const result = await ingest(worker, everything, mirror);
    expect(await database.db.query(sql`select reason from run_tasks where state = 'failed'`)).toEqual([]);
    expect(result).toMatchObject({ failure: null, tasks: 2, done: 2, failed: 0 });
    const issuer = await database.db.queryOne(sql`
      select canonical_key, company_name, fiscal_year_end from issuers`);
    expect(issuer).toEqual({ canonical_key: key, company_name: MILL.name, fiscal_year_end: '03-31' });
    const filings = await database.db.query(sql`
      select native_id, form_type, category, known_at from filings order by native_id`);
    expect(filings).toEqual([
      { native_id: 'S100ZZ01', form_type: '120', category: 'annual_report', known_at: '2024-06-28T06:30:00Z' },
      { native_id: 'S100ZZ02', form_type: '235', category: 'specialised', known_at: '2024-06-28T06:30:00Z' },
    ]);
    const listing = await database.db.queryOne(sql`select ticker, market_id from listings`);
    expect(listing).toEqual({ ticker: '990A', market_id: 'jp' });
    const series = await database.db.query(sql`
      select concept, dimensions from fact_series order by concept, dimensions`);
    expect(series).toEqual([
      { concept: 'jppfs_cor:Assets', dimensions: '' },
      { concept: 'jppfs_cor:NetSales', dimensions: '' },
      { concept: 'jppfs_cor:NetSales', dimensions: 'basis=non_consolidated' },
    ]);
    const sections = await database.db.query(sql`select section_key, title from filing_sections`);
    expect(sections).toEqual([{ section_key: 'business_risks', title: '事業等のリスク' }]);
  });

  test('is read again without changes, and reprocessed to the same store', async () => {
    const text = await exportText(database.db);
    expect(await ingest(worker, everything, mirror)).toMatchObject({ done: 0, failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, null, true)).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
  });

  test('gives the new state of a rewritten day', async () => {
    writeFiles(mirror, {
      [`${API}/documents.json@date=2024-06-28&type=2`]: dayList([
        listRow({
          docDescription: '有価証券報告書－第9期（編集後）',
          docInfoEditStatus: '2',
          opeDateTime: '2024-07-01 10:00',
        }),
        listRow({ seqNumber: '2', docID: 'S100ZZ02', docTypeCode: '235', ordinanceCode: '015', xbrlFlag: '0' }),
      ]),
    });
    expect(await ingest(worker, everything, mirror)).toMatchObject({ failed: 0 });
    const row = await database.db.queryOne(sql`select title from filings where native_id = 'S100ZZ01'`);
    expect(row).toEqual({ title: '有価証券報告書－第9期（編集後）' });
  });

  test('records an anomaly for a filing of the future, which data_as_of ignores', async () => {
    writeFiles(mirror, {
      [`${API}/documents.json@date=2024-07-02&type=2`]: dayList([
        listRow({ docID: 'S100ZZ09', docTypeCode: '235', xbrlFlag: '0', submitDateTime: '2099-07-02 09:00' }),
      ]),
    });
    expect(await ingest(worker, everything, mirror)).toMatchObject({ failed: 0 });
    const found = await database.db.query(sql`select kind, locator from anomalies where kind = 'future_instant'`);
    expect(found).toEqual([{ kind: 'future_instant', locator: 'S100ZZ09' }]);
    const api = await createTestApi(database.db);
    const { json } = await api.get('/api/v1/tickers/990A/filings?market_id=jp');
    expect(json).toMatchObject({ data_as_of: '2024-06-28T06:30:00Z' });
  });

  test('fails a task whose response is an error', async () => {
    const refused = join(folder.path, 'refused');
    writeFiles(refused, {
      [`${API}/documents/S100ZZ03@type=1`]:
        '{"StatusCode": 401,"message": "Access denied due to invalid subscription key."}',
    });
    const result = await ingest(worker, everything, refused);
    expect(result.failed + (result.failure === null ? 0 : 1)).toBeGreaterThan(0);
    const row = await database.db.queryOne(sql`select count(*) from filings where native_id = 'S100ZZ03'`);
    expect(row).toEqual({ count: '0' });
  });
});

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;

describe.skipIf(!existsSync(join(INTL, 'mirror', CODES)))('recorded responses (skipped if they are missing)', () => {
  const database = useTestDatabase();

  test('are read without a failure, with filers by the list of codes', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'real'), { registries: ['edinet'] });
    const result = await ingest(worker, everything, mirrorOfFewCodes());
    expect(result).toMatchObject({ failure: null, failed: 0 });
    const filings = await database.db.query<{ key: string }>(sql`
      select canonical_key || ' ' || native_id || ' ' || form_type || ' ' || category as key
      from filings join issuers using (issuer_id) order by native_id`);
    expect(filings.map(filing => filing.key)).toMatchInlineSnapshot(`
      [
        "jcn:1130001011420 S100TMMG 120 annual_report",
        "jcn:8010001076972 S100U4EY 120 annual_report",
        "edinet:G02262 S100W523 120 fund_report",
        "jcn:1120001036880 S100W81U 130 annual_report",
        "jcn:3010001192221 S100W830 180 material_event",
        "jcn:5230001006919 S100WGBJ 350 large_holding",
        "jcn:3130001030352 S100WH6F 190 material_event",
        "jcn:2010601007242 S100WHUS 220 specialised",
        "jcn:3010001208844 S100WHV2 100 prospectus",
      ]
    `);
    const anomalies = await database.db.query<{ kind: string }>(sql`
      select kind from anomalies where source not like 'normalise/%' order by kind`);
    // The list states its number of rows, so a truncated one is detected.
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['count_mismatch', 'period_not_told']);
    await worker.stop();
  });
});

/** What was recorded, with the companies of those documents alone in the list of codes: ten thousand take half a minute to store. */
function mirrorOfFewCodes(): string {
  const mirror = join(folder.path, 'few-codes');
  cpSync(join(INTL, 'mirror', API), join(mirror, API), { recursive: true });
  mkdirSync(dirname(join(mirror, CODES)), { recursive: true });
  const FILERS =
    /1130001011420|8010001076972|1120001036880|3010001192221|5230001006919|3130001030352|2010601007242|3010001208844/;
  cutCodes(join(INTL, 'mirror', CODES), join(mirror, CODES), (line, at) => at < 2 || FILERS.test(line));
  return mirror;
}

/** A packed list of codes as it is, but for all that comes after its note, its header and fifty rows. */
function firstCodes(name: string): string {
  const path = join(folder.path, name);
  cutCodes(join(INTL, 'jp/edinet/codelist', name), path, (_, at) => at < 52);
  return path;
}

function cutCodes(from: string, to: string, isKept: (line: string, at: number) => boolean): void {
  const list = readFileSync(from);
  const short = listZipBuffer(list).map(member => {
    const lines = readZipBufferMember(list, member).toString('latin1').split('\n').filter(isKept);
    return [member.name, Buffer.from(`${lines.join('\n')}\n`, 'latin1')];
  });
  writeFileSync(to, makeZip(Object.fromEntries(short)));
}

describe.skipIf(!existsSync(join(INTL, 'jp/edinet')))('recorded files (skipped if they are missing)', () => {
  const database = useTestDatabase();

  test('are recognised as bulk files: a list of codes and a package', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'bulk'), { registries: ['edinet'] });
    const files = ['official-samples/sample_03.zip', 'upload-packages/valid04.zip'];
    const paths = [...files.map(name => join(INTL, 'jp/edinet', name)), firstCodes('Edinetcode_20231031.zip')];
    const result = await ingest(worker, await archiveBulk(worker.tools, paths), null);
    expect(result).toMatchObject({ failure: null, failed: 0 });
    const coded = await database.db.queryOne(sql`
      select count(*)::int as count from issuers where canonical_key not like 'edinet:X%'`);
    expect(coded).toEqual({ count: 50 });
    const filings = await database.db.query<{ key: string }>(sql`
      select canonical_key || ' ' || native_id as key
      from filings join issuers using (issuer_id) where canonical_key like 'edinet:X%' order by native_id`);
    expect(filings.map(filing => filing.key)).toEqual([
      'edinet:X99002 S003XXXX',
      'edinet:X99004 jpcrp040300-ssr-001_X99004-000_2026-09-30_01_2026-11-19',
    ]);
    await worker.stop();
  });

  test('are one filing, with each person and mandate once, when a report is imported and then ingested', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'both'), { registries: ['edinet'] });
    const docId = 'S100TMMG';
    const imported = join(INTL, `jp/edinet/docs/${docId}_type1.zip`);
    expect(await ingest(worker, await archiveBulk(worker.tools, [imported]), null)).toMatchObject({ failed: 0 });
    const mirror = mirrorOfFewCodes();
    writeFiles(mirror, {
      [`${API}/documents.json@date=2024-06-28&type=2`]: dayList([
        listRow({ docID: docId, edinetCode: 'E02367', secCode: '79740', JCN: '1130001011420' }),
      ]),
    });
    expect(await ingest(worker, everything, mirror)).toMatchObject({ failure: null, failed: 0 });
    await worker.stop();

    const api = await createTestApi(database.db, { now: () => new Date('2024-07-01T00:00:00Z') });
    const get = async (path: string) => (await api.get(path)).json;
    const { filings } = await get('/api/v1/tickers/7974/filings?market_id=jp');
    expect(filings).toMatchObject([{ filing_id: `edinet:${docId}` }]);
    const { items } = await get('/api/v1/people?ticker=7974&market_id=jp&limit=100');
    const people = items as { name: string; slug: string }[];
    expect(people.length).toBeGreaterThan(15);
    expect(new Set(people.map(person => person.name)).size).toBe(people.length);
    for (const { name, slug } of people) {
      const { roles, companies_count } = await get(`/api/v1/people/${slug}`);
      const relations = (roles as { relation: string }[]).map(role => role.relation);
      expect([companies_count, new Set(relations).size], name).toEqual([1, relations.length]);
    }
    const { json } = await api.get('/api/v1/companies/jp/7974/people');
    const held = getCompanyPeople.output.parse(json);
    const accounts = held.major_shareholders.filter(shareholder => shareholder.account_numbers.length > 0);
    expect(
      accounts.map(account => [account.person?.name, account.account_numbers, account.standing_proxy]),
    ).toMatchInlineSnapshot(`
      [
        [
          "ジェーピー モルガン チェース バンク",
          [
            "380815",
            "385781",
            "385632",
          ],
          "㈱みずほ銀行決済営業部",
        ],
        [
          "ステート ストリート バンク ウェスト クライアント トリーティー",
          [
            "505234",
          ],
          "㈱みずほ銀行決済営業部",
        ],
      ]
    `);
  });
});
