import { describe, expect, test } from 'vitest';
import { expectLinearTime } from '../../../../test/processor-time.ts';
import { makeZip } from '../../../../test/write-zip.ts';
import { decodeCodePage949 } from '../code-page-949.ts';
import { documentUrl, ofCompany, xbrlUrl } from '../endpoints.ts';
import { openDart } from '../source.ts';
import { openFiling } from './open-filing.ts';

const RECEIPT = '20250814000123';

/** A fictional half-year report in the markup of dart4.xsd: cells of three kinds, notes in table groups, loose `&` and `<`. */
const REPORT = `<?xml version="1.0" encoding="utf-8"?>
<DOCUMENT xsi:noNamespaceSchemaLocation="dart4.xsd">
<DOCUMENT-NAME ACODE="11012">반기보고서</DOCUMENT-NAME>
<FORMULA-VERSION ADATE="20250101">5.5</FORMULA-VERSION>
<COMPANY-NAME AREGCIK="99000001">주식회사 가상제작소</COMPANY-NAME>
<SUMMARY><EXTRACTION ACODE="X">비밀</EXTRACTION></SUMMARY>
<BODY ATOCID="9">
<COVER><COVER-TITLE>반 기 보 고 서</COVER-TITLE>
<TABLE><TR><TU AUNIT="PERIODFROM" AUNITVALUE="20250101">2025년 01월 01일</TU><TU AUNIT="PERIODTO" AUNITVALUE="20250630">2025년 06월 30일</TU></TR></TABLE></COVER>
<CORRECTION><TITLE ATOC="Y">정 정 신 고 (보고)</TITLE><P>정정 사유: 오기</P></CORRECTION>
<SECTION-1 ACLASS="MANDATORY">
<TITLE ATOC="Y" AASSOCNOTE="D-0-1-0-0" ATOCID="3">I. 회사의 개요</TITLE>
<P>당사는 R&D 중심의 회사입니다.&cr;본사는 수원입니다.</P><P>< 시장 추이 ></P>
</SECTION-1>
<SECTION-1><TITLE ATOC="Y" AASSOCNOTE="D-0-3-0-0">III. 재무에 관한 사항</TITLE>
<LIBRARY><SECTION-2><TITLE ATOC="Y">2. 연결재무제표</TITLE>
<TABLE-GROUP ACLASS="{XBRL}BS"><TITLE>2-1. 연결 재무상태표</TITLE>
<TABLE><TBODY><TR><TH>과목</TH><TH>당반기말</TH></TR><TR><TD>자산총계</TD><TE ACODE="A" ADELIM="0">1,000</TE></TR>
<TR><TD>부채총계<주석5></TD><TU AUNIT="B">400</TU></TR></TBODY></TABLE></TABLE-GROUP></SECTION-2></LIBRARY>
<SECTION-2><TITLE ATOC="Y">9. 그 밖의 이야기</TITLE><P>둘째 절</P><IMAGE><IMG>graph.jpg</IMG><IMG-CAPTION>그림 설명</IMG-CAPTION></IMAGE></SECTION-2>
</SECTION-1>
<SECTION-1><TITLE ATOC="Y">【 전문가의 확인 】</TITLE></SECTION-1>
</BODY></DOCUMENT>`;

function open(files: Record<string, string | Buffer>) {
  return openFiling(RECEIPT, [{ url: documentUrl(RECEIPT), sha256: '', bytes: makeZip(files) }], []);
}

describe('a filing in DART XML', () => {
  const { records, anomalies } = open({
    [`${RECEIPT}.xml`]: REPORT,
    [`${RECEIPT}_00760.xml`]: '<DOCUMENT></DOCUMENT>',
  });
  const contents = records[0]?.contents;

  test('states its kind and its company', () => {
    expect(anomalies).toEqual([]);
    expect(records[0]).toMatchObject({ canonicalKey: 'dart:99000001', source: `filing/${RECEIPT}`, damage: null });
    expect(records[0]?.filings[0]).toMatchObject({
      formType: '반기보고서',
      category: 'interim_report',
      filingDate: '2025-08-14',
      periodEnd: '2025-06-30',
      title: '반기보고서',
      isAmendment: true,
    });
    expect(contents?.files.map(file => [file.fileName, file.role])).toEqual([
      [`${RECEIPT}.xml`, 'primary'],
      [`${RECEIPT}_00760.xml`, 'attachment'],
    ]);
  });

  test('is divided into sections by its titles', () => {
    const sections = contents?.text.sections ?? [];
    expect(sections.map(section => [section.sectionKey, section.title, section.status])).toEqual([
      ['cover', '표지', 'found'],
      ['correction', '정 정 신 고 (보고)', 'found'],
      ['company_overview', 'I. 회사의 개요', 'found'],
      ['financial_information', 'III. 재무에 관한 사항', 'by_reference'],
      ['consolidated_statements', '2. 연결재무제표', 'found'],
      ['chapter_2.section_2', '9. 그 밖의 이야기', 'found'],
      ['expert_confirmation', '【 전문가의 확인 】', 'partial'],
    ]);
    expect(sections[3]?.target).toEqual({ kind: 'heading', locator: '2. 연결재무제표', filingId: null });
  });

  test('gives readable text, and tables with all cells', () => {
    const [cover, correction, overview, , statements, other] = contents?.text.sections ?? [];
    expect(overview?.text).toBe('당사는 R&D 중심의 회사입니다.\n본사는 수원입니다.\n\n< 시장 추이 >');
    expect(cover?.text).toContain('2025년 01월 01일 | 2025년 06월 30일');
    expect(correction?.text).toBe('정정 사유: 오기');
    expect(statements?.text).toContain('2-1. 연결 재무상태표');
    expect(statements?.text).toContain('자산총계 | 1,000');
    expect(statements?.text).toContain('부채총계<주석5> | 400');
    expect(other?.text).toBe('둘째 절\n\n그림 설명');
    expect(contents?.text.sections.map(section => section.text).join('')).not.toContain('비밀');
  });

  test('places sections in the published source', () => {
    const overview = contents?.text.sections[2];
    expect(REPORT.slice(overview?.start, overview?.end).trim()).toMatch(/^<P>당사는[\s\S]*<\/SECTION-1>$/);
  });
});

/** 반기보고서 of 똠방상사 in code page 949: 똠 is not in EUC-KR proper. */
const OLD_REPORT = Buffer.from(
  '3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d226575632d6b72223f3e0a3c444f43554d454e543e3c444f43554d454e542d4e414d452041434f44453d223131303132223eb9ddb1e2bab8b0edbcad3c2f444f43554d454e542d4e414d453e3c434f4d50414e592d4e414d45204152454743494b3d223939303030303031223e8c63b9e6bbf3bbe73c2f434f4d50414e592d4e414d453e3c424f44593e3c53454354494f4e2d313e3c5449544c452041544f433d2259223e492e20c8b8bbe7c0c720b0b3bfe43c2f5449544c453e3c503eb0a1b3aab4d93c2f503e3c2f53454354494f4e2d313e3c2f424f44593e3c2f444f43554d454e543e',
  'hex',
);

describe('encodings', () => {
  test('of early documents are code page 949', () => {
    const { records } = open({ [`${RECEIPT}.xml`]: OLD_REPORT });
    expect(records[0]?.issuer?.companyName).toBe('똠방상사');
    expect(records[0]?.contents?.text.sections[0]).toMatchObject({ title: 'I. 회사의 개요', text: '가나다' });
  });

  test('are detected regardless of what a document declares', () => {
    const bytes = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="utf-8"?>'), OLD_REPORT.subarray(39)]);
    expect(open({ [`${RECEIPT}.xml`]: bytes }).records[0]?.issuer?.companyName).toBe('똠방상사');
  });

  test('are reported for invalid bytes', () => {
    const bytes = Buffer.concat([OLD_REPORT, Buffer.from([0xff, 0xff])]);
    expect(open({ [`${RECEIPT}.xml`]: bytes }).anomalies.map(anomaly => anomaly.kind)).toEqual(['lost_characters']);
  });

  test('of names in a zip may be code page 949 too', () => {
    const zip = makeZip({ [`${RECEIPT}.xml`]: REPORT, 'AAAA.xml': 'x' });
    // Without the UTF-8 flag: 첨부.xml in code page 949.
    for (let at = zip.indexOf('AAAA.xml'); at >= 0; at = zip.indexOf('AAAA.xml', at + 1)) {
      Buffer.from('c3b7bace', 'hex').copy(zip, at, 0, 4);
    }
    for (const [signature, flags] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const) {
      for (let at = zip.indexOf(signature, 0, 'latin1'); at >= 0; at = zip.indexOf(signature, at + 1, 'latin1')) {
        zip.writeUInt16LE(0, at + flags);
      }
    }
    const { records } = openFiling(RECEIPT, [{ url: documentUrl(RECEIPT), sha256: '', bytes: zip }], []);
    expect(records[0]?.contents?.files.map(file => file.fileName)).toContain('첨부.xml');
  });
});

test('code page 949 has all syllables', () => {
  // First and last of the added ones, and those around the change of rows (Microsoft, Best fit 949).
  const bytes = Buffer.from('8141' + '81fe' + '8c63' + 'a041' + 'a0fe' + 'a141' + 'c652' + 'b0a1' + 'c8fe', 'hex');
  expect(decodeCodePage949(bytes)).toBe('갂괓똠잸좤좥힣가힝');
});

describe('an unusual document', () => {
  const parse = (url: string, bytes: Buffer) => openDart.parse([{ url, sha256: '', bytes }]);

  test('is reported without records if it is a refusal in place of a zip', async () => {
    const bytes = Buffer.from('<?xml version="1.0"?><result><status>020</status><message>limit</message></result>');
    const { records, anomalies } = await parse(documentUrl(RECEIPT), bytes);
    expect(records).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['status_020']);
  });

  test('is one part if it is a page of the exchange', () => {
    const page = '<html><body><p>주권매매거래정지</p><p>사유: 가상</p></body></html>';
    const { records, anomalies } = open({ [`${RECEIPT}.xml`]: page });
    // It does not state its company: a list must.
    expect(records).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['unknown_company']);
    const url = ofCompany(documentUrl(RECEIPT), '99000001');
    const bytes = makeZip({ [`${RECEIPT}.xml`]: page });
    const [opened] = openFiling(RECEIPT, [{ url, sha256: '', bytes }], []).records;
    expect(opened).toMatchObject({ canonicalKey: 'dart:99000001', filings: [], damage: null });
    expect(opened?.contents?.text.sections).toMatchObject([
      { sectionKey: 'document', status: 'found', text: '주권매매거래정지\n\n사유: 가상' },
    ]);
  });

  test('is reported if it is a truncated zip or a package without instance', async () => {
    const cut = makeZip({ [`${RECEIPT}.xml`]: REPORT }).subarray(0, 300);
    expect((await parse(documentUrl(RECEIPT), cut)).anomalies[0]?.kind).toBe('not_a_zip');
    const empty = makeZip({ 'labels.xml': '<x/>' });
    const { anomalies } = await parse(xbrlUrl(RECEIPT, '11011'), empty);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['no_instance', 'unknown_company']);
  });

  test.each<[string, (count: number) => string]>([
    ['sections without end', count => '<SECTION-1>'.repeat(count)],
    ['titles without end', count => '<SECTION-1><TITLE>'.repeat(count)],
    ['ends without beginning', count => '</SECTION-1></COVER>'.repeat(count)],
    ['one long attribute', count => `<SECTION-1 A="${'x'.repeat(10 * count)}">`],
    ['entities of its own', count => `<!DOCTYPE d [<!ENTITY a "b">]><P>${'&a;'.repeat(count)}</P>`],
  ])('with %s is read in time linear in their number', (_, markup) => {
    const url = `document/${RECEIPT}/${RECEIPT}.xml`;
    expectLinearTime(
      8_000,
      count => Buffer.from(REPORT.replace('<BODY ATOCID="9">', `<BODY>${markup(count)}`)),
      bytes => expect(openFiling(RECEIPT, [{ url, sha256: '', bytes }], []).records).toHaveLength(1),
    );
  });
});
