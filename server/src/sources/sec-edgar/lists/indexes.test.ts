import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseCurrentFilings } from './current-filings.ts';
import { daysWithIndex, parseFolder, parseIndex } from './indexes.ts';

const named = (text: string | Buffer) => ({ source: 'some.idx', bytes: Buffer.from(text) });

const MASTER = `Description:           Daily Index of EDGAR Dissemination Feed
Last Data Received:    Jun 5, 2024

CIK|Company Name|Form Type|Date Filed|File Name
--------------------------------------------------------------------------------
9999999|FICTIONAL FASTENERS INC|4|20240605|edgar/data/9999999/0009999999-24-000001.txt
9999998|A | B PARTNERS|4|20240605|edgar/data/9999998/0009999999-24-000001.txt
9999997|BOLT HOLDINGS|10-K|2024-06-05|edgar/data/9999997/0009999997-24-000007.txt
`;

const pad = (text: string, width: number) => text.padEnd(width);
const FORM = [
  'Description:           Daily Index of EDGAR Dissemination Feed by Form Type',
  `${pad('Form Type', 12)}${pad('Company Name', 62)}${pad('CIK', 12)}${pad('Date Filed', 12)}File Name`,
  '-'.repeat(141),
  `${pad('SC 13D/A', 12)}${pad('FICTIONAL FASTENERS INC', 62)}${pad('9999999', 12)}${pad('20240605', 12)}edgar/data/9999999/0009999999-24-000001.txt         `,
  `${pad('10-K', 12)}${'THE VERY LONG NAME OF A COMPANY THAT DOES NOT FIT INTO ITS COLUMN AT ALL  '}${pad('9999998', 12)}${pad('20240605', 12)}edgar/data/9999998/0009999998-24-000002.txt`,
  '',
].join('\n');

const COMPANY = [
  `${pad('Company Name', 62)}${pad('Form Type', 12)}${pad('CIK', 12)}${pad('Date Filed', 12)}File Name`,
  '-'.repeat(141),
  `${pad('3 BOLTS 4 NUTS LLC', 62)}${pad('D', 12)}${pad('9999999', 12)}${pad('20240605', 12)}edgar/data/9999999/0009999999-24-000001.txt`,
].join('\r\n');

describe('an index', () => {
  test('lists a filing once with all its filers, in any date format (master)', () => {
    expect(parseIndex(named(MASTER))).toEqual({
      records: [
        {
          accession: '0009999999-24-000001',
          form: '4',
          filed: '2024-06-05',
          filers: [
            { cik: '0009999999', name: 'FICTIONAL FASTENERS INC', role: null },
            { cik: '0009999998', name: 'A | B PARTNERS', role: null },
          ],
        },
        {
          accession: '0009999997-24-000007',
          form: '10-K',
          filed: '2024-06-05',
          filers: [{ cik: '0009999997', name: 'BOLT HOLDINGS', role: null }],
        },
      ],
      anomalies: [],
    });
  });

  test('has columns by their headers, long names too (form and company)', () => {
    expect(parseIndex(named(FORM)).records.map(record => [record.form, record.filers[0]?.name])).toEqual([
      ['SC 13D/A', 'FICTIONAL FASTENERS INC'],
      ['10-K', 'THE VERY LONG NAME OF A COMPANY THAT DOES NOT FIT INTO ITS COLUMN AT ALL'],
    ]);
    expect(parseIndex(named(COMPANY)).records).toMatchObject([{ form: 'D', filers: [{ name: '3 BOLTS 4 NUTS LLC' }] }]);
  });

  test('reports a truncated or invalid line with its number', () => {
    const { records, anomalies } = parseIndex(
      named(`${MASTER}1|x|4|20240230|edgar/data/1/0000000001-24-000001.txt\n9999996|CUT|8-K|2024`),
    );
    expect(records).toHaveLength(2);
    expect(anomalies.map(anomaly => `${anomaly.kind} ${anomaly.locator}`)).toEqual([
      'bad_row line 9',
      'bad_row line 10',
    ]);
  });

  test.each([
    [MASTER.slice(0, MASTER.indexOf('9999999')), ['empty_answer']],
    ['<html>not found</html>', ['html_instead_of_index']],
    ['', ['missing_column']],
    ['CIK|Name\n----------------------\n1|x', ['missing_column']],
  ])('without filings is reported: %.30j', (text, kinds) => {
    const { records, anomalies } = parseIndex(named(text));
    expect([records, anomalies.map(anomaly => anomaly.kind)]).toEqual([[], kinds]);
  });

  test('has names in windows-1252 in the nineties', () => {
    const bytes = Buffer.from(MASTER.replace('BOLT HOLDINGS', 'SOCIÉTÉ DES BOULONS'), 'latin1');
    expect(parseIndex(named(bytes)).records[1]?.filers[0]?.name).toBe('SOCIÉTÉ DES BOULONS');
  });
});

test('reads from a folder listing which days have an index', () => {
  const item = [
    { name: 'master.20240605.idx', size: '812 KB' },
    { name: 'form.20240604.idx' },
    { name: 'master.20240604.idx.gz', size: '1024' },
    { size: '1' },
  ];
  const { records, anomalies } = parseFolder(named(JSON.stringify({ directory: { item } })));
  expect(daysWithIndex(records)).toEqual(['2024-06-04', '2024-06-05']);
  expect(records.map(record => record.byteSize)).toEqual([null, null, 1024]);
  expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['bad_row']);
  expect(parseFolder(named('{}')).anomalies.map(anomaly => anomaly.kind)).toEqual(['empty_answer']);
});

const entry = (title: string, accession: string, more = '') => `<entry>
<title>${title}</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/1/${accession}-index.htm"/>
<summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; 2024-06-06 &lt;b&gt;AccNo:&lt;/b&gt; ${accession}</summary>
<updated>2024-06-05T18:02:43-04:00</updated>
<category scheme="https://www.sec.gov/" label="form type" term="8-K"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>${more}
</entry>`;

const feed = (...entries: string[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Latest</title><updated>x</updated>${entries.join('\n')}</feed>`;

describe('the feed of newest filings', () => {
  test('gives one filing with several roles for several entries of it', () => {
    const text = feed(
      entry('8-K - Fictional &amp; Sons - Fasteners (USA) Inc (0009999999) (Filer)', '0009999999-24-000001'),
      entry('8-K - Société (0009999998) (Subject)', '0009999999-24-000001'),
      entry('8-K - Bolts (0009999997)', '0009999997-24-000002'),
    );
    expect(parseCurrentFilings({ source: 'feed', bytes: Buffer.from(text, 'latin1') })).toMatchObject({
      records: [
        {
          accession: '0009999999-24-000001',
          form: '8-K',
          filed: '2024-06-06',
          acceptedAt: '2024-06-05T22:02:43Z',
          filers: [
            { cik: '0009999999', name: 'Fictional & Sons - Fasteners (USA) Inc', role: 'Filer' },
            { cik: '0009999998', name: 'Société', role: 'Subject' },
          ],
        },
        { accession: '0009999997-24-000002', filers: [{ name: 'Bolts', role: null }] },
      ],
      anomalies: [],
    });
  });

  test('is reported if it has an invalid entry or truncated markup', () => {
    const text = feed(
      entry('8-K - Bolts (0009999997) (Filer)', '0009999997-24-000002'),
      entry('no title', '0009999997-24-000003'),
      entry('8-K - Nuts (0009999996)', '0009999996-24-000004'),
    );
    const { records, anomalies } = parseCurrentFilings(
      named(text.slice(0, text.indexOf('accession-number=0009999996'))),
    );
    expect(records.map(record => record.accession)).toEqual(['0009999997-24-000002']);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['bad_xml', 'bad_row']);
  });

  test.each([
    [feed(), ['empty_answer']],
    ['<html><body><br></body></html>', ['html_instead_of_feed', 'empty_answer']],
    ['', ['bad_xml', 'empty_answer']],
  ])('is reported if it has no entries: %.40j', (text, kinds) => {
    expect(parseCurrentFilings(named(text)).anomalies.map(anomaly => anomaly.kind)).toEqual(kinds);
  });
});

const FOLDER = new URL('../../../../../../shared/data/us/indexes/', import.meta.url);

describe.skipIf(!existsSync(FOLDER))('recorded files (skipped if they are missing)', () => {
  const load = (name: string) => {
    const bytes = readFileSync(new URL(name, FOLDER));
    return { source: name, bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes };
  };

  test.each([
    ['company.20221003.idx.gz', 3195, 4909],
    ['form.20200318.idx.gz', 2666, 4031],
    ['master.20181231.idx', 10, 10],
    ['master.idx', 19, 20],
  ])('%s give a role of a filing for each line', (name, filings, roles) => {
    const { records, anomalies } = parseIndex(load(name));
    expect(anomalies).toEqual([]);
    expect([records.length, records.flatMap(record => record.filers).length]).toEqual([filings, roles]);
  });

  test('report a quarter without filings', () => {
    expect(parseIndex(load('empty-form.idx')).anomalies.map(anomaly => anomaly.kind)).toEqual(['empty_answer']);
  });

  test('give 46 filings for a hundred entries of Forms 4 of 2025-12-12', () => {
    const { records, anomalies } = parseCurrentFilings(load('getcurrent_type-4_count100_start0.atom'));
    expect([records.length, records.flatMap(record => record.filers).length, anomalies]).toEqual([46, 100, []]);
    expect(records[0]).toMatchObject({ accession: '0002063236-25-000004', acceptedAt: '2025-12-12T23:02:43Z' });
  });
});
