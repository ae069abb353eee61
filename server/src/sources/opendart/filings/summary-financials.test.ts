import { describe, expect, it, test } from 'vitest';
import { makeZip } from '../../../../test/write-zip.ts';
import { documentUrl } from '../endpoints.ts';
import { openFiling } from './open-filing.ts';
import { readAmount, readColumnPeriod, readTableUnit } from './summary-cells.ts';

const RECEIPT = '20260331000123';

type Line = readonly string[];

function table(rows: readonly Line[]): string {
  const cells = rows.map(row => `<TR>${row.map(cell => `<TD>${cell}</TD>`).join('')}</TR>`);
  return `<TABLE><TBODY>${cells.join('')}</TBODY></TABLE>`;
}

/** A fictional annual report of 2025 whose summary is `body`. */
function report(body: string): string {
  return `<DOCUMENT><DOCUMENT-NAME ACODE="11011">사업보고서</DOCUMENT-NAME><COMPANY-NAME AREGCIK="99000001">주식회사 가상제작소</COMPANY-NAME>
<BODY><COVER><TABLE><TR><TU AUNIT="PERIODFROM" AUNITVALUE="20250101">2025년 01월 01일</TU><TU AUNIT="PERIODTO" AUNITVALUE="20251231">2025년 12월 31일</TU></TR></TABLE></COVER>
<SECTION-1><TITLE ATOC="Y">III. 재무에 관한 사항</TITLE><SECTION-2><TITLE ATOC="Y">1. 요약재무정보</TITLE>
${body}</SECTION-2><SECTION-2><TITLE ATOC="Y">2. 연결재무제표</TITLE>${table([
    ['자산총계', '9'],
    ['부채총계', '8'],
  ])}</SECTION-2></SECTION-1></BODY></DOCUMENT>`;
}

function open(body: string) {
  const bytes = makeZip({ [`${RECEIPT}.xml`]: report(body) });
  const { records, anomalies } = openFiling(RECEIPT, [{ url: documentUrl(RECEIPT), sha256: '', bytes }], []);
  const facts = records[0]?.contents?.report?.facts ?? [];
  const lines = facts.map(({ concept, periodStart, periodEnd, value }) =>
    [concept.replace('ext:', ''), periodStart, periodEnd, value].filter(part => part !== null).join(' '),
  );
  return { records, facts, lines, kinds: anomalies.map(anomaly => anomaly.kind) };
}

const CONSOLIDATED = `<P>가. 요약 연결재무정보&cr;</P>${table([['주식회사 가상제작소와 그 종속기업', '(단위 : 천원)']])}${table(
  [
    ['구 분', '제3기', '제2기'],
    ['', '(2025년 12월말)', '(2024년 12월말)'],
    ['[유동자산]', '1,200', '1,000'],
    ['ㆍ기타', '200', '-'],
    ['[비유동자산]', '300', '400'],
    ['ㆍ기타', '30', '40'],
    ['자 산 총 계', '1,500', '1,400'],
    ['비지배지분', '5', '4'],
    ['기 간', '(2025.01.01 ~&cr;2025.12.31)', '(2024.01.01 ~&cr;2024.12.31)'],
    ['Ⅰ. 매출액', '2,000', '1,800'],
    ['영업이익(손실)', '(50)', '△60'],
    ['당기순이익(손실)', '(40)', '70'],
    ['당기순이익의 귀속', '', ''],
    ['지배기업 소유주 지분', '(42)', '69'],
    ['비지배지분', '2', '1'],
    ['기본주당순이익(단위 : 원)', '(12)', '1,234'],
    ['연결에 포함된 회사수', '3', '4'],
  ],
)}`;

describe('the summary of a periodic report without a package of tagged data', () => {
  it('gives balances and flows of each column in whole won, shares of a profit under its name', () => {
    const { lines, kinds } = open(CONSOLIDATED);
    expect(kinds).toEqual([]);
    expect(lines).toEqual([
      '유동자산 2025-12-31 1200000',
      '유동자산 2024-12-31 1000000',
      '기타 2025-12-31 200000',
      '비유동자산 2025-12-31 300000',
      '비유동자산 2024-12-31 400000',
      '기타.2 2025-12-31 30000',
      '기타.2 2024-12-31 40000',
      '자산총계 2025-12-31 1500000',
      '자산총계 2024-12-31 1400000',
      '비지배지분 2025-12-31 5000',
      '비지배지분 2024-12-31 4000',
      '매출액 2025-01-01 2025-12-31 2000000',
      '매출액 2024-01-01 2024-12-31 1800000',
      '영업이익(손실) 2025-01-01 2025-12-31 -50000',
      '영업이익(손실) 2024-01-01 2024-12-31 -60000',
      '당기순이익(손실) 2025-01-01 2025-12-31 -40000',
      '당기순이익(손실) 2024-01-01 2024-12-31 70000',
      '지배기업의소유주에게귀속되는당기순이익 2025-01-01 2025-12-31 -42000',
      '지배기업의소유주에게귀속되는당기순이익 2024-01-01 2024-12-31 69000',
      '비지배지분에귀속되는당기순이익 2025-01-01 2025-12-31 2000',
      '비지배지분에귀속되는당기순이익 2024-01-01 2024-12-31 1000',
      '기본주당순이익(단위:원) 2025-01-01 2025-12-31 -12',
      '기본주당순이익(단위:원) 2024-01-01 2024-12-31 1234',
    ]);
  });

  it('states the place of each number, and facts that other sources of the filing supersede', () => {
    const { facts, records } = open(CONSOLIDATED);
    const total = facts.find(({ value }) => value === '1500000');
    expect(report(CONSOLIDATED).slice(total?.start, total?.end)).toContain('1,500');
    expect(records[0]?.facts[0]).toMatchObject({ source: `filing/${RECEIPT}`, isPartial: true });
    expect(records[0]?.filings[0]?.hasXbrl).toBe(false);
    expect(records[0]?.contents?.report?.statements).toEqual([]);
  });

  it('keeps the company alone apart from the group, and dates columns that only name terms by the report', () => {
    const alone = `<P>나. 요약 재무정보</P><P>(단위 : 백만원)</P>${table([
      ['과 목', '제3기', '제2기', '제1기'],
      ['자산총계', '7', '6', '5'],
      ['매출액', '3', '2', '1'],
    ])}`;
    const { records, lines, kinds } = open(CONSOLIDATED + alone);
    expect(kinds).toEqual([]);
    expect(lines.slice(-6)).toEqual([
      '자산총계 2025-12-31 7000000',
      '자산총계 2024-12-31 6000000',
      '자산총계 2023-12-31 5000000',
      '매출액 2025-01-01 2025-12-31 3000000',
      '매출액 2024-01-01 2024-12-31 2000000',
      '매출액 2023-01-01 2023-12-31 1000000',
    ]);
    const assets = records[0]?.facts[0]?.series.filter(({ concept }) => concept === 'ext:자산총계');
    expect(assets?.map(({ dimensions }) => dimensions)).toEqual(['', 'basis=non_consolidated']);
    expect(open(alone).records[0]?.facts[0]?.series[0]?.dimensions).toBe('');
  });

  it('reads no table without a unit or a period, and no number with misplaced commas', () => {
    const rows = [
      ['구 분', '2025.12.31 현재'],
      ['자산총계', '1,23,456'],
      ['부채총계', '10'],
    ];
    expect(open(table(rows))).toMatchObject({ lines: [], kinds: ['unknown_unit'] });
    expect(open(`<P>(단위: 원)</P>${table(rows)}`)).toMatchObject({
      lines: ['부채총계 2025-12-31 10'],
      kinds: ['bad_value'],
    });
    const undated = table([
      ['구 분', '당기'],
      ['자산총계', '10'],
    ]);
    expect(open(`<P>(단위: 원)</P>${undated}`)).toMatchObject({ lines: [], kinds: ['unknown_period'] });
  });
});

test.each([
  ['(단위 : 백만원)', { currency: 'KRW', scale: 6 }],
  ['단위: 원', { currency: 'KRW', scale: 0 }],
  ['(단위: 천USD)', { currency: 'USD', scale: 3 }],
  ['(단위 : 억원, %)', { currency: 'KRW', scale: 8 }],
  ['(단위 : 개)', null],
  ['요약 연결재무정보', null],
])('reads the unit of %s', (text, unit) => {
  expect(readTableUnit(text)).toEqual(unit);
});

test.each([
  ['2021년 12월말', null, '2021-12-31'],
  ['2022.09.30 현재', null, '2022-09-30'],
  ["('21.1.1 ~ '21.12.31)", '2021-01-01', '2021-12-31'],
  ['2022년 01월 01일~2022년 09월 30일', '2022-01-01', '2022-09-30'],
  ['2022년 1월~6월', '2022-01-01', '2022-06-30'],
  ['2024년 2월말', null, '2024-02-29'],
])('reads the period of %s', (text, start, end) => {
  expect(readColumnPeriod(text)).toEqual({ start, end });
});

test('cells without a period, amounts and dashes are distinguished', () => {
  expect(['제33기 분기', '1,234', '구분'].map(readColumnPeriod)).toEqual([null, null, null]);
  expect(readAmount('(1,234.5) ')).toEqual({ digits: '-1234.5', decimals: 1 });
  expect(['-', '', '원가법', '7개'].map(readAmount)).toEqual([null, null, null, null]);
  expect(['59,296,34,150', '(12', '1.2.3'].map(readAmount)).toEqual(['unreadable', 'unreadable', 'unreadable']);
});
