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
import { hkexNews } from './source.ts';

const ingest = ingestFrom('hkexnews');
const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const folder = useTemporaryFolder();

function issuer(db: Database, canonicalKey: string): Promise<Record<string, unknown> | null> {
  return db.queryOne(sql`
    select company_name, array(select ticker from listings where issuer_id = i.issuer_id order by ticker) as tickers,
      (select count(*)::int from filings where issuer_id = i.issuer_id) as filings
    from issuers i where canonical_key = ${canonicalKey}`);
}

/** The responses of a search by the URLs that a mirror has. */
function writeMirror(path: string): void {
  const search = join(path, 'www1.hkexnews.hk', 'search');
  const lists = join(path, 'www1.hkexnews.hk', 'ncms', 'script', 'eds');
  mkdirSync(search, { recursive: true });
  mkdirSync(lists, { recursive: true });
  const stocks = [
    { i: 7001, c: '00990', n: 'AURORA WORKS', s: 1 },
    { i: 7002, c: '80990', n: 'AURORA WORKS-R', s: 2 },
    { i: 7003, c: '12345', n: 'AB-AURORA@EC2612A', s: 3 },
  ];
  writeFileSync(join(lists, 'activestock_sehk_e.json'), JSON.stringify(stocks));
  writeFileSync(join(lists, 'inactivestock_sehk_e.json'), '<html><body>Service unavailable</body></html>');
  const stockInfo = [{ stockId: 7001, code: '00990', name: 'AURORA WORKS' }];
  const prefix = 'prefix.do@callback=callback&lang=EN&market=SEHK&name=00990&type=A';
  writeFileSync(join(search, prefix), `callback(${JSON.stringify({ more: '0', stockInfo })});`);
}

const RESULTS = fictionalPdf({
  pages: [
    [
      { text: '主席報告', x: 72, y: 760, size: 18 },
      { text: '本集團於年內就商譽確認減值虧損三千萬港元。', x: 72, y: 720 },
    ],
    [
      { text: '管理層討論及分析', x: 72, y: 760, size: 18 },
      { text: '營業額較上年度增加百分之十二。', x: 72, y: 720 },
    ],
  ],
  bookmarks: [
    { title: '主席報告', page: 1, y: 780 },
    { title: '管理層討論及分析', page: 2, y: 780 },
  ],
});

async function search(db: Database, q: string, registry?: string): Promise<string[]> {
  const input = searchFilings.input.parse({ q, ...(registry === undefined ? {} : { registry }) });
  const response = searchFilings.output.parse(await searchFilings.run({ db, account: null, now: new Date() }, input));
  return response.items.map(item => `${item.section_key} ${item.snippet}`);
}

describe('a mirror', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['hkexnews'] });

  beforeAll(async () => {
    writeMirror(join(folder.path, 'mirror'));
  });

  test('gives issuers with their listings, and fails a task with a page in place of a list', async () => {
    const options = { mirror: join(folder.path, 'mirror') };
    const result = await ingest(worker, { kind: 'everything', since: null }, options);
    expect(result).toMatchObject({ failure: null, tasks: 3, done: 2, failed: 1 });
    expect(await issuer(database.db, 'hkex:00990')).toMatchObject({
      company_name: 'AURORA WORKS',
      tickers: ['00990', '80990'],
    });
    const kinds = await database.db.query(sql`select kind from anomalies where registry = 'hkexnews' order by kind`);
    expect(kinds).toContainEqual({ kind: 'html_instead_of_json' });
    const issuers = await database.db.queryOne(sql`select count(*)::int as n from issuers`);
    expect(issuers).toEqual({ n: 1 });
  });

  test('gives filings with files for documents of a manifest', async () => {
    const loose = join(folder.path, 'loose');
    mkdirSync(loose, { recursive: true });
    writeFileSync(join(loose, 'results.pdf'), RESULTS);
    writeFileSync(join(loose, 'unnamed.pdf'), '%PDF-1.4\nfictional\n%%EOF');
    const form = 'Announcements and Notices - [Final Results]';
    writeFileSync(
      join(loose, 'MANIFEST.tsv'),
      `path\tform\tcik\taccession\tfiled\tperiod\nresults.pdf\t${form}\t00990\t2026032700101\t2026-03-27\t2025-12-31\nunnamed.pdf\t${form}\t00990\t\t2026-03-27\t\n`,
    );
    const filed = await archiveManifest(worker.tools, hkexNews, join(loose, 'MANIFEST.tsv'));
    expect(filed.unfiled.map(item => item.path)).toEqual(['unnamed.pdf']);
    expect(await ingest(worker, filed.wanted)).toMatchObject({ done: 1, failed: 0 });
    const filing = await database.db.queryOne(sql`
      select native_id, category, filing_date, known_at, period_end, file_name, content_type, canonical_key
      from filings join filing_files using (issuer_id, registry, native_id) join issuers using (issuer_id)`);
    expect(filing).toEqual({
      native_id: '2026032700101',
      category: 'annual_report',
      filing_date: '2026-03-27',
      known_at: '2026-03-27T15:59:59Z',
      period_end: '2025-12-31',
      file_name: '2026032700101.pdf',
      content_type: 'application/pdf',
      canonical_key: 'hkex:00990',
    });
  });

  test('finds the text of such a PDF in Chinese, by its parts', async () => {
    expect(await search(database.db, '減值虧損')).toEqual([expect.stringContaining('chairman_statement')]);
    expect(await search(database.db, '營業額', 'hkexnews')).toEqual([
      expect.stringMatching(/^management_discussion.*<mark>營業額/),
    ]);
    expect(await search(database.db, '營業額', 'cninfo')).toEqual([]);
  });

  test('adds the minute and the title of such a filing from a later headline', async () => {
    const row = {
      TITLE: 'Annual results for the year ended 31 December 2025',
      LONG_TEXT: 'Announcements and Notices - [Final Results]',
      STOCK_CODE: '00990',
      STOCK_NAME: 'AURORA WORKS',
      DATE_TIME: '27/03/2026 17:05',
      FILE_LINK: '/listedco/listconews/sehk/2026/0327/2026032700101.pdf',
    };
    const path = join(folder.path, 'search.json');
    writeFileSync(path, JSON.stringify({ result: JSON.stringify([row]), hasNextRow: false }));
    const wanted = await archiveDocuments(worker.tools, hkexNews, [path]);
    expect(await ingest(worker, wanted)).toMatchObject({ done: 1, failed: 0 });
    const filing = await database.db.queryOne(sql`
      select known_at, title, (select count(*)::int from filing_files) as files from filings`);
    expect(filing).toEqual({ known_at: '2026-03-27T09:05:00Z', title: row.TITLE, files: 1 });
    await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true });
    expect(await database.db.queryOne(sql`select known_at from filings`)).toEqual({ known_at: '2026-03-27T09:05:00Z' });
  });
});

describe.skipIf(!existsSync(INTL))('recorded files (needs ../shared/data/intl)', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['hkexnews'] });

  test('of the mirror are read, and a second run changes nothing', async () => {
    const everything = { kind: 'everything', since: null } as const;
    const mirror = `${INTL}mirror`;
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failure: null, tasks: 3, done: 3, failed: 0 });
    expect(await issuer(database.db, 'hkex:01024')).toMatchObject({ company_name: 'KUAISHOU-W', tickers: ['01024'] });
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failure: null, done: 0, failed: 0 });
  });

  test('are imported without an anomaly, and reprocessed to the same store', async () => {
    const hk = `${INTL}hk/`;
    const paths = [
      `${hk}ccass/daily_stock_list_2019.html.gz`,
      `${hk}hkexnews/listing_2019-05_zh.jsonl.gz`,
      `${hk}hkexnews/quoted/titleSearchServlet_7609.json`,
    ];
    const result = await ingest(worker, await archiveDocuments(worker.tools, hkexNews, paths));
    expect(result).toMatchObject({ failure: null, tasks: 3, done: 3, failed: 0, filings: 1098 });
    expect(await issuer(database.db, 'hkex:00700')).toEqual({
      company_name: 'TENCENT HOLDINGS LIMITED',
      tickers: ['00700', '80700'],
      filings: 1,
    });
    expect(await issuer(database.db, 'hkex:00006')).toMatchObject({ tickers: ['00006'] });
    expect(await issuer(database.db, 'hkex:08106')).toMatchObject({ tickers: ['08106'] });
    expect(await database.db.query(sql`select kind, detail from anomalies where source <> 'mirror'`)).toEqual([]);
    const before = await exportText(database.db);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(before);
  });
});
