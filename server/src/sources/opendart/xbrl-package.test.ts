import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../test/write-zip.ts';
import { xbrlUrl } from './endpoints.ts';
import { openFiling } from './filings/open-filing.ts';
import { openDart } from './source.ts';

const RECEIPT = '20240320000777';
const AXIS = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';

function context(id: string, period: string, member: string | null): string {
  const dimension = `<xbrldi:explicitMember dimension="${AXIS}">ifrs-full:${member}</xbrldi:explicitMember>`;
  const scenario = member === null ? '' : `<scenario>${dimension}</scenario>`;
  const entity = '<entity><identifier scheme="http://dart.fss.or.kr/ifrs/CIK">99000001</identifier></entity>';
  return `<context id="${id}">${entity}<period>${period}</period>${scenario}</context>`;
}

const END = '<instant>2023-12-31</instant>';
const YEAR = '<startDate>2023-01-01</startDate><endDate>2023-12-31</endDate>';

/** A fictional package in the form of the registry's: own concepts in the entity's namespace, every number on the axis of basis. */
function instance(members: readonly ('ConsolidatedMember' | 'SeparateMember')[]): string {
  const facts = members.flatMap((member, at) => [
    context(`i${at}`, END, member),
    context(`d${at}`, YEAR, member),
    `<ifrs-full:Assets contextRef="i${at}" unitRef="KRW" decimals="-6">${at + 1}000000</ifrs-full:Assets>`,
    `<entity99000001:udf_BS_1_Tools contextRef="i${at}" unitRef="KRW" decimals="0">${at + 7}</entity99000001:udf_BS_1_Tools>`,
    `<ifrs-full:BasicEarningsLossPerShare contextRef="d${at}" unitRef="S" decimals="INF">-${at + 5}</ifrs-full:BasicEarningsLossPerShare>`,
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?><xbrl xmlns="http://www.xbrl.org/2003/instance"
    xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
    xmlns:ifrs-full="http://xbrl.ifrs.org/taxonomy/2019-03-27/ifrs-full"
    xmlns:d="http://dart.fss.or.kr/taxonomy/2019-10-01/ifrs/dart-gcd"
    xmlns:entity99000001="http://dart.fss.or.kr/taxonomy/2011-04-30/entity99000001">
    ${context('now', YEAR, null)}
    <unit id="KRW"><measure>iso4217:KRW</measure></unit><unit id="S"><measure>shares</measure></unit>
    ${facts.join('\n')}
    <d:DocumentTitle contextRef="now">Annual Report</d:DocumentTitle>
    <d:DocumentTitle contextRef="now">사업보고서</d:DocumentTitle>
    <d:DocumentPeriodEndDate contextRef="now">2023-12-31</d:DocumentPeriodEndDate>
    <d:EntityRegistrantName contextRef="now">가상제작소</d:EntityRegistrantName></xbrl>`;
}

const LINK =
  'xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xml="http://www.w3.org/XML/1998/namespace"';

function loc(id: string): string {
  return `<link:loc xlink:type="locator" xlink:href="x.xsd#${id}" xlink:label="${id}"/>`;
}

function presentation(isProhibiting: string): string {
  const arc = (from: string, to: string, order: number, more = '') =>
    `<link:presentationArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/parent-child" xlink:from="${from}" xlink:to="${to}" order="${order}" ${more}/>`;
  const ids = ['ifrs-full_StatementOfFinancialPositionAbstract', 'entity99000001_udf_BS_1_Tools', 'ifrs-full_Assets'];
  const [top = '', tools = '', assets = ''] = ids;
  return `<link:linkbase ${LINK}><link:presentationLink xlink:type="extended" xlink:role="http://dart.fss.or.kr/role/ifrs/dart_2019-10-01_role-D210000">
    ${ids.map(loc).join('')}${loc('ifrs-full_Inventories')}${arc(top, assets, 2, 'preferredLabel="http://www.xbrl.org/2003/role/totalLabel"')}${arc(top, tools, 1)}
    ${isProhibiting === 'whole' ? '' : arc(top, 'ifrs-full_Inventories', 3, 'use="prohibited" priority="1"')}
    </link:presentationLink></link:linkbase>`;
}

const label = (id: string, language: string, text: string) =>
  `${loc(id)}<link:label xlink:type="resource" xlink:role="http://www.xbrl.org/2003/role/label" xlink:label="l${id}" xml:lang="${language}">${text}</link:label>
   <link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" xlink:from="${id}" xlink:to="l${id}"/>`;

function labels(language: string, tools: string): string {
  const links = label('entity99000001_udf_BS_1_Tools', language, tools);
  return `<link:linkbase ${LINK}><link:labelLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">${links}</link:labelLink></link:linkbase>`;
}

function packageOf(members: readonly ('ConsolidatedMember' | 'SeparateMember')[], presented = 'whole') {
  return {
    '99000001_2023-12-31.xbrl': instance(members),
    'a\\pre_ifrs_for_99000001_2023-12-31.xml': presentation(presented),
    'labels\\lab_99000001-ko_2023-12-31.xml': labels('ko', '공구'),
    'labels\\lab_99000001-en_2023-12-31.xml': labels('en', 'Tools'),
  };
}

function open(members: readonly ('ConsolidatedMember' | 'SeparateMember')[], presented = 'whole') {
  const bytes = makeZip(packageOf(members, presented));
  return openFiling(RECEIPT, [{ url: xbrlUrl(RECEIPT, '11011'), sha256: '', bytes }], []);
}

describe('an XBRL package', () => {
  test('shows its statements in Korean, in the order of the presentation', () => {
    const { records, anomalies } = open(['ConsolidatedMember', 'SeparateMember']);
    expect(anomalies).toEqual([]);
    const report = records[0]?.contents?.report;
    expect(report?.statements).toHaveLength(1);
    const statement = report?.statements[0];
    expect(statement).toMatchObject({
      statementType: 'balance',
      title: '연결 재무상태표',
      columns: [{ label: '2023-12-31', periodStart: null, periodEnd: '2023-12-31' }],
    });
    const cells = statement?.rows.map(row =>
      row.cells.map(cell => (cell === null ? null : report?.facts[cell]?.value)),
    );
    expect(statement?.rows.map(row => [row.label, row.level, row.isTotal])).toEqual([
      ['Statement Of Financial Position', 0, false],
      ['공구', 1, false],
      ['Assets', 1, true],
    ]);
    expect(cells).toEqual([[null], ['7'], ['1000000']]);
    expect(report?.labels?.get('entity99000001:udf_BS_1_Tools')).toBe('공구');
  });

  test('that only changes presentations of the taxonomy has no statements, with a reason', () => {
    const { records, anomalies } = open(['ConsolidatedMember'], 'changed');
    expect(records[0]?.contents?.report?.statements).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['statements_need_taxonomy']);
  });

  test('states consolidated numbers first, and names the year', () => {
    const { records } = open(['ConsolidatedMember', 'SeparateMember']);
    const set = records[0]?.facts[0];
    expect(set?.series.map(series => [series.concept, series.unit, series.dimensions, series.values[0]])).toEqual([
      ['ifrs-full:Assets', 'KRW', '', 1_000_000],
      ['entity99000001:udf_BS_1_Tools', 'KRW', '', 7],
      ['ifrs-full:BasicEarningsLossPerShare', 'KRW/shares', '', -5],
      ['ifrs-full:Assets', 'KRW', 'basis=non_consolidated', 2_000_000],
      ['entity99000001:udf_BS_1_Tools', 'KRW', 'basis=non_consolidated', 8],
      ['ifrs-full:BasicEarningsLossPerShare', 'KRW/shares', 'basis=non_consolidated', -6],
    ]);
    expect(set?.filings[0]).toMatchObject({ form: '사업보고서', fiscalYear: 2023, fiscalPeriod: 'FY' });
    expect(records[0]).toMatchObject({ canonicalKey: 'dart:99000001', issuer: { companyName: '가상제작소' } });
  });

  test('of a company without subsidiaries has no other basis', () => {
    const { records } = open(['SeparateMember']);
    expect(records[0]?.facts[0]?.series.map(series => series.dimensions)).toEqual(['', '', '']);
  });
});

describe('the files of an XBRL package', () => {
  const members = Object.values(packageOf(['ConsolidatedMember'])).map(
    (content, at) => [`${at}.dat`, content] as const,
  );
  const renamed = Object.fromEntries([...members].reverse());

  test('are known by their roots, whatever their names are', () => {
    const [own] = openFiling(
      RECEIPT,
      [{ url: xbrlUrl(RECEIPT, '11011'), sha256: '', bytes: makeZip(renamed) }],
      [],
    ).records;
    const [expected] = open(['ConsolidatedMember']).records;
    expect(own?.facts).toEqual(expected?.facts);
    expect(own?.contents?.report?.statements).toHaveLength(1);
  });

  test('are a document of the receipt number in the name of the zip', async () => {
    const reader = {
      members: Object.keys(renamed),
      async *stream(member: string): AsyncIterable<Buffer> {
        yield Buffer.from(renamed[member] ?? '');
      },
    };
    expect(await openDart.planBulk(reader, `${RECEIPT}_11013.zip`)).toEqual({
      kind: 'document',
      url: xbrlUrl(RECEIPT, '11013'),
    });
    expect(await openDart.planBulk(reader, 'report.zip')).toBeNull();
  });
});
