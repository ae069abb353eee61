import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { useStandInRegistry } from '../../test/stand-in-registry.ts';
import { useTemporaryFolder } from '../../test/temporary-folder.ts';
import { makeZip } from '../../test/write-zip.ts';
import { openArchive } from '../archive/open-archive.ts';
import { sql } from '../db/database.ts';
import { announcementForm } from '../sources/cninfo/query-announcements.ts';
import { dayList } from '../sources/edinet/fictional-documents.ts';
import { formAddress, readFormAddress } from '../sources/form-address.ts';
import type { Source } from '../sources/source.ts';
import { findSource, SOURCES } from '../sources/sources.ts';
import { Gateway } from './outside.ts';

/** A kind of request, and an answer of the form that the registry gives to it. */
interface Kind {
  registry: string;
  /** An address, or that of a form. */
  address: string;
  good: string | Buffer;
  /** Answers with status 200 that are none, of this registry's own making. */
  bad: Record<string, string | Buffer>;
  isDownload?: true;
}

const ZIP = makeZip({ 'a.txt': 'a' });
const PDF = '%PDF-1.7 fictional';
const CAPTCHA =
  '<!DOCTYPE html><html><head><title>Just a moment</title></head><body>Verify you are human</body></html>';

const WWW1 = 'https://www1.hkexnews.hk';
const CNINFO = 'https://www.cninfo.com.cn';
const DART = 'https://opendart.fss.or.kr/api';
const CH = 'https://api.company-information.service.gov.uk';
const LEI = '999900FICTIONAL00054';
const announcements = (rows: string) => `{"totalAnnouncement":0,"hasMore":false,"announcements":${rows}}`;
const titles = '{"result":"null","hasNextRow":false,"rowRange":0,"loadedRecord":0,"recordCnt":0}';

const KINDS: Record<string, Kind> = {
  'EDINET day list': {
    registry: 'edinet',
    address: 'https://api.edinet-fsa.go.jp/api/v2/documents.json?date=2025-06-27&type=2',
    good: dayList([]),
    bad: {
      status_500: '{"metadata":{"status":"500","message":"Internal Server Error"}}',
      status_400: '{"metadata":{"title":"x","status":"400","message":"Bad Request"}}',
      changed_fields: '{"metadata":{"status":"200"},"documents":[]}',
      truncated_json: dayList([]).toString().slice(0, -4),
    },
  },
  'EDINET document': {
    registry: 'edinet',
    address: 'https://api.edinet-fsa.go.jp/api/v2/documents/S100ZZ01?type=1',
    good: ZIP,
    bad: { status_500: '{"metadata":{"status":"500","message":"Internal Server Error"}}' },
  },
  'EDINET PDF': {
    registry: 'edinet',
    address: 'https://api.edinet-fsa.go.jp/api/v2/documents/S100ZZ01?type=2',
    good: PDF,
    bad: { unexpected_document: ZIP },
  },
  'EDINET codes': {
    registry: 'edinet',
    address: 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip',
    good: ZIP,
    bad: {},
  },
  'TDnet list': {
    registry: 'tdnet',
    address: 'https://www.release.tdnet.info/inbs/I_list_001_20240514.html',
    good: '<html><div class="kaijiSum">全0件</div></html>',
    bad: { not_a_list: CAPTCHA },
  },
  'TDnet package': {
    registry: 'tdnet',
    address: 'https://www.release.tdnet.info/inbs/091220240514512345.zip',
    good: ZIP,
    bad: { unexpected_document: PDF },
  },
  'OpenDART list': {
    registry: 'opendart',
    address: `${DART}/list.json?corp_code=00126380&page_no=1`,
    good: '{"status":"013","message":"조회된 데이타가 없습니다."}',
    bad: {
      status_020: '{"status":"020","message":"사용한도를 초과하였습니다."}',
      status_800: '{"status":"800","message":"시스템 점검"}',
      truncated_json: '{"status":"000","list":[{"corp_code":"0',
      unexpected_document: '{"message":"?"}',
    },
  },
  'OpenDART document': {
    registry: 'opendart',
    address: `${DART}/document.xml?rcept_no=20240101000001`,
    good: ZIP,
    bad: { status_020: '<?xml version="1.0"?><result><status>020</status><message>x</message></result>' },
  },
  'Companies House profile': {
    registry: 'companies-house',
    address: `${CH}/company/99000001`,
    good: '{"company_number":"99000001","company_name":"FICTIONAL LIMITED"}',
    bad: {
      error_answer: '{"errors":[{"error":"internal","type":"ch:service"}]}',
      unexpected_document: '{"etag":"x"}',
      truncated_json: '{"company_number":"99',
    },
  },
  'Companies House filing history': {
    registry: 'companies-house',
    address: `${CH}/company/99000001/filing-history?items_per_page=50&start_index=0`,
    good: '{"items":[],"total_count":0}',
    bad: { unexpected_document: '{"total_count":5}' },
  },
  'Companies House accounts of a day': {
    registry: 'companies-house',
    address: 'https://download.companieshouse.gov.uk/Accounts_Bulk_Data-2024-05-03.zip',
    good: ZIP,
    bad: { unexpected_document: '{"error":"x"}' },
    isDownload: true,
  },
  'HKEXnews prefix': {
    registry: 'hkexnews',
    address: `${WWW1}/search/prefix.do?callback=callback&lang=EN&type=A&name=00990&market=SEHK`,
    good: 'callback({"more":"1","stockInfo":[]});',
    bad: { truncated_json: 'callback(' },
  },
  'HKEXnews titles': {
    registry: 'hkexnews',
    address: `${WWW1}/search/titleSearchServlet.do?market=SEHK&stockId=-1&fromDate=20260326&toDate=20260326&lang=E`,
    good: titles,
    bad: { unexpected_document: '{"rows":[]}', truncated_json: titles.slice(0, -3) },
  },
  'HKEXnews stocks': {
    registry: 'hkexnews',
    address: `${WWW1}/ncms/script/eds/activestock_sehk_e.json`,
    good: '[]',
    bad: { truncated_json: '[{"i":7609' },
  },
  'HKEXnews document': {
    registry: 'hkexnews',
    address: `${WWW1}/listedco/listconews/sehk/2026/0327/2026032700001.pdf`,
    good: PDF,
    bad: {},
  },
  'HKEX clearing form': {
    registry: 'hkexnews',
    address: 'https://www3.hkexnews.hk/sdw/search/searchsdw.aspx',
    good: '<form><input name="txtStockCode"></form>',
    bad: { unexpected_document: CAPTCHA },
  },
  'CNINFO announcements': {
    registry: 'cninfo',
    address: formAddress(
      `${CNINFO}/new/hisAnnouncement/query`,
      announcementForm({ stock: null, from: '2026-03-26', to: '2026-03-26' }, 1),
    ),
    good: announcements('null'),
    bad: { unexpected_document: '{"code":500,"msg":"busy"}', truncated_json: '{"announcements":[{"announce' },
  },
  'CNINFO stocks': {
    registry: 'cninfo',
    address: `${CNINFO}/new/data/szse_stock.json`,
    good: '{"stockList":[]}',
    bad: { unexpected_document: '{"code":500}' },
  },
  'CNINFO introduction': {
    registry: 'cninfo',
    address: `${CNINFO}/data20/companyOverview/getCompanyIntroduction?scode=600998`,
    good: '{"path":"x","code":200,"data":{"total":0,"resultCode":"200","records":[]}}',
    bad: { error_answer: '{"code":401,"msg":"denied"}' },
  },
  'CVM register': {
    registry: 'cvm',
    address: 'https://dados.cvm.gov.br/dados/CIA_ABERTA/CAD/DADOS/cad_cia_aberta.csv',
    good: 'CNPJ_CIA;DENOM_SOCIAL\r\n',
    bad: { changed_columns: 'CNPJ;NOME\r\n' },
  },
  'CVM tables of a year': {
    registry: 'cvm',
    address: 'https://dados.cvm.gov.br/dados/CIA_ABERTA/DOC/DFP/DADOS/dfp_cia_aberta_2023.zip',
    good: ZIP,
    bad: { unexpected_document: 'CNPJ_CIA;' },
    isDownload: true,
  },
  'GLEIF record': {
    registry: 'gleif',
    address: 'https://api.gleif.org/api/v1/lei-records/529900T8BM49AURSDO55',
    good: '{"data":{"type":"lei-records","attributes":{}}}',
    bad: {
      error_answer: '{"errors":[{"status":"500","title":"Server Error"}]}',
      truncated_json: '{"data":{"type"',
      unexpected_document: '{"data":5}',
    },
  },
  'ESEF index': {
    registry: 'esef',
    address: `https://filings.xbrl.org/api/filings?filter%5Bentity.identifier%5D=${LEI}`,
    good: '{"data":[],"meta":{"count":0}}',
    bad: { registry_error: '{"errors":[{"status":"500"}]}', truncated_json: '{"data":[' },
  },
  'ESEF report': {
    registry: 'esef',
    address: `https://filings.xbrl.org/${LEI}/2023-12-31/ESEF/NL/0/report.json`,
    good: '{"documentInfo":{},"facts":{}}',
    bad: { unexpected_document: '{"detail":"busy"}' },
  },
  'SEC index': {
    registry: 'sec-edgar',
    address: 'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR1/master.20260326.idx',
    good: 'Description: x\n\nCIK|Company Name|Form Type|Date Filed|File Name\n',
    bad: { not_an_index: CAPTCHA },
  },
  'SEC feed': {
    registry: 'sec-edgar',
    address: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&output=atom',
    good: '<?xml version="1.0"?><feed></feed>',
    bad: { not_a_feed: CAPTCHA },
  },
};

const KEYS = {
  ASFILED_EDINET_KEY: 'edinet-secret-0001',
  ASFILED_OPENDART_KEY: 'dart-secret-0002',
  ASFILED_COMPANIES_HOUSE_KEY: 'ch-secret-0003',
};

const folder = useTemporaryFolder();
const database = useTestDatabase();
const registry = useStandInRegistry();
let gateway: Gateway;

beforeAll(() => {
  gateway = new Gateway({
    db: database.db,
    archive: openArchive({ kind: 'disk', folder: join(folder.path, 'archive') }),
    spoolFolder: join(folder.path, 'spool'),
    contact: 'Test test@example.com',
    keys: KEYS,
    standIns: registry.standIns,
    patience: { retryBaseMs: 1, maxAttempts: 2, refusalPauseMs: 1, timeoutMs: 2_000 },
  });
});
afterAll(() => gateway.close());

/** As it is, but for its patience: what is measured here is not how slowly it asks. */
function hasty(name: string): Source {
  const source = findSource(name);
  return { ...source, description: { ...source.description, requestsPerSecond: 10_000 } };
}

function ask({ registry: name, address, isDownload }: Kind): Promise<unknown> {
  const outside = gateway.open(hasty(name), { mirror: null, record: null, force: false });
  const form = readFormAddress(address);
  if (form !== null) return outside.post(form.url, { fields: form.fields });
  return isDownload === true ? outside.download(address) : outside.get(address);
}

async function keptOf({ address }: Kind): Promise<number> {
  const row = await database.db.queryOne<{ count: number }>(
    sql`select count(*)::int as count from fetches where url = ${address}`,
  );
  return row?.count ?? -1;
}

/** The whole of the tables that a key could end up in. */
async function keptText(): Promise<string> {
  const rows = await database.db.query<{ row: string }>(sql`
    select to_jsonb(one)::text as row from fetches one
    union all select to_jsonb(one)::text from anomalies one
    union all select to_jsonb(one)::text from run_tasks one`);
  return rows.map(one => one.row).join('\n');
}

test('every connector has a kind of request here', () => {
  const tested = new Set(Object.values(KINDS).map(one => one.registry));
  expect([...tested].sort()).toEqual(SOURCES.map(source => source.description.registry).sort());
});

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  const isPage = typeof kind.good === 'string' && kind.good.startsWith('<');
  const faults: [string, string | Buffer][] = [
    ...Object.entries(kind.bad),
    ['empty', ''],
    ...(isPage || kind.registry === 'sec-edgar' ? [] : [['captcha', CAPTCHA] as [string, string]]),
  ];

  test.each(faults)('%s with status 200 is no data, and the next look recovers', async (name, bytes) => {
    const before = await keptOf(kind);
    registry.answer(() => ({ bytes, headers: { etag: '"fault"' } }));
    const failure = await ask(kind).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'upstream_error' });
    const fault =
      name === 'empty' || name === 'captcha' ? /empty_answer|html_|HTML|not_a|unexpected/ : new RegExp(name);
    expect(String(failure)).toMatch(fault);
    expect(await keptOf(kind)).toBe(before);
    registry.answer(() => ({ bytes: kind.good }));
    expect(await ask(kind)).not.toBeNull();
    expect(await keptOf(kind)).toBe(1);
    // What was refused was not remembered either: nobody asks for something newer than a fault.
    expect(registry.received.at(-1)?.headers['if-none-match']).toBeUndefined();
    await database.db.execute(sql`delete from fetches`);
  });

  test('what is not there is null, what is denied or busy is no data', async () => {
    registry.answer(() => ({ status: 404 }));
    expect(await ask(kind)).toBeNull();
    for (const status of [429, 500, 503, 403]) {
      registry.answer(() => ({ status, headers: { 'retry-after': '0' }, bytes: '{}' }));
      await expect(ask(kind)).rejects.toMatchObject({ code: 'upstream_error' });
    }
    expect(await keptOf(kind)).toBe(0);
  });
});

describe('keys', () => {
  const list = KINDS['EDINET day list'];
  const profile = KINDS['Companies House profile'];
  const dart = KINDS['OpenDART list'];
  if (list === undefined || profile === undefined || dart === undefined) throw new Error('kinds are missing');

  test('go out where each host wants them, and are kept nowhere', async () => {
    for (const kind of [list, profile, dart]) {
      registry.answer(() => ({ bytes: kind.good }));
      await ask(kind);
    }
    const [edinet, house, korea] = registry.received.slice(-3);
    expect(edinet?.address).toContain('Subscription-Key=edinet-secret-0001');
    expect(house?.headers.authorization).toBe(`Basic ${Buffer.from('ch-secret-0003:').toString('base64')}`);
    expect(house?.address).toBe(profile.address);
    expect(korea?.address).toContain('crtfc_key=dart-secret-0002');
    const kept = await keptText();
    expect(kept).toContain(dart.address);
    for (const key of Object.values(KEYS)) expect(kept).not.toContain(key);
  });

  test('that the registry refuses are named by their setting, and not tried again', async () => {
    const answers: [Kind, string, RegExp][] = [
      [list, '{"StatusCode":401,"message":"Access denied due to invalid subscription key."}', /ASFILED_EDINET_KEY/],
      [dart, '{"status":"010","message":"등록되지 않은 인증키입니다."}', /ASFILED_OPENDART_KEY/],
    ];
    for (const [kind, bytes, setting] of answers) {
      registry.answer(() => ({ bytes }));
      const asked = registry.received.length;
      await expect(ask(kind)).rejects.toMatchObject({ name: 'Refusal' });
      await expect(ask(kind)).rejects.toThrow(setting);
      expect(registry.received.length).toBe(asked + 2);
    }
    registry.answer(() => ({ status: 401, bytes: '{"error":"Invalid Authorization"}' }));
    await expect(ask(profile)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('that are not set are asked for before anything goes out', async () => {
    const bare = new Gateway({
      db: database.db,
      archive: openArchive({ kind: 'disk', folder: join(folder.path, 'archive') }),
      spoolFolder: join(folder.path, 'spool'),
      contact: 'Test test@example.com',
      keys: {},
      standIns: registry.standIns,
    });
    const asked = registry.received.length;
    const outside = bare.open(hasty('opendart'), { mirror: null, record: null, force: false });
    await expect(outside.get(dart.address)).rejects.toThrow(/set ASFILED_OPENDART_KEY .*Nothing was sent/);
    expect(registry.received.length).toBe(asked);
    await bare.close();
  });

  test('follow no redirect to another host, and no error tells them', async () => {
    registry.answer(({ address }) => {
      if (!address.includes('elsewhere')) return { status: 302, headers: { location: '/elsewhere?x=1' } };
      return { bytes: list.good };
    });
    await ask(list);
    expect(registry.received.at(-1)?.address).toContain('elsewhere');
    registry.answer(() => ({ status: 302, headers: { location: 'https://example.org/steal' } }));
    const failure = await ask(list).catch((error: unknown) => error);
    expect(String(failure)).toContain('example.org is no host of edinet');
    expect(String(failure)).not.toContain('secret');
  });

  test('are not recorded', async () => {
    registry.answer(() => ({ bytes: dart.good }));
    const record = join(folder.path, 'recorded');
    const outside = gateway.open(hasty('opendart'), { mirror: null, record, force: false });
    await outside.get(dart.address);
    const replay = gateway.open(hasty('opendart'), { mirror: record, record: null, force: false });
    expect(await replay.list()).toEqual([dart.address]);
  });
});
