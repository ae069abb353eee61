import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FictionalHoldingsReport, informationTable } from '../../../../test/fictional/holdings.ts';
import { filingFile } from '../../../../test/seeds/documents.ts';
import { holdingsFiles } from '../../../../test/seeds/holdings.ts';
import { impliedPrices, valueUnitOf } from '../../../domain/ownership/holders/model/value-unit.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { openFiling } from '../filings/open-filing.ts';
import { readInformationTable } from './information-table.ts';
import { readHoldings } from './read-holdings.ts';

const CORPUS = '../shared/data/us/13f';
const WORKS = '11122A107';
const MILLS = '33344B200';
const REPORT: FictionalHoldingsReport = {
  cik: 9_900_001,
  manager: 'Fictional Capital & Sons LP',
  form: '13F-HR',
  quarterEnd: '2025-12-31',
  holdings: [
    { cusip: WORKS, value: 5_000, shares: 100 },
    { cusip: MILLS, name: 'OTHER MLS & CO', value: 900, shares: 30, type: 'PRN', voting: [0, 0, 0] },
    { cusip: WORKS, value: 50, shares: 1, putCall: 'Put', discretion: 'DFND', otherManager: '1,2' },
  ],
};

function read(files: Parameters<typeof readHoldings>[0]) {
  const log = new AnomalyLog('sec-edgar', 'test');
  const document = readHoldings(files, log);
  return { report: document?.report, anomalies: log.list().map(anomaly => `${anomaly.kind} ${anomaly.locator}`) };
}

function readTable(text: string) {
  const log = new AnomalyLog('sec-edgar', 'test');
  const lines = readInformationTable('table.xml', Buffer.from(text), log);
  return { lines, anomalies: log.list().map(anomaly => `${anomaly.kind} ${anomaly.locator}`) };
}

describe('a report in XML', () => {
  test('gives cover and lines as filed, compared with the totals', () => {
    const { report, anomalies } = read(holdingsFiles(REPORT));
    expect(anomalies).toEqual([]);
    expect(report).toMatchObject({
      reportType: 'holdings',
      quarterEnd: '2025-12-31',
      amendment: null,
      isReconciled: true,
    });
    expect(
      report?.lines.map(line => [line.place, line.nameAsFiled, line.cusip, line.value, line.amount, line.amountType]),
    ).toEqual([
      [1, 'FICTIONAL WKS INC', WORKS, '5000', '100', 'SH'],
      [2, 'OTHER MLS & CO', MILLS, '900', '30', 'PRN'],
      [3, 'FICTIONAL WKS INC', WORKS, '50', '1', 'SH'],
    ]);
    expect(report?.lines[2]).toMatchObject({
      putCall: 'put',
      discretion: 'DFND',
      otherManagers: '1,2',
      votingSole: '1',
    });
  });

  test('gives the type of an amendment, and the managers that report for others', () => {
    const { report } = read(
      holdingsFiles({
        ...REPORT,
        form: '13F-HR/A',
        amendment: 'NEW HOLDINGS',
        confidential: true,
        fileNumber: '028-00042',
        includes: [
          { cik: 9_900_002, name: 'Child Ltd' },
          { fileNumber: '28-7', name: 'Other Child' },
        ],
        reportedBy: [{ cik: 9_900_003, name: 'Parent Inc' }],
      }),
    );
    expect(report).toMatchObject({ amendment: 'new_holdings', isConfidential: true, fileNumber: '28-42' });
    expect(report?.managers).toEqual([
      { edge: 'reports_for_filer', sequenceNumber: null, cik: '9900003', fileNumber: null, name: 'Parent Inc' },
      { edge: 'included', sequenceNumber: 1, cik: '9900002', fileNumber: null, name: 'Child Ltd' },
      { edge: 'included', sequenceNumber: 2, cik: null, fileNumber: '28-7', name: 'Other Child' },
    ]);
    const untyped = read(holdingsFiles({ ...REPORT, form: '13F-HR/A' }));
    expect(untyped.report?.amendment).toBe('restatement');
  });

  test('reports a table that differs from its cover, and a day that ends no quarter', () => {
    const wrong = read(holdingsFiles({ ...REPORT, quarterEnd: '2025-12-30', stated: { lines: 4, value: 5_950 } }));
    expect(wrong.report).toMatchObject({ isReconciled: false, quarterEnd: '2025-12-31' });
    expect(wrong.anomalies).toEqual(['odd_quarter cover page', 'unreconciled primary_doc.xml']);
    expect(read(holdingsFiles(REPORT).slice(0, 1)).anomalies).toEqual(['unreconciled primary_doc.xml']);
  });

  test('keeps lines with invalid numbers, codes and CUSIPs, and truncated lines', () => {
    const table = informationTable(
      [
        { cusip: '1122A109', value: 'n/a', shares: 5 },
        { cusip: WORKS, value: 7, shares: '1e999999', putCall: 'Put', voting: [0, 0, 0] },
      ],
      'n1',
    );
    const bad = readTable(table.replace('>Put<', '>Straddle<'));
    expect(bad.lines).toMatchObject([
      { cusip: '1122A109', value: null, amount: '5' },
      { cusip: WORKS, value: '7', amount: null, putCall: null },
    ]);
    expect(bad.anomalies).toEqual([
      'bad_cusip line 1',
      'unreadable_number line 1',
      'unreadable_number line 2',
      'unknown_code line 2',
    ]);
    const zeros = readTable(informationTable([{ cusip: '37833100', value: 1, shares: 1 }]));
    expect([zeros.lines[0]?.cusip, ...zeros.anomalies]).toEqual(['037833100', 'cusip_without_zeros line 1']);
    const cut = readTable(table.slice(0, table.indexOf('1e999999')));
    expect(cut.lines).toHaveLength(2);
    expect(cut.anomalies).toContain('line_not_closed table.xml line 2');
    expect(cut.anomalies).toContain('truncated table.xml');
    expect(readTable(table.replace('</n1:infoTable>', '')).lines).toHaveLength(2);
    expect(readTable('').lines).toEqual([]);
    expect(readTable(`<infoTable>${'<'.repeat(100_000)}`).lines).toHaveLength(1);
  });

  test('reads a table of the size of the largest managers line by line', () => {
    const pattern = informationTable([{ cusip: WORKS, value: 5_000, shares: 100, name: 'A & B <LTD>' }]);
    const start = pattern.indexOf('  <infoTable>');
    const end = pattern.indexOf('</informationTable>');
    const count = 20_000;
    const text = pattern.slice(0, start) + pattern.slice(start, end).repeat(count) + pattern.slice(end);
    const { lines, anomalies } = readTable(text);
    expect(anomalies).toEqual([]);
    expect(lines).toHaveLength(count);
    expect(lines.at(-1)).toMatchObject({ place: count, nameAsFiled: 'A & B <LTD>', value: '5000' });
    // The texts of all lines are one and the same.
    expect(new Set(lines.map(line => line.nameAsFiled)).size).toBe(1);
  });
});

const TEXT_REPORT = `FORM 13F COVER PAGE
Report for the Calendar Year or Quarter Ended: September 30, 2004
Check here if Amendment [ X ]; Amendment Number: 1
This Amendment (Check only one.): [ X ] is a restatement.
                                  [   ] adds new holdings entries.
Institutional Investment Manager Filing this Report:
Name: Fictional Text Managers
Form 13F File Number: 28-0777
Report Type (Check only one.):
[ X ] 13F HOLDINGS REPORT.
[   ] 13F NOTICE.
[   ] 13F COMBINATION REPORT.
List of Other Managers Reporting for this Manager: NONE

FORM 13F SUMMARY PAGE
Number of Other Included Managers: 1
Form 13F Information Table Entry Total: 5
Form 13F Information Table Value Total: $12,345 (thousands)
List of Other Included Managers:
No.  13F File Number  Name
1    28-0888          Fictional Child Managers

<TABLE>
                                                        VALUE    SHARES/  SH/ PUT/ INVSTMT    OTHER       VOTING AUTHORITY
NAME OF ISSUER                 TITLE OF CLASS  CUSIP    (X1000)  PRN AMT  PRN CALL DISCRETN  MANAGERS    SOLE   SHARED    NONE
------------------------------ -------------- --------- -------- -------- --- ---- -------- ---------- -------- -------- --------
<S>                            <C>            <C>       <C>      <C>      <C> <C>  <C>      <C>        <C>      <C>      <C>
FICTIONAL WORKS INC            COM            11122A107   10,000  200,000 SH       SOLE                 200,000        0        0
                                                             345    6,900 SH       DEFINED  1                 0        0    6,900
OTHER MILLS CO                 NOTE 4.5% 1/0  33344B200    1,000 1,000,000 PRN      SOLE                       0        0        0
OTHER MILLS CO                 CL A           33344B200      900   30,000 SH  PUT  SOLE                  30,000        0        0
FICTIONAL GOODS PLC            SPON ADR       55566C301      100    2,500 SH       OTHER                  2,500        0        0
                                                        --------
GRAND TOTAL                                               12,345  239,400
</TABLE>
`;

describe('a report in plain text', () => {
  const files = [
    filingFile('1', TEXT_REPORT, { nativeType: '13F-HR/A', fileName: 'report.txt', contentType: 'text/plain' }),
  ];

  test('has columns by its ruler, and a cover in words', () => {
    const { report, anomalies } = read(files);
    expect(report).toMatchObject({
      ...{ quarterEnd: '2004-09-30', amendment: 'restatement', fileNumber: '28-777', reportType: 'holdings' },
      ...{ statedLines: 5, statedValue: '12345', isReconciled: true, isConfidential: false },
      managers: [{ edge: 'included', sequenceNumber: 1, fileNumber: '28-888', name: 'Fictional Child Managers' }],
    });
    expect(
      report?.lines.map(line => [
        line.nameAsFiled,
        line.classTitle,
        line.cusip,
        line.value,
        line.amount,
        line.amountType,
      ]),
    ).toEqual([
      ['FICTIONAL WORKS INC', 'COM', '11122A107', '10000', '200000', 'SH'],
      ['FICTIONAL WORKS INC', 'COM', '11122A107', '345', '6900', 'SH'],
      ['OTHER MILLS CO', 'NOTE 4.5% 1/0', '33344B200', '1000', '1000000', 'PRN'],
      ['OTHER MILLS CO', 'CL A', '33344B200', '900', '30000', 'SH'],
      ['FICTIONAL GOODS PLC', 'SPON ADR', '55566C301', '100', '2500', 'SH'],
    ]);
    expect(report?.lines.map(line => [line.putCall, line.discretion, line.otherManagers, line.votingSole])).toEqual([
      [null, 'SOLE', null, '200000'],
      [null, 'DEFINED', '1', '0'],
      [null, 'SOLE', null, '0'],
      ['put', 'SOLE', null, '30000'],
      [null, 'OTHER', null, '2500'],
    ]);
    expect(anomalies.filter(anomaly => !anomaly.startsWith('bad_cusip'))).toEqual([]);
  });

  test('has no lines without a ruler, and is reported', () => {
    const plain = TEXT_REPORT.replace(/^<S>.*\n/m, '').replace(/^-{9}.*\n/m, '');
    const { report, anomalies } = read([{ ...files[0], bytes: Buffer.from(plain) } as (typeof files)[0]]);
    expect(report?.lines).toEqual([]);
    expect(anomalies).toEqual(['no_table_lines report.txt', 'unreconciled report.txt']);
  });
});

describe.skipIf(!existsSync(CORPUS))('published filings (needs ../shared)', () => {
  const open = (name: string, path: string) => {
    const url = `https://www.sec.gov/Archives/edgar/data/${path}`;
    const { records, anomalies } = openFiling([{ url, sha256: '', bytes: readFileSync(`${CORPUS}/${name}`) }]);
    return { filed: records[0], report: records[0]?.contents?.holdingsReport ?? null, anomalies };
  };
  const unitOf = (report: NonNullable<ReturnType<typeof open>['report']>) =>
    valueUnitOf(impliedPrices(report.lines), report, new Map());

  test('give five lines of $732,158 thousand though three of the prices look like dollars (ACTIAM, 2020)', () => {
    const { filed, report, anomalies } = open(
      '0001619124-21-000002.txt',
      '1619124/000161912421000002/0001619124-21-000002.txt',
    );
    expect(anomalies).toEqual([]);
    expect(filed?.canonicalKey).toBe('cik:1619124');
    expect(report).toMatchObject({
      quarterEnd: '2020-12-31',
      statedLines: 5,
      statedValue: '732158',
      isReconciled: true,
    });
    expect(report?.lines[0]).toMatchObject({
      nameAsFiled: 'APPLE INC',
      cusip: '037833100',
      value: '230054',
      amount: '1733777',
    });
    expect(report && unitOf(report)).toEqual({ factor: 1_000, basis: 'quarter' });
  });

  test('give fourteen lines of $454,926,000 (LTS One, 2023)', () => {
    const { report } = open('13F.0001894188-23-000007.txt', '1894188/000189418823000007/0001894188-23-000007.txt');
    expect(report).toMatchObject({
      quarterEnd: '2023-09-30',
      statedLines: 14,
      statedValue: '454926000',
      isReconciled: true,
    });
    expect(report?.lines).toHaveLength(14);
    expect(report && unitOf(report)).toEqual({ factor: 1, basis: 'schema' });
  });

  test('give the reporting manager of a notice (Migdal, 2019)', () => {
    const { report } = open('Migdal_13F-NT.txt', '1727574/000117891320000417/0001178913-20-000417.txt');
    expect(report).toMatchObject({ reportType: 'notice', lines: [], isReconciled: null });
    expect(report?.managers).toMatchObject([{ edge: 'reports_for_filer', cik: '1415912', fileNumber: '28-17312' }]);
  });

  test('give the covers of Everhart, Abacus and Berkshire, without their tables', () => {
    const covers = ['Everhart_primary_doc.xml', 'abacus.13F-HR.primarydoc.xml', 'brk13f_2026q1_coverpage.xml'].map(
      name => open(name, '1067983/000117891320000420/primary_doc.xml').report,
    );
    expect(
      covers.map(cover => [cover?.statedLines, cover?.statedValue, cover?.quarterEnd, cover?.managers.length]),
    ).toEqual([
      [80, '108376', '2020-12-31', 0],
      [92, '114663960', '2020-12-31', 0],
      [90, '263095703570', '2026-03-31', 14],
    ]);
    // Abacus reports a quarter of 2020 in whole dollars, by a form of 2023.
    expect(covers.map(cover => cover && unitOf(cover).factor)).toEqual([1_000, 1, 1]);
  });

  test.each([
    ['13F-HR.infotable.xml', 255, 255, 350_153_407],
    ['BRK_13F_infotable_modern.xml', 110, 42, 274_160_086_701],
    ['trimmed_infotable_1.xml', 1, 1, 353],
  ])('give the lines of %s: %i lines of %i securities, %i in all', (name, count, securities, total) => {
    const { lines, anomalies } = readTable(readFileSync(`${CORPUS}/${name}`, 'utf8'));
    expect(anomalies).toEqual([]);
    expect(lines).toHaveLength(count);
    expect(new Set(lines.map(line => line.cusip)).size).toBe(securities);
    expect(lines.reduce((sum, line) => sum + Number(line.value), 0)).toBe(total);
  });
});
