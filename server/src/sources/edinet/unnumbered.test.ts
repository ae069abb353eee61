import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { writeFiles } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingestFrom, startTestWorker, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { archiveBulk } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { ANNUAL_STEM, annualPackage, dayList, listRow, MILL } from './fictional-documents.ts';
import { unnumbered } from './unnumbered.ts';

const folder = useTemporaryFolder();
const ingest = ingestFrom('edinet');
const LIST = 'api.edinet-fsa.go.jp/api/v2/documents.json@date=2024-06-28&type=2';
const TODAY = { now: () => new Date('2024-07-01T00:00:00Z') };

function write(name: string, rows: readonly unknown[]): { pack: string; mirror: string } {
  writeFiles(folder.path, {
    [`${name}/report.zip`]: makeZip(annualPackage('true')),
    [`${name}/mirror/${LIST}`]: dayList(rows),
  });
  return { pack: join(folder.path, name, 'report.zip'), mirror: join(folder.path, name, 'mirror') };
}

async function importPackage(worker: Worker, path: string): Promise<{ done: number }> {
  const result = await ingest(worker, await archiveBulk(worker.tools, [path]));
  expect(result).toMatchObject({ failure: null, failed: 0 });
  return result;
}

async function readList(worker: Worker, mirror: string): Promise<void> {
  const result = await ingest(worker, { kind: 'everything', since: null }, { mirror });
  expect(result).toMatchObject({ failure: null, failed: 0 });
}

describe('a package without its document number and the list that names it', () => {
  const first = useTestDatabase();
  const second = useTestDatabase();
  const rows = [listRow({}), listRow({ seqNumber: '2', docID: 'S100ZZ02', docTypeCode: '235', xbrlFlag: '0' })];

  test('are one filing whichever comes first, and the store is the same', async () => {
    const { pack, mirror } = write('both', rows);
    const before = await startTestWorker(first.connection, join(folder.path, 'first'), { registries: ['edinet'] });
    await importPackage(before, pack);
    expect(await first.db.query(sql`select native_id from filings`)).toEqual([{ native_id: ANNUAL_STEM }]);
    await readList(before, mirror);
    const after = await startTestWorker(second.connection, join(folder.path, 'second'), { registries: ['edinet'] });
    await readList(after, mirror);
    await importPackage(after, pack);

    const text = await exportText(first.db);
    expect(await exportText(second.db)).toBe(text);
    expect(await second.db.query(sql`select distinct native_id from filings order by 1`)).toEqual([
      { native_id: 'S100ZZ01' },
      { native_id: 'S100ZZ02' },
    ]);
    expect(await first.db.query(sql`select distinct native_id from filing_sections`)).toEqual([
      { native_id: 'S100ZZ01' },
    ]);

    for (const worker of [before, after]) {
      expect((await importPackage(worker, pack)).done).toBe(0);
      await readList(worker, mirror);
    }
    expect(await ingest(before, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(first.db)).toBe(text);
    expect(await exportText(second.db)).toBe(text);
    await Promise.all([before.stop(), after.stop()]);
  });

  test('are returned as one filing, also by the id that the import gave', async () => {
    const api = await createTestApi(first.db, TODAY);
    const { json } = await api.get('/api/v1/tickers/990A/filings?market_id=jp');
    const ids = (json.filings as { filing_id: string }[]).map(filing => filing.filing_id);
    expect(ids.sort()).toEqual(['edinet:S100ZZ01', 'edinet:S100ZZ02']);
    const { json: resolved } = await api.get(
      `/api/v1/filings/resolve?ticker=990A&market_id=jp&filing_id=edinet:${ANNUAL_STEM}`,
    );
    expect(JSON.stringify(resolved)).toContain('edinet:S100ZZ01');
    const { json: figures } = await api.get('/api/v1/companies/financials?ticker=990A&market_id=jp');
    expect(figures.periods).toMatchObject([
      { filing_id: 'edinet:S100ZZ01', values: { revenue: { value: 12_345_000_000 } } },
    ]);
  });
});

describe('a package that fits several listed filings', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['edinet'] });

  test('keeps the id that the import gave', async () => {
    const rows = [listRow({}), listRow({ seqNumber: '2', docID: 'S100ZZ03', submitDateTime: '2024-06-28 16:00' })];
    const { pack, mirror } = write('doubt', rows);
    await importPackage(worker, pack);
    await readList(worker, mirror);
    const ids = await database.db.query<{ native_id: string }>(sql`select native_id from filings order by 1`);
    expect(ids.map(row => row.native_id)).toEqual(expect.arrayContaining(['S100ZZ01', 'S100ZZ03', ANNUAL_STEM]));
  });
});

test('reads filer, form, day and period of the name of an instance, and corrections as their own form', () => {
  expect(unnumbered.read(ANNUAL_STEM, [])).toEqual({
    filer: { scheme: 'edinet', identifier: MILL.code },
    ...{ formType: '120', filingDate: '2024-06-28', periodEnd: '2024-03-31' },
    ...{ language: null, fileNames: [] },
  });
  expect(unnumbered.read('jpcrp030000-asr-001_E99901-000_2024-03-31_02_2024-08-01', [])?.formType).toBe('130');
  expect(unnumbered.read('S100ZZ01', [])).toBeNull();
  const loose = `package/${ANNUAL_STEM}/XBRL/PublicDoc/report.xbrl`;
  expect(unnumbered.renumber(loose, 'S100ZZ01')).toBe('package/S100ZZ01/XBRL/PublicDoc/report.xbrl#edinet%3AE99901');
});
