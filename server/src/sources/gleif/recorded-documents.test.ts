import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeWith } from '../../../test/describe-with.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseCdf } from './parse-cdf.ts';
import { parseCodeList } from './parse-code-list.ts';
import { parseResponse } from './parse-response.ts';
import { gleif } from './source.ts';

const DATA = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const GLEIF = join(DATA, 'gleif');
const API = join(GLEIF, 'api');

function read(...path: string[]): Buffer {
  return readFileSync(join(GLEIF, ...path));
}

async function parseImported(name: string, bytes: Buffer) {
  return gleif.parse([{ url: gleif.identifyImport(name, bytes), sha256: '', bytes }]);
}

/** Folders of responses that are about no entity (docs/reference/registries/gleif.md). */
const NOT_OF_ENTITIES = new Set([
  'auto_completions',
  'countries',
  'entity_legal_forms',
  'field_modifications',
  'fields',
  'fuzzy_completions',
  'jurisdictions',
  'lei_issuers',
  'official_organizational_roles',
  'regions',
  'registration_agents',
  'registration_authorities',
  'vlei_issuers',
]);
const CODE_LISTS = [
  'countries',
  'entity_legal_forms',
  'jurisdictions',
  'official_organizational_roles',
  'regions',
  'registration_authorities',
];

describeWith(GLEIF)('recorded documents', () => {
  test('every response about entities is identified and read; entries of other pages are the only anomaly', async () => {
    const folders = readdirSync(API, { withFileTypes: true }).filter(
      entry => entry.isDirectory() && !NOT_OF_ENTITIES.has(entry.name),
    );
    const counts = { files: 0, issuers: 0, empty: 0 };
    for (const folder of ['.', ...folders.map(folder => folder.name)]) {
      for (const name of readdirSync(join(API, folder)).filter(candidate => candidate.endsWith('.json'))) {
        const { records, anomalies } = await parseImported(name, read('api', folder, name));
        expect([name, ...anomalies.filter(anomaly => anomaly.kind !== 'left_out')]).toEqual([name]);
        expect(records.every(record => record.damage === null)).toBe(true);
        counts.files++;
        counts.issuers += records.filter(record => record.issuer !== null).length;
        if (records.length === 0) counts.empty++;
      }
    }
    // Six lists of children are empty.
    expect(counts).toEqual({ files: 70, issuers: 129, empty: 6 });
  });

  test('responses about no entity are refused as imports', async () => {
    for (const folder of NOT_OF_ENTITIES) {
      for (const name of readdirSync(join(API, folder))) {
        expect(() => gleif.identifyImport(name, read('api', folder, name)), name).toThrow('Unrecognised file');
      }
    }
    expect(() => gleif.identifyImport('lei-data.json', read('golden-copy', 'lei-data.json'))).toThrow(
      'Unrecognised file',
    );
  });

  test('code lists are read', () => {
    for (const folder of CODE_LISTS) {
      for (const name of readdirSync(join(API, folder))) {
        const log = new AnomalyLog('gleif', name);
        const codes = parseCodeList(read('api', folder, name), log);
        expect(log.list()).toEqual([]);
        expect(codes.length).toBeGreaterThan(0);
      }
    }
    const log = new AnomalyLog('gleif', '');
    expect(parseCodeList(read('api', 'registration_authorities', 'registration_authority_RA000044.json'), log)).toEqual(
      [
        {
          list: 'registration-authorities',
          code: 'RA000044',
          names: [
            { name: 'Junta Comercial do Maranhão (MA)', language: null },
            { name: 'JUCEMA Board of Trade of State of Maranhao', language: null },
          ],
          countryCodes: ['BR'],
        },
      ],
    );
  });

  test('reads the names, legal form, register number and mapped codes of Commerzbank', async () => {
    const bytes = read('api', 'lei_records', 'single_lei_record_851WYGNLUQLFZBSYGB56.json');
    const { records } = await parseImported('record.json', bytes);
    expect(records).toHaveLength(1);
    const issuer = records[0]?.issuer;
    expect(issuer).toMatchObject({
      canonicalKey: 'lei:851WYGNLUQLFZBSYGB56',
      companyName: 'COMMERZBANK Aktiengesellschaft',
      countryCode: 'DE',
      legalForm: 'Aktiengesellschaft',
      status: 'active',
      formerNames: [],
      listings: [],
    });
    const schemes = Map.groupBy(issuer?.identifiers ?? [], identifier => identifier.scheme);
    expect(schemes.get('ra000242')).toEqual([{ scheme: 'ra000242', identifier: 'HRB 32000' }]);
    expect(schemes.get('bic')).toHaveLength(16);
    expect(schemes.get('mic')).toEqual([{ scheme: 'mic', identifier: 'CBKA' }]);
    expect(schemes.get('opencorporates')).toEqual([{ scheme: 'opencorporates', identifier: 'de/M1201_HRB32000' }]);
  });

  test('reads the former name, Companies House number and first page of ISINs of Shell', async () => {
    const documents = [
      'lei_records/single_lei_record_21380068P1DRHMJ8KU70.json',
      'isins/isins_21380068P1DRHMJ8KU70.json',
    ];
    const { records, anomalies } = await gleif.parse(
      documents.map(path => {
        const bytes = read('api', path);
        return { url: gleif.identifyImport(path, bytes), sha256: '', bytes };
      }),
    );
    const [record, isins] = records;
    expect(record?.issuer?.formerNames).toEqual([{ companyName: 'ROYAL DUTCH SHELL PLC', untilDate: null }]);
    expect(record?.issuer?.legalForm).toBe('Public Limited Company');
    expect(record?.issuer?.identifiers).toContainEqual({ scheme: 'uk', identifier: '04366849' });
    expect(isins?.source).toBe('isins');
    expect(isins?.issuer?.isins).toHaveLength(15);
    expect(isins?.issuer?.isins).toContain('US82266JMB88');
    expect(anomalies.map(anomaly => [anomaly.kind, anomaly.detail])).toEqual([['left_out', 'read 15 of 1823']]);
  });

  test('reads a relationship, and an exception in its place', () => {
    const log = new AnomalyLog('gleif', '');
    const parent = read('api', 'relationships', 'direct-parent-relationship_5493001KJTIIGC8Y1R12.json');
    expect(parseResponse(parent, log).relationships).toEqual([
      {
        startLei: '5493001KJTIIGC8Y1R12',
        endId: '549300B56MD0ZC402L06',
        endType: 'LEI',
        type: 'IS_DIRECTLY_CONSOLIDATED_BY',
        status: 'ACTIVE',
        periods: [
          { type: 'RELATIONSHIP_PERIOD', start: '2007-06-05', end: null },
          { type: 'ACCOUNTING_PERIOD', start: '2016-01-01', end: '2016-12-31' },
        ],
        registrationStatus: 'PUBLISHED',
        lastUpdate: '2025-03-13T18:39:27Z',
      },
    ]);
    const exception = read(
      'api',
      'reporting_exceptions',
      'direct-parent-reporting-exception_254900LNRYNOQ9YPU758.json',
    );
    expect(parseResponse(exception, log).exceptions).toEqual([
      {
        lei: '254900LNRYNOQ9YPU758',
        category: 'DIRECT_ACCOUNTING_CONSOLIDATION_PARENT',
        reasons: ['NON_PUBLIC'],
        references: [],
      },
    ]);
    expect(log.list()).toEqual([]);
  });

  test('reads entities, relationships and exceptions of the golden copy in XML, and reports the counts of excerpts', async () => {
    const log = new AnomalyLog('gleif', '');
    const lei = parseCdf(read('golden-copy', 'lei-data.xml').toString('utf8'), log);
    const rr = parseCdf(read('golden-copy', 'rr-data.xml').toString('utf8'), log);
    const repex = parseCdf(read('golden-copy', 'repex-data.xml').toString('utf8'), log);
    expect([lei.records.length, rr.relationships.length, repex.exceptions.length]).toEqual([13, 10, 10]);
    expect(log.list().map(anomaly => [anomaly.kind, anomaly.detail])).toEqual([
      ['record_count', 'the file states 2394586 records, 13 were read'],
      ['record_count', 'the file states 394970 records, 10 were read'],
      ['record_count', 'the file states 4244309 records, 10 were read'],
    ]);
    const { records } = await parseImported('lei-data.xml', read('golden-copy', 'lei-data.xml'));
    const fund = records.find(record => record.canonicalKey === 'lei:001GPB6A9XPE8XJICC14')?.issuer;
    expect(fund).toMatchObject({
      companyName: 'Fidelity Advisor Leveraged Company Stock Fund',
      countryCode: 'US',
      legalForm: 'FUND',
      status: 'active',
      formerNames: [
        { companyName: 'FIDELITY ADVISOR SERIES I - Fidelity Advisor Leveraged Company Stock Fund', untilDate: null },
      ],
    });
    expect(fund?.identifiers).toContainEqual({ scheme: 'ra000665', identifier: 'S000005113' });
    expect(records.filter(record => record.issuer?.status === 'inactive')).toHaveLength(1);
    expect(rr.relationships.filter(relationship => relationship.type === 'IS_FUND-MANAGED_BY')).toHaveLength(5);
  });
});

const TRUTH = join(DATA, 'truth', 'intl_entities.tsv');

describeWith(TRUTH)('hand-checked entities and links', () => {
  const [header = '', ...lines] = readFileSync(TRUTH, 'utf8').split('\n');
  const columns = header.split('\t');
  const rows = lines
    .map(
      line =>
        Object.fromEntries(line.split('\t').map((cell, at) => [columns[at] ?? '', cell])) as Record<string, string>,
    )
    .filter(row => row.source_files?.includes('gleif/'));

  async function recordsOf(files: string) {
    const own = files
      .split(';')
      .map(part => part.trim())
      .filter(value => value.startsWith('gleif/'));
    return Promise.all(own.map(path => parseImported(path, readFileSync(join(DATA, path)))));
  }

  test('have the names, former names and status that the parser gives', async () => {
    const entities = rows.filter(row => row.row_type === 'entity');
    expect(entities.length).toBeGreaterThan(10);
    for (const row of entities) {
      const parsed = await recordsOf(row.source_files ?? '');
      const issuer = parsed
        .flatMap(documents => documents.records)
        .find(records => records.canonicalKey === row.canonical_key)?.issuer;
      const key = row.canonical_key ?? '';
      const names = [row.name_local, row.name_english].filter(value => value !== '');
      expect([key, names]).toEqual([key, names.map(() => issuer?.companyName)]);
      const former = (row.former_names ?? '')
        .split(';')
        .flatMap(part => (/PREVIOUS_LEGAL_NAME/.test(part) ? [part.replace(/\(.*$/, '').trim()] : []));
      expect([key, issuer?.formerNames.map(name => name.companyName)]).toEqual([key, former]);
      expect([key, issuer?.status]).toEqual([key, row.status === 'INACTIVE' ? 'inactive' : 'active']);
    }
  });

  test('have the parents that the parser gives', async () => {
    const links = rows.filter(row => row.row_type === 'link');
    expect(links.length).toBeGreaterThan(50);
    for (const { canonical_key: child = '', related_key: parent = '', source_files: file = '' } of links) {
      const url = gleif.identifyImport(file, readFileSync(join(DATA, file)));
      const parsed = await parseImported(file, readFileSync(join(DATA, file)));
      const others = parsed.records.map(record => record.canonicalKey);
      // The address is that of the child's parent, or of the parent's children.
      const requested = /lei-records\/([^/]+)\//.exec(
        file.includes('children') ? url : file.replace(/.*_(\w{20})\.json/, 'lei-records/$1/'),
      );
      const isChildren = file.includes('children');
      expect([`lei:${requested?.[1]}`, others]).toEqual([
        isChildren ? parent : child,
        expect.arrayContaining([isChildren ? child : parent]),
      ]);
    }
  });
});

test('the URL of a document names its issuer, except for lists and other hosts', () => {
  expect(
    gleif.issuerOf('https://api.gleif.org/api/v1/lei-records/5493001KJTIIGC8Y1R12/isins?page[size]=200&page[number]=2'),
  ).toBe('lei:5493001KJTIIGC8Y1R12');
  expect(gleif.issuerOf('https://api.gleif.org/api/v1/lei-records/5493001KJTIIGC8Y1R12/direct-parent')).toBeNull();
  expect(gleif.issuerOf('https://example.org/api/v1/lei-records/5493001KJTIIGC8Y1R12')).toBeNull();
});
