import { describe, expect, test } from 'vitest';
import { fakeClient as clientOf } from '../../../test/stand-ins/fake-client.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { BulkReader, ImportFile, RegistryClient, SourceDocument } from '../kit/source.ts';
import { accountsAddressOf } from './accounts-address.ts';
import { statusOf } from './profile.ts';
import { companiesHouse } from './source.ts';

const { identifyImport, issuerOf, placeImport, planBulk, sourceOf, splitBulk } = companiesHouse;

const API = 'https://api.company-information.service.gov.uk';
const EMPTY_ZIP = makeZip({});
const DOWNLOAD = 'https://download.companieshouse.gov.uk';

/** A client with responses by URL. Everything else is missing. */
function fakeClient(responses: Record<string, unknown>, requested: string[] = []): RegistryClient {
  return clientOf(companiesHouse, {
    now: () => new Date('2024-05-06T12:00:00Z'),
    get: async (url): Promise<SourceDocument | null> => {
      requested.push(url);
      const response = responses[url];
      if (response === undefined) return null;
      const bytes = Buffer.isBuffer(response) ? response : Buffer.from(JSON.stringify(response));
      return { url, sha256: 'f'.repeat(64), bytes };
    },
  });
}

function companyTask(key: string) {
  return { kind: 'company', key, issuerKey: `uk:${key}`, documents: null, urls: null, since: null };
}

describe('channel accounts-daily', () => {
  test('requests each day after the position and skips days without a file', async () => {
    const requested: string[] = [];
    const zip = `${DOWNLOAD}/Accounts_Bulk_Data-2024-05-03.zip`;
    const found = await companiesHouse.discover(fakeClient({ [zip]: EMPTY_ZIP }, requested), {
      kind: 'channel',
      channel: 'accounts-daily',
      position: '2024-05-02',
    });
    expect(requested.map(url => url.slice(-14, -4))).toEqual(['2024-05-03', '2024-05-04', '2024-05-05', '2024-05-06']);
    expect(found.position).toBe('2024-05-03');
    expect(found.tasks).toEqual([]);
    expect(found.bulk).toMatchObject([{ name: 'Accounts_Bulk_Data-2024-05-03.zip', sha256: 'f'.repeat(64) }]);
  });

  test('requests a day without a file again for a week after later days were read', async () => {
    const zip = (day: string) => `${DOWNLOAD}/Accounts_Bulk_Data-2024-${day}.zip`;
    const read = (position: string, responses: Record<string, unknown>, requested: string[] = []) =>
      companiesHouse.discover(fakeClient(responses, requested), {
        ...{ kind: 'channel', channel: 'accounts-daily', position },
      });
    const first = await read('2024-05-02', { [zip('05-04')]: EMPTY_ZIP });
    expect(first.position).toBe('2024-05-04 2024-05-03');
    const requested: string[] = [];
    const second = await read(first.position ?? '', { [zip('05-03')]: EMPTY_ZIP }, requested);
    expect(requested.map(url => url.slice(-9, -4))).toEqual(['05-03', '05-05', '05-06']);
    expect(second).toMatchObject({ bulk: [{ name: 'Accounts_Bulk_Data-2024-05-03.zip' }], position: '2024-05-04' });
    expect((await read('2024-05-04 2024-04-20', {})).position).toBe('2024-05-04');
  });

  test('accounts since a day are downloaded as bulk files; everything is refused', async () => {
    const zip = `${DOWNLOAD}/Accounts_Bulk_Data-2024-05-03.zip`;
    const everything = { kind: 'everything', since: '2024-05-03' } as const;
    const found = await companiesHouse.discover(fakeClient({ [zip]: EMPTY_ZIP }), everything);
    expect(found).toMatchObject({ tasks: [], position: '2024-05-03', bulk: [{ url: zip }] });
    const refused = companiesHouse.discover(fakeClient({}), { ...everything, since: null });
    await expect(refused).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('channels of editions', () => {
  test.each([
    ['company-data', 'BasicCompanyDataAsOneFile-2024-05-01.zip', '2024-05-01'],
    ['control-snapshot', 'persons-with-significant-control-snapshot-2024-05-06.zip', '2024-05-06'],
  ])('%s downloads the newest edition once', async (channel, name, position) => {
    const client = fakeClient({ [`${DOWNLOAD}/${name}`]: EMPTY_ZIP });
    const read = (before: string | null) =>
      companiesHouse.discover(client, { kind: 'channel', channel, position: before });
    expect(await read(null)).toMatchObject({ bulk: [{ name }], position });
    expect((await read(position)).bulk).toBeUndefined();
    const unpublished = await companiesHouse.discover(fakeClient({}), { kind: 'channel', channel, position: null });
    expect(unpublished.position).toBeUndefined();
  });
});

describe('a mirror', () => {
  test('gives bulk files, documents about many companies, then the documents of each company together', async () => {
    const zip = `${DOWNLOAD}/BasicCompanyData-2018-02-01-part1_2.zip`;
    const urls = [
      `${API}/company/00445790`,
      `${API}/company/00445790/officers`,
      `${API}/company/00123456/filing-history?items_per_page=50&start_index=0`,
      `${API}/search/companies?q=you`,
      zip,
      `${DOWNLOAD}/psc-snapshot-2024-01-01_1of20.zip`,
      `${API}/officers/abc/appointments`,
      `${DOWNLOAD}/Prod223_9999_00123456_20231231.html`,
      `${DOWNLOAD}/en_pscdata.html`,
      'https://example.org/company/00445790',
      'https://example.org/Prod223_9999_00123456_20231231.html',
      'https://stream.companieshouse.gov.uk/filings?timepoint=5',
    ];
    const snapshot = `${DOWNLOAD}/psc-snapshot-2024-01-01_1of20.zip`;
    const client = { ...fakeClient({ [zip]: EMPTY_ZIP, [snapshot]: EMPTY_ZIP }), list: async () => urls };
    const found = await companiesHouse.discover(client, { kind: 'everything', since: null });
    expect(found.tasks.map(({ kind, key, urls }) => [kind, key, urls?.length])).toEqual([
      ['search', `${API}/search/companies?q=you`, 1],
      ['appointments', `${API}/officers/abc/appointments`, 1],
      ['stream', 'https://stream.companieshouse.gov.uk/filings?timepoint=5', 1],
      ['company', '00123456', 2],
      ['company', '00445790', 2],
    ]);
    expect(found.bulk).toMatchObject([{ url: zip }, { url: snapshot }]);
  });
});

describe('a company', () => {
  test('is identified by its number; tickers are missing', async () => {
    const tickers = ['TSCO'];
    const ids = ['uk:445790', 'x1y'];
    const found = await companiesHouse.discover(fakeClient({}), { kind: 'named', tickers, ids, since: null });
    expect(found.tasks).toMatchObject([{ key: '00445790', issuerKey: 'uk:00445790' }]);
    expect(found.missing.map(item => item.key)).toEqual(['x1y', 'TSCO']);
  });

  test('is fetched page by page, back to the first day requested', async () => {
    const page = (start: number, date: string) => ({
      [`${API}/company/00445790/filing-history?items_per_page=50&start_index=${start}`]: {
        total_count: 140,
        items: [{ transaction_id: `T${start}`, date }],
      },
    });
    const responses = {
      [`${API}/company/00445790`]: { company_number: '00445790' },
      ...page(0, '2024-01-01'),
      ...page(50, '2022-01-01'),
      ...page(100, '2020-01-01'),
      [`${API}/company/00445790/officers`]: { total_results: 36, items: [] },
      [`${API}/company/00445790/officers?items_per_page=35&start_index=35`]: { total_results: 36, items: [] },
    };
    const all = await companiesHouse.fetch(fakeClient(responses), companyTask('00445790'));
    expect(all.map(({ url }) => url)).toEqual(Object.keys(responses));
    const some = await companiesHouse.fetch(fakeClient(responses), { ...companyTask('00445790'), since: '2023-01-01' });
    expect(some.filter(({ url }) => url.includes('filing-history'))).toHaveLength(2);
  });
});

describe('URLs', () => {
  test('state source and company', () => {
    const member = `${DOWNLOAD}/Accounts_Bulk_Data-2023-03-02.zip/Prod223_3384_SC720321_20230131.html`;
    expect(accountsAddressOf(member)).toEqual({
      nativeId: 'Prod223_3384_SC720321_20230131',
      isNumbered: true,
      companyNumber: 'SC720321',
      madeUpTo: '2023-01-31',
      publishedOn: '2023-03-02',
      fileName: 'Prod223_3384_SC720321_20230131.html',
    });
    expect(sourceOf(member)).toBe('filing/Prod223_3384_SC720321_20230131');
    expect(sourceOf(`${DOWNLOAD}/Accounts_Bulk_Data-2023-03-02.zip`)).toBeNull();
    expect(sourceOf(`${DOWNLOAD}/BasicCompanyData-2018-02-01-part1_2.zip`)).toBe('company-data');
    expect(sourceOf('http://download.companieshouse.gov.uk/BasicCompanyData-2018-02-01.zip')).toBe('company-data');
    expect(sourceOf(`${DOWNLOAD}/en_pscdata.html`)).toBeNull();
    expect(sourceOf(`${API}/company/1234567/officers?items_per_page=35&start_index=35`)).toBe('officers');
    expect(issuerOf(`${API}/company/SC123456`)).toBe('uk:SC123456');
    expect(issuerOf(`${API}/search/companies?q=you`)).toBeNull();
  });
});

describe('statuses', () => {
  test('of the API and of the table state whether a company is on the register', () => {
    const registered = [
      'active',
      'Active - Proposal to Strike off',
      'In Administration',
      'ADMINISTRATIVE RECEIVER',
      'RECEIVER MANAGER / ADMINISTRATIVE RECEIVER',
      'Live but Receiver Manager on at least one charge',
      'voluntary-arrangement',
      'insolvency-proceedings',
      'liquidation',
      'open',
      'registered',
    ];
    expect(new Set(registered.map(statusOf))).toEqual(new Set(['active']));
    const removed = ['dissolved', 'converted-closed', 'Converted / Closed', 'closed', 'removed'];
    expect(new Set(removed.map(statusOf))).toEqual(new Set(['inactive']));
    expect(['foobar', null].map(statusOf)).toEqual([null, null]);
  });
});

const ACCOUNTS = `<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><xbrli:identifier scheme="http://www.companieshouse.gov.uk/"> 123456</xbrli:identifier><xbrli:instant>2022-12-31</xbrli:instant><xbrli:instant>2023-12-31</xbrli:instant>`;

describe('imported files', () => {
  test.each([
    ['Prod223_1_00123456_20231231.html', '<html>', 'accounts-bulk-data/Prod223_1_00123456_20231231.html'],
    ['accounts.html', ACCOUNTS, 'accounts-bulk-data/00123456_20231231_229082ddac68.html'],
    ['a.json', '{"company_number":"08957400","company_name":"X","type":"ltd"}', `${API}/company/08957400`],
    [
      'b.json',
      '{"items":[{"links":{"self":"/company/07310390/charges/abc"},"status":"x"}]}',
      `${API}/company/07310390/charges`,
    ],
    [
      'charges.json',
      '{"items":[{"transactions":[{"links":{"filing":"/company/07310390/filing-history/abc"}}],"charge_number":9,"links":{"self":"/company/07310390/charges/abc"}}]}',
      `${API}/company/07310390/charges`,
    ],
    [
      'filings.json',
      '{"items":[{"links":{"self":"/company/07310390/filing-history/abc"},"description_values":{"charge_number":"9"}}]}',
      `${API}/company/07310390/filing-history?items_per_page=50&start_index=0`,
    ],
    ['c.csv', 'CompanyName, CompanyNumber,RegAddress.CareOf\nA,1,', 'company-data/c.csv'],
    [
      'e.jsonl',
      '{"company_number":"1","data":{"kind":"super-secure-person-with-significant-control"}}\n',
      'control-snapshot/e.jsonl',
    ],
    [
      'f.json',
      '{"links":{"self":"/officers/abc/appointments"},"items":[{"appointed_to":{"company_number":"08957400","company_name":"X","company_status":"active"}}]}',
      `${API}/officers/abc/appointments`,
    ],
    ['d.jsonl', '{"resource_kind":"filing-history"}', 'https://stream.companieshouse.gov.uk/filings'],
  ])('%s is identified by its name or contents', (name, text, url) => {
    expect(identifyImport(name, Buffer.from(text))).toBe(url);
    expect(sourceOf(url)).not.toBeNull();
  });

  test('accounts in UTF-16 are identified', () => {
    expect(identifyImport('a.html', Buffer.from(`\ufeff${ACCOUNTS}`, 'utf16le'))).toBe(
      'accounts-bulk-data/00123456_20231231_3c4dbc8d3ba7.html',
    );
  });

  test('of other kinds are refused', () => {
    for (const text of ['', '<html><body>x</body></html>', '{"a":1}', 'a,b,c']) {
      expect(() => identifyImport('x', Buffer.from(text))).toThrow(
        /Unrecognised file x. companies-house accepts accounts/,
      );
    }
  });

  test('with a row of a manifest are placed under its day, number and period', () => {
    const stated = { form: 'AA', cik: '123456', accession: '', filed: '2024-05-01', period: '2023-12-31' };
    const row = { path: 'in/x.html.gz', ...stated };
    const file: ImportFile = { row, bytes: Buffer.from(ACCOUNTS) };
    const [placed] = placeImport([file]);
    expect(placed?.url).toMatch(/^accounts-bulk-data\/filed-2024-05-01\/00123456_20231231_[0-9a-f]{12}\.html$/);
    expect(accountsAddressOf(placed?.url ?? '')).toMatchObject({
      publishedOn: '2024-05-01',
      companyNumber: '00123456',
      isNumbered: false,
    });
    expect(() => placeImport([{ row: { ...row, cik: '' }, bytes: Buffer.from('{}') }])).toThrow(/no company number/);
  });
});

function readerOf(members: Record<string, string>): BulkReader {
  return {
    members: Object.keys(members),
    stream: async function* (name) {
      yield Buffer.from(members[name] ?? '');
    },
  };
}

describe('bulk files', () => {
  test('of accounts have a task per document, and none for other members', async () => {
    const zip = 'Prod223_3_00123457_20231231.zip';
    const accounts = readerOf({ 'a/Prod224_2_00123456_20231231.xml': '', [zip]: '', 'readme.txt': '' });
    expect(await planBulk(accounts, 'accounts.zip')).toEqual({
      kind: 'documents',
      name: 'accounts-bulk-data',
      tasks: [
        {
          kind: 'filing',
          key: 'Prod224_2_00123456_20231231',
          issuerKey: 'uk:00123456',
          members: ['a/Prod224_2_00123456_20231231.xml'],
        },
        { kind: 'filing', key: 'Prod223_3_00123457_20231231', issuerKey: 'uk:00123457', members: [zip] },
      ],
    });
  });

  test('of tables are divided by company', async () => {
    const table = readerOf({
      'BasicCompanyData-2024-01-01.csv':
        '\uFEFFCompanyName, CompanyNumber,CompanyStatus\r\n"A, B",1,Active\r\nC,,Active\r\nD,SC2,Active\r\n',
      '__MACOSX/._BasicCompanyData-2024-01-01.csv': 'shadow',
    });
    expect(await planBulk(table, 'table.zip')).toEqual({ kind: 'tables', name: 'company-data' });
    const log = new AnomalyLog('companies-house', 'test');
    const pieces = (await Array.fromAsync(splitBulk(table, log))).flat();
    expect(pieces.map(({ issuerKey }) => issuerKey)).toEqual(['uk:00000001', 'uk:SC000002']);
    expect(log.list()).toMatchObject([{ kind: 'bad_row' }]);
    const documents = pieces.map(({ text }) => ({
      url: 'company-data/companies.csv',
      sha256: '',
      bytes: Buffer.from(text),
    }));
    const { records, anomalies } = await companiesHouse.parse(documents);
    expect(anomalies).toEqual([]);
    expect(records.map(({ issuer }) => issuer?.companyName)).toEqual(['A, B', 'D']);
  });

  test('of snapshots are divided by company, and state persons with significant control', async () => {
    const line = (number: string, name: string) =>
      JSON.stringify({
        company_number: number,
        data: { kind: 'individual-person-with-significant-control', name, notified_on: '2016-04-06' },
      });
    const totals = JSON.stringify({ data: { kind: 'totals#persons-of-significant-control-snapshot' } });
    const lines = [line('1', 'Mr Bo Placeholder'), line('SC2', 'Cy Specimen'), '{"data":{}}', totals, ''];
    const snapshot = readerOf({ 'psc-snapshot-2024-01-01_1of20.txt': lines.join('\n') });
    const name = 'control-snapshot';
    expect(await planBulk(snapshot, 'psc-snapshot-2024-01-01_1of20.zip')).toEqual({ kind: 'tables', name });
    const log = new AnomalyLog('companies-house', 'test');
    const pieces = (await Array.fromAsync(splitBulk(snapshot, log))).flat();
    expect(pieces.map(({ issuerKey }) => issuerKey)).toEqual(['uk:00000001', 'uk:SC000002']);
    expect(log.list()).toMatchObject([{ kind: 'bad_line', locator: 'psc-snapshot-2024-01-01_1of20.txt line 3' }]);
    const [first] = pieces;
    const document = { url: `${name}/${first?.part}`, sha256: '', bytes: Buffer.from(first?.text ?? '') };
    expect(await companiesHouse.parse([document])).toMatchObject({
      records: [
        {
          canonicalKey: 'uk:00000001',
          source: name,
          people: [{ name: 'Bo Placeholder', relation: 'significant_control' }],
        },
      ],
      anomalies: [],
    });
  });

  test('of other kinds have no plan', async () => {
    expect(await planBulk(readerOf({ 'a.html': '', 'b.csv': '' }), 'other.zip')).toBeNull();
  });
});
