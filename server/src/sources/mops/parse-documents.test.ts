import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  ANNOUNCEMENT_COLUMNS,
  announcementRow,
  COMPANY_COLUMNS,
  companyRow,
  openDataFile,
} from './example-responses.ts';
import { mops } from './source.ts';

const TWSE = new URL('../../../../../shared/data/intl/tw/twse/', import.meta.url).pathname;
const FILES = 'https://mopsfin.twse.com.tw/opendata/';

async function parse(url: string, text: string | Buffer) {
  const { records, anomalies, tallies = [] } = await mops.parse([{ url, sha256: '', bytes: Buffer.from(text) }]);
  return {
    records,
    tallies,
    kinds: anomalies.map(anomaly => anomaly.kind),
    filings: records.flatMap(record => record.filings),
    contents: records.flatMap(record => record.furtherContents ?? []),
    people: records.flatMap(record => record.people ?? []),
  };
}

describe('profiles of companies', () => {
  const url = `${FILES}t187ap03_L.csv`;

  it('give names, business number, industry, listing with ISIN, and the people whom the profile names', async () => {
    const { records, people, kinds } = await parse(url, openDataFile(COMPANY_COLUMNS, [companyRow()]));
    expect(kinds).toEqual([]);
    expect(records).toMatchObject([
      {
        canonicalKey: 'mops:9801',
        source: 'companies/listed',
        issuer: {
          companyName: '曙光零件股份有限公司',
          countryCode: 'TW',
          industry: { scheme: 'twse', code: '05', label: 'Electric machinery' },
          identifiers: [
            { scheme: 'mops', identifier: '9801' },
            { scheme: 'tw_ubn', identifier: '10458575' },
          ],
          alternateNames: [
            { kind: 'short', name: '曙光' },
            { kind: 'english', name: 'AURORA PARTS' },
          ],
          listings: [{ ticker: '9801', marketId: 'tw', mic: 'XTAI', isin: 'TW0009801001', isHome: true }],
        },
      },
    ]);
    expect(people.map(({ name, relation, roleTitle, asOf }) => [name, relation, roleTitle, asOf])).toEqual([
      ['林虛構', 'director', '董事長', '2026-07-09'],
      ['陳虛構', 'officer', '總經理', '2026-07-09'],
      ['王虛構', 'officer', '財務長', '2026-07-09'],
    ]);
  });

  it('of foreign companies have the country of registration and no ISIN', async () => {
    const rows = [companyRow({ 外國企業註冊地國: 'KY 開曼群島      ' }), companyRow({ 公司代號: '910999' })];
    const { records } = await parse(`${FILES}t187ap03_O.csv`, openDataFile(COMPANY_COLUMNS, rows));
    expect(records.map(({ issuer }) => [issuer?.countryCode, issuer?.listings[0]?.isin])).toEqual([
      ['KY', null],
      ['TW', null],
    ]);
    expect(records[0]?.issuer?.listings[0]).toMatchObject({ mic: 'ROCO', isHome: false });
  });

  it('with unknown codes, numbers or industries are anomalies', async () => {
    const rows = [
      companyRow({ 公司代號: 'ABC' }),
      companyRow({ 營利事業統一編號: '10458576', 產業別: '77', 外國企業註冊地國: '開曼群島' }),
    ];
    const { records, kinds, tallies } = await parse(url, openDataFile(COMPANY_COLUMNS, rows));
    expect(kinds).toEqual(['bad_row', 'unknown_country', 'unknown_industry', 'bad_business_number']);
    expect(records).toHaveLength(1);
    expect(tallies).toMatchObject([{ read: 1, unread: 1 }]);
  });

  it('are read from JSON, whose names of columns may end with a blank', async () => {
    const row = Object.fromEntries(Object.entries(companyRow()).map(([name, value]) => [`${name} `, value]));
    const { records } = await parse('https://openapi.twse.com.tw/v1/opendata/t187ap03_L', JSON.stringify([row]));
    expect(records).toMatchObject([{ canonicalKey: 'mops:9801', source: 'companies/listed' }]);
  });
});

describe('announcements', () => {
  const url = `${FILES}t187ap04_L.csv#2026-06-02`;

  it('become filings with their subject in one line, their time in Taiwan and their text in items', async () => {
    const { filings, contents, kinds } = await parse(url, openDataFile(ANNOUNCEMENT_COLUMNS, [announcementRow()]));
    expect(kinds).toEqual([]);
    expect(filings).toMatchObject([
      {
        registry: 'mops',
        nativeId: expect.stringMatching(/^9801-20260601-070003-[0-9a-f]{8}$/),
        formType: '重大訊息',
        category: 'material_event',
        itemCodes: ['第51款'],
        filingDate: '2026-06-01',
        acceptedAt: '2026-05-31T23:00:03Z',
        knownAt: '2026-05-31T23:00:03Z',
        periodEnd: '2026-05-28',
        title:
          '公告本公司名稱由「曙光零件股份有限公司」更名為「曙光精密股份有限公司」，公告期間：115年6月1日至115年8月31日',
      },
    ]);
    expect(contents[0]?.text.sections[0]?.text.split('\n\n').slice(-2)).toEqual([
      '(1)本公司股票代號未變動，仍為「9801」。',
      '(2)英文名稱為 Aurora Precision。',
    ]);
  });

  it('of one second are distinguished by their subjects, and repeated rows count once', async () => {
    const rows = [announcementRow(), announcementRow(), announcementRow({ 主旨: '公告本公司董事會決議股利分派' })];
    const { filings } = await parse(url, openDataFile(ANNOUNCEMENT_COLUMNS, rows));
    expect(new Set(filings.map(filing => filing.nativeId)).size).toBe(2);
  });

  it('without a valid day, time or subject are anomalies', async () => {
    const rows = [
      announcementRow({ 發言日期: '1151301' }),
      announcementRow({ 發言時間: '250000' }),
      announcementRow({ 主旨: '' }),
    ];
    expect((await parse(url, openDataFile(ANNOUNCEMENT_COLUMNS, rows))).kinds).toEqual([
      'bad_row',
      'bad_row',
      'bad_row',
    ]);
    expect((await parse(url, '<html>busy</html>')).kinds).toEqual(['html_instead_of_csv']);
    expect((await parse(url, `${openDataFile(ANNOUNCEMENT_COLUMNS, [])}"a","b"\r\n`)).kinds).toEqual(['bad_row']);
  });
});

describe('monthly revenue', () => {
  const COLUMNS = [
    '出表日期',
    '資料年月',
    '公司代號',
    '公司名稱',
    '營業收入-當月營收',
    '營業收入-上月營收',
    '營業收入-去年當月營收',
    '累計營業收入-當月累計營收',
    '累計營業收入-去年累計營收',
  ];
  const row = {
    出表日期: '1150211',
    資料年月: '11501',
    公司代號: '9801',
    公司名稱: '曙光',
    '營業收入-當月營收': '1234',
    '營業收入-上月營收': '-5',
    '營業收入-去年當月營收': '1000',
    '累計營業收入-當月累計營收': '1234',
    '累計營業收入-去年累計營收': '1000',
  };
  const factsOf = async (more: Record<string, string>) => {
    const text = openDataFile(COLUMNS, [{ ...row, ...more }]);
    const { contents, records, kinds } = await parse(`${FILES}t187ap05_L.csv#2026-01`, text);
    const facts = contents[0]?.report?.facts ?? [];
    return { facts: facts.map(fact => [fact.periodStart, fact.periodEnd, fact.value]), records, kinds };
  };

  it('is a filing with facts in whole dollars, by months and since the beginning of the year', async () => {
    const { facts, records } = await factsOf({ 資料年月: '11502', '累計營業收入-當月累計營收': '2000' });
    expect(facts).toEqual([
      ['2026-02-01', '2026-02-28', '1234000'],
      ['2026-01-01', '2026-01-31', '-5000'],
      ['2025-02-01', '2025-02-28', '1000000'],
      ['2026-01-01', '2026-02-28', '2000000'],
      ['2025-01-01', '2025-02-28', '1000000'],
    ]);
    expect(records[0]?.filings).toMatchObject([{ nativeId: '9801-2026-02-revenue', filingDate: '2026-02-11' }]);
    expect(records[0]?.facts[0]?.series).toMatchObject([
      { concept: 'mops:OperatingRevenue', unit: 'TWD', values: [1_234_000, -5000, 1_000_000, 2_000_000, 1_000_000] },
    ]);
  });

  it('of January states its month once, and last December as the month before', async () => {
    expect((await factsOf({})).facts).toEqual([
      ['2026-01-01', '2026-01-31', '1234000'],
      ['2025-12-01', '2025-12-31', '-5000'],
      ['2025-01-01', '2025-01-31', '1000000'],
    ]);
  });

  it('with a cell that is not a number is an anomaly', async () => {
    expect((await factsOf({ '營業收入-上月營收': '不適用' })).kinds).toEqual(['bad_value']);
  });
});

describe('holdings of insiders', () => {
  const COLUMNS = ['出表日期', '資料年月', '公司代號', '公司名稱', '職稱', '姓名', '目前持股'];
  const row = { 出表日期: '1150618', 資料年月: '11505', 公司代號: '9801', 公司名稱: '曙光' };

  it('state each holder once with their own shares, a company beside the person who acts for it', async () => {
    const rows = [
      { ...row, 職稱: '董事本人', 姓名: '虛構投資股份有限公司', 目前持股: '500000' },
      { ...row, 職稱: '董事之法人代表人', 姓名: '林虛構', 目前持股: '0' },
      { ...row, 職稱: '董事本人', 姓名: '虛構投資股份有限公司', 目前持股: '500000' },
      { ...row, 職稱: '會計部門主管本人', 姓名: '陳虛構', 目前持股: '12' },
      { ...row, 職稱: '大股東本人', 姓名: '王虛構', 目前持股: '9000000' },
      { ...row, 職稱: '總經理本人', 姓名: '(代理)周虛構', 目前持股: '7' },
      { ...row, 職稱: '協理本人', 姓名: '吳虛構/鄭虛構', 目前持股: '5' },
      { ...row, 職稱: '財務部門主管本人', 姓名: '暫缺', 目前持股: '0' },
      { ...row, 職稱: '其他', 姓名: '張虛構', 目前持股: '1' },
      { ...row, 職稱: '顧問', 姓名: '黃虛構', 目前持股: '1' },
    ];
    const { people, kinds, tallies } = await parse(`${FILES}t187ap11_L.csv`, openDataFile(COLUMNS, rows));
    expect(
      people.map(({ name, kind, relation, roleTitle, shares }) => [name, kind, relation, roleTitle, shares]),
    ).toEqual([
      ['虛構投資股份有限公司', 'institution', 'director', '董事', '500000'],
      ['林虛構', 'person', 'director', '董事之法人代表人', '0'],
      ['陳虛構', 'person', 'officer', '會計部門主管', '12'],
      ['王虛構', 'person', 'major_shareholder', null, '9000000'],
      ['周虛構', 'person', 'officer', '總經理', '7'],
      ['吳虛構', 'person', 'officer', '協理', null],
      ['鄭虛構', 'person', 'officer', '協理', null],
    ]);
    expect(people[0]?.asOf).toBe('2026-05-31');
    expect(kinds).toEqual(['bad_row']);
    expect(tallies[0]).toMatchObject({ read: 7, unread: 1 });
  });
});

describe('general meetings', () => {
  it('are filings of the moment of their notice with what is proposed', async () => {
    const row = {
      出表日期: '1150831',
      公司代號: '9801',
      公司名稱: '曙光',
      '股東常(臨時)會日期-常或臨時': '常會',
      '股東常(臨時)會日期-日期': '1150620',
      '預擬配發現金(股利)(元/股)-盈餘': '2.50',
      公告日期: '1150324',
      公告時間: '93603',
    };
    const text = openDataFile(Object.keys(row), [row]);
    const { filings, contents } = await parse(`${FILES}t187ap38_L.csv#2026`, text);
    expect(filings).toMatchObject([
      { nativeId: '9801-20260324-093603-meeting', title: '股東常會 2026-06-20', acceptedAt: '2026-03-24T01:36:03Z' },
    ]);
    expect(contents[0]?.report?.facts).toMatchObject([
      { concept: 'mops:PlannedCashDividendFromEarnings', value: '2.50', unit: 'TWD/shares', periodEnd: '2026-06-20' },
    ]);
  });
});

describe.skipIf(!existsSync(TWSE))('recorded files of the exchange (needs ../shared/data/intl)', () => {
  const read = async (file: string) => {
    const bytes = gunzipSync(readFileSync(join(TWSE, file)));
    return parse(mops.identifyImport(file.replace(/\.gz$/, ''), bytes), bytes);
  };

  it.each([
    ['t187ap03_L_2023-08.csv.gz', 992],
    ['t187ap03_L_2026-07-09.json.gz', 1089],
    ['t187ap04_L_2023-08.csv.gz', 89],
    ['t187ap05_L_jerry.csv.gz', 1048],
    ['t187ap11_L_2023-08.csv.gz', 23_943],
    ['t187ap38_L_2023-08.csv.gz', 998],
  ])('%s is read whole without an anomaly', async (file, entries) => {
    const { kinds, tallies } = await read(file);
    expect(kinds).toEqual([]);
    expect(tallies).toMatchObject([{ read: entries, unread: 0 }]);
  });

  it('state Taiwan Cement as its profile prints it, and its revenue of July 2025', async () => {
    const profiles = await read('t187ap03_L_2026-07-09.json.gz');
    expect(profiles.records[0]?.issuer).toMatchObject({
      companyName: '臺灣水泥股份有限公司',
      identifiers: [{ identifier: '1101' }, { scheme: 'tw_ubn', identifier: '11913502' }],
      listings: [{ isin: 'TW0001101004' }],
    });
    const { contents } = await read('t187ap05_L_jerry.csv.gz');
    expect(contents[0]?.report?.facts[0]).toMatchObject({ value: '13535929000', periodEnd: '2025-07-31' });
  });
});
