import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectLinearTime } from '../../../test/processor-time.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readAnnouncementType } from './announcement-types.ts';
import { fromEpochMs, importedAnnouncements } from './announcements.ts';
import { executives } from './executives.ts';
import { introduction } from './introduction.ts';
import { isMojibake } from './read-response.ts';
import { cninfo } from './source.ts';
import { listingOf, stocks } from './stocks.ts';

const { parse: parseDocuments, identifyImport, placeImport, issuerOf, sourceOf } = cninfo;
const IMPORTED = importedAnnouncements.url({ digest: '0'.repeat(16) });

const CN = new URL('../../../../../shared/data/intl/cn/cninfo/', import.meta.url).pathname;
const TRUTH = new URL('../../../../../shared/data/intl/truth/', import.meta.url).pathname;

function parse(url: string, text: string | Buffer) {
  return parseDocuments([{ url, sha256: '', bytes: Buffer.from(text) }]);
}

function announcementsOf(...announcements: object[]): string {
  return JSON.stringify({ totalAnnouncement: announcements.length, hasMore: false, announcements });
}

const ROW = {
  secCode: '600999',
  secName: '曙光工业',
  orgId: '9900099999',
  announcementId: '1290000001',
  announcementTitle: '曙光工业2025年<em>年度报告</em>',
  announcementTime: 1774540800000,
  adjunctUrl: 'finalpage/2026-03-27/1290000001.PDF',
  announcementType: '01010501||010112||01030101',
};

async function filingsOf(...rows: object[]): Promise<{ filings: Filing[]; kinds: string[]; records: IssuerRecords[] }> {
  const { records, anomalies } = await parse(IMPORTED, announcementsOf(...rows));
  return { filings: records.flatMap(record => record.filings), kinds: anomalies.map(anomaly => anomaly.kind), records };
}

describe('announcements', () => {
  it('become filings without search marks in titles, dated by China’s clock', async () => {
    const { filings, kinds } = await filingsOf(ROW);
    expect(kinds).toEqual([]);
    expect(filings).toMatchObject([
      {
        nativeId: '1290000001',
        title: '曙光工业2025年年度报告',
        formType: 'category_ndbg_szsh',
        category: 'annual_report',
        filingDate: '2026-03-27',
        acceptedAt: null,
        knownAt: '2026-03-26T16:00:00Z',
        periodEnd: '2025-12-31',
        primaryDocument: '1290000001.pdf',
        url: 'https://static.cninfo.com.cn/finalpage/2026-03-27/1290000001.PDF',
      },
    ]);
  });

  it('have an instant if a time is stated; repeated rows count once, and rows without a document are kept', async () => {
    const timed = { ...ROW, announcementTime: 1774540800000 + 41_428_000 };
    const bare = { ...ROW, announcementId: '1290000002', adjunctUrl: '', announcementType: '' };
    const { filings } = await filingsOf(ROW, timed, bare);
    expect(filings).toHaveLength(2);
    expect(filings[0]).toMatchObject({ acceptedAt: '2026-03-27T03:30:28Z', filingDate: '2026-03-27' });
    expect(filings[1]).toMatchObject({ nativeId: '1290000002', primaryDocument: null });
    expect(filings[1]?.url).toContain('/new/disclosure/detail?stockCode=600999&announcementId=1290000002');
  });

  it('are anomalies with foreign codes, other hosts, or seconds in place of milliseconds', async () => {
    const { filings, kinds } = await filingsOf(
      { ...ROW, secCode: '03331' },
      { ...ROW, adjunctUrl: 'https://elsewhere.example/a.PDF' },
      { ...ROW, announcementTime: 1774540800 },
      { ...ROW, announcementTitle: null },
    );
    expect(filings).toEqual([]);
    expect(kinds).toEqual(Array.from({ length: 4 }, () => 'unreadable_row'));
  });

  it('may be empty on a day; an empty list with a positive count is an anomaly', async () => {
    const url = IMPORTED;
    const none = { totalAnnouncement: 0, hasMore: false, announcements: null };
    expect(await parse(url, JSON.stringify(none))).toEqual({ records: [], anomalies: [] });
    const short = await parse(url, JSON.stringify({ ...none, totalAnnouncement: 3 }));
    expect(short.anomalies.map(anomaly => anomaly.kind)).toEqual(['count_mismatch']);
  });
});

describe('titles', () => {
  it.each([
    ['2026年半年度报告摘要', 'interim_report', '2026-06-30'],
    ['2026年第一季度报告（更正后）', 'interim_report', '2026-03-31'],
    ['2019年第三季度报告全文', 'interim_report', '2019-09-30'],
    ['曙光工业股份有限公司2023年年度报告（英文版）', 'annual_report', '2023-12-31'],
    ['关于召开2026年半年度业绩说明会的公告', 'material_event', null],
    ['2026年半年度报告披露提示性公告', 'material_event', null],
    ['2026年半年度募集资金存放与使用情况的专项报告', 'other', null],
    ['关于召开2026年第二次临时股东会的通知', 'proxy', null],
    ['关于股东权益变动的提示性公告', 'large_holding', null],
    ['2025年度业绩预告', 'earnings_release', null],
    ['关于公司股票可能被终止上市的风险提示公告', 'listing_change', null],
  ])('%s give the category %s', (title, category, periodEnd) => {
    expect(readAnnouncementType(null, title)).toMatchObject({ category, periodEnd });
  });

  it('of any length are read quickly', () => {
    for (const piece of ['董事减持', '2025年年度报告（']) {
      expectLinearTime(
        100_000,
        count => piece.repeat(count),
        title => readAnnouncementType(null, title),
      );
    }
  });

  it('use the category if the type is not a class', () => {
    expect(readAnnouncementType('constructor||__proto__', '关于停牌的公告')).toMatchObject({
      formType: 'announcement',
      category: 'listing_change',
    });
  });

  it('give amendments and the language', () => {
    expect(readAnnouncementType(null, '2026年第一季度报告（更正后）')).toMatchObject({
      isAmendment: true,
      language: 'zh',
    });
    expect(readAnnouncementType(null, '董事会议事规则（2026年8月修订）')).toMatchObject({ isAmendment: false });
    expect(readAnnouncementType(null, '2026年半年度报告（英文版）')).toMatchObject({ language: 'en' });
  });
});

describe('codes', () => {
  it.each([
    ['600519', 'XSHG', 'CNY'],
    ['688981', 'XSHG', 'CNY'],
    ['900901', 'XSHG', 'USD'],
    ['000001', 'XSHE', 'CNY'],
    ['300750', 'XSHE', 'CNY'],
    ['200002', 'XSHE', 'HKD'],
    ['430047', 'BJSE', 'CNY'],
    ['830799', 'BJSE', 'CNY'],
    ['920002', 'BJSE', 'CNY'],
    ['163118', null, null],
  ])('%s is listed at %s in %s', (code, mic, currency) => {
    expect(listingOf(code)).toMatchObject({ ticker: code, mic, currency });
  });

  it('of two share lines of one company keep its number, by which they are joined', async () => {
    const line = { orgId: 'gssh0600998', category: 'A股', pinyin: 'sggy', zwjc: '曙光工业' };
    const stockList = [
      { ...line, code: '600998' },
      { ...line, code: '900998', zwjc: '曙光B股' },
      { ...line, code: '12345' },
    ];
    const { records, anomalies } = await parse(stocks.url({ name: 'szse' }), JSON.stringify({ stockList }));
    expect(records.map(record => [record.canonicalKey, record.issuer?.companyName])).toEqual([
      ['cninfo:600998', '曙光工业'],
      ['cninfo:900998', '曙光B股'],
    ]);
    for (const { issuer } of records) {
      expect(issuer?.identifiers).toContainEqual({ scheme: 'cninfo_org_id', identifier: 'gssh0600998' });
    }
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['unreadable_row']);
  });
});

describe('invalid responses', () => {
  const overview = introduction.url({ code: '600999' });
  it.each([
    ['a page', '<!DOCTYPE html><html><title>安全验证</title></html>', 'html_instead_of_json'],
    ['nothing', '', 'empty_answer'],
    ['half a response', '{"path":"/x","code":200,"data":{"rec', 'truncated_json'],
    ['an error', '{"code":429,"msg":"too many requests"}', 'error_answer'],
    ['an error inside', '{"code":200,"data":{"resultCode":"401","resultMsg":"denied"}}', 'error_answer'],
    ['other members', '{"code":200,"data":{"resultCode":"200","rows":[]}}', 'unexpected_document'],
    ['a list', '[1]', 'unexpected_document'],
    ['mojibake', '{"code":200,"msg":"è´µå·žèŒ…å° é…’è‚¡ä»½"}', 'mojibake'],
  ])('of %s give an anomaly and no record', async (_, text, kind) => {
    for (const url of [overview, stocks.url({ name: 'szse' }), IMPORTED]) {
      if (/error|other/.test(_) && url !== overview) continue;
      const { records, anomalies } = await parse(url, text);
      expect(records).toEqual([]);
      expect(anomalies.map(anomaly => anomaly.kind)).toEqual([kind]);
    }
  });

  it('include an introduction of another company than requested', async () => {
    const basicInformation = [{ ORGNAME: '别的公司', ASECCODE: '600001' }];
    const data = { total: 1, resultCode: '200', records: [{ basicInformation }] };
    const { records, anomalies } = await parse(overview, JSON.stringify({ code: 200, data }));
    expect(records).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['issuer_mismatch']);
  });

  it('include fewer records than announced', async () => {
    const data = { total: 12, resultCode: '200', records: [{ F002V: '陈某', F009V: '董事长' }] };
    const { anomalies } = await parse(executives.url({ code: '600999' }), JSON.stringify({ code: 200, data }));
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['count_mismatch']);
  });

  it('do not include Chinese text, or accents alone', () => {
    expect(isMojibake('贵州茅台酒股份有限公司')).toBe(false);
    expect(isMojibake('Société Générale à Paris')).toBe(false);
    expect(isMojibake('\ufffd\ufffd\ufffd\ufffd')).toBe(true);
  });

  it('include a page in place of a document', async () => {
    const url = 'https://static.cninfo.com.cn/finalpage/2026-03-27/1290000001.PDF#600999';
    const page = await parse(url, '<html>blocked</html>');
    expect(page.records).toEqual([]);
    expect(page.anomalies.map(anomaly => anomaly.kind)).toEqual(['html_instead_of_document']);
    const [record] = (await parse(url, '%PDF-1.7 …')).records;
    expect(record).toMatchObject({ canonicalKey: 'cninfo:600999', source: 'filing/1290000001' });
    expect(record?.contents).toMatchObject({ nativeId: '1290000001', filing: null });
    expect(record?.contents?.files[0]).toMatchObject({
      role: 'primary',
      contentType: 'application/pdf',
      url: 'https://static.cninfo.com.cn/finalpage/2026-03-27/1290000001.PDF',
    });
  });
});

describe('times', () => {
  it('at midnight in China are days, and invalid ones are null', () => {
    expect(fromEpochMs(1571673600000)).toEqual({ date: '2019-10-22', instant: '2019-10-21T16:00:00Z', hasTime: false });
    expect(fromEpochMs(1571673601000)).toMatchObject({ hasTime: true });
    for (const wrong of [0, 1571673600, Number.NaN, 1e18, -1]) expect(fromEpochMs(wrong)).toBeNull();
  });
});

describe('imported documents', () => {
  const row = {
    path: 'a/report.pdf',
    form: '2025年年度报告',
    cik: '600999',
    accession: '1290000001',
    filed: '20260327',
    period: '',
  };

  it('of a manifest are stored under their own URL, with the row of the manifest', async () => {
    const filed = placeImport([{ row, bytes: Buffer.from('%PDF-1.7') }]);
    expect(filed.map(item => item.url)).toEqual([
      'https://static.cninfo.com.cn/finalpage/2026-03-27/1290000001.PDF#600999',
      'https://static.cninfo.com.cn/finalpage/2026-03-27/1290000001.PDF/stated.json#600999',
    ]);
    expect(filed.map(item => [sourceOf(item.url), issuerOf(item.url)])).toEqual([
      ['filing/1290000001', 'cninfo:600999'],
      ['filing/1290000001', 'cninfo:600999'],
    ]);
    const { records } = await parseDocuments(filed.map(item => ({ ...item, sha256: '' })));
    expect(records[0]?.filings).toMatchObject([
      { nativeId: '1290000001', category: 'annual_report', periodEnd: '2025-12-31', knownAt: '2026-03-27T15:59:59Z' },
    ]);
  });

  it('are rejected without code, number or day', () => {
    for (const missing of ['cik', 'accession', 'filed'] as const) {
      expect(() => placeImport([{ row: { ...row, [missing]: '' }, bytes: Buffer.from('') }])).toThrow(/names no/);
    }
    expect(() => identifyImport('x.json', Buffer.from('{"a":1}'))).toThrow(/Unrecognised file/);
  });
});

function recorded(path: string): Buffer {
  const bytes = readFileSync(CN + path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function parseRecorded(path: string) {
  const bytes = recorded(path);
  const url = identifyImport(path.replace(/^.*\//, '').replace(/\.gz$/, ''), bytes);
  return parseDocuments([{ url, sha256: '', bytes }]);
}

describe.skipIf(!existsSync(CN))('recorded files (needs ../shared/data/intl)', () => {
  it('give the whole list of codes of 2021', async () => {
    const { records, anomalies } = await parseRecorded('szse_stock_2021.json.gz');
    expect(anomalies).toEqual([]);
    expect(records).toHaveLength(4763);
    expect(records.filter(record => record.issuer?.listings[0]?.mic === null)).toEqual([]);
  });

  it('give the companies of the table of entities: exchange, name, number', async () => {
    const { records } = await parseRecorded('szse_stock_2021.json.gz');
    const [header = '', ...lines] = readFileSync(`${TRUTH}intl_entities.tsv`, 'utf8').split('\n');
    const columns = header.split('\t');
    const wanted = lines
      .map(line => line.split('\t'))
      .filter(cells => cells[0] === 'entity' && cells[1]?.startsWith('cninfo:'));
    expect(wanted).toHaveLength(12);
    for (const cells of wanted) {
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      const issuer = records.find(record => record.canonicalKey === cell('canonical_key'))?.issuer;
      expect(issuer?.companyName).toBe(cell('name_local'));
      expect(issuer?.listings).toMatchObject([{ ticker: cell('ticker'), mic: cell('mic') }]);
      expect(issuer?.identifiers).toContainEqual({ scheme: 'cninfo_org_id', identifier: cell('org_id') });
    }
  });

  it('give the introduction of Kweichow Moutai, saved with a byte order mark', async () => {
    const { records, anomalies } = await parseRecorded('introduction_600519.json');
    expect(anomalies).toEqual([]);
    expect(records[0]?.issuer).toMatchObject({
      canonicalKey: 'cninfo:600519',
      companyName: '贵州茅台酒股份有限公司',
      industry: { label: '酒、饮料和精制茶制造业' },
    });
    expect(records[0]?.issuer?.alternateNames).toEqual([
      { kind: 'local', name: '贵州茅台酒股份有限公司' },
      { kind: 'short', name: '贵州茅台' },
      { kind: 'english', name: 'Kweichow Moutai Co., Ltd.' },
    ]);
  });

  it('give the directors and officers of the table of people', () => {
    const log = new AnomalyLog('cninfo', '');
    const people = executives.read(recorded('executives_600519.json'), log, { code: '600519' }) ?? [];
    expect(log.list()).toEqual([]);
    const lines = readFileSync(`${TRUTH}intl_people.tsv`, 'utf8')
      .split('\n')
      .map(line => line.split('\t'));
    const wanted = lines.filter(cells => cells[0] === 'cninfo');
    expect(wanted).toHaveLength(11);
    expect(people.map(person => [person.name, person.posts.join(','), person.shares])).toEqual(
      wanted.map(cells => [cells[3], cells[6], cells[9]]),
    );
    expect(people[3]).toMatchObject({ birthYear: 1977, payTenThousandCny: '20', gender: 'male' });
    expect(people[0]?.payTenThousandCny).toBeNull();
  });

  it('give the announcements of two days in August 2026', async () => {
    const { records, anomalies } = await parseRecorded('announcements_snapshot_2026-08.json.gz');
    expect(anomalies).toEqual([]);
    const filings = records.flatMap(record => record.filings);
    expect([records.length, filings.length]).toEqual([1067, 4599]);
    expect(filings.filter(filing => filing.category === 'interim_report').length).toBeGreaterThan(900);
    expect(filings.find(filing => filing.nativeId === '1225488078')).toMatchObject({
      acceptedAt: '2026-08-21T03:40:27Z',
    });
  });

  it('give the announcement of Ping An Bank’s third quarter of 2019', async () => {
    const { records } = await parseRecorded('quoted/announcement_000001_2019Q3.json');
    expect(records[0]?.filings).toMatchObject([
      {
        nativeId: '1206997843',
        category: 'interim_report',
        filingDate: '2019-10-22',
        knownAt: '2019-10-21T16:00:00Z',
        periodEnd: '2019-09-30',
        itemCodes: ['01010503', '010112', '01030701'],
      },
    ]);
  });

  it('give synthetic values in the documented form', async () => {
    const counts = async (name: string) => {
      const { records, anomalies } = await parseRecorded(`shape-only/${name}`);
      return [records.flatMap(record => record.filings).length, anomalies.length];
    };
    expect(await counts('cninfo_query_response.json')).toEqual([2, 0]);
    expect(await counts('cninfo_multi_type_response.json')).toEqual([8, 0]);
    expect(await counts('cninfo_empty_response.json')).toEqual([0, 0]);
  });

  it('are rejected if they are a page without data or a note of numbers', () => {
    for (const path of ['page_600519.html', 'quoted/orgid_irregular.json']) {
      expect(() => identifyImport(path, recorded(path))).toThrow(/Unrecognised file/);
    }
  });
});
