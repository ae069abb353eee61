import { LIST_FIELDS, type ListField } from './parse-document-list.ts';

/** Documents of fictional filers in the forms of the registry, for the tests of this connector. */

/** The first digit of its corporate number is right. */
export const MILL = { code: 'E99901', number: '1010001999906', name: '架空製粉株式会社', securitiesCode: '990A0' };

/** The name of the mill's annual report for the year to March 2024, filed on 28 June. */
export const ANNUAL_STEM = 'jpcrp030000-asr-001_E99901-000_2024-03-31_01_2024-06-28';

const NAMESPACES = [
  'xmlns="http://www.w3.org/1999/xhtml"',
  'xmlns:ix="http://www.xbrl.org/2008/inlineXBRL"',
  'xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2011-07-31"',
  'xmlns:xbrli="http://www.xbrl.org/2003/instance"',
  'xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
  'xmlns:link="http://www.xbrl.org/2003/linkbase"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
  'xmlns:jppfs_cor="http://disclosure.edinet-fsa.go.jp/taxonomy/jppfs/2023-12-01/jppfs_cor"',
  'xmlns:jpcrp_cor="http://disclosure.edinet-fsa.go.jp/taxonomy/jpcrp/2023-12-01/jpcrp_cor"',
  'xmlns:jpdei_cor="http://disclosure.edinet-fsa.go.jp/taxonomy/jpdei/2013-08-31/jpdei_cor"',
].join(' ');

function context(id: string, period: string, isStandAlone: 'stand-alone' | 'consolidated'): string {
  const member =
    isStandAlone === 'stand-alone'
      ? '<xbrli:scenario><xbrldi:explicitMember dimension="jppfs_cor:ConsolidatedOrNonConsolidatedAxis">jppfs_cor:NonConsolidatedMember</xbrldi:explicitMember></xbrli:scenario>'
      : '';
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://disclosure.edinet-fsa.go.jp">${MILL.code}-000</xbrli:identifier></xbrli:entity><xbrli:period>${period}</xbrli:period>${member}</xbrli:context>`;
}

const YEAR = '<xbrli:startDate>2023-04-01</xbrli:startDate><xbrli:endDate>2024-03-31</xbrli:endDate>';
const YEAR_END = '<xbrli:instant>2024-03-31</xbrli:instant>';
const FILED = '<xbrli:instant>2024-06-28</xbrli:instant>';

function text(name: string, value: string): string {
  return `<ix:nonNumeric name="${name}" contextRef="FilingDateInstant">${value}</ix:nonNumeric>`;
}

/** An amount in millions of yen. */
function amount(name: string, contextRef: string, value: string): string {
  return `<ix:nonFraction name="${name}" contextRef="${contextRef}" unitRef="JPY" decimals="-6" scale="6" format="ixt:numdotdecimal">${value}</ix:nonFraction>`;
}

/** The members of an annual report's package; `consolidated` states whether it has consolidated statements. */
export function annualPackage(consolidated: 'true' | 'false'): Record<string, string> {
  const folder = 'XBRL/PublicDoc/';
  const cover: Record<string, string> = {
    EDINETCodeDEI: MILL.code,
    SecurityCodeDEI: MILL.securitiesCode,
    FilerNameInJapaneseDEI: MILL.name,
    FilerNameInEnglishDEI: 'Fictional Mill Co., Ltd.',
    WhetherConsolidatedFinancialStatementsArePreparedDEI: consolidated,
    CurrentFiscalYearStartDateDEI: '2023-04-01',
    CurrentPeriodEndDateDEI: '2024-03-31',
    CurrentFiscalYearEndDateDEI: '2024-03-31',
    TypeOfCurrentPeriodDEI: 'FY',
    AmendmentFlagDEI: 'false',
  };
  const contexts = [
    context('FilingDateInstant', FILED, 'consolidated'),
    context('CurrentYearDuration', YEAR, 'consolidated'),
    context('CurrentYearInstant', YEAR_END, 'consolidated'),
    context('CurrentYearDuration_NonConsolidatedMember', YEAR, 'stand-alone'),
  ];
  const header = `<html ${NAMESPACES}><body><div style="display:none"><ix:header><ix:hidden>${Object.entries(cover)
    .map(([name, value]) => text(`jpdei_cor:${name}`, value))
    .join(
      '',
    )}</ix:hidden><ix:references><link:schemaRef xlink:type="simple" xlink:href="${ANNUAL_STEM}.xsd"/></ix:references><ix:resources>${contexts.join(
    '',
  )}<xbrli:unit id="JPY"><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unit></ix:resources></ix:header></div></body></html>`;
  const whole = [
    amount('jppfs_cor:NetSales', 'CurrentYearDuration', '12,345'),
    amount('jppfs_cor:Assets', 'CurrentYearInstant', '20,000'),
  ];
  const body = `<html ${NAMESPACES}><body><p>${text('jpcrp_cor:DocumentTitleCoverPage', '有価証券報告書')}</p><ix:nonNumeric name="jpcrp_cor:BusinessRisksTextBlock" contextRef="FilingDateInstant" escape="true"><h3>３【事業等のリスク】</h3><p>小麦の価格が上がると、利益が減ります。</p></ix:nonNumeric>${
    consolidated === 'true' ? whole.join('') : ''
  }${amount('jppfs_cor:NetSales', 'CurrentYearDuration_NonConsolidatedMember', '9,876')}</body></html>`;
  return {
    [`${folder}0000000_header_${ANNUAL_STEM}_ixbrl.htm`]: header,
    [`${folder}0101010_honbun_${ANNUAL_STEM}_ixbrl.htm`]: body,
    'XBRL/AuditDoc/jpaud-aar-cn-001_E99901-000_2024-03-31_01_2024-06-28_ixbrl.htm': '<html><body>監査</body></html>',
  };
}

/** A row of a day's list in the registry's format: the mill's annual report, unless `fields` override it. */
export function listRow(fields: Partial<Record<ListField, string | null>>): Record<ListField, string | number | null> {
  const empty = Object.fromEntries(LIST_FIELDS.map(name => [name, null])) as Record<ListField, null>;
  const flags = { withdrawalStatus: '0', docInfoEditStatus: '0', disclosureStatus: '0', legalStatus: '1' };
  const forms = { xbrlFlag: '1', pdfFlag: '1', attachDocFlag: '0', englishDocFlag: '0', csvFlag: '1' };
  return {
    ...empty,
    ...flags,
    ...forms,
    seqNumber: 1,
    docID: 'S100ZZ01',
    edinetCode: MILL.code,
    secCode: MILL.securitiesCode,
    JCN: MILL.number,
    filerName: MILL.name,
    ordinanceCode: '010',
    formCode: '030000',
    docTypeCode: '120',
    periodStart: '2023-04-01',
    periodEnd: '2024-03-31',
    submitDateTime: '2024-06-28 15:30',
    docDescription: '有価証券報告書－第9期(2023/04/01－2024/03/31)',
    ...fields,
  };
}

/** A day's list of some rows, with its count. */
export function dayList(rows: readonly unknown[], count = rows.length): string {
  const parameter = { date: '2024-06-28', type: '2' };
  const metadata = { title: '', parameter, resultset: { count }, processDateTime: '', status: '200', message: 'OK' };
  return JSON.stringify({ metadata, results: rows });
}
