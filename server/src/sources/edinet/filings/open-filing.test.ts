import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../../test/write-zip.ts';
import { documentUrl, withNote } from '../addresses.ts';
import { ANNUAL_STEM, annualPackage, MILL } from '../fictional-documents.ts';
import { edinet } from '../source.ts';
import { openFiling } from './open-filing.ts';
import { keyOfElement } from './section-catalogue.ts';

const URL_1 = documentUrl('S100ZZ01', 1);

function open(...documents: { url: string; bytes: Buffer }[]) {
  const { records, anomalies } = openFiling(documents.map(document => ({ ...document, sha256: '' })));
  return { record: records[0] ?? null, kinds: anomalies.map(anomaly => anomaly.kind) };
}

function seriesOf(consolidated: 'true' | 'false'): string[] {
  const { record } = open({ url: URL_1, bytes: makeZip(annualPackage(consolidated)) });
  const series = record?.facts[0]?.series ?? [];
  return series.map(
    factSeries =>
      `${factSeries.concept} [${factSeries.dimensions}] ${factSeries.values.join()} ${factSeries.unit} ${factSeries.decimals?.join()}`,
  );
}

describe('a package', () => {
  test('gives amounts in yen, with the basis of stand-alone ones only if there are consolidated ones', () => {
    expect(seriesOf('true')).toEqual([
      'jppfs_cor:NetSales [] 12345000000 JPY -6',
      'jppfs_cor:Assets [] 20000000000 JPY -6',
      'jppfs_cor:NetSales [basis=non_consolidated] 9876000000 JPY -6',
    ]);
    expect(seriesOf('false')).toEqual(['jppfs_cor:NetSales [] 9876000000 JPY -6']);
  });

  test('gives filer, filing, files and parts; reports of auditors are files without facts', () => {
    const { record, kinds } = open({ url: URL_1, bytes: makeZip(annualPackage('true')) });
    expect(kinds).toEqual([]);
    expect(record).toMatchObject({
      canonicalKey: `edinet:${MILL.code}`,
      issuer: { companyName: MILL.name, fiscalYearEnd: '03-31', listings: [{ ticker: '990A' }] },
      filings: [
        { formType: '120', filingDate: '2024-06-28', periodEnd: '2024-03-31', knownAt: '2024-06-28T08:15:00Z' },
      ],
    });
    const { files, text } = record?.contents ?? { files: [], text: null };
    expect(files.map(file => `${file.nativeType} ${file.role}`)).toEqual([
      'PublicDoc attachment',
      'PublicDoc primary',
      'AuditDoc attachment',
    ]);
    expect(text?.sections.map(section => `${section.sectionKey} ${section.title}`)).toEqual([
      'business_risks 事業等のリスク',
    ]);
    expect(text?.sections[0]?.text).toContain('小麦の価格が上がると');
  });

  test('counts once if it is there twice, as filed and from the registry', () => {
    const bytes = makeZip(annualPackage('true'));
    const once = open({ url: URL_1, bytes });
    const copy = { url: 'package/X99999-000.zip', bytes };
    const twice = open({ url: URL_1, bytes }, copy);
    expect(twice.kinds).toEqual([]);
    expect(twice.record?.contents?.files).toEqual(once.record?.contents?.files);
    expect(twice.record?.facts).toEqual(once.record?.facts);
    const other = makeZip(annualPackage('false'));
    expect(open({ url: URL_1, bytes }, { url: URL_1, bytes: other }).kinds).toContain('repeated_file');
  });

  test('belongs to the issuer that was known at its request', () => {
    const url = withNote(URL_1, `jcn:${MILL.number}`);
    const { record } = open({ url, bytes: makeZip(annualPackage('true')) });
    expect(record?.canonicalKey).toBe(`jcn:${MILL.number}`);
    expect(record?.issuer?.identifiers).toContainEqual({ scheme: 'jcn', identifier: MILL.number });
    expect(record?.contents?.files[0]?.url.startsWith(`${URL_1}#XBRL/`)).toBe(true);
  });

  test('is reported if it is damaged, hostile or no package, without records', () => {
    const zip = makeZip(annualPackage('true'));
    const cut = open({ url: URL_1, bytes: zip.subarray(0, zip.length - 40) });
    expect(cut).toEqual({ record: null, kinds: ['not_a_zip'] });
    expect(open({ url: URL_1, bytes: Buffer.from('{"metadata":{"status":"404","message":"Not Found"}}') })).toEqual({
      record: null,
      kinds: ['error_answer'],
    });
    expect(open({ url: URL_1, bytes: makeZip({ '../XBRL/PublicDoc/x.htm': 'x' }) }).kinds).toEqual(['not_a_zip']);
    expect(open({ url: URL_1, bytes: makeZip({ 'readme.txt': 'x' }) }).kinds).toEqual(['unknown_filer']);
    const bomb = makeZip({ [`XBRL/PublicDoc/0101010_honbun_${ANNUAL_STEM}_ixbrl.htm`]: Buffer.alloc(8 << 20) });
    expect(open({ url: URL_1, bytes: bomb }).kinds).toContain('zip_bomb');
  });

  test('is read with unclosed markup, NULs and entity bombs', () => {
    const entities =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const deep = `${entities}<html>${'<div>'.repeat(50_000)}\u0000&b;&x;`;
    const bytes = makeZip({ [`XBRL/PublicDoc/0101010_honbun_${ANNUAL_STEM}_ixbrl.htm`]: deep });
    const { record } = open({ url: URL_1, bytes });
    expect(record?.facts).toEqual([]);
    expect(JSON.stringify(record?.contents?.text)).not.toContain('root:');
  });

  test('keeps a PDF as a file of the filing', () => {
    const url = withNote(documentUrl('S100ZZ01', 2), `jcn:${MILL.number}`);
    const { record } = open({ url, bytes: Buffer.from('%PDF-1.7') });
    expect(record?.contents?.files.map(file => `${file.fileName} ${file.contentType}`)).toEqual([
      'S100ZZ01.pdf application/pdf',
    ]);
    expect(record?.contents?.text.status).toBe('sections_not_found');
  });
});

describe('a report as CSV (UTF-16LE, tabs)', () => {
  const header = [
    '要素ID',
    '項目名',
    'コンテキストID',
    '相対年度',
    '連結・個別',
    '期間・時点',
    'ユニットID',
    '単位',
    '値',
  ];
  const cover = (name: string, value: string) => [
    `jpdei_cor:${name}DEI`,
    '',
    'FilingDateInstant',
    '提出日時点',
    'その他',
    '時点',
    '－',
    '－',
    value,
  ];
  const rows = [
    header,
    cover('EDINETCode', MILL.code),
    cover('CurrentFiscalYearStartDate', '2023-04-01'),
    cover('CurrentFiscalYearEndDate', '2024-03-31'),
    cover('CurrentPeriodEndDate', '2024-03-31'),
    cover('WhetherConsolidatedFinancialStatementsArePrepared', 'true'),
    ['jppfs_cor:NetSales', '売上高', 'CurrentYearDuration', '当期', '連結', '期間', 'JPY', '円', '12345000000'],
    [
      'jppfs_cor:NetSales',
      '売上高',
      'CurrentYearDuration_NonConsolidatedMember',
      '当期',
      '個別',
      '期間',
      'JPY',
      '円',
      '-5',
    ],
    ['jppfs_cor:Assets', '資産', 'CurrentYearInstant', '当期末', '連結', '時点', 'JPY', '円', '－'],
    ['jpcrp_cor:EPS', '1株', 'CurrentYearDuration', '当期', '連結', '期間', 'JPYPerShares', '円', '12.50'],
    ['jppfs_cor:NetSales', '売上高', 'Prior4YearDuration', '四期前', '連結', '期間', 'JPY', '円', '1'],
    ['jppfs_cor:Cash', '現金', 'CurrentYearInstant', '当期末', '連結', '時点', 'JPY', '円', '多額'],
    [
      'jpcrp_cor:BusinessRisksTextBlock',
      '事業等のリスク [テキストブロック]',
      'FilingDateInstant',
      '',
      '',
      '時点',
      '－',
      '－',
      '一行目\n二行目',
    ],
  ];
  const text = rows.map(row => row.map(cell => `"${cell}"`).join('\t')).join('\r\n');
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const zip = makeZip({ [`XBRL_TO_CSV/${ANNUAL_STEM}.csv`]: bytes });

  test('gives facts with dates that the report states, and counts facts without dates', () => {
    const { record, kinds } = open({ url: documentUrl('S100ZZ01', 5), bytes: zip });
    const series = record?.facts[0]?.series.map(
      factSeries => `${factSeries.concept} [${factSeries.dimensions}] ${factSeries.unit} ${factSeries.values[0]}`,
    );
    expect(series).toEqual([
      'jppfs_cor:NetSales [] JPY 12345000000',
      'jppfs_cor:NetSales [basis=non_consolidated] JPY -5',
      'jppfs_cor:Assets [] JPY null',
      'jpcrp_cor:EPS [] JPY/shares 12.5',
    ]);
    expect(record?.contents?.report?.facts.find(fact => fact.unit !== null)).toMatchObject({
      periodStart: '2023-04-01',
      periodEnd: '2024-03-31',
    });
    expect(kinds).toEqual(['bad_value', 'period_not_told']);
    expect(record?.contents?.text.sections[0]?.text).toContain('二行目');
  });

  test('is read with its columns in another order, and an additional column is reported', () => {
    const wide = rows.map((row, at) => [at === 0 ? '新' : '', ...row.toReversed()]);
    const other = wide.map(row => row.map(cell => `"${cell}"`).join('\t')).join('\r\n');
    const { record, kinds } = open({
      url: documentUrl('S100ZZ01', 5),
      bytes: makeZip({ [`XBRL_TO_CSV/${ANNUAL_STEM}.csv`]: Buffer.from(`\ufeff${other}`, 'utf16le') }),
    });
    expect(record?.facts[0]?.series[0]?.values[0]).toBe(12_345_000_000);
    expect(kinds).toEqual(['changed_columns', 'bad_value', 'period_not_told']);
  });

  test('without one of its columns is an anomaly that names the column', () => {
    const narrow = rows.map(row => row.slice(1));
    const other = narrow.map(row => row.map(cell => `"${cell}"`).join('\t')).join('\r\n');
    const { record, kinds } = open({
      url: documentUrl('S100ZZ01', 5),
      bytes: makeZip({ [`XBRL_TO_CSV/${ANNUAL_STEM}.csv`]: Buffer.from(`\ufeff${other}`, 'utf16le') }),
    });
    expect(record?.facts ?? []).toEqual([]);
    expect(kinds).toContain('changed_columns');
  });

  test('is ignored if there are tagged documents', () => {
    const { record } = open(
      { url: documentUrl('S100ZZ01', 5), bytes: zip },
      { url: URL_1, bytes: makeZip(annualPackage('true')) },
    );
    expect(record?.facts[0]?.series.find(series => series.concept === 'jppfs_cor:NetSales')?.decimals).toEqual([-6]);
  });
});

test('elements outside the catalogue keep their own names', () => {
  expect(keyOfElement('NotesRegardingDividendTextBlock')).toBe('notes_regarding_dividend');
  expect(keyOfElement('NotesIFRSTextBlock')).toBe('notes_ifrs');
});

/** The values of a filing that do not depend on the names and places of its files. */
function valuesOf(files: Readonly<Record<string, string>>) {
  const { record, kinds } = open({ url: URL_1, bytes: makeZip(files) });
  const facts = record?.facts.flatMap(set =>
    set.series.map(series => `${series.concept} [${series.dimensions}] ${series.values}`),
  );
  const { formType, filingDate, periodEnd } = record?.filings[0] ?? {};
  const sections = record?.contents?.text.sections.map(section => section.sectionKey);
  return { key: record?.canonicalKey, facts, formType, filingDate, periodEnd, sections, kinds };
}

function changed(change: (path: string, content: string) => [path: string, content: string]): Record<string, string> {
  return Object.fromEntries(Object.entries(annualPackage('true')).map(([path, content]) => change(path, content)));
}

/** Their first members have what the names of the others would state. */
const OWN = 'xmlns:own="http://disclosure.edinet-fsa.go.jp/jpcrp030000/asr/001/E99901-000/2024-03-31/01/2024-06-28"';

describe('a document of a package', () => {
  test.each<[string, (path: string, content: string) => [string, string]]>([
    ['in other folders', (path, content) => [`a/b/${path.replace('PublicDoc/', 'PublicDoc/c/')}`, content]],
    ['in none', (path, content) => [path.replace('XBRL/PublicDoc/', ''), content]],
    [
      'under other names',
      (path, content) => [path.replace(/PublicDoc.*(\d)_(header|honbun).*/, 'PublicDoc/$2.xml'), content],
    ],
    [
      'with other prefixes',
      (path, content) => [path, content.replace(/\b(ix|xbrli|link)(?=[:=])/g, prefix => `my-${prefix}`)],
    ],
    [
      'without the address of its schema',
      (path, content) => [
        path.replace(ANNUAL_STEM, 'x'),
        content.replace(/<link:schemaRef[^>]*>/, '').replace('<html ', `<html ${OWN} `),
      ],
    ],
  ])('%s is known by its root and namespaces', (_, change) => {
    const { kinds, ...values } = valuesOf(changed(change));
    expect({ ...values, kinds: [] }).toEqual(valuesOf(annualPackage('true')));
    expect(values.facts).toHaveLength(3);
    expect(kinds.filter(kind => kind !== 'empty_references')).toEqual([]);
  });
});

const IFRS = 'http://xbrl.ifrs.org/taxonomy/2015-03-11/ifrs-full';

function ifrsInstance(root: string): string {
  const context = (id: string, period: string): string =>
    `<${root}:context id="${id}"><${root}:entity><${root}:identifier scheme="http://disclosure.edinet-fsa.go.jp">${MILL.code}-000</${root}:identifier></${root}:entity><${root}:period>${period}</${root}:period></${root}:context>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root}:xbrl xmlns:${root}="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:ifrs="${IFRS}">
${context('CurrentYearDuration', `<${root}:startDate>2023-04-01</${root}:startDate><${root}:endDate>2024-03-31</${root}:endDate>`)}
${context('CurrentYearInstant', `<${root}:instant>2024-03-31</${root}:instant>`)}
<${root}:unit id="JPY"><${root}:measure>iso4217:JPY</${root}:measure></${root}:unit>
<ifrs:Revenue contextRef="CurrentYearDuration" unitRef="JPY" decimals="-6">12345000000</ifrs:Revenue>
<ifrs:Assets contextRef="CurrentYearInstant" unitRef="JPY" decimals="-6">20000000000</ifrs:Assets>
</${root}:xbrl>`;
}

describe('statements under IFRS in an instance of their own, as of 2014 to 2018', () => {
  const stem = ANNUAL_STEM.replace('jpcrp030000-asr', 'ifrs-asr');

  test.each(['xbrli', 'x'])('are read beside the report, with the prefix %s of the root', root => {
    const files = { ...annualPackage('true'), [`XBRL/PublicDoc/${stem}.xbrl`]: ifrsInstance(root) };
    const values = valuesOf(files);
    expect(values).toMatchObject({ formType: '120', periodEnd: '2024-03-31', kinds: [] });
    expect(values.facts).toContain('ifrs-full:Revenue [] 12345000000');
    expect(values.facts).toContain('ifrs-full:Assets [] 20000000000');
    expect(values.facts).toContain('jppfs_cor:NetSales [basis=non_consolidated] 9876000000');
  });

  test('are a filing of their own if the package has nothing else', () => {
    expect(valuesOf({ [`XBRL/PublicDoc/${stem}.xbrl`]: ifrsInstance('xbrli') })).toMatchObject({
      key: `edinet:${MILL.code}`,
      formType: '120',
      filingDate: '2024-06-28',
      periodEnd: '2024-03-31',
      facts: ['ifrs-full:Revenue [] 12345000000', 'ifrs-full:Assets [] 20000000000'],
    });
  });
});

test('a PDF is filed without a list if a manifest states its type, filer and day', async () => {
  const row = {
    path: 'x/S100ZZ09.pdf',
    form: '120',
    cik: MILL.code,
    accession: '',
    filed: '2024-06-28',
    period: '2024-03-31',
  };
  const placed = edinet.placeImport([{ row, bytes: Buffer.from('%PDF-1.4') }]);
  const { records } = openFiling(placed.map(item => ({ ...item, sha256: '' })));
  expect(records[0]).toMatchObject({
    canonicalKey: `edinet:${MILL.code}`,
    filings: [{ nativeId: 'S100ZZ09', formType: '120', filingDate: '2024-06-28', periodEnd: '2024-03-31' }],
  });
  expect(records[0]?.contents?.files.map(file => file.fileName)).toEqual(['S100ZZ09.pdf']);
  const incomplete = edinet.placeImport([{ row: { ...row, filed: '' }, bytes: Buffer.from('%PDF-1.4') }]);
  expect(incomplete).toHaveLength(1);
});
