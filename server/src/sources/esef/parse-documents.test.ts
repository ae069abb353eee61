import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../test/write-zip.ts';
import type { FactSet } from '../../domain/filings/facts/model/facts.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { parseDay } from '../../kernel/dates.ts';
import type { SourceDocument } from '../kit/source.ts';
import {
  FICTIONAL_LABELS,
  FICTIONAL_LEI,
  fictionalFolder,
  fictionalId,
  fictionalInline,
  fictionalJson,
  fictionalPage,
  OTHER_LEI,
} from './fictional-reports.ts';
import { filingRowUrl } from './filing-address.ts';
import { esef } from './source.ts';

const { parse: parseDocuments } = esef;

const ID = fictionalId('2023-12-31');
const FOLDER = `https://${fictionalFolder('2023-12-31')}`;
const PAGE = 'https://filings.xbrl.org/api/filings?filter%5Bcountry%5D=BE&page%5Bsize%5D=100';

function documentOf(url: string, content: string | Buffer): SourceDocument {
  const bytes = Buffer.from(content);
  return { url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const ROW = documentOf(filingRowUrl(ID), fictionalPage([['2023-12-31', FICTIONAL_LEI]], 'FICTIEVE WERKEN NV'));

function opened(records: readonly IssuerRecords[]): IssuerRecords {
  const found = records.find(record => record.source === `filing/${ID}`);
  if (found === undefined) throw new Error('the filing was not opened');
  return found;
}

function factOf(set: FactSet | undefined, concept: string, end: string, dimensions = ''): number | null | undefined {
  const series = set?.series.find(factSeries => factSeries.concept === concept && factSeries.dimensions === dimensions);
  return series?.values[series.ends.indexOf(parseDay(end) ?? 0)];
}

describe('a page of the index', () => {
  test('gives filings by issuer, with the day of their receipt', async () => {
    const page = fictionalPage(
      [
        ['2023-12-31', FICTIONAL_LEI],
        ['2022-12-31', FICTIONAL_LEI],
        ['2023-12-31', OTHER_LEI],
      ],
      'FICT',
    );
    const { records, anomalies } = await parseDocuments([documentOf(PAGE, page)]);
    expect(anomalies).toEqual([]);
    expect(records.map(record => [record.canonicalKey, record.source, record.filings.length])).toEqual([
      [`lei:${FICTIONAL_LEI}`, 'index/filter[country]=BE&page[size]=100', 2],
      [`lei:${OTHER_LEI}`, 'index/filter[country]=BE&page[size]=100', 1],
    ]);
    expect(records[0]?.filings[0]).toMatchObject({
      nativeId: ID,
      formType: 'ESEF',
      category: 'annual_report',
      categoryGroup: 'periodic',
      filingDate: '2024-04-28',
      acceptedAt: '2024-04-28T16:05:09Z',
      knownAt: '2024-04-28T16:05:09Z',
      periodEnd: '2023-12-31',
      language: 'nl',
      primaryDocument: 'fict-2023-12-31-nl.xhtml',
      hasXbrl: true,
    });
    expect(records[0]?.issuer).toMatchObject({
      companyName: 'FICT',
      identifiers: [{ scheme: 'lei', identifier: FICTIONAL_LEI }],
      countryCode: null,
    });
  });

  test('counts as known at the end of its day if it states no time', async () => {
    const page = fictionalPage([['2023-12-31', FICTIONAL_LEI]], null).replace('16:05:09.236220', '00:00:00');
    const { records } = await parseDocuments([documentOf(PAGE, page)]);
    expect(records[0]?.issuer).toBeNull();
    expect(records[0]?.filings[0]).toMatchObject({ acceptedAt: null, knownAt: '2024-04-28T23:59:59Z' });
  });

  test('is reported if it is an error, HTML, empty or truncated', async () => {
    const kindOf = async (content: string) => {
      const { records, anomalies } = await parseDocuments([documentOf(PAGE, content)]);
      expect(records).toEqual([]);
      return anomalies.map(anomaly => anomaly.kind);
    };
    expect(await kindOf('{"errors":[{"title":"Invalid filters querystring parameter.","status":"400"}]}')).toEqual([
      'registry_error',
    ]);
    expect(await kindOf('<html>Checking your browser</html>')).toEqual(['html_instead_of_json']);
    expect(await kindOf('{"data":[{"type":"fil')).toEqual(['truncated_json']);
    expect(await kindOf('')).toEqual(['truncated_json']);
    expect(await kindOf('{"data":[],"meta":{"count":12}}')).toEqual(['empty_answer']);
    expect(await kindOf('{"filings":[]}')).toEqual(['unexpected_document']);
    expect(await kindOf('{"data":[],"meta":{"count":0}}')).toEqual([]);
    expect(await kindOf('\uFEFF{"data":[],"meta":{"count":0}}')).toEqual([]);
  });

  test('reports invalid rows, and keeps the others', async () => {
    const page = JSON.parse(
      fictionalPage(
        [
          ['2023-12-31', FICTIONAL_LEI],
          ['2022-12-31', FICTIONAL_LEI],
          ['2021-12-31', FICTIONAL_LEI],
        ],
        'F',
      ),
    );
    page.data[0].attributes.fxo_id = '../../etc';
    page.data[1].attributes.date_added = 'yesterday';
    page.data[2].attributes.json_url = 'https://elsewhere.example/x.json';
    const { records, anomalies } = await parseDocuments([documentOf(PAGE, JSON.stringify(page))]);
    expect(anomalies.map(anomaly => [anomaly.kind, anomaly.locator])).toEqual([
      ['bad_row', 'data[0]'],
      ['bad_row', 'data[1]'],
    ]);
    expect(records[0]?.filings).toHaveLength(1);
  });
});

describe('a filing', () => {
  test('is read from xBRL-JSON, with bases of facts but without text', async () => {
    const json = documentOf(`${FOLDER}/fict-2023-12-31-nl.json`, fictionalJson(2023, 5_000_000));
    const { records, anomalies } = await parseDocuments([ROW, json]);
    expect(anomalies).toEqual([]);
    const { contents, facts, filings, damage } = opened(records);
    expect(damage).toBeNull();
    expect(filings).toHaveLength(1);
    expect(facts[0]?.filings[0]).toMatchObject({
      accession: ID,
      form: 'ESEF',
      category: 'annual_report',
      filed: '2024-04-28',
    });
    expect(factOf(facts[0], 'ifrs-full:Revenue', '2023-12-31')).toBe(5_000_000);
    expect(factOf(facts[0], 'ifrs-full:Assets', '2023-12-31')).toBe(10_000_000);
    expect(factOf(facts[0], 'ifrs-full:Assets', '2023-12-31', 'basis=non_consolidated')).toBe(5_000_000);
    expect(contents?.text).toMatchObject({
      status: 'sections_not_found',
      reason: 'Only the data file of this report was fetched.',
    });
    expect(contents?.report?.facts).toHaveLength(4);
  });

  test('is read from its package first, with usual prefixes and text as one section', async () => {
    const zip = makeZip({
      'fict/META-INF/reportPackage.json': '{}',
      'fict/reports/fict-2023-12-31-en.xhtml': fictionalInline(2023, '1'),
      'fict/reports/fict-2023-12-31-nl.xhtml': fictionalInline(2023, '5.000,5'),
      'fict/fictional.example/fict_lab.xml': FICTIONAL_LABELS,
    });
    const json = documentOf(`${FOLDER}/fict-2023-12-31-nl.json`, fictionalJson(2023, 7));
    const { records, anomalies } = await parseDocuments([
      ROW,
      json,
      documentOf(`${FOLDER}/fict-2023-12-31-nl.zip`, zip),
    ]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['further_report']);
    const { contents, facts } = opened(records);
    expect(factOf(facts[0], 'ifrs-full:Revenue', '2023-12-31')).toBe(5_000_500);
    expect(contents?.text.status).toBe('found');
    expect(contents?.text.sections.map(section => [section.sectionKey, section.order, section.document])).toEqual([
      ['report', 1, 'fict-2023-12-31-nl.xhtml'],
    ]);
    expect(contents?.text.sections[0]?.text).toContain('Fictieve Werken NV');
    expect([...(contents?.report?.labels ?? [])]).toEqual([
      ['ifrs-full:Revenue', 'Omzet van de werken'],
      ['fict:Other', 'Iets anders'],
    ]);
    const files = contents?.files.map(file => [file.fileName, file.role, file.contentType, file.members?.length ?? 0]);
    expect(files).toEqual([
      ['fict-2023-12-31-nl.xhtml', 'primary', 'application/xhtml+xml', 0],
      ['fict-2023-12-31-nl.json', 'attachment', 'application/json', 0],
      ['fict-2023-12-31-nl.zip', 'attachment', 'application/zip', 4],
    ]);
  });

  test('is corrected and reported if its periods end at the midnight before the last day', async () => {
    const early = fictionalJson(2023, 5_000_000).replaceAll('2024-01-01T00:00:00', '2023-12-31T00:00:00');
    const { records, anomalies } = await parseDocuments([ROW, documentOf(`${FOLDER}/x.json`, early)]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['period_ends_a_day_early']);
    expect(factOf(opened(records).facts[0], 'ifrs-full:Revenue', '2023-12-31')).toBe(5_000_000);
  });

  test('gives no facts if it is about another entity than its URL', async () => {
    const json = documentOf(`${FOLDER}/x.json`, fictionalJson(2023, 5_000_000, OTHER_LEI));
    const { records, anomalies } = await parseDocuments([ROW, json]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['entity_mismatch']);
    expect(opened(records)).toMatchObject({ facts: [], contents: null, damage: 'entity_mismatch' });
  });

  test('is dated by its due day if no list has it, with the lowest rank', async () => {
    const json = documentOf(`${FOLDER}/x.json`, fictionalJson(2023, 5_000_000));
    const { records, anomalies } = await parseDocuments([json]);
    expect(anomalies.map(anomaly => [anomaly.kind, anomaly.detail])).toEqual([
      ['filing_date_from_deadline', '2024-04-30'],
    ]);
    expect(opened(records).filings).toEqual([]);
    expect(records.find(record => record.source === `dated/${ID}`)?.filings[0]).toMatchObject({
      filingDate: '2024-04-30',
      knownAt: '2024-04-30T23:59:59Z',
      category: 'annual_report',
    });
  });

  test('keeps its row and is reported if its bytes are damaged', async () => {
    const damageOf = async (name: string, content: string | Buffer) => {
      const { records, anomalies } = await parseDocuments([ROW, documentOf(`${FOLDER}/${name}`, content)]);
      expect(anomalies.length).toBeGreaterThan(0);
      expect(opened(records)).toMatchObject({ filings: [{ nativeId: ID }], facts: [] });
      return opened(records).damage;
    };
    expect(await damageOf('x.json', '<html>Not found</html>')).toBe('html_instead_of_json');
    expect(await damageOf('x.json', fictionalJson(2023, 1).slice(0, 400))).toBe('truncated_json');
    expect(await damageOf('x.zip', 'no archive')).toBe('not_a_zip');
    expect(await damageOf('x.zip', makeZip({ 'a/reports/../../x.xhtml': 'x' }))).toBe('not_a_zip');
    expect(await damageOf('x.zip', makeZip({ 'a/reports/x.xhtml': Buffer.alloc(16 << 20) }))).toBe('zip_bomb');
    expect(await damageOf('x.zip', makeZip({ 'a/META-INF/taxonomyPackage.xml': 'x' }))).toBe('no_report');
  });
});

describe('an instance outside a package', () => {
  const instance = (prefix: string): string => {
    const [tag, declared] = prefix === '' ? ['', 'xmlns'] : [`${prefix}:`, `xmlns:${prefix}`];
    return `<?xml version="1.0"?><!-- <html/> --><${tag}xbrl ${declared}="http://www.xbrl.org/2003/instance" xmlns:fsa="http://xbrl.dcca.dk/fsa" xmlns:iso4217="http://www.xbrl.org/2003/iso4217">
<${tag}context id="c"><${tag}entity><${tag}identifier scheme="http://www.dcca.dk/cvr">99887766</${tag}identifier></${tag}entity><${tag}period><${tag}instant>2023-12-31</${tag}instant></${tag}period></${tag}context>
<${tag}unit id="u"><${tag}measure>iso4217:DKK</${tag}measure></${tag}unit>
<fsa:Assets contextRef="c" unitRef="u" decimals="0">1234</fsa:Assets></${tag}xbrl>`;
  };

  test.each([
    ['', 'report.xml'],
    ['xbrli', 'report.xbrl'],
    ['a', 'report'],
  ])('is known by its root with the prefix "%s" under the name %s', async (prefix, name) => {
    const bytes = Buffer.from(instance(prefix));
    const url = esef.identifyImport(name, bytes);
    const { records } = await parseDocuments([{ url, bytes, sha256: '' }]);
    expect(records[0]).toMatchObject({ canonicalKey: 'cvr:99887766' });
    expect(factOf(records[0]?.facts[0], 'fsa:Assets', '2023-12-31')).toBe(1234);
  });
});
