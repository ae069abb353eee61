import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { countAnomalies, expectSameStore, exportText, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { archiveBulk, type Ingest } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const MIRROR = `${INTL}mirror`;
const folder = useTemporaryFolder();

const ingest = (worker: Worker, wanted: Ingest['wanted'], mirror: string | null) =>
  ingestFrom('opendart')(worker, wanted, { mirror });

describe.skipIf(!existsSync(MIRROR))('the recorded mirror (needs ../shared/data/intl)', () => {
  const database = useTestDatabase();
  const everything = { kind: 'everything', since: null } as const;
  const worker = useTestWorker(database, folder, { registries: ['opendart'] });

  test('is read: the code list, a company, a filing', async () => {
    const result = await ingest(worker, everything, MIRROR);
    expect(result).toMatchObject({ failure: null, tasks: 3, done: 3, failed: 0 });
    const issuer = await database.db.queryOne(sql`
      select company_name, country_code, fiscal_year_end, market_id from issuers
      where canonical_key = 'dart:00126380'`);
    expect(issuer).toEqual({
      company_name: '삼성전자(주)',
      country_code: 'KR',
      fiscal_year_end: '12-31',
      market_id: 'kr',
    });
    const count = await database.db.queryOne(sql`select count(*)::int as n from issuers`);
    expect(count).toEqual({ n: 3_961 });
    const listing = await database.db.queryOne(sql`
      select ticker, mic from listings join issuers using (issuer_id) where canonical_key = 'dart:00126380'`);
    expect(listing).toEqual({ ticker: '005930', mic: 'XKRX' });
    const filings = await database.db.query<{ native_id: string; form_type: string; period_end: string | null }>(sql`
      select native_id, form_type, period_end from filings where category = 'annual_report' order by native_id`);
    expect(filings).toEqual([
      { native_id: '20220308000798', form_type: '사업보고서', period_end: '2021-12-31' },
      { native_id: '20240312000736', form_type: '사업보고서', period_end: '2023-12-31' },
    ]);
  });

  test('has the known anomalies, and no others', async () => {
    expect(await countAnomalies(database.db, 'opendart')).toEqual([
      { kind: 'missing_pages', count: 1 },
      { kind: 'statements_need_taxonomy', count: 1 },
      { kind: 'unread_recordings', count: 1 },
    ]);
  });

  test('is read again without changes', async () => {
    await expectSameStore(database.db, () => ingest(worker, everything, MIRROR));
  });

  test('gives a company by ticker and by code', async () => {
    const wanted: Ingest['wanted'] = {
      kind: 'named',
      tickers: ['005930', '999999'],
      ids: ['00126380', 'none'],
      since: null,
    };
    const result = await ingest(worker, wanted, MIRROR);
    expect(result).toMatchObject({ tasks: 4, failed: 2 });
  });

  test('gives the same as the imported zip of the code list', async () => {
    const text = await exportText(database.db);
    const wanted = await archiveBulk(worker.tools, [`${INTL}kr/opendart/corpCode.zip`]);
    const result = await ingest(worker, wanted, null);
    expect(result).toMatchObject({ failure: null, tasks: 3_961, failed: 0 });
    expect((await exportText(database.db)).length).toBeGreaterThanOrEqual(text.length);
  });
});

describe('an imported zip of documents', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['opendart'] });

  test('is a filing with its sections, also when it is read again from the archive', async () => {
    const report =
      '<DOCUMENT><DOCUMENT-NAME ACODE="11011">사업보고서</DOCUMENT-NAME><COMPANY-NAME AREGCIK="99000001">가상</COMPANY-NAME>' +
      '<BODY><SECTION-1><TITLE>II. 사업의 내용</TITLE><P>가상의 부품을 만듭니다.</P></SECTION-1></BODY></DOCUMENT>';
    const path = join(folder.path, 'loose.zip');
    writeFileSync(path, makeZip({ '20240320000001.xml': report, '20240320000001_00760.xml': '<DOCUMENT></DOCUMENT>' }));
    const wanted = await archiveBulk(worker.tools, [path]);
    expect(await ingest(worker, wanted, null)).toMatchObject({ failure: null, tasks: 1, done: 1, filings: 1 });
    const text = await exportText(database.db);
    const sections = await database.db.query(sql`
      select section_key, title, native_id, canonical_key from filing_sections
      join issuers using (issuer_id)`);
    expect(sections).toEqual([
      {
        section_key: 'business',
        title: 'II. 사업의 내용',
        native_id: '20240320000001',
        canonical_key: 'dart:99000001',
      },
    ]);
    const again = await ingestFrom('opendart')(worker, { kind: 'replay', from: 'parse' }, { force: true });
    expect(again).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
  });
});
