import { describe, expect, test } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { goldenCopyUrl, isinsAddress, recordAddress } from './addresses.ts';
import { type Cells, readCsvRows } from './csv-rows.ts';
import { registeredNumber } from './identifiers.ts';
import { successorKeyOf } from './map-issuer.ts';
import { parseCdf } from './parse-cdf.ts';
import { parseResponse } from './parse-response.ts';
import { gleif } from './source.ts';

/** LEIs of no entity (prefix XXXX), with valid check digits. */
const OLD = lei('XXXX00FICTIONAL0LD');
const NEW = lei('XXXX00FICTIONALNEW');

function lei(base: string): string {
  const digits = [...`${base}00`].map(value => Number.parseInt(value, 36)).join('');
  return `${base}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}`;
}

function record(entity: object, more: object = {}): Buffer {
  const attributes = {
    lei: OLD,
    entity: {
      legalName: { name: 'Fictional Works', language: 'en' },
      status: 'ACTIVE',
      jurisdiction: 'US-DE',
      ...entity,
    },
    registration: { status: 'ISSUED' },
    ...more,
  };
  return Buffer.from(JSON.stringify({ data: { type: 'lei-records', id: OLD, attributes } }));
}

async function parse(url: string, bytes: Buffer | string) {
  return gleif.parse([{ url, sha256: '', bytes: Buffer.from(bytes) }]);
}

async function issuerOf(entity: object, more: object = {}) {
  const { records, anomalies } = await parse(recordAddress.url({ lei: OLD }), record(entity, more));
  expect(anomalies).toEqual([]);
  return records[0]?.issuer;
}

describe('records', () => {
  test('keeps local, English, romanised, trading and former names apart', async () => {
    const issuer = await issuerOf({
      legalName: { name: '架空製作所株式会社', language: 'ja' },
      otherNames: [
        { name: 'Fictional Works Co., Ltd.', language: 'en', type: 'ALTERNATIVE_LANGUAGE_LEGAL_NAME' },
        { name: '架空製作所', language: 'ja', type: 'TRADING_OR_OPERATING_NAME' },
        { name: '架空鉄工株式会社', language: 'ja', type: 'PREVIOUS_LEGAL_NAME' },
      ],
      transliteratedOtherNames: [
        {
          name: 'KAKUU SEISAKUSHO KABUSHIKI KAISHA',
          language: 'ja',
          type: 'PREFERRED_ASCII_TRANSLITERATED_LEGAL_NAME',
        },
      ],
      jurisdiction: 'JP',
      legalForm: { id: 'T417', other: null },
      registeredAt: { id: 'RA000412' },
      registeredAs: '0104-01-056795',
    });
    expect(issuer).toMatchObject({ companyName: '架空製作所株式会社', countryCode: 'JP', legalForm: '株式会社' });
    expect(issuer?.formerNames).toEqual([{ companyName: '架空鉄工株式会社', untilDate: null }]);
    expect(issuer?.identifiers).toEqual([
      { scheme: 'lei', identifier: OLD },
      { scheme: 'jcn', identifier: '1010401056795' },
    ]);
    expect(issuer?.alternateNames).toEqual([
      { kind: 'english', name: 'Fictional Works Co., Ltd.' },
      { kind: 'trading', name: '架空製作所' },
      { kind: 'romanised', name: 'KAKUU SEISAKUSHO KABUSHIKI KAISHA' },
    ]);
  });

  test('takes the status of the entity, not of its registration', async () => {
    const lapsed = await issuerOf({}, { registration: { status: 'LAPSED' } });
    expect(lapsed?.status).toBe('active');
    expect((await issuerOf({ status: 'INACTIVE' }))?.status).toBe('inactive');
    expect((await issuerOf({ status: 'NULL' }, { registration: { status: 'DUPLICATE' } }))?.status).toBe('inactive');
  });

  test('names a successor only if there is exactly one with an LEI', () => {
    const successorOf = (entity: object) => {
      const [found] = parseResponse(record(entity), new AnomalyLog('gleif', '')).records;
      return found === undefined ? undefined : successorKeyOf(found);
    };
    const one = { lei: NEW, name: 'Fictional Works 2' };
    expect(successorOf({ successorEntity: one, successorEntities: [one] })).toBe(`lei:${NEW}`);
    expect(successorOf({ successorEntities: [one, { lei: null, name: 'Fictional Rest' }] })).toBeNull();
    expect(successorOf({ successorEntity: { lei: null, name: 'Fictional Rest' } })).toBeNull();
    expect(successorOf({ successorEntity: { lei: OLD, name: null } })).toBeNull();
    expect(successorOf({})).toBeNull();
  });

  test('skips a record without a legal name or with wrong check digits, with an anomaly', async () => {
    expect((await parse(recordAddress.url({ lei: OLD }), record({ legalName: null }))).anomalies[0]?.kind).toBe(
      'bad_row',
    );
    const wrong = await parse(recordAddress.url({ lei: OLD }), record({}, { lei: `${OLD.slice(0, 18)}00` }));
    expect(wrong.records).toEqual([]);
    expect(wrong.anomalies[0]?.kind).toBe('bad_identifier');
  });

  test('removes NUL, cuts long names, and skips invalid BICs', async () => {
    const bytes = record(
      { legalName: { name: `Fict\u0000ional\n ${'x'.repeat(10_000)}`, language: 'en' } },
      { bic: ['WRONG', 'FICTUS33XXX'] },
    );
    const { records, anomalies } = await parse(recordAddress.url({ lei: OLD }), bytes);
    expect(records[0]?.issuer?.companyName).toHaveLength(2_000);
    expect(records[0]?.issuer?.companyName.startsWith('Fictional x')).toBe(true);
    expect(records[0]?.issuer?.identifiers).toContainEqual({ scheme: 'bic', identifier: 'FICTUS33XXX' });
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['bad_identifier']);
  });
});

test('a register number gets the scheme of its register, or keeps the register code if its form is another', () => {
  expect(registeredNumber('RA000585', '4366849', 'GB')).toEqual({ scheme: 'uk', identifier: '04366849' });
  expect(registeredNumber('RA000587', 'SC651281', 'GB')).toEqual({ scheme: 'uk', identifier: 'SC651281' });
  expect(registeredNumber('RA000681', '33000167000101', 'BR')).toEqual({
    scheme: 'cnpj',
    identifier: '33.000.167/0001-01',
  });
  expect(registeredNumber('RA000681', '33.000.167/0001-02', 'BR')).toEqual({
    scheme: 'ra000681',
    identifier: '33.000.167/0001-02',
  });
  expect(registeredNumber('RA000657', '124-81-00998', 'KR')).toEqual({ scheme: 'bizr_no', identifier: '1248100998' });
  expect(registeredNumber('RA000412', '0104-01-05679', 'JP')).toEqual({
    scheme: 'ra000412',
    identifier: '0104-01-05679',
  });
  expect(registeredNumber('RA000144', '91110000600037341L', 'CN')).toEqual({
    scheme: 'uscc',
    identifier: '91110000600037341L',
  });
  expect(registeredNumber(null, '1', 'GB')).toBeNull();
});

describe('invalid responses', () => {
  test.each([
    ['error_answer', '{"errors":[{"status":"404","title":"Not Found"}]}'],
    ['html_instead_of_json', '<html><body>Down for maintenance</body></html>'],
    ['truncated_json', '{"data":{"type":"lei-records","attr'],
    ['unexpected_document', '[]'],
    ['unexpected_document', '{"data":[1]}'],
    ['truncated_json', ''],
  ])('%s is an anomaly and damage', async (kind, text) => {
    const isins = await parse(isinsAddress.url({ lei: OLD }), text);
    expect(isins.anomalies.map(anomaly => anomaly.kind)).toEqual([kind]);
    expect(isins.records).toMatchObject([{ issuer: null, damage: kind }]);
    expect((await parse(recordAddress.url({ lei: OLD }), text)).records).toEqual([]);
  });

  test('deep nesting is one anomaly', async () => {
    const nested = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
    for (const text of [`{"errors":${nested}}`, `{"data":${nested}}`, `{"data":{"id":${nested}}}`]) {
      expect((await parse(isinsAddress.url({ lei: OLD }), text)).anomalies).toHaveLength(1);
    }
  });

  test('an entity without ISINs is valid and has no anomaly', async () => {
    const { records, anomalies } = await parse(
      isinsAddress.url({ lei: OLD }),
      '{"meta":{"pagination":{"total":0,"lastPage":1}},"data":[]}',
    );
    expect([records.length, records[0]?.issuer, records[0]?.damage, anomalies]).toEqual([1, null, null, []]);
  });
});

const HEADER =
  'LEI,Entity.LegalName,Entity.LegalName.xmllang,Entity.OtherEntityNames.OtherEntityName.1,Entity.OtherEntityNames.OtherEntityName.1.xmllang,Entity.OtherEntityNames.OtherEntityName.1.type,Entity.LegalAddress.Country,Entity.LegalJurisdiction,Entity.EntityStatus,Entity.EntityExpirationDate,Entity.SuccessorEntity.1.SuccessorLEI,Registration.LastUpdateDate';

describe('golden copies', () => {
  test('CSV and XML give the same records', async () => {
    const csv = `${HEADER}\n"${OLD}","Fictional ""Works"", Inc.","en","Fictional\nIron","en","PREVIOUS_LEGAL_NAME","US","US-DE","INACTIVE","2020-11-10T23:00:00Z","${NEW}","2021-01-01T01:00:00+01:00"\n`;
    const xml = `<?xml version="1.0"?><lei:LEIData xmlns:lei="http://www.gleif.org/data/schema/leidata/2016"><lei:LEIHeader><lei:RecordCount>1</lei:RecordCount></lei:LEIHeader><lei:LEIRecords><lei:LEIRecord><lei:LEI>${OLD}</lei:LEI><lei:Entity><lei:LegalName xml:lang="en">Fictional "Works", Inc.</lei:LegalName><lei:OtherEntityNames><lei:OtherEntityName xml:lang="en" type="PREVIOUS_LEGAL_NAME">Fictional Iron</lei:OtherEntityName></lei:OtherEntityNames><lei:LegalAddress><lei:Country>US</lei:Country></lei:LegalAddress><lei:LegalJurisdiction>US-DE</lei:LegalJurisdiction><lei:EntityStatus>INACTIVE</lei:EntityStatus><lei:EntityExpirationDate>2020-11-10T23:00:00Z</lei:EntityExpirationDate><lei:SuccessorEntity><lei:SuccessorLEI>${NEW}</lei:SuccessorLEI></lei:SuccessorEntity></lei:Entity><lei:Registration><lei:LastUpdateDate>2021-01-01T01:00:00+01:00</lei:LastUpdateDate></lei:Registration></lei:LEIRecord></lei:LEIRecords></lei:LEIData>`;
    const fromCsv = await parse(goldenCopyUrl('lei2', '20240101-0800', 'csv'), csv);
    const fromXml = await parse(goldenCopyUrl('lei2', '20240101-0800', 'xml'), xml);
    expect(fromCsv.records).toEqual(fromXml.records);
    expect(fromCsv.anomalies).toEqual([]);
    expect(fromCsv.records[0]).toMatchObject({
      source: 'golden-copy-lei2',
      issuer: {
        companyName: 'Fictional "Works", Inc.',
        status: 'inactive',
        formerNames: [{ companyName: 'Fictional Iron' }],
      },
    });
    const [cdf] = parseCdf(xml, new AnomalyLog('gleif', '')).records;
    // 23:00 UTC is midnight of the next day in the zone of the record.
    expect([cdf?.expirationDate, cdf?.lastUpdate]).toEqual(['2020-11-11', '2021-01-01T00:00:00Z']);
  });

  test('reads relationships, exceptions and ISINs', async () => {
    const rr = `Relationship.StartNode.NodeID,Relationship.StartNode.NodeIDType,Relationship.EndNode.NodeID,Relationship.EndNode.NodeIDType,Relationship.RelationshipType,Relationship.RelationshipStatus\n${OLD},LEI,${NEW},LEI,IS_DIRECTLY_CONSOLIDATED_BY,ACTIVE\n`;
    const related = await parse(goldenCopyUrl('rr', '20240101-0800', 'csv'), rr);
    expect(related.records).toMatchObject([{ canonicalKey: `lei:${OLD}`, source: 'golden-copy-rr' }]);
    expect(related.records[0]?.issuer?.relations).toEqual([{ kind: 'parent', relatedKey: `lei:${NEW}` }]);
    const over = await parse(goldenCopyUrl('rr', '20240101-0800', 'csv'), rr.replace(',ACTIVE', ',INACTIVE'));
    expect(over.records).toMatchObject([{ canonicalKey: `lei:${OLD}`, issuer: null }]);
    const repex = `LEI,Exception.Category,Exception.Reason.1\n${OLD},DIRECT_ACCOUNTING_CONSOLIDATION_PARENT,NATURAL_PERSONS\n`;
    expect((await parse(goldenCopyUrl('repex', '20240101-0800', 'csv'), repex)).anomalies).toEqual([]);
    const map = await parse(
      goldenCopyUrl('lei-isin', '20240101-0800', 'csv'),
      `LEI,ISIN\n${OLD},US0378331005\n${OLD},US0378331006\n`,
    );
    expect(map.records[0]?.issuer?.isins).toEqual(['US0378331005']);
    expect(map.anomalies.map(anomaly => anomaly.kind)).toEqual(['bad_identifier']);
  });

  test('an imported file is identified by its content, in every form', () => {
    const xml = '<rr:RelationshipData xmlns:rr="x"><rr:Header><rr:ContentDate>2023-06-05T09:24:22Z</rr:ContentDate>';
    expect(gleif.identifyImport('any.xml', Buffer.from(xml))).toBe(goldenCopyUrl('rr', '20230605-0924', 'xml'));
    expect(gleif.identifyImport('20240101-0800-gleif-goldencopy-lei2-golden-copy.csv', Buffer.from(HEADER))).toBe(
      goldenCopyUrl('lei2', '20240101-0800', 'csv'),
    );
    expect(gleif.identifyImport('map.csv', Buffer.from('"LEI","ISIN"\n'))).toBe(
      goldenCopyUrl('lei-isin', 'undated', 'csv'),
    );
    expect(() => gleif.identifyImport('other.csv', Buffer.from('a,b\n'))).toThrow('Unrecognised file');
    const children = `https://api.gleif.org/api/v1/lei-records/${OLD}/direct-children`;
    const response = JSON.stringify({ links: { first: `${children}?page%5Bnumber%5D=1` }, data: [] });
    const address = gleif.identifyImport('children.json', Buffer.from(response));
    expect(address).toContain(children);
    expect(gleif.identifyImport('children.json', Buffer.from(`\uFEFF${response}`))).toBe(address);
  });

  test('entity bombs, deep nesting and truncated XML are anomalies', () => {
    const read = (text: string) => {
      const log = new AnomalyLog('gleif', '');
      return { found: parseCdf(text, log), kinds: log.list().map(anomaly => anomaly.kind) };
    };
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'lol'.repeat(100)}">]><x><LEIRecord><LEI>${OLD}</LEI><Entity><LegalName>&a;</LegalName></Entity></LEIRecord></x>`;
    expect(JSON.stringify(read(bomb)).includes('lollol')).toBe(false);
    const deep = read(`<?xml version="1.0"?><x><LEIRecord>${'<a>'.repeat(200_000)}`);
    expect(deep.found.damage).toBe('not_well_formed');
    const cut = read(`<?xml version="1.0"?><LEIData><LEIRecord><LEI>${OLD}</LEI><Entity><LegalName>F`);
    expect(cut.found.damage).toBe('not_well_formed');
  });

  test('reports tables with other columns, invalid rows and unclosed quotes', async () => {
    const url = goldenCopyUrl('lei2', '20240101-0800', 'csv');
    expect((await parse(url, 'Foo,Bar\n1,2\n')).anomalies.map(anomaly => anomaly.kind)).toEqual(['missing_column']);
    expect((await parse(url, '')).anomalies.map(anomaly => anomaly.kind)).toEqual(['empty_answer']);
    const odd = await parse(url, `LEI,Entity.LegalName\n${OLD},Fictional Works\n${NEW}\n`);
    expect([odd.records.length, odd.records[0]?.damage, odd.anomalies[0]?.kind]).toEqual([1, 'bad_row', 'bad_row']);
    const log = new AnomalyLog('gleif', '');
    const rows: Cells[] = [];
    for await (const cells of readCsvRows(pieces('a,b\n1,"2\n', '3'), log)) rows.push(cells);
    expect([rows, log.list()[0]?.kind]).toEqual([[], 'bad_row']);
  });
});

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe('requests', () => {
  function client(responses: Record<string, string>) {
    const requested: string[] = [];
    const base = fakeClient(gleif, {
      get: async (url: string) => {
        requested.push(url.replace('https://api.gleif.org/api/v1/lei-records', ''));
        const text = responses[url];
        return text === undefined ? null : { url, sha256: '', bytes: Buffer.from(text) };
      },
    });
    return { ...base, requested };
  }

  test('an entity takes its record, the parents that it links to, and all pages of ISINs', async () => {
    const relationships = {
      'direct-parent': { links: { 'relationship-record': '…', 'lei-record': '…' } },
      'ultimate-parent': { links: { 'reporting-exception': '…' } },
      isins: { links: { related: '…' } },
    };
    const page = (n: number) => `${isinsAddress.url({ lei: OLD })}?page[size]=200&page[number]=${n}`;
    const response = JSON.stringify({ data: { type: 'lei-records', attributes: {}, relationships } });
    const isins = '{"meta":{"pagination":{"total":300,"lastPage":2}},"data":[]}';
    const registry = client({ [recordAddress.url({ lei: OLD })]: response, [page(1)]: isins, [page(2)]: isins });
    const { tasks } = await gleif.discover(registry, { kind: 'named', tickers: [], ids: [OLD], since: null });
    expect(tasks).toHaveLength(1);
    for (const task of tasks) await gleif.fetch(registry, task);
    expect(registry.requested).toEqual([
      `/${OLD}`,
      `/${OLD}/isins?page[size]=200&page[number]=1`,
      `/${OLD}/isins?page[size]=200&page[number]=2`,
      `/${OLD}/direct-parent-relationship`,
      `/${OLD}/ultimate-parent-reporting-exception`,
    ]);
  });

  test('an ISIN finds its entity, and everything is refused without a mirror', async () => {
    const url = 'https://api.gleif.org/api/v1/lei-records?filter[isin]=US0378331005';
    const registry = client({ [url]: record({}).toString() });
    const { tasks } = await gleif.discover(registry, {
      kind: 'named',
      tickers: [],
      ids: ['US0378331005'],
      since: null,
    });
    expect(tasks.map(task => task.key)).toEqual([OLD]);
    await expect(gleif.discover(registry, { kind: 'everything', since: null })).rejects.toThrow('too large');
  });
});

test.each([
  [null, 'LastMonth', 0],
  ['2024-05-05', 'LastDay', 0],
  ['2024-05-03', 'LastWeek', 0],
  ['2024-04-20', 'LastMonth', 0],
  ['2024-03-01', 'LastMonth', 1],
])('the changes since %s are downloaded as bulk files of %s', async (position, span, gaps) => {
  const requested: string[] = [];
  const client = fakeClient(gleif, {
    get: async url => {
      requested.push(url);
      return url.includes('/rr/') ? null : { url, sha256: 'a', bytes: Buffer.from('PK\u0003\u0004') };
    },
    now: () => new Date('2024-05-06T17:30:00Z'),
  });
  const found = await gleif.discover(client, { kind: 'channel', channel: 'changes', position });
  expect(requested.map(url => /publishes\/(\w+)\/latest\.csv\?delta=(\w+)$/.exec(url)?.slice(1))).toEqual([
    ['lei2', span],
    ['rr', span],
    ['repex', span],
  ]);
  expect(found.missing.map(({ kind }) => kind)).toEqual(Array(gaps).fill('changes'));
  expect(found).toMatchObject({ bulk: [{ sha256: 'a' }, { sha256: 'a' }], position: '2024-05-06' });
});
