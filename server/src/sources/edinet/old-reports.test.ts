import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../test/write-zip.ts';
import type { FactSet } from '../../domain/filings/facts/model/facts.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { documentUrl } from './addresses.ts';
import { MILL } from './fictional-documents.ts';
import { edinet } from './source.ts';

const { parse: parseDocuments } = edinet;

/**
 * Reports of before 2014, of a fictional filer: the form that EDINET's taxonomies of 2008 to 2013 prescribe. No such report
 * is among the recorded files.
 */
const TAXONOMY = 'http://info.edinet-fsa.go.jp/jp/fr/gaap';
const STEM = `jpfr-asr-${MILL.code}-000-2012-03-31-01-2012-06-28`;
const PERIODS = {
  CurrentYearConsolidatedDuration: ['2011-04-01', '2012-03-31'],
  CurrentYearConsolidatedInstant: ['2012-03-31'],
  Prior1YearConsolidatedDuration: ['2010-04-01', '2011-03-31'],
  CurrentYearNonConsolidatedDuration: ['2011-04-01', '2012-03-31'],
  CurrentYearNonConsolidatedInstant: ['2012-03-31'],
  CurrentYTDConsolidatedDuration: ['2011-04-01', '2011-06-30'],
  CurrentYTDNonConsolidatedDuration: ['2011-04-01', '2011-06-30'],
  DocumentInfo: ['2012-06-28'],
} satisfies Record<string, string[]>;

type ContextId = keyof typeof PERIODS;

function context(id: ContextId): string {
  const [start = '', end] = PERIODS[id];
  const period =
    end === undefined
      ? `<xbrli:instant>${start}</xbrli:instant>`
      : `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;
  const scenario = id.includes('NonConsolidated') ? '<xbrli:scenario><jpfr-oe:NonConsolidated/></xbrli:scenario>' : '';
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://info.edinet-fsa.go.jp">${MILL.code}-000</xbrli:identifier></xbrli:entity><xbrli:period>${period}</xbrli:period>${scenario}</xbrli:context>`;
}

type Line = [name: string, context: ContextId, millions: number];

function instance(lines: readonly Line[]): string {
  const used = [...new Set(lines.map(([, id]) => id)), 'DocumentInfo' as const];
  const facts = lines.map(
    ([name, id, millions], at) =>
      `<${name} unitRef="JPY" contextRef="${id}" decimals="-6" id="ni${at}">${millions * 1_000_000}</${name}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:jpfr-oe="${TAXONOMY}/o/oe/2011-03-14" xmlns:jpfr-t-cte="${TAXONOMY}/t/cte/2011-03-14" xmlns:jpfr-t-bnk="${TAXONOMY}/t/bnk/2011-03-14" xmlns:jpfr-di="${TAXONOMY}/o/di/2011-03-14" xmlns:jpfr-asr-${MILL.code}-000="${TAXONOMY}/${MILL.code}-000/asr/2012-03-31/01/2012-06-28">
${used.map(context).join('\n')}
<xbrli:unit id="JPY"><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unit>
${facts.join('\n')}
<jpfr-di:EntityNameJaEntityInformation contextRef="DocumentInfo">${MILL.name}</jpfr-di:EntityNameJaEntityInformation>
</xbrli:xbrl>`;
}

async function open(lines: readonly Line[], stem = STEM) {
  const bytes = makeZip({
    [`S000ZZ01/${stem}.xbrl`]: instance(lines),
    [`S000ZZ01/${stem}-label.xml`]: '<linkbase/>',
  });
  const { records, anomalies } = await parseDocuments([{ url: documentUrl('S000ZZ01', 1), sha256: '', bytes }]);
  return { record: records[0], kinds: anomalies.map(anomaly => anomaly.kind) };
}

function valuesOf(sets: readonly FactSet[] | undefined): string[] {
  return (sets ?? []).flatMap(set =>
    set.series.flatMap(({ concept, dimensions, ends, values }) =>
      ends.map((end, at) => `${concept} [${dimensions}] ${toIsoDate(end)} ${values[at]}`),
    ),
  );
}

const GROUP: Line[] = [
  ['jpfr-t-cte:NetSales', 'CurrentYearConsolidatedDuration', 12_345],
  ['jpfr-t-cte:NetSales', 'Prior1YearConsolidatedDuration', 11_000],
  ['jpfr-t-cte:Assets', 'CurrentYearConsolidatedInstant', 20_000],
];
const COMPANY: Line[] = [
  ['jpfr-t-cte:NetSales', 'CurrentYearNonConsolidatedDuration', 9_876],
  ['jpfr-t-cte:Assets', 'CurrentYearNonConsolidatedInstant', 15_000],
];
const OWN_CASH_FLOW: Line = [
  'jpfr-t-cte:NetCashProvidedByUsedInOperatingActivities',
  'CurrentYearNonConsolidatedDuration',
  700,
];

describe('a report before 2014', () => {
  test('has the current names of lines, the group without dimension and the company with one', async () => {
    const { record, kinds } = await open([...GROUP, ...COMPANY]);
    expect(kinds).toEqual([]);
    expect(record).toMatchObject({ canonicalKey: `edinet:${MILL.code}`, issuer: { companyName: MILL.name } });
    expect(record?.issuer?.fiscalYearEnd).toBe('03-31');
    expect(record?.filings[0]).toMatchObject({
      nativeId: 'S000ZZ01',
      formType: '120',
      category: 'annual_report',
      filingDate: '2012-06-28',
      periodEnd: '2012-03-31',
      isAmendment: false,
    });
    expect(record?.facts[0]?.filings[0]).toMatchObject({ fiscalYear: 2012, fiscalPeriod: 'FY' });
    expect(valuesOf(record?.facts)).toEqual([
      'jppfs_cor:NetSales [] 2012-03-31 12345000000',
      'jppfs_cor:NetSales [] 2011-03-31 11000000000',
      'jppfs_cor:Assets [] 2012-03-31 20000000000',
      'jppfs_cor:NetSales [basis=non_consolidated] 2012-03-31 9876000000',
      'jppfs_cor:Assets [basis=non_consolidated] 2012-03-31 15000000000',
    ]);
    expect(record?.contents?.report).toMatchObject({ statements: [] });
    expect(record?.contents?.report?.statementsReason).toMatch(/before 2014/);
  });

  test('keeps lines of an industry, and lines of the filer under its own prefix', async () => {
    const own = `jpfr-asr-${MILL.code}-000:IncomeFromMills`;
    const { record } = await open([
      ['jpfr-t-bnk:OrdinaryIncomeBNK', 'CurrentYearConsolidatedDuration', 5],
      [own, 'CurrentYearConsolidatedDuration', 3],
    ]);
    expect(valuesOf(record?.facts)).toEqual([
      'jppfs_cor:OrdinaryIncomeBNK [] 2012-03-31 5000000',
      `${own} [] 2012-03-31 3000000`,
    ]);
  });

  test.each([
    ['with cash flows of its own is of a company without a group', [...COMPANY, OWN_CASH_FLOW], STEM, ''],
    ['without them may have a group, whose values it does not tag', COMPANY, STEM, 'basis=non_consolidated'],
    [
      'for a quarter is of a company without a group',
      [['jpfr-t-cte:NetSales', 'CurrentYTDNonConsolidatedDuration', 2_000]] satisfies Line[],
      STEM.replace('asr', 'q1r').replace('2012-03-31', '2011-06-30'),
      '',
    ],
  ])('of a company alone %s', async (_, lines, stem, dimensions) => {
    const { record } = await open(lines, stem);
    expect([...new Set(record?.facts.flatMap(set => set.series.map(series => series.dimensions)))]).toEqual([
      dimensions,
    ]);
  });

  test('is a correction if it is the second submission, and an interim report if it is of a quarter', async () => {
    const corrected = await open(GROUP, STEM.replace('-01-2012-06-28', '-02-2012-08-01'));
    expect(corrected.record?.filings[0]).toMatchObject({ formType: '130', isAmendment: true });
    const quarter = await open(GROUP, STEM.replace('asr', 'q1r').replace('2012-03-31', '2011-06-30'));
    expect(quarter.record?.filings[0]).toMatchObject({ formType: '140', periodEnd: '2011-06-30' });
    expect(quarter.record?.facts[0]?.filings[0]).toMatchObject({ fiscalYear: null, fiscalPeriod: 'Q1' });
  });
});
