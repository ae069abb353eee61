import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseClearingHoldings } from './clearing-holdings.ts';
import { documentOfLink } from './filings.ts';
import { readHeadline } from './headlines.ts';
import { periodOfTitle } from './period-of-title.ts';
import { hkexNews, titleSearchUrl } from './source.ts';
import { foldCounters, isIssuersCode, stockCode } from './stock-codes.ts';
import { prefixes, stocks } from './stocks.ts';
import { parseReleaseTime, parseTitleSearch } from './titles.ts';

const { parse: parseDocuments, identifyImport, placeImport, issuerOf, sourceOf } = hkexNews;
const ACTIVE = stocks.url({ name: 'active-en' });
const PREFIX = prefixes.url({ lang: 'EN', code: '00990' });

const HK = new URL('../../../../../shared/data/intl/hk/', import.meta.url).pathname;
const TRUTH = new URL('../../../../../shared/data/intl/truth/', import.meta.url).pathname;
const MIRROR = new URL('../../../../../shared/data/intl/mirror/', import.meta.url).pathname;

const SEARCH = titleSearchUrl({
  stockId: '-1',
  market: 'SEHK',
  from: '2026-03-27',
  to: '2026-03-27',
  language: 'en',
  rowRange: 100,
});

function parse(url: string, text: string | Buffer) {
  return parseDocuments([{ url, sha256: '', bytes: Buffer.from(text) }]);
}

function responseOf(...rows: object[]): string {
  return JSON.stringify({ result: JSON.stringify(rows), hasNextRow: false, loadedRecord: rows.length, lang: 'E' });
}

const ROW = {
  NEWS_ID: '1',
  TITLE: 'Annual results for the year ended 31 December 2025 &amp; closure\r\nof register',
  LONG_TEXT: 'Announcements and Notices - [Final Results / Dividend or Distribution]',
  STOCK_CODE: '00990<br/>80990',
  STOCK_NAME: 'AURORA WORKS<br/>AURORA WORKS-R',
  DATE_TIME: '27/03/2026 00:35',
  FILE_LINK: '/listedco/listconews/sehk/2026/0327/2026032700101.pdf',
};

describe('headlines', () => {
  it('become filings of the issuer, with the renminbi counter joined, timed by Hong Kong’s clock', async () => {
    const { records, anomalies } = await parse(SEARCH, responseOf(ROW));
    expect(anomalies).toEqual([]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ canonicalKey: 'hkex:00990', source: 'titles/en/sehk--1/20260327' });
    expect(records[0]?.issuer?.listings).toMatchObject([
      { ticker: '00990', mic: 'XHKG', currency: null, isHome: true },
      { ticker: '80990', mic: 'XHKG', currency: 'CNY', isHome: false },
    ]);
    expect(records[0]?.filings).toMatchObject([
      {
        nativeId: '2026032700101',
        formType: 'Announcements and Notices',
        category: 'annual_report',
        itemCodes: ['13300', 'Dividend or Distribution'],
        filingDate: '2026-03-27',
        acceptedAt: '2026-03-26T16:35:00Z',
        knownAt: '2026-03-26T16:35:00Z',
        periodEnd: '2025-12-31',
        title: 'Annual results for the year ended 31 December 2025 & closure of register',
        language: 'en',
      },
    ]);
  });

  it('become a filing of each of several issuers', async () => {
    const joint = { ...ROW, STOCK_CODE: '00990<br/>00991', STOCK_NAME: 'AURORA WORKS<br/>BOREAL' };
    const { records } = await parse(SEARCH, responseOf(joint));
    expect(
      records.map(record => [record.canonicalKey, record.issuer?.companyName, record.filings[0]?.nativeId]),
    ).toEqual([
      ['hkex:00990', 'AURORA WORKS', '2026032700101'],
      ['hkex:00991', 'BOREAL', '2026032700101'],
    ]);
  });

  it('are reported one by one if they cannot be read', async () => {
    const { records, anomalies } = await parse(
      SEARCH,
      responseOf(
        { ...ROW, DATE_TIME: '2026-03-27 00:35' },
        { ...ROW, FILE_LINK: 'https://elsewhere.example/a.pdf' },
        { ...ROW, STOCK_CODE: 'N/A' },
        { ...ROW, LONG_TEXT: 'Something New - [Of 2027]' },
      ),
    );
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual([
      'unreadable_row',
      'unknown_link',
      'unreadable_row',
      'unknown_headline',
    ]);
    expect(records.flatMap(record => record.filings)).toMatchObject([{ category: 'other', formType: 'Something New' }]);
  });

  it('may be empty on a day, and missing ones are reported', () => {
    const log = new AnomalyLog('hkexnews', '');
    const empty = Buffer.from('{"result":"null","hasNextRow":false,"recordCnt":0,"loadedRecord":0}');
    expect(parseTitleSearch(empty, log)).toEqual({ rows: [], hasMore: false, total: 0 });
    expect(log.list()).toEqual([]);
    parseTitleSearch(Buffer.from('{"result":"[]","hasNextRow":false,"loadedRecord":7}'), log);
    expect(log.list().map(anomaly => anomaly.kind)).toEqual(['count_mismatch']);
  });

  it.each([
    ['Financial Statements/ESG Information - [Annual Report]', 'annual_report', false],
    ['財務報表/環境、社會及管治資料 - [中期/半年度報告]', 'interim_report', false],
    ['公告及通告 - [停牌]', 'listing_change', false],
    ['(修改後標題) 公告及通告 - [內幕消息]', 'material_event', true],
    ['Next Day Disclosure Returns - [Share Buyback]', 'material_event', false],
    ['月報表', 'specialised', false],
    ['公司資料報表（GEM）', 'other', false],
    ['通函 - [一般性授權 / 回購股份的說明函件]', 'proxy', false],
  ])('%s are of the category %s', (text, category, isRevised) => {
    expect(readHeadline(text)).toMatchObject({ category, isRevised, isKnown: true });
  });
});

describe('periods in titles', () => {
  it.each([
    ['INTERIM RESULTS FOR THE SIX MONTHS ENDED JUNE 30, 2025', '2025-06-30'],
    ['截至二零一九年四月三十日止月份之股份發行人的證券變動月報表', '2019-04-30'],
    ['截至二○二四年十二月三十一日止年度之業績', '2024-12-31'],
    ['截至2025年9月10日止', '2025-09-10'],
    ['證券變動月報表截至30/04/2019', '2019-04-30'],
    ['截至二零一九年四三月三十日止月份', null],
    ['Results for the year ended 31 Smarch 2025', null],
    ['Annual Report 2025', null],
  ])('%s → %s', (title, end) => {
    expect(periodOfTitle(title)).toBe(end);
  });
});

describe('stock codes', () => {
  it('have five digits, with or without leading zeros', () => {
    expect(['700', '00700', '0', '123456', 'AAPL', ''].map(stockCode)).toEqual([
      '00700',
      '00700',
      null,
      null,
      null,
      null,
    ]);
  });

  it('of warrants, bull/bear contracts, debt and mainland shares name no issuer', () => {
    expect(['00700', '08106', '03140', '87001', '80737', '04332'].filter(isIssuersCode)).toHaveLength(6);
    expect(['13456', '61234', '40123', '05678', '90004', '70001'].filter(isIssuersCode)).toEqual([]);
  });

  it('of counters are joined by code and name, not by code alone', () => {
    const folded = foldCounters([
      { code: '01810', name: 'AURORA-W' },
      { code: '81810', name: 'AURORA-WR' },
      { code: '03188', name: 'BOREAL 300 ETF -HKD TRADED UNITS' },
      { code: '83188', name: 'BOREAL 300 ETF -RMB TRADED UNITS' },
      { code: '07001', name: 'CLARION' },
      { code: '87001', name: 'DELPHI REIT' },
    ]);
    expect(folded.map(security => [security.code, security.counters.map(counter => counter.code)])).toEqual([
      ['01810', ['81810']],
      ['03188', ['83188']],
      ['07001', []],
      ['87001', []],
    ]);
  });
});

describe('times', () => {
  it('are read by Hong Kong’s clock, eight hours ahead of UTC', () => {
    expect(parseReleaseTime('20/08/2026 17:35')).toEqual({ date: '2026-08-20', instant: '2026-08-20T09:35:00Z' });
    for (const wrong of ['31/02/2026 10:00', '20/08/2026 24:00', '08/20/2026 10:00', '']) {
      expect(parseReleaseTime(wrong)).toBeNull();
    }
  });
});

describe('documents', () => {
  it('are recognised by their numbers in either spelling', () => {
    expect(documentOfLink('http://www3.hkexnews.hk/listedco/listconews/SEHK/2019/0506/LTN201905061052_C.PDF')).toEqual({
      nativeId: 'ltn201905061052_c',
      fileName: 'ltn201905061052_c.pdf',
      url: 'https://www1.hkexnews.hk/listedco/listconews/sehk/2019/0506/ltn201905061052_c.pdf',
      language: 'zh',
    });
    expect(documentOfLink('/listedco/listconews/sehk/../../etc/passwd')).toBeNull();
  });

  it('are rejected if they are a page in place of a PDF', async () => {
    const url = 'https://www1.hkexnews.hk/listedco/listconews/sehk/2026/0327/2026032700101.pdf#00990';
    expect([sourceOf(url), issuerOf(url)]).toEqual(['filing/2026032700101', 'hkex:00990']);
    expect(issuerOf(url.replace('#00990', ''))).toBeNull();
    for (const [text, kind] of [
      ['\uFEFF<html>Access denied</html>', 'html_instead_of_document'],
      ['', 'empty_answer'],
      ['{"error":1}', 'unexpected_document'],
    ]) {
      const { records, anomalies } = await parse(url, text ?? '');
      expect([records.length, anomalies.map(anomaly => anomaly.kind)]).toEqual([0, [kind]]);
    }
    const { records } = await parse(url, '%PDF-1.4 …');
    expect(records[0]).toMatchObject({ canonicalKey: 'hkex:00990', filings: [] });
    expect(records[0]?.contents).toMatchObject({ nativeId: '2026032700101', filing: null });
    expect(records[0]?.contents?.files).toMatchObject([{ contentType: 'application/pdf', role: 'primary' }]);
  });

  it('of a manifest are placed by stock code, number and day, and rejected without them', async () => {
    const row = {
      path: 'a/results.pdf',
      form: 'Announcements and Notices - [Final Results]',
      cik: '328',
      accession: '2025063000999',
      filed: '2025-06-30',
      period: '2025-03-31',
    };
    const filed = placeImport([{ row, bytes: Buffer.from('%PDF-1.4') }]);
    expect(filed[0]?.url).toBe('https://www1.hkexnews.hk/listedco/listconews/sehk/2025/0630/2025063000999.pdf#00328');
    const { records } = await parseDocuments(filed.map(item => ({ ...item, sha256: '' })));
    expect(records[0]?.filings).toMatchObject([
      {
        nativeId: '2025063000999',
        category: 'annual_report',
        periodEnd: '2025-03-31',
        knownAt: '2025-06-30T15:59:59Z',
      },
    ]);
    for (const missing of ['cik', 'accession', 'filed'] as const) {
      expect(() => placeImport([{ row: { ...row, [missing]: '' }, bytes: Buffer.from('') }])).toThrow(/names no/);
    }
  });
});

describe('invalid responses', () => {
  it.each([
    ['a page', '<html><title>Robot check</title></html>', 'html_instead_of_json'],
    ['nothing', ' ', 'empty_answer'],
    ['half a response', '{"result":"[', 'truncated_json'],
    ['other members', '{"rows":[]}', 'unexpected_document'],
  ])('of %s give an anomaly and no record', async (_, text, kind) => {
    for (const url of [SEARCH, PREFIX, ACTIVE]) {
      const { records, anomalies } = await parse(url, text);
      expect(records).toEqual([]);
      expect(anomalies.map(anomaly => anomaly.kind)).toEqual([kind]);
    }
  });

  it('include damaged text inside a valid response', async () => {
    const { records, anomalies } = await parse(SEARCH, '{"result":"[{\\"NEWS","hasNextRow":false}');
    expect([records, anomalies.map(anomaly => anomaly.kind)]).toEqual([[], ['truncated_json']]);
  });

  it('include changed columns of a stock list', async () => {
    const { records, anomalies } = await parse(ACTIVE, '[{"id":7609,"code":"00700"}]');
    expect([records, anomalies.map(anomaly => anomaly.kind)]).toEqual([[], ['unreadable_row']]);
  });

  it('with deep nesting and repeated brackets are read quickly', async () => {
    const deep = await parse(SEARCH, '['.repeat(200_000));
    expect(deep.anomalies).toHaveLength(1);
    const spaces = await parse(PREFIX, `callback(1)${' '.repeat(2_000_000)}x`);
    expect(spaces.records).toEqual([]);
    expect(readHeadline('('.repeat(100_000)).isKnown).toBe(false);
    expect(readHeadline('(a)'.repeat(50_000)).isKnown).toBe(false);
  });
});

function recorded(path: string): Buffer {
  const bytes = readFileSync(HK + path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function parseRecorded(path: string) {
  const bytes = recorded(path);
  const url = identifyImport(path.replace(/^.*\//, '').replace(/\.gz$/, ''), bytes);
  return parseDocuments([{ url, sha256: '', bytes }]);
}

describe.skipIf(!existsSync(HK))('recorded files (needs ../shared/data/intl)', () => {
  it('give the stock of Kuaishou in prefix.do', async () => {
    const { records, anomalies } = await parseRecorded('hkexnews/quoted/prefix_01024.jsonp');
    expect(anomalies).toEqual([]);
    expect(records[0]?.issuer).toMatchObject({ canonicalKey: 'hkex:01024', companyName: 'KUAISHOU-W' });
    expect(records[0]?.issuer?.identifiers).toContainEqual({ scheme: 'hkex_stock_id', identifier: '1000077859' });
  });

  it('give the title search for Tencent in the mirror', async () => {
    const url =
      'https://www1.hkexnews.hk/search/titleSearchServlet.do?sortDir=0&sortByOptions=DateTime&category=0&market=SEHK&stockId=7609&documentType=-1&fromDate=20260701&toDate=20260831&title=&searchType=0&t1code=-2&t2Gcode=-2&t2code=-2&rowRange=3&lang=E';
    expect(
      titleSearchUrl({
        stockId: '7609',
        market: 'SEHK',
        from: '2026-07-01',
        to: '2026-08-31',
        language: 'en',
        rowRange: 3,
      }),
    ).toBe(url);
    const bytes = readFileSync(`${MIRROR}www1.hkexnews.hk/search/titleSearchServlet.do@sha256-229b2c1ed1a15a7a`);
    const { records, anomalies } = await parse(url, bytes);
    expect(anomalies).toEqual([]);
    expect(records).toMatchObject([
      {
        canonicalKey: 'hkex:00700',
        issuer: { companyName: 'TENCENT', listings: [{ ticker: '00700' }, { ticker: '80700' }] },
        filings: [{ nativeId: '2026082000673', acceptedAt: '2026-08-20T09:35:00Z', itemCodes: ['50100'] }],
      },
    ]);
  });

  it('give a day of headlines of 2019 in Chinese', async () => {
    const { records, anomalies } = await parseRecorded('hkexnews/listing_2019-05_zh.jsonl.gz');
    expect(anomalies).toEqual([]);
    const filings = records.flatMap(record => record.filings);
    expect([records.length, filings.length]).toEqual([842, 1097]);
    expect(filings.filter(filing => filing.language !== 'zh')).toEqual([]);
    expect(filings.find(filing => filing.nativeId === 'gln20190506164_c')).toMatchObject({
      formType: 'Constitutional Documents',
      acceptedAt: '2019-05-06T12:09:00Z',
    });
  });

  it('give the clearing system’s list of stocks of 2019', async () => {
    const { records, anomalies } = await parseRecorded('ccass/daily_stock_list_2019.html.gz');
    expect(anomalies).toEqual([]);
    const names = new Map(records.map(record => [record.canonicalKey, record.issuer?.companyName]));
    expect(names.size).toBe(2616);
    expect(records.filter(record => record.issuer?.listings.length === 0)).toHaveLength(2616);
    expect(names.get('hkex:00006')).toBe('POWER ASSETS HOLDINGS LIMITED');
    expect(names.get('hkex:00700')).toBe('TENCENT HOLDINGS LIMITED');
    expect(names.get('hkex:00328')).toBe('ALCO HOLDINGS LIMITED');
    expect(names.get('hkex:00488')).toBe('LAI SUN DEVELOPMENT COMPANY LIMITED');
    expect(names.has('hkex:90004')).toBe(false);
  });

  it('give the companies of the table of entities: exchange, ticker, name', async () => {
    const paths = ['quoted/prefix_01024.jsonp', 'quoted/titleSearchServlet_7609.json'].map(path => `hkexnews/${path}`);
    const parsed = await Promise.all([...paths, 'ccass/daily_stock_list_2019.html.gz'].map(parseRecorded));
    const records = parsed.flatMap(documents => documents.records);
    const [header = '', ...lines] = readFileSync(`${TRUTH}intl_entities.tsv`, 'utf8').split('\n');
    const columns = header.split('\t');
    const rows = lines.map(line => line.split('\t'));
    const wanted = rows.filter(cells => cells[0] === 'entity' && cells[1]?.startsWith('hkex:'));
    expect(wanted).toHaveLength(5);
    for (const cells of wanted) {
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      const own = records
        .filter(record => record.canonicalKey === cell('canonical_key'))
        .flatMap(record => record.issuer ?? []);
      const listings = own.flatMap(issuer => issuer.listings);
      expect(listings).toContainEqual(
        expect.objectContaining({ ticker: cell('ticker'), mic: cell('mic'), isHome: true }),
      );
      const name = cell('name_english')
        .replace(/ \(.*$/, '')
        .toUpperCase();
      expect(own.some(issuer => issuer.companyName.startsWith(name))).toBe(true);
    }
  });

  it.each([
    ['ccass/00006_2019.html.gz', '00006', '2019-10-30', '1212902376', 842, 189],
    ['ccass/00700_2019.html.gz', '00700', '2019-10-29', '6588250862', 924, 544],
    ['ccass/result-00700.html', '00700', '2026-08-20', '7060197538', 826, 4],
  ])('give holdings in the clearing system: %s', (path, code, date, totalShares, participantsCount, rows) => {
    const log = new AnomalyLog('hkexnews', path);
    const holdings = parseClearingHoldings(recorded(path), log);
    expect(log.list()).toEqual([]);
    expect(holdings).toMatchObject({ code, date, totalShares, participantsCount });
    expect(holdings?.holdings).toHaveLength(rows);
  });

  it('give a participant of 2019, and one without a number', () => {
    const log = new AnomalyLog('hkexnews', '');
    const old = parseClearingHoldings(recorded('ccass/00006_2019.html.gz'), log);
    expect(old?.holdings[0]).toMatchObject({
      participantId: 'C00019',
      name: 'THE HONGKONG AND SHANGHAI BANKING',
      shares: '363899069',
      pctOfIssued: '17.05',
    });
    const now = parseClearingHoldings(recorded('ccass/result-00700.html'), log);
    expect(now?.holdings.filter(holding => holding.participantId === null)).toHaveLength(1);
    expect(now?.issuedShares).toBe('9103125600');
  });

  it('give no holdings in pages without any', () => {
    const kindOf = (path: string) => {
      const log = new AnomalyLog('hkexnews', path);
      return [parseClearingHoldings(recorded(path), log), log.list().map(anomaly => anomaly.kind)];
    };
    expect(kindOf('ccass/result-empty.html')).toEqual([null, ['no_holdings']]);
    expect(kindOf('ccass/search-page.html')).toEqual([null, ['unexpected_document']]);
  });

  it('name known headings only, of tier one and of periodic reports', () => {
    const headings = JSON.parse(recorded('hkexnews/tier_one_zh.json').toString('utf8')) as { name: string }[];
    expect(headings.filter(heading => !readHeadline(heading.name).isKnown)).toEqual([]);
    const second = JSON.parse(recorded('hkexnews/tier_two_zh.json').toString('utf8')) as {
      code: string;
      name: string;
    }[];
    const known = second.filter(item => readHeadline(`公告及通告 - [${item.name}]`).itemCodes[0] === item.code);
    expect(known.map(item => item.code)).toEqual(expect.arrayContaining(['40100', '40200', '40300', '13300', '13400']));
  });

  it('are rejected if they are not responses of the registry', () => {
    for (const path of ['di/00488_di_tables.json', 'hkexnews/doc_types_zh.json', 'ccass/search-page.html']) {
      expect(() => identifyImport(path.replace(/^.*\//, ''), recorded(path))).toThrow(/Unrecognised file/);
    }
  });
});
