import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { extractInline } from '../ixbrl/extract-inline.ts';
import { isXbrlJson, parseXbrlJson } from './parse-xbrl-json.ts';
import type { XbrlFact } from './report.ts';

const INFO = {
  documentType: 'https://xbrl.org/2021/xbrl-json',
  namespaces: {
    'ifrs-full': 'https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
    iso4217: 'http://www.xbrl.org/2003/iso4217',
    lei: 'http://standards.iso.org/iso/17442',
    xbrl: 'https://xbrl.org/2021',
    xbrli: 'http://www.xbrl.org/2003/instance',
  },
  taxonomy: ['https://fictional.example/2023.xsd'],
};

const YEAR = '2023-01-01T00:00:00/2024-01-01T00:00:00';

function parse(facts: Record<string, unknown>, info: unknown = INFO) {
  return parseXbrlJson({ name: 'report.json', source: JSON.stringify({ documentInfo: info, facts }) });
}

function fact(concept: string, value: unknown, more: Record<string, unknown> = {}) {
  return { value, decimals: -3, dimensions: { concept, entity: 'lei:X', period: YEAR, unit: 'iso4217:EUR', ...more } };
}

describe('parseXbrlJson', () => {
  test('reads numbers, texts and nils with their periods, units and members', () => {
    const { facts, anomalies, schemaRefs } = parse({
      f1: fact('ifrs-full:Revenue', '1.5E6'),
      f2: fact('ifrs-full:Equity', '-7', {
        period: '2024-01-01T00:00:00',
        'ifrs-full:ComponentsOfEquityAxis': 'ifrs-full:IssuedCapitalMember',
      }),
      f3: {
        value: '0.10',
        decimals: 2,
        dimensions: {
          ...fact('', '').dimensions,
          concept: 'ifrs-full:BasicEarningsLossPerShare',
          unit: 'iso4217:EUR/xbrli:shares',
        },
      },
      f4: {
        value: 'Fictional <b>NV</b>',
        dimensions: {
          concept: 'ifrs-full:NameOfReportingEntityOrOtherMeansOfIdentification',
          entity: 'lei:X',
          period: YEAR,
          language: 'nl',
        },
      },
      f5: {
        value: null,
        dimensions: {
          concept: 'ifrs-full:Goodwill',
          entity: 'lei:X',
          period: '2024-01-01T00:00:00',
          unit: 'iso4217:EUR',
        },
      },
      f6: {
        value: '12',
        decimals: 0,
        dimensions: { concept: 'ifrs-full:AverageNumberOfEmployees', entity: 'lei:X', period: YEAR },
      },
    });
    expect(anomalies).toEqual([]);
    expect(schemaRefs).toEqual(['https://fictional.example/2023.xsd']);
    const shown = facts.map(fact => [
      fact.localName,
      fact.periodStart,
      fact.periodEnd,
      fact.unit,
      fact.value,
      fact.decimals,
    ]);
    expect(shown).toEqual([
      ['Revenue', '2023-01-01', '2023-12-31', 'EUR', '1500000', -3],
      ['Equity', null, '2023-12-31', 'EUR', '-7', -3],
      ['BasicEarningsLossPerShare', '2023-01-01', '2023-12-31', 'EUR/shares', '0.1', 2],
      [
        'NameOfReportingEntityOrOtherMeansOfIdentification',
        '2023-01-01',
        '2023-12-31',
        null,
        'Fictional <b>NV</b>',
        null,
      ],
      ['Goodwill', null, '2023-12-31', 'EUR', null, null],
      ['AverageNumberOfEmployees', '2023-01-01', '2023-12-31', 'pure', '12', 0],
    ]);
    expect(facts[1]?.dimensions).toEqual([
      {
        axisNamespace: 'https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
        axis: 'ifrs-full:ComponentsOfEquityAxis',
        member: 'ifrs-full:IssuedCapitalMember',
        memberNamespace: 'https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
        isTyped: false,
      },
    ]);
    expect(facts[0]?.entity).toEqual({ scheme: 'http://standards.iso.org/iso/17442', identifier: 'X' });
  });

  test('lists facts in document order with their positions, and reports repeated ids', () => {
    const source = `{"documentInfo":${JSON.stringify(INFO)},"facts":{
      "b": ${JSON.stringify(fact('ifrs-full:Revenue', '1'))},
      "2": ${JSON.stringify(fact('ifrs-full:Assets', '2'))},
      "b": ${JSON.stringify(fact('ifrs-full:Revenue', '3'))}},"facts2":{"c":{}}}`;
    const { facts, anomalies } = parseXbrlJson({ name: 'report.json', source });
    expect(facts.map(fact => [fact.elementId, fact.value])).toEqual([
      ['2', '2'],
      ['b', '3'],
    ]);
    expect(source.slice(facts[0]?.start, facts[0]?.end)).toBe(`"2": ${JSON.stringify(fact('ifrs-full:Assets', '2'))}`);
    expect(anomalies.map(anomaly => [anomaly.kind, anomaly.locator])).toEqual([['duplicate_id', 'b']]);
  });

  test('attaches notes to their facts', () => {
    const { facts, footnotes } = parse({
      f1: { ...fact('ifrs-full:Revenue', '1'), links: { footnote: { default: ['n1'] } } },
      n1: { value: 'Restated', dimensions: { concept: 'xbrl:note', noteId: 'n1', language: 'en' } },
    });
    expect(facts).toHaveLength(1);
    expect(footnotes).toEqual([{ id: 'n1', language: 'en', text: 'Restated', factIds: ['f1'] }]);
  });

  test('drops questionable facts and reports why', () => {
    const { facts, anomalies } = parse({
      a: fact('none:Revenue', '1'),
      b: fact('ifrs-full:Revenue', 'a lot'),
      c: fact('ifrs-full:Revenue', 5),
      d: fact('ifrs-full:Revenue', '1', { period: '2023-02-30T00:00:00' }),
      e: fact('ifrs-full:Revenue', '1', { period: '2024-01-01T00:00:00/2023-01-01T00:00:00' }),
      f: fact('ifrs-full:Revenue', '1', { unit: 'iso4217:EUR/(a/b)' }),
      g: fact('ifrs-full:Revenue', '1', { entity: 'X' }),
      h: fact('ifrs-full:Revenue', '1', { scenario: 'x' }),
      i: 'no fact',
      j: { ...fact('ifrs-full:Revenue', '1'), decimals: '3' },
      __proto__x: fact('ifrs-full:Revenue', '1', { 'ifrs-full:SomeAxis': null }),
    });
    expect(facts.map(fact => fact.elementId)).toEqual(['__proto__x']);
    expect(facts[0]?.dimensions[0]?.isTyped).toBe(true);
    expect(anomalies.map(anomaly => anomaly.locator)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
    expect(new Set(anomalies.map(anomaly => anomaly.kind))).toEqual(new Set(['bad_fact']));
  });

  test('reports invalid documents and never throws', () => {
    const kindOf = (source: string) => parseXbrlJson({ name: 'x', source }).anomalies.map(anomaly => anomaly.kind);
    expect(kindOf('<html>Sorry</html>')).toEqual(['html_instead_of_json']);
    expect(kindOf('{"documentInfo":')).toEqual(['truncated_json']);
    expect(kindOf('[]')).toEqual(['not_xbrl_json']);
    expect(kindOf('{"documentInfo":{"documentType":"https://xbrl.org/2021/xbrl-csv"},"facts":{}}')).toEqual([
      'not_xbrl_json',
    ]);
    expect(kindOf(JSON.stringify({ documentInfo: INFO }))).toEqual(['no_facts']);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(kindOf(`{"documentInfo":${JSON.stringify(INFO)},"facts":{"f":${deep}}}`)).toEqual(['bad_fact']);
  });

  test('isXbrlJson recognises a report by its documentInfo anywhere in the document', () => {
    const isReport = (value: unknown) => isXbrlJson(Buffer.from(JSON.stringify(value)));
    expect(isReport({ documentInfo: INFO })).toBe(true);
    expect(isReport({ facts: { f: { value: '1'.repeat(200_000) } }, documentInfo: INFO })).toBe(true);
    expect(isXbrlJson(Buffer.from(JSON.stringify({ documentInfo: INFO }).replaceAll('/', '\\/')))).toBe(true);
    expect(isReport({ cik: 1 })).toBe(false);
  });
});

const KAINOS = new URL('../../../../../shared/data/intl/eu/xbrl-json/kainos_2022.json', import.meta.url).pathname;

describe.skipIf(!existsSync(KAINOS))('Kainos Group 2022 (skipped without its bytes)', () => {
  test('is read completely: 314 facts, periods end on the last day of March', () => {
    const { facts, anomalies } = parseXbrlJson({ name: 'kainos.json', source: readFileSync(KAINOS) });
    expect(anomalies).toEqual([]);
    expect(facts).toHaveLength(314);
    expect(facts.filter(fact => fact.isNumeric)).toHaveLength(309);
    const revenue = facts.find(fact => fact.elementId === 'fact-10');
    expect(revenue).toMatchObject({
      value: '302632000',
      unit: 'GBP',
      periodStart: '2021-04-01',
      periodEnd: '2022-03-31',
    });
    expect(facts.find(fact => fact.elementId === 'fact-6')).toMatchObject({ value: '0.291', unit: 'GBP/shares' });
  });
});

const XBRL = new URL('../../../../../shared/data/xbrl/', import.meta.url).pathname;

describe.skipIf(!existsSync(XBRL))('xBRL-JSON of authored inline documents (skipped without it)', () => {
  test('states the same facts as the inline documents', () => {
    const [, ...cases] = readFileSync(`${XBRL}oim/cases.tsv`, 'utf8').trim().split('\n');
    const different: string[] = [];
    let compared = 0;
    // Sets of several documents name only their first.
    for (const [id = '', input = '', json = ''] of cases.map(line => line.split('\t'))) {
      if (id.startsWith('set/')) continue;
      const stated = extractInline([{ name: id, source: plainBytes(XBRL + input) }]).facts.filter(
        fact => fact.target === null,
      );
      const { facts, anomalies } = parseXbrlJson({ name: json, source: plainBytes(XBRL + json) });
      if (anomalies.length > 0) different.push(`${id}: ${anomalies[0]?.kind} ${anomalies[0]?.detail}`);
      if (JSON.stringify(facts.map(shownFact).sort()) !== JSON.stringify(stated.map(shownFact).sort())) {
        different.push(`${id}: ${facts.map(shownFact)} | ${stated.map(shownFact)}`);
      }
      compared++;
    }
    expect(compared).toBe(65);
    expect(different).toEqual([]);
  });
});

function plainBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function shownFact({
  localName,
  namespace,
  periodStart,
  periodEnd,
  unit,
  value,
  decimals,
  dimensions,
}: XbrlFact): string {
  // Attributes in escaped markup are unordered.
  const text = value?.includes('<') ? 'markup' : value;
  const members = dimensions.map(dimension => `${dimension.axis}=${dimension.member} ${dimension.isTyped}`).sort();
  return JSON.stringify([
    namespace,
    localName,
    periodStart,
    periodEnd,
    unit,
    text,
    value === null ? null : decimals,
    members,
  ]);
}
