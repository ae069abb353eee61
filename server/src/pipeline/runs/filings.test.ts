import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { annualReport, submissionText } from '../../../test/fictional/filing.ts';
import {
  type FictionalCompany,
  fictionalCompanies,
  memberOf,
  placeOf as placeInMirror,
  submissionsOf,
  tickerList,
  writeFiles,
} from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { annualValue, exportText, ingest, useTestWorker } from '../../../test/worker.ts';
import { type Database, sql } from '../../db/database.ts';
import { secEdgar } from '../../sources/sec-edgar/source.ts';
import { archiveManifest } from './ingest.ts';

const folder = useTemporaryFolder();
const everything = { kind: 'everything', since: null } as const;
const [first, second] = fictionalCompanies(2) as [FictionalCompany, FictionalCompany];
const ACCESSION = '0009000001-25-000001';
const KEY = 'cik:9000001';
const figures = { revenue: 41_250, netIncome: 6_400, assets: 91_000 };

function annualSubmission(company = first, accession = ACCESSION): string {
  const documents = [
    { type: '10-K', name: 'report-2024.htm', text: `<XBRL>\n${annualReport(company, figures)}\n</XBRL>` },
    { type: 'EX-21.1', name: 'ex21.txt', text: 'Subsidiaries: Fictional Works Limited.' },
  ];
  return submissionText({ company, accession, form: '10-K', filed: '20250220', period: '20241231', documents });
}

const placeOf = (accession: string, cik = 9_000_001) => placeInMirror({ cik }, accession);

async function sectionKeys(db: Database, accession: string): Promise<string[]> {
  const rows = await db.query<{ section_key: string }>(
    sql`select section_key from filing_sections where native_id = ${accession} order by section_key`,
  );
  return rows.map(row => row.section_key);
}

describe('the documents of a filing', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder);
  let mirror: string;

  beforeAll(async () => {
    mirror = join(folder.path, 'mirror');
    writeFiles(mirror, {
      ...tickerList([first]),
      [placeOf(ACCESSION)]: annualSubmission(),
    });
  });

  test('give its row, files, sections, facts and canonical values before a summary contains it', async () => {
    const result = await ingest(worker, everything, { mirror });
    expect(result).toMatchObject({ failure: null, failed: 0, filings: 1, facts: 3 });
    const filing = await database.db.queryOne(sql`
      select form_type, filing_date, accepted_at, period_end, has_xbrl from filings where native_id = ${ACCESSION}`);
    expect(filing).toEqual({
      form_type: '10-K',
      filing_date: '2025-02-20',
      accepted_at: '2025-02-20T21:05:00Z',
      period_end: '2024-12-31',
      has_xbrl: true,
    });
    const files = await database.db.query(sql`
      select file_name, role, status from filing_files where native_id = ${ACCESSION} order by position`);
    expect(files).toEqual([
      { file_name: 'report-2024.htm', role: 'primary', status: 'stored' },
      { file_name: 'ex21.txt', role: 'attachment', status: 'stored' },
    ]);
    expect(await sectionKeys(database.db, ACCESSION)).toEqual(
      expect.arrayContaining(['item_1', 'item_1a', 'item_2', 'item_7', 'item_8', 'item_9b']),
    );
    expect(await annualValue(database.db, KEY, '2024-12-31', 'revenue')).toBe(41_250);
    expect(await annualValue(database.db, KEY, '2024-12-31', 'total_assets')).toBe(91_000);
  });

  test('write nothing the second time, and reprocessing them builds the same store', async () => {
    const text = await exportText(database.db);
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ done: 0, failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
  });

  test('are read again from their text if rules of another version read them, and only then', async () => {
    const text = await exportText(database.db);
    const again = () => ingest(worker, { kind: 'replay', from: 'text' }, { force: true });
    expect(await again()).toMatchObject({ failure: null, done: 0 });
    await database.db.execute(
      sql`update red_flag_readings set rules_version = '0', digest = '0' where native_id = ${ACCESSION}`,
    );
    expect(await again()).toMatchObject({ failure: null, failed: 0, done: 1 });
    expect(await exportText(database.db)).toBe(text);
    expect(await again()).toMatchObject({ done: 0 });
  });

  test('are superseded by a summary that contains the filing, and the values stay', async () => {
    const label = { accn: ACCESSION, fy: 2024, fp: 'FY', form: '10-K', filed: '2025-02-20' };
    const year = { start: '2024-01-01', end: '2024-12-31', ...label };
    const facts = {
      Revenues: { label: '', description: '', units: { USD: [{ ...year, val: 41_250 }] } },
      NetIncomeLoss: { label: '', description: '', units: { USD: [{ ...year, val: 6_400 }] } },
      Assets: { label: '', description: '', units: { USD: [{ end: '2024-12-31', ...label, val: 91_000 }] } },
    };
    writeFiles(mirror, {
      [`data.sec.gov/submissions/${memberOf(first)}`]: submissionsOf(first),
      [`data.sec.gov/api/xbrl/companyfacts/${memberOf(first)}`]: JSON.stringify({
        cik: first.cik,
        entityName: first.name,
        facts: { 'us-gaap': facts },
      }),
    });
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failed: 0 });
    const sources = await database.db.query(sql`select source from fact_sources order by source`);
    expect(sources).toEqual([{ source: 'companyfacts' }]);
    expect(await annualValue(database.db, KEY, '2024-12-31', 'revenue')).toBe(41_250);
    const kept = await database.db.queryOne(sql`select count(*) from fact_series where source like 'filing/%'`);
    expect(kept).toEqual({ count: '0' });
  });

  test('are kept and reported if damaged, and affect nothing else', async () => {
    const damaged = '0009000002-25-000001';
    const whole = '0009000002-25-000002';
    const text = annualSubmission(second, damaged);
    writeFiles(mirror, {
      [placeOf(damaged, 9_000_002)]: text.slice(0, text.indexOf('Item 7.')),
      [placeOf(whole, 9_000_002)]: annualSubmission(second, whole),
      [placeOf('0009000002-25-000003', 9_000_002)]: '\u0000\u0001 nothing that anybody filed',
    });
    const result = await ingest(worker, everything, { mirror });
    expect(result.failed).toBe(1);
    expect(await sectionKeys(database.db, damaged)).toContain('item_1');
    expect(await sectionKeys(database.db, whole)).toContain('item_8');
    const reported = await database.db.query<{ source: string }>(sql`
      select distinct source from anomalies where source like '%0009000002%'`);
    expect(reported.map(row => row.source).some(source => source.includes(damaged))).toBe(true);
    const archived = await database.db.queryOne(sql`
      select count(*) from fetches where url like '%0009000002-25-000003.txt'`);
    expect(archived).toEqual({ count: '1' });
  });

  test('are imported from a folder by a manifest; a file that names neither filer nor filing is reported', async () => {
    const loose = join(folder.path, 'loose');
    mkdirSync(loose, { recursive: true });
    writeFileSync(join(loose, 'report.htm'), annualReport(second, figures));
    writeFileSync(join(loose, 'stray.htm'), '<p>Who am I?</p>');
    const rows = [
      'path\tform\tcik\taccession\tfiled\tperiod',
      'report.htm\t10-K\t\t0009000002-25-000009\t2025-02-21\t2024-12-31',
      'stray.htm\t10-K\t\t\t\t',
      'absent.htm\t10-K\t9000002\t0009000002-25-000010\t\t',
    ];
    writeFileSync(join(loose, 'MANIFEST.tsv'), `${rows.join('\n')}\n`);
    const filed = await archiveManifest(worker.tools, secEdgar, join(loose, 'MANIFEST.tsv'));
    expect(filed.unfiled.map(file => file.path).sort()).toEqual(['absent.htm', 'stray.htm']);
    expect(await ingest(worker, filed.wanted)).toMatchObject({ done: 1, failed: 0 });
    const filing = await database.db.queryOne(sql`
      select canonical_key, form_type, filing_date from filings join issuers using (issuer_id)
      where native_id = '0009000002-25-000009'`);
    expect(filing).toEqual({ canonical_key: 'cik:9000002', form_type: '10-K', filing_date: '2025-02-21' });
    expect(await sectionKeys(database.db, '0009000002-25-000009')).toContain('item_1a');
  });
});
