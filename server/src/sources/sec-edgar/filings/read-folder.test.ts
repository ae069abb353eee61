import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { choosePrimary } from './choose-primary.ts';
import { contentTypeOf } from './content-types.ts';
import { readFolder } from './read-folder.ts';

const FOLDER = 'https://www.sec.gov/Archives/edgar/data/9999999/000999999924000007';
const file = (name: string, text: string | Buffer) => ({
  url: `${FOLDER}/${name}`,
  sha256: '',
  bytes: Buffer.from(text),
});

test('uses the form that a filer filled in as the primary document, with or without notices', () => {
  const folder = readFolder(
    [
      file('ruleprovisionnotice.htm', '<html><body>Notice of removal</body></html>'),
      file('primary_doc.xml', '<?xml version="1.0"?><notificationOfRemoval/>'),
    ],
    { form: '25-NSE', filed: '2025-12-09', period: null, primaryDocument: null },
  );
  expect(folder.files.map(file => [file.fileName, file.role, file.nativeType])).toContainEqual([
    'primary_doc.xml',
    'primary',
    '25-NSE',
  ]);
  expect(folder.filing?.primaryDocument).toBe('primary_doc.xml');
});

const HEADERS_PAGE = `<HTML><HEAD><TITLE>SEC EDGAR Submission 0009999999-24-000007</TITLE>
<!--
<SEC-HEADER>0009999999-24-000007.hdr.sgml : 20240605
<ACCEPTANCE-DATETIME>20240605163015
<ACCESSION-NUMBER>0009999999-24-000007
<TYPE>10-K
<PUBLIC-DOCUMENT-COUNT>3
<PERIOD>20240331
<FILING-DATE>20240605
<FILER>
<COMPANY-DATA>
<CONFORMED-NAME>FICTIONAL BOLTS & NUTS INC
<CIK>0009999999
</COMPANY-DATA>
</FILER>
</SEC-HEADER>
-->
</HEAD><BODY>
<PRE>&lt;SEC-DOCUMENT&gt;0009999999-24-000007-index.html : 20240605
&lt;SEC-HEADER&gt;0009999999-24-000007.hdr.sgml : 20240605
ACCESSION NUMBER:		0009999999-24-000007
&lt;/SEC-HEADER&gt;
&lt;DOCUMENT&gt;
&lt;TYPE&gt;10-K
&lt;SEQUENCE&gt;1
&lt;FILENAME&gt;bolts.htm
&lt;DESCRIPTION&gt;ANNUAL REPORT &amp; MORE
&lt;TEXT&gt;
<a href="bolts.htm">Document 1 - file: bolts.htm</a><br>
&lt;/DOCUMENT&gt;
&lt;DOCUMENT&gt;
&lt;TYPE&gt;EX-13
&lt;SEQUENCE&gt;2
&lt;FILENAME&gt;ex13.htm
&lt;TEXT&gt;
<a href="ex13.htm">Document 2 - file: ex13.htm</a><br>
&lt;/DOCUMENT&gt;
&lt;/SEC-DOCUMENT&gt;</PRE></BODY></HTML>`;

const INDEX_PAGE = `<html><body><div id="formHeader"><div id="formName"><strong>Form 8-K</strong> - Current report:</div>
<div id="secNum"><strong>SEC Accession No.</strong> 0009999999-24-000007</div></div>
<div class="infoHead">Filing Date</div><div class="info">2024-06-05</div>
<div class="infoHead">Accepted</div><div class="info">2024-06-05 16:30:15</div>
<div class="infoHead">Documents</div><div class="info">2</div>
<div class="infoHead">Period of Report</div><div class="info">2024-05-31</div>
<div class="infoHead">Items</div><div class="info">Item 5.02: Departure of Directors<br />Item 9.01: Financial Statements and Exhibits<br /></div>
<table class="tableFile" summary="Document Format Files"><tr><th>Seq</th><th>Description</th><th>Document</th><th>Type</th><th>Size</th></tr>
<tr><td>1</td><td>8-K</td><td><a href="/ix?doc=/Archives/edgar/data/9999999/000999999924000007/b8k.htm">b8k.htm</a> <span>iXBRL</span></td><td>8-K</td><td>103</td></tr>
<tr><td>2</td><td>POWER &amp; MORE</td><td><a href="/Archives/edgar/data/9999999/000999999924000007/ex24.htm">ex24.htm</a></td><td>EX-24</td><td>5</td></tr>
<tr><td>&nbsp;</td><td>Complete submission text file</td><td><a href="/Archives/edgar/data/9999999/000999999924000007/0009999999-24-000007.txt">x</a></td><td>&nbsp;</td><td>999</td></tr></table>
<div class="companyInfo"><span class="companyName">FICTIONAL BOLTS &amp; NUTS INC (Filer)
 <acronym>CIK</acronym>: <a href="/x">0009999999 (see all company filings)</a></span></div></body></html>`;

describe('loose documents of a folder', () => {
  test('have the types, numbers and titles of the page about the folder', () => {
    const { filing, filers, files, anomalies } = readFolder([
      file('ex13.htm', '<html>13</html>'),
      file('bolts.htm', '<html>main</html>'),
      file('0009999999-24-000007-index-headers.html', HEADERS_PAGE),
      file('bolts-20240331_pre.xml', '<?xml version="1.0"?><link:linkbase/>'),
    ]);
    expect(filing).toMatchObject({
      formType: '10-K',
      filingDate: '2024-06-05',
      acceptedAt: '2024-06-05T20:30:15Z',
      periodEnd: '2024-03-31',
      primaryDocument: 'bolts.htm',
      title: 'ANNUAL REPORT & MORE',
      hasXbrl: true,
    });
    expect(filers).toEqual([{ canonicalKey: 'cik:9999999', companyName: 'FICTIONAL BOLTS & NUTS INC', role: 'filer' }]);
    expect(files.map(file => [file.fileId, file.role, file.fileName, file.nativeType])).toEqual([
      ['1', 'primary', 'bolts.htm', '10-K'],
      ['2', 'attachment', 'ex13.htm', 'EX-13'],
      ['bolts-20240331_pre.xml', 'attachment', 'bolts-20240331_pre.xml', 'EX-101.PRE'],
    ]);
    expect(files[0]?.url).toBe(`${FOLDER}/bolts.htm`);
    expect(anomalies).toEqual([]);
  });

  test('know the page with the header by its content, whatever a copy is named', () => {
    const { filing, files } = readFolder([file('saved.html', HEADERS_PAGE), file('bolts.htm', '<html>main</html>')]);
    expect(filing).toMatchObject({ formType: '10-K', filingDate: '2024-06-05' });
    expect(files.map(({ fileName }) => fileName)).toEqual(['bolts.htm']);
  });

  test('have the same data by the HTML page', () => {
    const { filing, filers, files } = readFolder([
      file('0009999999-24-000007-index.html', INDEX_PAGE),
      file('b8k.htm', '<html></html>'),
      file('ex24.htm', '<html></html>'),
      file(
        'index.json',
        '{"directory":{"item":[{"name":"b8k.htm","size":"103","last-modified":"","type":"text.gif"}]}}',
      ),
    ]);
    expect(filing).toMatchObject({
      formType: '8-K',
      acceptedAt: '2024-06-05T20:30:15Z',
      periodEnd: '2024-05-31',
      itemCodes: ['5.02', '9.01'],
    });
    expect(filers).toEqual([{ canonicalKey: 'cik:9999999', companyName: 'FICTIONAL BOLTS & NUTS INC', role: 'filer' }]);
    expect(files.map(file => [file.fileId, file.role, file.nativeType, file.title])).toEqual([
      ['1', 'primary', '8-K', '8-K'],
      ['2', 'attachment', 'EX-24', 'POWER & MORE'],
    ]);
  });

  test.each(['name="dei:DocumentType"', "name='ns1:DocumentType'"])(
    'name the form by their tagged cover (%s), and give no filing without a list or an index',
    name => {
      const cover = `<html><ix:nonNumeric contextRef="c" ${name} id="f1"><span>10-Q</span></ix:nonNumeric></html>`;
      const { filing, files, header } = readFolder([
        file('bolts-20240331.htm', cover),
        file('R1.htm', '<html></html>'),
      ]);
      expect([filing, header]).toEqual([null, null]);
      expect(files.map(file => [file.fileId, file.role, file.nativeType])).toEqual([
        ['bolts-20240331.htm', 'primary', '10-Q'],
        ['R1.htm', 'attachment', 'XML'],
      ]);
    },
  );

  test('include instances and linkbases, recognised by their roots', () => {
    const instance = '<my:xbrl xmlns:my="http://www.xbrl.org/2003/instance"/>';
    const linkbase = '<linkbase xmlns="http://www.xbrl.org/2003/linkbase"/>';
    const { files } = readFolder([file('a.htm', '<html></html>'), file('b.dat', instance), file('c.xml', linkbase)]);
    expect(files.map(file => [file.fileId, file.nativeType])).toEqual([
      ['a.htm', ''],
      ['b.dat', 'EX-101.INS'],
      ['c.xml', 'EX-101.SCH'],
    ]);
  });

  test('become a filing with the data of a list or a manifest', () => {
    const stated = { form: '8-K', filed: '2010-08-25', period: '2010-08-19', primaryDocument: null };
    const { filing, files, header } = readFolder([file('bolts.htm', '<html></html>')], stated);
    expect(filing).toMatchObject({
      nativeId: '0009999999-24-000007',
      formType: '8-K',
      filingDate: '2010-08-25',
      periodEnd: '2010-08-19',
      acceptedAt: null,
    });
    expect(files[0]).toMatchObject({ role: 'primary', nativeType: '8-K' });
    expect(header).toBeNull();
  });

  test('may be wrapped, a full submission with its parts, or renderings with the raw file', () => {
    const wrapped =
      '<DOCUMENT>\n<TYPE>EX-99.1\n<SEQUENCE>2\n<FILENAME>ex99.htm\n<DESCRIPTION>RELEASE\n<TEXT>\n<html>r</html>\n</TEXT>\n</DOCUMENT>\n';
    const text = `<SEC-DOCUMENT>0009999999-24-000007.txt : 20240605\n<SEC-HEADER>0009999999-24-000007.hdr.sgml : 20240605\nACCESSION NUMBER: 0009999999-24-000007\nCONFORMED SUBMISSION TYPE: 4\nFILED AS OF DATE: 20240605\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>4\n<SEQUENCE>1\n<FILENAME>form4.xml\n<TEXT>\n<XML>\n<a/>\n</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`;
    const { filing, files } = readFolder([
      file('xslF345X05/form4.xml', '<html>rendering</html>'),
      file('form4.xml', '<a/>'),
      file('ex99.htm', wrapped),
      file('0009999999-24-000007.txt', text),
    ]);
    expect(filing).toMatchObject({ formType: '4', primaryDocument: 'form4.xml' });
    expect(files.map(file => [file.fileId, file.role, file.fileName, file.nativeType, file.bytes.toString()])).toEqual([
      ['1', 'primary', 'form4.xml', '4', '<a/>\n'],
      ['2', 'attachment', 'ex99.htm', 'EX-99.1', '<html>r</html>\n'],
    ]);
  });

  test('count once if they are in the folders of two filers', () => {
    const text =
      '<SEC-DOCUMENT>0009999999-24-000007.txt : 20240605\n<SEC-HEADER>x : 20240605\nACCESSION NUMBER: 0009999999-24-000007\nCONFORMED SUBMISSION TYPE: 4\nPUBLIC DOCUMENT COUNT: 2\nFILED AS OF DATE: 20240605\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>4\n<SEQUENCE>1\n<TEXT>\n<a/>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n';
    const name = '0009999999-24-000007.txt';
    const other = { ...file(name, text), url: `${FOLDER.replace('/9999999/', '/9999998/')}/${name}` };
    const { files, anomalies } = readFolder([file(name, text), other]);
    expect(files.map(file => file.fileId)).toEqual(['1']);
    // Two were announced; this is reported once per copy.
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['document_count', 'document_count']);
  });

  test('are reported if a page is not an index or the folder is empty', () => {
    const { filing, files, anomalies } = readFolder([
      file('0009999999-24-000007-index.html', '<html>Not found</html>'),
    ]);
    expect([filing, files]).toEqual([null, []]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['unexpected_document']);
    expect(readFolder([])).toMatchObject({ filing: null, files: [], anomalies: [] });
  });

  test('are read in bounded time and space from hostile pages', () => {
    const deep = readFolder([
      file('0009999999-24-000007-index.html', `${INDEX_PAGE}${'<div class="info">'.repeat(100_000)}`),
    ]);
    expect(deep.filing?.formType).toBe('8-K');
    const rows = `<table class="tableFile">${'<tr><td>1</td><td></td><td></td><td>X</td><td>1</td></tr>'.repeat(60_000)}</table>`;
    expect(
      readFolder([file('0009999999-24-000007-index.html', INDEX_PAGE.replace('<div class="companyInfo">', rows))])
        .filing?.formType,
    ).toBe('8-K');
  });
});

describe('the primary document', () => {
  const one = (fileName: string, nativeType: string, sequence: number | null = null) => ({
    fileName,
    nativeType,
    sequence,
    contentType: contentTypeOf(fileName, Buffer.from('x')),
  });
  const known = (form: string | null, primaryDocument: string | null = null) => ({ form, primaryDocument });

  test('is chosen by the form, then by sequence 1, then by the list of filings', () => {
    expect(
      choosePrimary([one('a.htm', 'EX-99', 1), one('b.htm', '10-K', 2), one('c.pdf', '10-K', 3)], known('10-K')),
    ).toBe(1);
    expect(choosePrimary([one('a.pdf', 'LETTER', 1), one('b.txt', 'TEXT-EXTRACT', 2)], known('UPLOAD'))).toBe(0);
    expect(choosePrimary([one('x.htm', ''), one('form4.xml', '')], known(null, 'xslF345X05/form4.xml'))).toBe(1);
  });

  test('is never a rendering, an exhibit, an image or one of two candidates', () => {
    expect(choosePrimary([one('xslF345X05/form4.xml', '4'), one('form4.xml', '4')], known('4'))).toBe(1);
    expect(choosePrimary([one('ex99.htm', 'EX-99.1'), one('logo.jpg', ''), one('main.htm', '')], known('8-K'))).toBe(2);
    expect(choosePrimary([one('a.htm', ''), one('b.htm', '')], known('8-K'))).toBeNull();
    expect(choosePrimary([], known('8-K'))).toBeNull();
  });
});

describe('gives the media type of a file by its name and content:', () => {
  test.each([
    ['a.jpg', '\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
    ['a.jpg', 'GIF89a', 'image/gif'],
    ['a.xlsx', 'PK\u0003\u0004', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.htm', 'PK\u0003\u0004', 'application/zip'],
    ['a.xls', '\u00d0\u00cf\u0011\u00e0', 'application/vnd.ms-excel'],
    ['a.htm', '<?xml version="1.0"?><html>', 'text/html'],
    ['a.xsd', '<?xml version="1.0"?>', 'application/xml'],
    ['', '<HTML>', 'text/html'],
    ['', '<?xml version="1.0"?><a>', 'application/xml'],
    ['', 'Plain words', 'text/plain'],
    ['a.txt', '<TITLE>A</TITLE><DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<HTML>', 'text/html'],
    ['a.txt', 'Plain words', 'text/plain'],
    ['a.unknown', 'a\u0000b', 'application/octet-stream'],
  ])('%s beginning with %s', (name, start, contentType) => {
    expect(contentTypeOf(name, Buffer.from(start, 'latin1'))).toBe(contentType);
  });
});

const US = new URL('../../../../../../shared/data/us/', import.meta.url);
const recorded = (path: string) => {
  const bytes = readFileSync(new URL(path, US));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};
const at = (cik: number, accession: string, name: string, path: string) => ({
  url: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${name}`,
  sha256: '',
  bytes: recorded(path),
});

describe.skipIf(!existsSync(US))('recorded pages (skipped if ../shared/data/us is missing)', () => {
  test('include index pages of an 8-K of 2026, a letter of 2024, and a 10-Q of 2000 without file names', () => {
    const index = (cik: number, accession: string) =>
      readFolder([at(cik, accession, `${accession}-index.html`, `indexes/${accession}-index.html`)]);
    expect(index(1_045_810, '0001045810-26-000024')).toMatchObject({
      filing: {
        formType: '8-K',
        filingDate: '2026-03-06',
        acceptedAt: '2026-03-06T21:11:25Z',
        periodEnd: '2026-03-02',
        itemCodes: ['5.02', '9.01'],
      },
      filers: [{ canonicalKey: 'cik:1045810', companyName: 'NVIDIA CORP', role: 'filer' }],
      anomalies: [],
    });
    expect(index(320_193, '0000000000-24-003505').filing).toMatchObject({
      formType: 'UPLOAD',
      filingDate: '2024-04-02',
    });
    expect(index(320_193, '0000912057-00-023442').filing).toMatchObject({
      formType: '10-Q',
      filingDate: '2000-05-11',
      acceptedAt: null,
      periodEnd: '2000-04-01',
    });
  });

  test('include header pages, with items as codes and roles', () => {
    const page = (cik: number, accession: string, path: string) =>
      readFolder([at(cik, accession, `${accession}-index-headers.html`, path)]);
    expect(page(803_164, '0000905729-24-000095', 'indexes/index-headers.html')).toMatchObject({
      filing: { formType: '8-K', filingDate: '2024-06-03', acceptedAt: '2024-06-03T20:08:21Z', itemCodes: ['5.07'] },
      filers: [{ canonicalKey: 'cik:803164', companyName: 'CHOICEONE FINANCIAL SERVICES INC' }],
      anomalies: [],
    });
    expect(page(201_533, '0001971857-23-000246', 'indexes/0001971857-23-000246-index-headers.html').filers).toEqual([
      { canonicalKey: 'cik:201533', companyName: 'CONSUMERS ENERGY CO', role: 'subject' },
      { canonicalKey: 'cik:1701746', companyName: 'Hendrian Catherine A', role: 'reporting_owner' },
    ]);
  });

  test('have the inline document of a quarter as the primary one', () => {
    const name = (part: string) => `aapl-20250329${part}`;
    const parts = ['.htm', '.xsd', '_cal.xml', '_def.xml', '_lab.xml', '_pre.xml', '_htm.xml'];
    const documents = parts.flatMap(part =>
      ['', '.gz']
        .map(end => `periodic/aapl_10-Q_20250329__${name(part)}${end}`)
        .filter(path => existsSync(new URL(path, US)))
        .map(path => at(320_193, '0000320193-25-000057', name(part), path)),
    );
    const { files, filing } = readFolder(documents);
    expect(filing).toBeNull();
    expect(files.map(file => [file.role, file.nativeType])).toEqual([
      ['primary', '10-Q'],
      ['attachment', 'EX-101.SCH'],
      ['attachment', 'EX-101.CAL'],
      ['attachment', 'EX-101.DEF'],
      ['attachment', 'EX-101.LAB'],
      ['attachment', 'EX-101.PRE'],
      ['attachment', 'XML'],
    ]);
  });
});
