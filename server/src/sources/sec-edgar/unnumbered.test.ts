import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { annualReport } from '../../../test/fictional/filing.ts';
import { fictionalCompany, memberOf, submissionsOf, tickerList, writeFiles } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { exportText, ingest, startTestWorker, useTestWorker } from '../../../test/worker.ts';
import { sql } from '../../db/database.ts';
import { archiveManifest, type FiledManifest } from '../../pipeline/runs/ingest.ts';
import type { Worker } from '../../pipeline/worker.ts';
import { importedId, importedIdOf } from './filing-address.ts';
import { secEdgar } from './source.ts';
import { unnumbered } from './unnumbered.ts';

const folder = useTemporaryFolder();
const company = fictionalCompany();
const ACCESSION = '0009000001-25-000007';
const TODAY = { now: () => new Date('2025-03-01T00:00:00Z') };
const COLUMNS = 'path\tform\tcik\taccession\tfiled\tperiod';
const MADE = /^cik-9000001-10-K-2025-02-20-[0-9a-f]{12}$/;

/** A list that has the imported report, accepted after the registry's closing time. */
function submissions(): string {
  const file = JSON.parse(submissionsOf(company)) as { filings: { recent: Record<string, unknown[]> } };
  const newest: Record<string, unknown> = {
    accessionNumber: ACCESSION,
    filingDate: '2025-02-20',
    reportDate: '2024-12-31',
    acceptanceDateTime: '2025-02-20T22:45:00.000Z',
    primaryDocument: 'report-2024.htm',
  };
  for (const [name, column] of Object.entries(file.filings.recent)) column.unshift(newest[name] ?? column[0]);
  return JSON.stringify(file);
}

function writeManifest(name: string, files: Record<string, string>, rows: readonly string[]): string {
  const path = join(name, 'MANIFEST.tsv');
  writeFiles(folder.path, {
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [join(name, file), text])),
    [path]: `${[COLUMNS, ...rows].join('\n')}\n`,
  });
  return join(folder.path, path);
}

async function importManifest(worker: Worker, path: string): Promise<FiledManifest> {
  const filed = await archiveManifest(worker.tools, secEdgar, path);
  expect(await ingest(worker, filed.wanted)).toMatchObject({ failure: null, failed: 0 });
  return filed;
}

describe('an imported report without its accession number, and the list that states it', () => {
  const first = useTestDatabase();
  const second = useTestDatabase();

  test('are one filing whichever comes first, known since its acceptance', async () => {
    const report = annualReport(company, { revenue: 41_250, netIncome: 6_400, assets: 91_000 });
    const path = writeManifest('annual', { 'loose.htm': report }, ['loose.htm\t10-K\t9000001\t\t20250220\t2024-12-31']);
    const mirror = join(folder.path, 'mirror');
    writeFiles(mirror, { ...tickerList([company]), [`data.sec.gov/submissions/${memberOf(company)}`]: submissions() });
    const readList = async (worker: Worker) =>
      expect(await ingest(worker, { kind: 'everything', since: null }, { mirror })).toMatchObject({ failed: 0 });

    const before = await startTestWorker(first.connection, join(folder.path, 'first'));
    await importManifest(before, path);
    const made = await first.db.queryOne<{ native_id: string; url: string; known_at: string }>(
      sql`select native_id, url, known_at from filings`,
    );
    expect(made?.native_id).toMatch(MADE);
    expect(made).toMatchObject({ known_at: '2025-02-20T11:00:00Z' });
    expect(made?.url).toContain('action=getcompany&CIK=9000001&type=10-K&dateb=20250220');
    await readList(before);
    const after = await startTestWorker(second.connection, join(folder.path, 'second'));
    await readList(after);
    await importManifest(after, path);

    const text = await exportText(first.db);
    expect(await exportText(second.db)).toBe(text);
    const filing = await second.db.queryOne(sql`
      select form_type, known_at from filings where native_id = ${ACCESSION}`);
    expect(filing).toEqual({ form_type: '10-K', known_at: '2025-02-20T22:45:00Z' });
    expect(await second.db.query(sql`select native_id from filings where native_id like 'cik-%'`)).toEqual([]);
    const sections = await first.db.query(sql`select distinct native_id from filing_sections`);
    expect(sections).toEqual([{ native_id: ACCESSION }]);
    for (const worker of [before, after]) await importManifest(worker, path);
    expect(await exportText(first.db)).toBe(text);
    expect(await exportText(second.db)).toBe(text);

    const api = await createTestApi(first.db, TODAY);
    const { json } = await api.get(`/api/v1/filings/resolve?ticker=FICT1&filing_id=sec-edgar:${made?.native_id}`);
    expect(JSON.stringify(json)).toContain(ACCESSION);
    await Promise.all([before.stop(), after.stop()]);
  });
});

describe('rows of one filer and day without an accession number', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder);

  test('are one filing with its exhibit; an exhibit alone, and a file without a day, are reported', async () => {
    const page = (text: string) => `<html><body><p>${text}</p></body></html>`;
    const files = {
      'release.htm': page('Fictional Works reports results.'),
      'current.htm': page('Item 2.02 Results of Operations and Financial Condition'),
      'alone.htm': page('Fictional Works announces a dividend.'),
      'dayless.htm': page('Item 8.01 Other Events'),
    };
    const path = writeManifest('current', files, [
      'release.htm\tEX-99.1\t9000001\t\t2025-04-22\t',
      'current.htm\t8-K\t9000001\t\t2025-04-22\t',
      'alone.htm\tEX-99.1\t9000001\t\t2025-05-06\t',
      'dayless.htm\t8-K\t9000001\t\t\t',
    ]);
    const filed = await importManifest(worker, path);
    expect(filed.unfiled.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      expect.stringMatching(/^alone\.htm: .*an exhibit of an unknown filing/),
      expect.stringMatching(/^dayless\.htm: .*no accession number, and no form and day of filing/),
    ]);
    const rows = await database.db.query(sql`
      select f.file_name, f.native_type, g.form_type, g.filing_date
      from filings g join filing_files f using (issuer_id, registry, native_id) order by f.file_name`);
    expect(rows).toEqual([
      { file_name: 'current.htm', native_type: '8-K', form_type: '8-K', filing_date: '2025-04-22' },
      { file_name: 'release.htm', native_type: 'EX-99.1', form_type: '8-K', filing_date: '2025-04-22' },
    ]);
    const tally = await database.db.query(sql`select read, unread from tallies where kind = 'manifest'`);
    expect(tally).toEqual([{ read: 2, unread: 2 }]);
  });
});

test('reads filer, form and day of an id that an import made, and none of an accession number', () => {
  const id = importedId({ cik: '0009000001', form: 'DEF 14A/A', filed: '2025-02-20' }, '0123456789abcdef');
  expect(id).toBe('cik-9000001-DEF_14A~A-2025-02-20-0123456789ab');
  expect(importedIdOf(id)).toEqual({ cik: '9000001', form: 'DEF 14A/A', filed: '2025-02-20' });
  expect(importedIdOf(ACCESSION)).toBeNull();
  const url = `https://www.sec.gov/Archives/edgar/imported/${encodeURIComponent(id)}/report.htm`;
  expect(unnumbered.read(id, [url])).toEqual({
    filer: { scheme: 'cik', identifier: '9000001' },
    ...{ formType: 'DEF 14A/A', filingDate: '2025-02-20', periodEnd: null, language: null, fileNames: ['report.htm'] },
  });
  expect(unnumbered.renumber(url, ACCESSION)).toBe(
    'https://www.sec.gov/Archives/edgar/data/9000001/000900000125000007/report.htm',
  );
});
