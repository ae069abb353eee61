import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { valuesOf } from '../../../test/checks/values-of-facts.ts';
import { describeWith } from '../../../test/describe-with.ts';
import { documentUrl } from './addresses.ts';
import { edinet } from './source.ts';

const { parse: parseDocuments, identifyImport } = edinet;

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url);
const EDINET = new URL('jp/edinet/', INTL);

function read(path: string): Buffer {
  const bytes = readFileSync(new URL(path, INTL));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function tableOf(path: string): Record<string, string>[] {
  const [header = '', ...lines] = read(path).toString('utf8').split('\n').filter(Boolean);
  const names = header.split('\t');
  return lines.map(line => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** The URL of a package; recorded ones without a number get one. */
function addressOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const number =
    /^S[A-Z0-9]{7}/.exec(name)?.[0] ?? `${name.replace(/[^a-z0-9]|zip/g, '').toUpperCase()}000`.slice(0, 8);
  return documentUrl(number, path.includes('/csv/') ? 5 : 1);
}

async function open(path: string) {
  const { records, anomalies } = await parseDocuments([{ url: addressOf(path), sha256: '', bytes: read(path) }]);
  return { record: records[0], anomalies };
}

describeWith(EDINET)('the recorded files (skipped without them)', () => {
  const packages = ['docs', 'csv', 'official-samples', 'upload-packages'].flatMap(folder =>
    readdirSync(new URL(`${folder}/`, EDINET))
      .filter(name => name.endsWith('.zip'))
      .map(name => `jp/edinet/${folder}/${name}`),
  );

  test('a report shows its statements in its own order and words', async () => {
    const { record } = await open('jp/edinet/docs/S100TMMG_type1.zip');
    const report = record?.contents?.report;
    expect(report?.statements.map(({ statementType, title }) => [statementType, title])).toEqual([
      ['balance', '連結貸借対照表'],
      ['income', '連結損益計算書'],
      ['comprehensive_income', '連結包括利益計算書'],
      ['changes_in_equity', '連結株主資本等変動計算書'],
      ['cashflow', '連結キャッシュ・フロー計算書'],
      ['balance', '貸借対照表'],
      ['income', '損益計算書'],
      ['changes_in_equity', '株主資本等変動計算書'],
    ]);
    const rowsOf = (at: number) =>
      report?.statements[at]?.rows.map(row => [
        row.label,
        ...row.cells.map(cell => (cell === null ? null : report.facts[cell]?.value)),
      ]) ?? [];
    expect(rowsOf(1).slice(0, 7)).toEqual([
      ['売上高', '1671865000000', '1601677000000'],
      ['売上原価', '717530000000', '716237000000'],
      ['売上総利益', '954335000000', '885440000000'],
      ['販売費及び一般管理費', '425393000000', '381065000000'],
      ['営業利益', '528941000000', '504375000000'],
      ['営業外収益', null, null],
      ['受取利息', '51412000000', '25499000000'],
    ]);
    // The company's own: assets of the balance sheet that has no subsidiaries in it.
    expect(rowsOf(5).find(([label]) => label === '現金及び預金')).toEqual([
      '現金及び預金',
      '932116000000',
      '851039000000',
    ]);
    const retained = report?.statements[3]?.columns.findIndex(
      ({ dimensions, periodEnd }) =>
        dimensions?.['jppfs_cor:ComponentsOfEquityAxis'] === 'jppfs_cor:RetainedEarningsMember' &&
        periodEnd === '2024-03-31',
    );
    const movements = rowsOf(3).map(row => [row[0], row[(retained ?? 0) + 1]]);
    expect(movements.filter(([, value]) => value !== null)).toEqual([
      ['純資産合計', '2392704000000'],
      ['剰余金の配当', '-236339000000'],
      ['親会社株主に帰属する当期純利益', '490602000000'],
      ['当期変動額合計', '254262000000'],
      ['純資産合計', '2646967000000'],
    ]);
  });

  test('packages open, each with its filer, its filing, its files', async () => {
    const lines: string[] = [];
    for (const path of packages) {
      const { record, anomalies } = await open(path);
      const filing = record?.filings[0];
      const { contents } = record ?? {};
      lines.push(
        [
          path.slice('jp/edinet/'.length),
          record?.canonicalKey,
          filing?.formType,
          filing?.filingDate,
          `${contents?.files.length} files ${contents?.text.sections.length} sections ${contents?.report?.facts.length} facts`,
          ...anomalies.map(anomaly => `${anomaly.kind} ${anomaly.detail}`),
        ].join(' '),
      );
    }
    expect(lines).toMatchInlineSnapshot(`
      [
        "docs/S100TMMG_type1.zip edinet:E02367 120 2024-06-28 38 files 132 sections 1394 facts",
        "docs/S100U4EY_type1.zip edinet:E05563 120 2024-07-30 42 files 138 sections 1329 facts",
        "csv/S100W523_type5.zip edinet:G02262 120 2025-08-08 3 files 51 sections 180 facts period_not_told 1 facts left out",
        "csv/S100WGBJ_type5.zip edinet:E31199 350 2025-08-08 1 files 0 sections 248 facts",
        "csv/S100WH6F_type5.zip edinet:E02136 190 2025-08-08 1 files 3 sections 42 facts",
        "csv/S100WHUS_type5.zip edinet:E04291 220 2025-08-08 1 files 6 sections 47 facts",
        "csv/S100WHV2_type5.zip edinet:E35360 100 2025-08-08 1 files 19 sections 66 facts",
        "official-samples/sample_02.zip edinet:X99001 120 2026-06-12 35 files 156 sections 1959 facts",
        "official-samples/sample_03.zip edinet:X99002 120 2026-06-12 36 files 134 sections 1946 facts",
        "official-samples/sample_04.zip edinet:X99004 160 2026-11-19 33 files 61 sections 844 facts",
        "official-samples/sample_08.zip edinet:X99008 100 2026-08-08 9 files 21 sections 68 facts",
        "official-samples/sample_10.zip edinet:Y99009 030 2026-06-29 56 files 70 sections 254 facts",
        "official-samples/sample_11.zip edinet:Y99009 120 2027-04-24 55 files 72 sections 265 facts",
        "official-samples/sample_12.zip edinet:Y99010 160 2027-10-23 29 files 19 sections 131 facts",
        "official-samples/sample_16.zip edinet:X99013 240 2026-09-28 7 files 33 sections 73 facts",
        "official-samples/sample_18.zip edinet:X99014 350 2026-08-10 9 files 1 sections 115 facts",
        "official-samples/sample_20.zip edinet:X99001 130 2026-07-02 35 files 156 sections 1959 facts",
        "upload-packages/valid01.zip edinet:X99001 030 2026-11-20 37 files 176 sections 1367 facts",
        "upload-packages/valid04.zip edinet:X99004 160 2026-11-19 30 files 61 sections 844 facts",
      ]
    `);
  });

  test('a large holding names its holder and the company held', async () => {
    const { record } = await open('jp/edinet/csv/S100WGBJ_type5.zip');
    expect(record?.contents?.filers).toEqual([
      { canonicalKey: 'edinet:E31199', companyName: '株式会社フルタ', role: 'filed_by' },
      { canonicalKey: 'sec_code:28830', companyName: '株式会社大冷', role: 'subject' },
    ]);
  });

  test('facts include the tagged values of the table of truth, by basis and period', async () => {
    const rows = tableOf('truth/intl_financials.tsv').filter(row => row.registry === 'edinet');
    const missing: string[] = [];
    let found = 0;
    for (const [path, own] of Map.groupBy(rows, row => row.document ?? '')) {
      const { record } = await open(path);
      const values = valuesOf(record?.facts ?? []);
      for (const row of own) {
        const concepts = (row.element_or_label ?? '').split(' + ').map(part => part.split(' ')[0] ?? '');
        if (!['tagged', 'computed', 'data_row'].includes(row.basis ?? '')) continue;
        const isFund = path.includes('S100W523');
        const dimensions = row.consolidated === 'yes' || isFund ? '' : 'basis=non_consolidated';
        const sum = concepts.reduce((total, concept) => total + valueAt(values, concept, dimensions, row), 0);
        if (sum === Number(row.value)) found++;
        else missing.push(`${path} ${row.line_item} ${row.period_end} ${row.consolidated} ${row.value}: ${sum}`);
      }
    }
    expect(missing).toEqual([]);
    expect(found).toMatchInlineSnapshot(`277`);
  });

  test('the list of codes has the companies of the table of truth with all names and numbers', async () => {
    const path = 'jp/edinet/codelist/EdinetcodeDlInfo_2024-07-21.csv.gz';
    const bytes = read(path);
    const url = identifyImport('EdinetcodeDlInfo_2024-07-21.csv', bytes);
    const { records, anomalies } = await parseDocuments([{ url, sha256: '', bytes }]);
    expect(anomalies).toEqual([]);
    const byKey = new Map(records.map(record => [record.canonicalKey, record.issuer]));
    const rows = tableOf('truth/intl_entities.tsv').filter(
      row => row.row_type === 'entity' && row.source_files?.includes('EdinetcodeDlInfo_2024-07-21'),
    );
    const wrong = rows.flatMap(row => {
      const issuer = byKey.get(row.canonical_key ?? '');
      const has = (scheme: string, wanted: string | undefined) =>
        !wanted ||
        issuer?.identifiers.some(identifier => identifier.scheme === scheme && identifier.identifier === wanted) ===
          true;
      const isNamed = (kind: string, wanted: string | undefined) =>
        !wanted || issuer?.alternateNames?.some(name => name.kind === kind && name.name === wanted) === true;
      const isRenamed = row.note?.includes('renamed');
      const checks = {
        name: isRenamed || isNamed('local', row.name_local),
        kana: isNamed('kana', row.name_romanised),
        english: isNamed('english', row.name_english),
        edinet: has('edinet', row.edinet_code),
        jcn: has('jcn', row.jcn),
        ticker: (issuer?.listings[0]?.ticker ?? '') === row.ticker,
      };
      return Object.entries(checks).flatMap(([check, isRight]) => (isRight ? [] : [`${row.canonical_key} ${check}`]));
    });
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(50);
  });

  test('lists of codes and of days are read completely', async () => {
    const paths = ['codelist', 'list'].flatMap(folder =>
      readdirSync(new URL(`${folder}/`, EDINET)).map(name => `jp/edinet/${folder}/${name}`),
    );
    const lines: string[] = [];
    for (const path of paths) {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/, '');
      try {
        const bytes = read(path);
        const url = name.endsWith('.zip')
          ? 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip#2023-10-31'
          : identifyImport(name, bytes);
        const { records, anomalies } = await parseDocuments([{ url, sha256: '', bytes }]);
        const filings = records.reduce((sum, record) => sum + record.filings.length, 0);
        const met = anomalies.map(anomaly => `${anomaly.kind} ${anomaly.detail}`);
        lines.push([name, records[0]?.source, `${records.length} issuers ${filings} filings`, ...met].join(' '));
      } catch (error) {
        lines.push(`${name}: ${error instanceof Error ? error.message : ''}`);
      }
    }
    expect(lines).toMatchInlineSnapshot(`
      [
        "EdinetcodeDlInfo_2024-07-21.csv stated/2024-07/filers 10814 issuers 0 filings",
        "EdinetcodeDlInfo_tkido_a.csv stated/2019-01/filers 9660 issuers 0 filings",
        "Edinetcode_20231031.zip stated/2023-10/filers 10662 issuers 0 filings",
        "FundcodeDlInfo_2026-05-12.csv stated/2026-05/funds 6371 issuers 0 filings",
        "auth_error.json: Unrecognised file auth_error.json: it is an error response, 401 Access denied due to invalid subscription key.Make sure to provide a valid key for an active subscription.",
        "bad_request.json: Unrecognised file bad_request.json: it is an error response, 400 Bad Request",
        "documents_2024-02-14.csv stated/2024-02-14/documents 1038 issuers 2071 filings",
        "documents_2024-06-26.csv stated/2024-06-26/documents 727 issuers 1845 filings",
        "documents_2024-06-27.csv stated/2024-06-27/documents 1114 issuers 2723 filings",
        "documents_2024-06-28.csv stated/2024-06-28/documents 1214 issuers 2424 filings",
        "documents_2025-06-25.csv stated/2025-06-25/documents 787 issuers 1804 filings",
        "documents_2025-06-26.csv stated/2025-06-26/documents 833 issuers 1843 filings",
        "documents_2025-06-27_excerpt.json stated/2025-06-27/documents 2 issuers 2 filings",
        "not_found.json: Unrecognised file not_found.json: it is an error response, 404 Not Found",
      ]
    `);
  });

  test('parts of an annual report are found by their names, with their text', async () => {
    const { record } = await open('jp/edinet/docs/S100TMMG_type1.zip');
    const sections = new Map(record?.contents?.text.sections.map(section => [section.sectionKey, section]));
    for (const key of [
      'business',
      'business_risks',
      'management_analysis',
      'major_shareholders',
      'officers',
      'segment_information',
    ]) {
      expect(sections.get(key)?.status, key).toBe('found');
    }
    expect(sections.get('business_risks')?.title).toBe('事業等のリスク');
    expect(sections.get('business_risks')?.text).toContain('為替レート');
    expect(sections.get('major_shareholders')?.text).toContain('日本マスタートラスト信託銀行');
    expect(sections.get('business_risks')?.html).not.toContain('style=');
  });
});

function valueAt(
  values: ReadonlyMap<string, number>,
  concept: string,
  dimensions: string,
  row: Record<string, string>,
): number {
  const matches = [...values].filter(([key]) => {
    if (!key.startsWith(`${concept} [${dimensions}] `) || !key.endsWith(`/${row.period_end}`)) return false;
    return !row.period_start || key.endsWith(`] ${row.period_start}/${row.period_end}`) || key.includes('] /');
  });
  return matches[0]?.[1] ?? Number.NaN;
}
