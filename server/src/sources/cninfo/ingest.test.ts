import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { fictionalPdf } from '../../../test/fictional/pdf.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { type Database, sql } from '../../db/database.ts';
import { searchFilings } from '../../domain/filings/sections/operations/search-filings.ts';
import { archiveDocuments, archiveManifest } from '../../pipeline/runs/ingest.ts';
import { cninfo } from './source.ts';

const ingest = ingestFrom('cninfo');
const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const folder = useTemporaryFolder();
const everything = { kind: 'everything', since: null } as const;

function issuer(db: Database, canonicalKey: string): Promise<Record<string, unknown> | null> {
  return db.queryOne(sql`
    select company_name, array(select mic || ' ' || ticker from listings where issuer_id = i.issuer_id) as listings,
      (select count(*)::int from filings where issuer_id = i.issuer_id) as filings
    from issuers i where canonical_key = ${canonicalKey}`);
}

function writeMirror(path: string): void {
  const data = join(path, 'www.cninfo.com.cn', 'new', 'data');
  const overview = join(path, 'www.cninfo.com.cn', 'data20', 'companyOverview');
  mkdirSync(data, { recursive: true });
  mkdirSync(overview, { recursive: true });
  const stockList = [
    { orgId: 'gssh0600998', category: 'A股', code: '600998', pinyin: 'sggy', zwjc: '曙光工业' },
    { orgId: '9900000001', category: 'A股', code: '300998', pinyin: 'bgkj', zwjc: '北光科技' },
  ];
  writeFileSync(join(data, 'szse_stock.json'), JSON.stringify({ stockList }));
  const basicInformation = [{ ORGNAME: '曙光工业股份有限公司', F001V: 'Aurora Industry', ASECCODE: '600998' }];
  const introduction = { code: 200, data: { total: 1, resultCode: '200', records: [{ basicInformation }] } };
  writeFileSync(join(overview, 'getCompanyIntroduction@scode=600998'), JSON.stringify(introduction));
  writeFileSync(join(overview, 'getCompanyIntroduction@scode=300998'), '{"code":500,"msg":"系统繁忙"}');
}

describe('a mirror', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['cninfo'] });
  let mirror: string;

  beforeAll(async () => {
    mirror = join(folder.path, 'mirror');
    writeMirror(mirror);
  });

  test('gives lists and companies, and fails a task whose response holds an error', async () => {
    const result = await ingest(worker, everything, { mirror });
    expect(result).toMatchObject({ failure: null, tasks: 3, done: 2, failed: 1 });
    expect(await issuer(database.db, 'cninfo:600998')).toMatchObject({
      company_name: '曙光工业股份有限公司',
      listings: ['XSHG 600998'],
    });
    expect(await issuer(database.db, 'cninfo:300998')).toMatchObject({ company_name: '北光科技' });
    const anomalies = await database.db.query(sql`select kind from anomalies where kind = 'error_answer'`);
    expect(anomalies).toHaveLength(1);
  });

  test('finds companies by their codes, and reports unknown ones', async () => {
    const wanted = { kind: 'named', tickers: ['600998', '600000', 'AAPL'], ids: [], since: null } as const;
    const result = await ingest(worker, { ...wanted, tickers: [...wanted.tickers], ids: [] }, { mirror });
    const failed = await database.db.query(sql`
      select task_key, reason from run_tasks where run_id = ${result.runId} and state = 'failed' order by task_key`);
    expect(failed).toEqual([
      { task_key: '600000', reason: "unknown code 600000: the registry's lists do not have it" },
      { task_key: 'AAPL', reason: 'AAPL is not the code of a share (six digits)' },
    ]);
  });

  test('divides an annual report by its bookmarks, and finds it by its words', async () => {
    const loose = join(folder.path, 'loose');
    mkdirSync(loose, { recursive: true });
    writeFileSync(join(loose, 'report.pdf'), REPORT);
    writeFileSync(
      join(loose, 'MANIFEST.tsv'),
      'path\tform\tcik\taccession\tfiled\tperiod\nreport.pdf\t2025年年度报告\t600998\t1290000001\t2026-03-27\t2025-12-31\n',
    );
    const filed = await archiveManifest(worker.tools, cninfo, join(loose, 'MANIFEST.tsv'));
    expect(await ingest(worker, filed.wanted)).toMatchObject({ done: 1, failed: 0 });
    const sections = await database.db.query(sql`
      select section_key, title from filing_sections order by section_order`);
    expect(sections).toEqual([
      { section_key: 'important_notice', title: '第一节 重要提示' },
      { section_key: 'management_discussion', title: '第三节 管理层讨论与分析' },
    ]);
    const input = searchFilings.input.parse({ q: '研发投入' });
    const response = await searchFilings.run({ db: database.db, account: null, now: new Date() }, input);
    const { items } = searchFilings.output.parse(response);
    expect(items).toMatchObject([
      { section_key: 'management_discussion', snippet: expect.stringContaining('<mark>研发投入</mark>') },
    ]);
    expect(await database.db.query(sql`select kind from anomalies where kind like 'pdf%'`)).toEqual([]);
  });
});

const REPORT = fictionalPdf({
  pages: [
    [
      { text: '第一节 重要提示', x: 72, y: 760, size: 16 },
      { text: '本公司董事会保证本报告内容的真实、准确、完整。', x: 72, y: 720 },
    ],
    [
      { text: '第三节 管理层讨论与分析', x: 72, y: 760, size: 16 },
      { text: '报告期内公司研发投入同比增长百分之八。', x: 72, y: 720 },
    ],
  ],
  bookmarks: [
    { title: '第一节 重要提示', page: 1, y: 780 },
    { title: '第三节 管理层讨论与分析', page: 2, y: 780 },
  ],
});

describe.skipIf(!existsSync(INTL))('recorded files (needs ../shared/data/intl)', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['cninfo'] });

  test('of the mirror are read, and a second run changes nothing', async () => {
    const mirror = `${INTL}mirror`;
    const result = await ingest(worker, everything, { mirror });
    // The list of codes, and the two responses about Kweichow Moutai.
    expect(result).toMatchObject({ failure: null, tasks: 2, done: 2, failed: 0 });
    expect(await issuer(database.db, 'cninfo:600519')).toMatchObject({
      company_name: '贵州茅台酒股份有限公司',
      listings: ['XSHG 600519'],
    });
    expect(await issuer(database.db, 'cninfo:900901')).toMatchObject({ listings: ['XSHG 900901'] });
    const counted = await database.db.queryOne(sql`select count(*)::int as n from issuers`);
    expect(counted).toEqual({ n: 4763 });
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failure: null, done: 0, failed: 0 });
  });

  test('of announcements are imported without an anomaly, and reprocessed to the same store', async () => {
    const paths = ['announcements_snapshot_2026-08.json.gz', 'quoted/announcement_000001_2019Q3.json'];
    const wanted = await archiveDocuments(
      worker.tools,
      cninfo,
      paths.map(path => `${INTL}cn/cninfo/${path}`),
    );
    const result = await ingest(worker, wanted);
    expect(result).toMatchObject({ failure: null, tasks: 2, done: 2, failed: 0, filings: 4600 });
    expect(await issuer(database.db, 'cninfo:000001')).toMatchObject({ company_name: '平安银行' });
    expect(await database.db.query(sql`select kind, detail from anomalies where source <> 'mirror'`)).toEqual([]);
    const before = await exportText(database.db);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(before);
  });
});
