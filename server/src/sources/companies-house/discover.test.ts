import { describe, expect, test } from 'vitest';
import { fakeClient as wayOutside } from '../../../test/stand-ins/fake-client.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { BulkReader, ImportFile, RegistryClient, SourceDocument } from '../kit/source.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { statusOf } from './issuer-status.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';
import { companiesHouse } from './source.ts';
import { accountsAddressOf, issuerOf, sourceNameOf } from './source-names.ts';

const API = 'https://api.company-information.service.gov.uk';
const EMPTY_ZIP = makeZip({});
const DOWNLOAD = 'https://download.companieshouse.gov.uk';

/** Answers by address; everything else is not there. */
function fakeClient(answers: Record<string, unknown>, asked: string[] = []): RegistryClient {
  return wayOutside(companiesHouse, {
    now: () => new Date('2024-05-06T12:00:00Z'),
    get: async (url): Promise<SourceDocument | null> => {
      asked.push(url);
      const answer = answers[url];
      if (answer === undefined) return null;
      return {
        url,
        sha256: 'f'.repeat(64),
        bytes: Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer)),
      };
    },
  });
}

function companyTask(key: string) {
  return { kind: 'company', key, issuerKey: `uk:${key}`, documents: null, urls: null, since: null };
}

describe('a look for accounts by the day', () => {
  test('asks for each day since the last look; days without a file are passed over', async () => {
    const asked: string[] = [];
    const zip = `${DOWNLOAD}/Accounts_Bulk_Data-2024-05-03.zip`;
    const found = await discover(fakeClient({ [zip]: EMPTY_ZIP }, asked), {
      kind: 'channel',
      channel: 'accounts-daily',
      position: '2024-05-02',
    });
    expect(asked.map(url => url.slice(-14, -4))).toEqual(['2024-05-03', '2024-05-04', '2024-05-05', '2024-05-06']);
    expect(found.position).toBe('2024-05-03');
    expect(found.tasks).toEqual([]);
    expect(found.bulk).toMatchObject([{ name: 'Accounts_Bulk_Data-2024-05-03.zip', sha256: 'f'.repeat(64) }]);
  });

  test('refuses to ask for everything', async () => {
    const wanted = { kind: 'everything', since: null } as const;
    await expect(discover(fakeClient({}), wanted)).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a company that is asked for', () => {
  test('is known by its number alone', async () => {
    const wanted = { kind: 'named', tickers: ['TSCO'], ids: ['uk:445790', 'x1y'], since: null } as const;
    const found = await discover(fakeClient({}), { ...wanted, tickers: [...wanted.tickers], ids: [...wanted.ids] });
    expect(found.tasks).toMatchObject([{ key: '00445790', issuerKey: 'uk:00445790' }]);
    expect(found.missing.map(one => one.key)).toEqual(['x1y', 'TSCO']);
  });

  test('is fetched page by page, back to the day that is wanted', async () => {
    const page = (start: number, date: string) => ({
      [`${API}/company/00445790/filing-history?items_per_page=50&start_index=${start}`]: {
        total_count: 140,
        items: [{ transaction_id: `T${start}`, date }],
      },
    });
    const answers = {
      [`${API}/company/00445790`]: { company_number: '00445790' },
      ...page(0, '2024-01-01'),
      ...page(50, '2022-01-01'),
      ...page(100, '2020-01-01'),
      [`${API}/company/00445790/officers`]: { total_results: 36, items: [] },
      [`${API}/company/00445790/officers?items_per_page=35&start_index=35`]: { total_results: 36, items: [] },
    };
    const all = await fetchTask(fakeClient(answers), companyTask('00445790'));
    expect(all.map(one => one.url.slice(API.length))).toEqual(Object.keys(answers).map(url => url.slice(API.length)));
    const some = await fetchTask(fakeClient(answers), { ...companyTask('00445790'), since: '2023-01-01' });
    expect(some.filter(one => one.url.includes('filing-history'))).toHaveLength(2);
  });
});

describe('addresses', () => {
  test('tell source and company', () => {
    const member = `${DOWNLOAD}/Accounts_Bulk_Data-2023-03-02.zip/Prod223_3384_SC720321_20230131.html`;
    expect(accountsAddressOf(member)).toEqual({
      nativeId: 'Prod223_3384_SC720321_20230131',
      companyNumber: 'SC720321',
      madeUpTo: '2023-01-31',
      publishedOn: '2023-03-02',
      fileName: 'Prod223_3384_SC720321_20230131.html',
    });
    expect(sourceNameOf(member)).toBe('filing/Prod223_3384_SC720321_20230131');
    expect(sourceNameOf(`${DOWNLOAD}/Accounts_Bulk_Data-2023-03-02.zip`)).toBeNull();
    expect(sourceNameOf(`${DOWNLOAD}/BasicCompanyData-2018-02-01-part1_2.zip`)).toBe('company-data');
    expect(sourceNameOf(`${DOWNLOAD}/en_pscdata.html`)).toBeNull();
    expect(sourceNameOf(`${API}/company/1234567/officers?items_per_page=35&start_index=35`)).toBe('officers');
    expect(issuerOf(`${API}/company/SC123456`)).toBe('uk:SC123456');
    expect(issuerOf(`${API}/search/companies?q=you`)).toBeNull();
  });
});

describe('a status', () => {
  test('of the API and of the table', () => {
    const on = [
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
    expect(on.map(statusOf)).toEqual(on.map(() => 'active'));
    expect(['dissolved', 'converted-closed', 'Converted / Closed', 'closed', 'removed'].map(statusOf)).toEqual(
      Array.from({ length: 5 }, () => 'inactive'),
    );
    expect(['foobar', null].map(statusOf)).toEqual([null, null]);
  });
});

const ACCOUNTS = `<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><xbrli:identifier scheme="http://www.companieshouse.gov.uk/"> 123456</xbrli:identifier><xbrli:instant>2022-12-31</xbrli:instant><xbrli:instant>2023-12-31</xbrli:instant>`;

describe('loose documents', () => {
  test.each([
    ['Prod223_1_00123456_20231231.html', '<html>', 'accounts-bulk-data/Prod223_1_00123456_20231231.html'],
    ['accounts.html', ACCOUNTS, 'accounts-bulk-data/00123456_20231231.html'],
    ['a.json', '{"company_number":"08957400","company_name":"X","type":"ltd"}', `${API}/company/08957400`],
    [
      'b.json',
      '{"items":[{"links":{"self":"/company/07310390/charges/abc"},"status":"x"}]}',
      `${API}/company/07310390/charges`,
    ],
    ['c.csv', 'CompanyName, CompanyNumber,RegAddress.CareOf\nA,1,', 'company-data/c.csv'],
    ['d.jsonl', '{"resource_kind":"filing-history"}', 'https://stream.companieshouse.gov.uk/filings'],
  ])('%s names itself', (name, text, url) => {
    expect(identifyImport(name, Buffer.from(text))).toBe(url);
    expect(sourceNameOf(url)).not.toBeNull();
  });

  test('accounts in UTF-16 name themselves too', () => {
    expect(identifyImport('a.html', Buffer.from(`\ufeff${ACCOUNTS}`, 'utf16le'))).toBe(
      'accounts-bulk-data/00123456_20231231.html',
    );
  });

  test('of no known kind are refused', () => {
    for (const text of ['', '<html><body>x</body></html>', '{"a":1}', 'a,b,c']) {
      expect(() => identifyImport('x', Buffer.from(text))).toThrow(/no document that companies-house knows/);
    }
  });

  test('are filed under the day, number and period of their row', () => {
    const row = {
      path: 'in/x.html.gz',
      form: 'AA',
      cik: '123456',
      accession: '',
      filed: '2024-05-01',
      period: '2023-12-31',
    };
    const file: ImportFile = { row, bytes: Buffer.from(ACCOUNTS) };
    const url = 'accounts-bulk-data/filed-2024-05-01/00123456_20231231.html';
    expect(placeImport([file])).toEqual([{ url, bytes: file.bytes }]);
    expect(accountsAddressOf(url)).toMatchObject({ publishedOn: '2024-05-01', companyNumber: '00123456' });
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
  test('of accounts have a task for each member, tables are taken apart by company', async () => {
    const accounts = readerOf({ 'a/Prod224_2_00123456_20231231.xml': '', 'readme.txt': '' });
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
      ],
    });
    const table = readerOf({
      'BasicCompanyData-2024-01-01.csv':
        '\uFEFFCompanyName, CompanyNumber,CompanyStatus\r\n"A, B",1,Active\r\nC,,Active\r\nD,SC2,Active\r\n',
      '__MACOSX/._BasicCompanyData-2024-01-01.csv': 'shadow',
    });
    expect(await planBulk(table, 'table.zip')).toEqual({ kind: 'tables', name: 'company-data' });
    const log = new AnomalyLog('companies-house', 'test');
    const pieces = (await Array.fromAsync(splitBulk(table, log))).flat();
    expect(pieces.map(one => one.issuerKey)).toEqual(['uk:00000001', 'uk:SC000002']);
    expect(log.list()).toMatchObject([{ kind: 'bad_row' }]);
    const documents = pieces.map(({ text }) => ({
      url: 'company-data/companies.csv',
      sha256: '',
      bytes: Buffer.from(text),
    }));
    const { records, anomalies } = await parseDocuments(documents);
    expect(anomalies).toEqual([]);
    expect(records.map(one => one.issuer?.companyName)).toEqual(['A, B', 'D']);
  });

  test('of nothing that is known have no plan', async () => {
    expect(await planBulk(readerOf({ 'a.html': '', 'b.csv': '' }), 'other.zip')).toBeNull();
  });
});
