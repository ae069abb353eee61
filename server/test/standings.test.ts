import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/db/database.ts';
import { normaliseFinancials } from '../src/domain/figures/financials/rules/financials.ts';
import { loadFinancialsInput } from '../src/domain/figures/financials/views/load-financials-input.ts';
import { FILING_COLUMNS, type FilingRow, toFiling } from '../src/domain/filings/filings/views/filing.ts';
import { annualPackage, dayList, listRow, MILL } from '../src/sources/edinet/fictional-documents.ts';
import { useTestDatabase } from './database.ts';
import { writeFiles } from './fictional/registry.ts';
import { useTemporaryFolder } from './temporary-folder.ts';
import { annualValue, expectSameStore, ingestFrom, useTestWorker } from './worker.ts';
import { makeZip } from './write-zip.ts';

const API = 'api.edinet-fsa.go.jp/api/v2';
const KEY = `jcn:${MILL.number}`;
const DAY = `${API}/documents.json@date=2024-06-28&type=2`;
/** The fields that remain in a withdrawn or closed row. */
const NOTHING_LEFT = {
  edinetCode: null,
  secCode: null,
  JCN: null,
  filerName: null,
  ordinanceCode: null,
  docTypeCode: null,
  submitDateTime: null,
  docDescription: null,
  periodStart: null,
  periodEnd: null,
  xbrlFlag: '0',
  pdfFlag: '0',
  csvFlag: '0',
} as const;

/** An annual report with enough statements for canonical values. */
function wholePackage(): Record<string, string> {
  const amounts = {
    OperatingIncome: ['CurrentYearDuration', '1,000'],
    OrdinaryIncome: ['CurrentYearDuration', '900'],
    ProfitLossAttributableToOwnersOfParent: ['CurrentYearDuration', '600'],
    Liabilities: ['CurrentYearInstant', '12,000'],
    NetAssets: ['CurrentYearInstant', '8,000'],
  };
  const tagged = Object.entries(amounts).map(
    ([name, [context, value]]) =>
      `<ix:nonFraction name="jppfs_cor:${name}" contextRef="${context}" unitRef="JPY" decimals="-6" scale="6" format="ixt:numdotdecimal">${value}</ix:nonFraction>`,
  );
  const members = Object.entries(annualPackage('true'));
  return Object.fromEntries(members.map(([path, text]) => [path, text.replace('<p>', `${tagged.join('')}<p>`)]));
}

describe('a filing that is withdrawn, closed and reopened', () => {
  const folder = useTemporaryFolder();
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['edinet'] });

  async function read(files: Record<string, string | Buffer>, name: string): Promise<void> {
    const mirror = join(folder.path, name);
    writeFiles(mirror, files);
    const result = await ingestFrom('edinet')(worker, { kind: 'everything', since: null }, { mirror });
    expect(result).toMatchObject({ failure: null, failed: 0 });
  }

  function revenue(): Promise<number | undefined> {
    return annualValue(database.db, KEY, '2024-03-31', 'revenue');
  }

  async function revenueAsOf(day: string): Promise<number | undefined> {
    const issuer = await database.db.queryOne<{
      issuer_id: string;
      canonical_key: string;
      industry_code: string | null;
      version: string | null;
      registrant_key: string;
    }>(sql`
      select issuer_id, canonical_key, canonical_key as registrant_key, null as industry_code, version
      from issuers join issuer_financials using (issuer_id) where canonical_key = ${KEY}`);
    const loaded = issuer === null ? null : await loadFinancialsInput(database.db, issuer, day);
    if (loaded === null) return undefined;
    return normaliseFinancials(loaded.facts).periods[0]?.values.revenue?.value;
  }

  beforeAll(async () => {
    const files = {
      [DAY]: dayList([listRow({})]),
      [`${API}/documents/S100ZZ01@type=1`]: makeZip(wholePackage()),
    };
    await read(files, 'filed');
  });

  test('provides values from 15:30 Japan time on its day', async () => {
    expect(await revenue()).toBe(12_345_000_000);
    expect(await revenueAsOf('2024-06-27')).toBeUndefined();
    expect(await revenueAsOf('2024-06-28')).toBe(12_345_000_000);
  });

  test('provides values until the withdrawal request and none after it', async () => {
    const request = listRow({
      docID: 'S100ZZ09',
      docTypeCode: '110',
      parentDocID: 'S100ZZ01',
      withdrawalStatus: '1',
      submitDateTime: '2024-07-10 10:00',
      xbrlFlag: '0',
    });
    await read({ [`${API}/documents.json@date=2024-07-10&type=2`]: dayList([request]) }, 'requested');
    expect(await revenue()).toBeUndefined();
    expect(await revenueAsOf('2024-07-09')).toBe(12_345_000_000);
    expect(await revenueAsOf('2024-07-10')).toBeUndefined();
  });

  test('keeps known fields and the first timestamp when its row loses its fields', async () => {
    const gone = listRow({ ...NOTHING_LEFT, withdrawalStatus: '2', opeDateTime: '2024-07-11 00:10' });
    await read({ [DAY]: dayList([gone]) }, 'gone');
    const filing = await database.db.queryOne(sql`
      select form_type, title, status, since from filings join filing_standings using (registry, native_id)
      where native_id = 'S100ZZ01'`);
    expect(filing).toEqual({
      form_type: '120',
      title: '有価証券報告書－第9期(2023/04/01－2024/03/31)',
      status: 'withdrawn',
      since: '2024-07-10T01:00:00Z',
    });
  });

  test('is listed with its status', async () => {
    const row = await database.db.queryOne<FilingRow>(sql`
      select ${FILING_COLUMNS} from filings g where g.native_id = 'S100ZZ01'`);
    expect(row && toFiling(row)).toMatchObject({
      filing_id: 'edinet:S100ZZ01',
      status: 'withdrawn',
      status_since: '2024-07-10T01:00:00Z',
    });
  });

  test('provides values again after it is reopened, and none in between', async () => {
    const closed = listRow({ disclosureStatus: '1', opeDateTime: '2024-08-01 09:00' });
    const opened = listRow({ disclosureStatus: '3', opeDateTime: '2024-08-05 09:00' });
    await read({ [`${API}/documents.json@date=2024-08-01&type=2`]: dayList([closed]) }, 'closed');
    expect(await revenue()).toBeUndefined();
    await read({ [`${API}/documents.json@date=2024-08-05&type=2`]: dayList([opened]) }, 'opened');
    expect(await revenue()).toBe(12_345_000_000);
  });

  test('is the same in a store reprocessed from the archive', async () => {
    await expectSameStore(database.db, () =>
      ingestFrom('edinet')(worker, { kind: 'replay', from: 'parse' }, { force: true }),
    );
  });
});
