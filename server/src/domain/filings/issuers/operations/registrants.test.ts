import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedEntity, seedFilings, seedIssuer, seedProminence } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { rewriteSearchNames } from '../store/search-names.ts';
import { lookupEntity } from './lookup-entity.ts';
import { searchEntities } from './search-entities.ts';

/** Fictional companies that several registries list. */

const LEI = '9999000000KITSUNE082';
const database = useTestDatabase();
const api = useTestApi(database);

interface Hit {
  canonical_key: string;
  market_id: string | null;
  matched_on: string;
  score: number;
  listings: { ticker: string; market_id: string; isin: string | null; is_home: boolean }[];
}

async function search(query: Record<string, string>): Promise<Hit[]> {
  const { json } = await api.read(searchEntities, `/api/v1/entities/search?${new URLSearchParams(query)}`);
  return [json.entity as Hit | null, ...(json.entities as Hit[])].filter(hit => hit !== null);
}

async function lookup(query: Record<string, string>): Promise<Record<string, unknown>> {
  const { json } = await api.read(lookupEntity, `/api/v1/entities/lookup?${new URLSearchParams(query)}`);
  return json.entity as Record<string, unknown>;
}

const filingsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    nativeId: `${prefix}-${index}`,
    form: '10-K',
    filed: `20${String(10 + (index % 10))}-03-01`,
  }));

beforeAll(async () => {
  const { db } = database;
  const lei = await seedIssuer(db, {
    key: `lei:${LEI}`,
    name: 'KITSUNE TOYS CO.,LTD.',
    marketId: 'jp',
    identifiers: { lei: LEI, jcn: '9990001000001' },
    isins: ['JP9990000029'],
    formerNames: ['Kitsune Playing Cards'],
  });
  const cik = await seedIssuer(db, {
    key: 'cik:990101',
    name: 'Kitsune Toys Co Ltd ADR',
    identifiers: { cik: '990101' },
    formerNames: ['KITSUNE PLAYING CARDS', 'Kitsune Karuta Inc'],
    listings: [{ ticker: 'KTSNY', mic: 'OTCM', isin: 'US999999KT01' }],
  });
  const jcn = await seedIssuer(db, {
    key: 'jcn:9990001000001',
    name: '株式会社キツネ玩具',
    marketId: 'jp',
    identifiers: { jcn: '9990001000001', edinet: 'E99901' },
    successorKey: 'jcn:9990001000009',
    alternateNames: [
      { kind: 'english', name: 'Kitsune Toys Co., Ltd.' },
      { kind: 'kana', name: 'カブシキガイシャキツネガング' },
      { kind: 'short', name: 'キツネ' },
    ],
    listings: [{ ticker: '7999', marketId: 'jp', mic: 'XTKS' }],
  });
  const tdnet = await seedIssuer(db, {
    key: 'sec_code:79990',
    name: 'キツネ玩具',
    marketId: 'jp',
    identifiers: { sec_code: '79990' },
    listings: [{ ticker: '7999', marketId: 'jp', mic: 'XTKS', isin: 'JP9990000011' }],
  });
  await seedEntity(db, [jcn, lei, cik, tdnet]);
  await seedIssuer(db, { key: 'jcn:9990001000009', name: '新キツネ玩具株式会社', marketId: 'jp' });
  await seedIssuer(db, {
    key: 'cninfo:699999',
    name: '龙门电气股份有限公司',
    marketId: 'cn',
    listings: [{ ticker: '699999', marketId: 'cn', mic: 'XSHG' }],
  });
  const hongKong = await seedIssuer(db, {
    key: 'hkex:09990',
    name: '龍門電氣股份有限公司',
    marketId: 'hk',
    listings: [{ ticker: '09990', marketId: 'hk', mic: 'XHKG' }],
  });
  await db.execute(sql`
    update issuers set entity_id = (select issuer_id from issuers where canonical_key = 'cninfo:699999')
    where issuer_id = ${hongKong}`);
  await seedIssuer(db, {
    key: 'dart:99990001',
    name: '(주)가람전자',
    marketId: 'kr',
    alternateNames: [{ kind: 'english', name: 'GARAM ELECTRONICS CO,.LTD' }],
    listings: [{ ticker: '999990', marketId: 'kr', mic: 'XKRX' }],
  });
  await seedIssuer(db, { key: 'lei:9999000000CYRILLIC00', name: 'Слънчоглед АД', marketId: 'eu' });
  // Two listed companies, one with far more filings, and a dozen entities known by name only.
  const large = await seedIssuer(db, { key: 'cik:990201', name: 'Zirkongroup Inc', listings: [{ ticker: 'ZK' }] });
  await seedFilings(db, large, filingsOf(300, 'large'));
  const small = await seedIssuer(db, { key: 'cik:990202', name: 'Zirkon Oil', listings: [{ ticker: 'ZKO' }] });
  await seedFilings(db, small, filingsOf(3, 'small'));
  const unlisted = await seedIssuer(db, { key: 'cik:990203', name: 'Zirkon Partners LP' });
  await seedFilings(db, unlisted, filingsOf(2, 'unlisted'));
  await seedIssuer(db, { key: 'lei:ZIRKON', name: 'Zirkon GmbH', marketId: 'eu' });
  for (let index = 0; index < 30; index++) {
    await seedIssuer(db, { key: `lei:ZIRKON${index}`, name: `Zirkon Fonds ${index}`, marketId: 'eu' });
  }
  await rewriteSearchNames(db);
});

describe('a company of several registrants', () => {
  it.each([
    ['its local name', { query: '株式会社キツネ玩具' }, 'name'],
    ['its local name without the legal form', { query: 'キツネ玩具' }, 'name'],
    ['its local name in half width, the form in brackets', { query: '㈱ｷﾂﾈ玩具' }, 'name'],
    ['two characters from the middle of its name', { query: '玩具' }, 'name'],
    ['its English name', { query: 'Kitsune Toys' }, 'alternate_name'],
    ['its English name, misspelt', { query: 'Kitsunne Toys' }, 'alternate_name'],
    ['how its name is read', { query: 'キツネガング' }, 'alternate_name'],
    ['how its name is read, in hiragana', { query: 'きつねがんぐ' }, 'alternate_name'],
    ['a former name of another registrant', { query: 'Kitsune Karuta' }, 'former_name'],
    ['the number of another registry', { query: 'CIK0000990101' }, 'identifier'],
    ['a code with letters', { query: 'e99901' }, 'identifier'],
    ['the LEI of another registrant', { query: LEI }, 'lei'],
    ['the ISIN of a listing', { query: 'JP9990000011' }, 'isin'],
    ['an ISIN that no listing has', { isin: 'JP9990000029' }, 'isin'],
    ['the ticker of its receipts', { ticker: 'ktsny' }, 'ticker'],
    ['its ticker at home', { query: '7999' }, 'ticker'],
    ['the market of another registrant', { query: 'Kitsune', market_id: 'us' }, 'alternate_name'],
  ])('is one hit by %s', async (_how, query, matchedOn) => {
    const hits = (await search(query)).filter(hit => hit.canonical_key !== 'jcn:9990001000009');
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ canonical_key: 'jcn:9990001000001', matched_on: matchedOn });
  });

  it.each(['jcn:9990001000001', 'cik:990101', `lei:${LEI}`, 'sec_code:79990', 'edinet:E99901'])(
    'is looked up by %s, and shows what all registries say of it, each thing once',
    async canonical_key => {
      expect(await lookup({ canonical_key })).toMatchObject({
        canonical_key: 'jcn:9990001000001',
        company_name: '株式会社キツネ玩具',
        member_keys: ['jcn:9990001000001', `lei:${LEI}`, 'cik:990101', 'sec_code:79990'],
        lei: LEI,
        ticker: '7999',
        market_id: 'jp',
        successor_key: 'jcn:9990001000009',
        identifiers: [
          { scheme: 'cik', identifier: '990101' },
          { scheme: 'edinet', identifier: 'E99901' },
          { scheme: 'jcn', identifier: '9990001000001' },
          { scheme: 'lei', identifier: LEI },
          { scheme: 'sec_code', identifier: '79990' },
        ],
        alternate_names: [
          { kind: 'english', name: 'Kitsune Toys Co., Ltd.' },
          { kind: 'kana', name: 'カブシキガイシャキツネガング' },
          { kind: 'short', name: 'キツネ' },
          { kind: 'registered', name: 'Kitsune Toys Co Ltd ADR' },
          { kind: 'registered', name: 'キツネ玩具' },
        ],
        former_names: [
          { company_name: 'KITSUNE PLAYING CARDS', until_date: '2015-06-30' },
          { company_name: 'Kitsune Karuta Inc', until_date: '2015-06-30' },
        ],
        listings: [
          { ticker: '7999', market_id: 'jp', mic: 'XTKS', isin: 'JP9990000011', is_home: true },
          { ticker: 'KTSNY', market_id: 'us', mic: 'OTCM', isin: 'US999999KT01', is_home: false },
        ],
      });
    },
  );

  it('shows the listing that the request named', async () => {
    expect(await lookup({ ticker: 'KTSNY' })).toMatchObject({ ticker: 'KTSNY', market_id: 'us' });
    expect(await lookup({ lei: LEI, market_id: 'us' })).toMatchObject({ ticker: 'KTSNY', market_id: 'us' });
    expect(await lookup({ canonical_key: 'cik:990101' })).toMatchObject({ ticker: '7999', market_id: 'jp' });
  });

  it('is found if identifiers of different registrants agree', async () => {
    expect(await lookup({ ticker: 'KTSNY', canonical_key: 'sec_code:79990', lei: LEI })).toMatchObject({
      canonical_key: 'jcn:9990001000001',
    });
    expect(await search({ query: 'キツネ', ticker: 'KTSNY', isin: 'JP9990000029' })).toHaveLength(1);
  });
});

describe('names in other scripts', () => {
  it.each([
    ['龍門電氣', 'cninfo:699999'],
    ['龙门电气', 'cninfo:699999'],
    ['龍門', 'cninfo:699999'],
    ['电气', 'cninfo:699999'],
    ['電', 'cninfo:699999'],
    ['가람전자', 'dart:99990001'],
    ['주식회사 가람전자', 'dart:99990001'],
    ['가람', 'dart:99990001'],
    ['전자', 'dart:99990001'],
    ['garam electronics', 'dart:99990001'],
    ['слънчоглед', 'lei:9999000000CYRILLIC00'],
    ['чогле', 'lei:9999000000CYRILLIC00'],
  ])('%s finds %s', async (query, key) => {
    expect((await search({ query })).map(hit => hit.canonical_key)).toEqual([key]);
  });

  it.each([
    ['pinyin', 'Longmen Dianqi', 'cninfo:699999'],
    ['the beginning of its pinyin', 'longmen', 'cninfo:699999'],
    ['misspelt pinyin', 'Longmen Dainqi', 'cninfo:699999'],
    ['the initials of its pinyin', 'lmdq', 'cninfo:699999'],
    ['a romanisation of Korean', 'Karam Junja', 'dart:99990001'],
    ['kana in Latin letters', 'Kitune Gangu', 'jcn:9990001000001'],
    ['Cyrillic in Latin letters', 'Slanchogled', 'lei:9999000000CYRILLIC00'],
    ['initials in capitals', 'KTC', 'jcn:9990001000001'],
    ['the ISIN that is made from its code', 'KR7999990005', 'dart:99990001'],
  ])('finds by %s', async (_how, query, key) => {
    expect((await search({ query }))[0]?.canonical_key).toBe(key);
  });

  it('accepts Chinese tickers with their exchange, and Hong Kong codes with or without zeros', async () => {
    for (const cn_ticker of ['699999', 'SH699999', '699999.SS']) {
      expect((await search({ cn_ticker })).map(hit => hit.canonical_key)).toEqual(['cninfo:699999']);
    }
    for (const hk_ticker of ['9990', '09990', '9990.HK']) {
      const [hit] = await search({ hk_ticker });
      expect(hit).toMatchObject({ canonical_key: 'cninfo:699999', ticker: '09990', market_id: 'hk' });
    }
    expect(await lookup({ ticker: '9990', market_id: 'hk' })).toMatchObject({ canonical_key: 'cninfo:699999' });
  });

  it.each([
    ['699999.SH', 'cninfo:699999', 'cn'],
    ['9990.HK', 'cninfo:699999', 'hk'],
    ['999990.KS', 'dart:99990001', 'kr'],
  ])('reads the market of %s from its last letters', async (ticker, canonical_key, market_id) => {
    expect(await lookup({ ticker })).toMatchObject({ canonical_key, market_id });
    for (const requested of [{ ticker }, { query: ticker }]) {
      expect((await search(requested)).map(hit => [hit.canonical_key, hit.market_id])).toEqual([
        [canonical_key, market_id],
      ]);
    }
  });
});

describe('prominence', () => {
  it('ranks traded companies first, then by number of filings, and entities known by name only last', async () => {
    const hits = await search({ query: 'zirkon' });
    expect(hits.slice(0, 4).map(hit => hit.canonical_key)).toEqual([
      'cik:990201',
      'cik:990202',
      'lei:ZIRKON',
      'cik:990203',
    ]);
    expect(hits).toHaveLength(21);
    expect(hits.map(hit => hit.score)).toEqual(hits.map(hit => hit.score).toSorted((a, b) => b - a));
  });

  it('finds an entity known by name only by its name and by a prefix', async () => {
    expect((await search({ query: 'Zirkon Fonds 17' }))[0]).toMatchObject({ canonical_key: 'lei:ZIRKON17' });
    expect((await search({ query: 'zirkon fonds 1' })).length).toBeGreaterThan(10);
    expect((await search({ query: 'zirkon fnds 17' })).map(hit => hit.canonical_key)).toContain('lei:ZIRKON17');
  });

  it('changes when more is known of an entity', async () => {
    const { db } = database;
    const prominenceOf = async (key: string) => {
      const row = await db.queryOne<{ prominence: number }>(sql`
        select max(prominence) as prominence from issuer_names join issuers using (issuer_id) where canonical_key = ${key}`);
      return row?.prominence;
    };
    const named = await seedIssuer(db, { key: 'lei:OPAL', name: 'Opal Quarries' });
    expect(await prominenceOf('lei:OPAL')).toBe(0);
    const filer = await seedIssuer(db, { key: 'cik:990301', name: 'Opal Quarries Plc' });
    await seedFilings(db, filer, filingsOf(7, 'opal'));
    expect(await prominenceOf('cik:990301')).toBe(4);
    await seedEntity(db, [filer, named]);
    expect(await prominenceOf('lei:OPAL')).toBe(4);
    await db.execute(sql`
      insert into listings (issuer_id, market_id, ticker, ticker_key, is_home) values (${filer}, 'uk', 'OPQ', 'OPQ', true)`);
    await seedProminence(db, [filer]);
    expect(await prominenceOf('lei:OPAL')).toBe(20);
    await db.execute(sql`delete from listings where issuer_id = ${filer}`);
    await seedProminence(db, [filer]);
    expect(await prominenceOf('lei:OPAL')).toBe(4);
    await db.execute(sql`update issuers set entity_id = issuer_id where issuer_id = ${named}`);
    await seedProminence(db, [named, filer]);
    expect([await prominenceOf('lei:OPAL'), await prominenceOf('cik:990301')]).toEqual([0, 4]);
  });
});
