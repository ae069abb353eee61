import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { writeFiles } from '../../../test/fictional/registry.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { annualValue, exportText, ingestFrom, startTestWorker, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { archiveBulk, archiveDocuments } from '../../pipeline/runs/ingest.ts';
import {
  FICTIONAL_LABELS,
  FICTIONAL_LEI,
  fictionalFolder,
  fictionalId,
  fictionalInline,
  fictionalJson,
  fictionalPage,
  OTHER_LEI,
} from './fictional-reports.ts';
import { esef } from './source.ts';

const ingest = ingestFrom('esef');
const folder = useTemporaryFolder();
const everything = { kind: 'everything', since: null } as const;

describe('a mirror of the index', () => {
  const database = useTestDatabase();
  const worker = useTestWorker(database, folder, { registries: ['esef'] });
  let mirror: string;

  beforeAll(async () => {
    mirror = join(folder.path, 'mirror');
    const page = fictionalPage(
      [
        ['2023-12-31', FICTIONAL_LEI],
        ['2022-12-31', FICTIONAL_LEI],
        ['2023-12-31', OTHER_LEI],
      ],
      'FICTIEVE WERKEN NV',
    );
    writeFiles(mirror, {
      'filings.xbrl.org/api/filings@filter%5Bcountry%5D=BE&include=entity&page%5Bsize%5D=100': page,
      'filings.xbrl.org/api/filings@filter%5Bcountry%5D=LU&include=entity&page%5Bsize%5D=100':
        '{"data":[],"meta":{"count":0}}',
      [`${fictionalFolder('2023-12-31')}/fict-2023-12-31-nl.json`]: fictionalJson(2023, 5_000_000),
      [`${fictionalFolder('2022-12-31')}/fict-2022-12-31-nl.zip`]: makeZip({
        'f/META-INF/reportPackage.json': '{}',
        'f/reports/fict-2022-12-31-nl.xhtml': fictionalInline(2022, '4.000'),
      }),
    });
  });

  test('is read: issuers, filings, facts, text and canonical values', async () => {
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failure: null, tasks: 3, done: 3, failed: 0 });
    const issuer = await database.db.queryOne(sql`
      select company_name, company_type from issuers where canonical_key = ${`lei:${FICTIONAL_LEI}`}`);
    expect(issuer).toEqual({ company_name: 'FICTIEVE WERKEN NV', company_type: 'commercial' });
    expect(await annualValue(database.db, `lei:${FICTIONAL_LEI}`, '2023-12-31', 'revenue')).toBe(5_000_000);
    expect(await annualValue(database.db, `lei:${FICTIONAL_LEI}`, '2023-12-31', 'total_assets')).toBe(10_000_000);
    expect(await annualValue(database.db, `lei:${FICTIONAL_LEI}`, '2022-12-31', 'revenue')).toBe(4_000_000);
    const sections = await database.db.query(sql`select section_key, native_id from filing_sections`);
    expect(sections).toEqual([{ section_key: 'report', native_id: fictionalId('2022-12-31') }]);
    const known = await database.db.query(
      sql`select known_at from filings where native_id = ${fictionalId('2023-12-31')}`,
    );
    expect(known).toEqual([{ known_at: '2024-04-28T16:05:09Z' }]);
  });

  test('gives the same store when read again or reprocessed', async () => {
    const text = await exportText(database.db);
    expect(await ingest(worker, everything, { mirror })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
  });

  test('gives the same for imported reports and packages', async () => {
    const files = {
      'loose.json': fictionalJson(2021, 3_000_000),
      'package.zip': makeZip({
        'p/META-INF/reportPackage.json': '{}',
        'p/reports/a.xhtml': fictionalInline(2020, '2.000'),
        'p/f.example/f_lab.xml': FICTIONAL_LABELS,
      }),
    };
    writeFiles(folder.path, files);
    const documents = await archiveDocuments(worker.tools, esef, [join(folder.path, 'loose.json')]);
    expect(await ingest(worker, documents)).toMatchObject({ done: 1, failed: 0 });
    const bulk = await archiveBulk(worker.tools, [join(folder.path, 'package.zip')]);
    expect(await ingest(worker, bulk)).toMatchObject({ done: 1, failed: 0 });
    expect(await annualValue(database.db, `lei:${FICTIONAL_LEI}`, '2021-12-31', 'revenue')).toBe(3_000_000);
    expect(await annualValue(database.db, `lei:${FICTIONAL_LEI}`, '2020-12-31', 'revenue')).toBe(2_000_000);
    const text = await exportText(database.db);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    const primary = await database.db.query(sql`select primary_document from filings where period_end = '2020-12-31'`);
    expect(primary).toEqual([{ primary_document: 'a.xhtml' }]);
  });

  test('reports a page that became an error, and removes nothing', async () => {
    const text = await exportText(database.db);
    const broken = join(folder.path, 'broken');
    writeFiles(broken, {
      'filings.xbrl.org/api/filings@filter%5Bcountry%5D=BE&include=entity&page%5Bsize%5D=100':
        '<html>Checking your browser</html>',
      [`${fictionalFolder('2023-12-31')}/fict-2023-12-31-nl.json`]: '{"documentInfo":{',
    });
    const result = await ingest(worker, everything, { mirror: broken });
    expect(result.failed).toBe(2);
    const kinds = await database.db.query<{ kind: string }>(
      sql`select distinct kind from anomalies where kind like '%json' order by kind`,
    );
    expect(kinds.map(kind => kind.kind)).toEqual(['html_instead_of_json', 'truncated_json']);
    expect(await annualValue(database.db, `lei:${FICTIONAL_LEI}`, '2023-12-31', 'revenue')).toBe(5_000_000);
    expect(text).toContain(FICTIONAL_LEI);
  });
});

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;

describe.skipIf(!existsSync(INTL))('the recorded mirror and files (skipped if they are missing)', () => {
  const database = useTestDatabase();

  test('are stored without a failure, with the values of Kainos’ statements', async () => {
    const worker = await startTestWorker(database.connection, join(folder.path, 'real'), { registries: ['esef'] });
    const mirrored = await ingest(worker, everything, { mirror: join(INTL, 'mirror') });
    expect(mirrored).toMatchObject({ failure: null, tasks: 46, done: 46, failed: 0 });
    const [header = '', ...lines] = readFileSync(join(INTL, 'truth/intl_financials.tsv'), 'utf8').split('\n');
    const columns = header.split('\t');
    const wrong: string[] = [];
    let compared = 0;
    for (const line of lines.filter(line => line.includes('kainos_2022.json'))) {
      const cells = line.split('\t');
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      const value = await annualValue(database.db, `lei:${cell('lei')}`, cell('period_end'), cell('line_item'));
      compared++;
      if (value !== Number(cell('value')))
        wrong.push(`${cell('line_item')} ${cell('period_end')}: ${value}, not ${cell('value')}`);
    }
    expect(compared).toBe(20);
    expect(wrong).toEqual([]);
    const text = await exportText(database.db);
    expect(await ingest(worker, { kind: 'replay', from: 'parse' }, { force: true })).toMatchObject({ failed: 0 });
    expect(await exportText(database.db)).toBe(text);
    const anomalies = await database.db.query(sql`select kind, source, detail from anomalies`);
    expect(anomalies).toEqual([]);
    const packages = [
      'groot-en-jaarrekening-ifrs-2023',
      'groot-nl-jaarrekening-2023',
      'nba-micro-nl-inrichtingsjaarrekening-2023',
    ];
    const bulk = await archiveBulk(
      worker.tools,
      packages.map(name => join(INTL, 'eu/nl-kvk', `${name}.zip`)),
    );
    expect(await ingest(worker, bulk)).toMatchObject({ done: 3, failed: 0 });
    const loose = ['dk-dba/valid-ixbrl-001.xhtml.gz', 'esef/sample_minimal_esef.xhtml', 'xbrl-json/kainos_2022.json'];
    const documents = await archiveDocuments(
      worker.tools,
      esef,
      loose.map(path => join(INTL, 'eu', path)),
    );
    // One of them is a report that the mirror has too.
    expect(await ingest(worker, documents)).toMatchObject({ done: 2, unchanged: 1, failed: 0 });
    await worker.stop();
  });
});
