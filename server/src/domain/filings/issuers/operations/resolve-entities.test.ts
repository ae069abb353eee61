import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { rewriteSearchNames } from '../store/search-names.ts';
import { resolveEntities } from './resolve-entities.ts';

const database = useTestDatabase();
let api: TestApi;

interface Item {
  row: number;
  id: string | null;
  status: string;
  entity: { canonical_key: string } | null;
  matched_by: string | null;
  matched_on: string | null;
  confidence: string | null;
  reason: string | null;
  candidates: { entity: { canonical_key: string }; confidence: string; reason: string }[];
}

const post = (payload: object) => api.send('POST', '/api/v1/entities/resolve', payload);

async function resolve(...rows: object[]): Promise<Item[]> {
  const { status, json, text } = await post({ rows });
  expect(status, text).toBe(200);
  expect(resolveEntities.output.safeParse(json).error).toBeUndefined();
  return json.items as Item[];
}

async function resolveOne(row: object): Promise<Item> {
  const [item] = await resolve(row);
  if (item === undefined) throw new Error('no item');
  return item;
}

/** What a row is resolved to: key, cell, kind of match, confidence. */
const outcome = ({ status, entity, matched_by, matched_on, confidence }: Item) =>
  status === 'resolved' ? [entity?.canonical_key, matched_by, matched_on, confidence] : status;

beforeAll(async () => {
  const { db } = database;
  api = await createTestApi(db);
  await seedSmallStore(db);
  const figi = await seedIssuer(db, {
    key: 'cik:900011',
    name: 'Lumen Forge Inc',
    identifiers: { cik: '900011', ein: '98-7654321' },
    listings: [{ ticker: 'LMF', isin: 'US0378331005' }],
  });
  await db.execute(sql`update listings set figi = 'BBG000B9XRY4' where issuer_id = ${figi}`);
  await seedIssuer(db, {
    key: 'jcn:9990001000002',
    name: '狐玩具株式会社',
    marketId: 'jp',
    identifiers: { jcn: '9990001000002', edinet: 'E99902' },
    alternateNames: [{ kind: 'english', name: 'Fox Toys Co., Ltd.' }],
    listings: [{ ticker: '7998', marketId: 'jp', mic: 'XTKS' }],
  });
  await db.execute(sql`update issuers set country_code = 'JP' where market_id = 'jp'`);
  await seedIssuer(db, { key: 'cik:900012', name: 'Twin Peaks Corp', listings: [{ ticker: 'TWNA' }] });
  await seedIssuer(db, {
    key: 'uk:00900013',
    name: 'Twin Peaks PLC',
    marketId: 'uk',
    listings: [{ ticker: 'TWNB', marketId: 'uk' }],
  });
  await rewriteSearchNames(db);
});

describe('POST /api/v1/entities/resolve', () => {
  it.each([
    [{ lei: AURORA.lei.toLowerCase() }, ['cik:900001', 'lei', 'lei', 'exact']],
    [{ isin: AURORA.isin }, ['cik:900001', 'isin', 'isin', 'exact']],
    [{ cusip: '037833100' }, ['cik:900011', 'cusip', 'isin', 'exact']],
    [{ figi: 'BBG000B9XRY4' }, ['cik:900011', 'figi', 'identifier', 'exact']],
    [{ cik: '0000900001' }, ['cik:900001', 'cik', 'identifier', 'exact']],
    [{ canonical_key: 'uk:00900003' }, ['uk:00900003', 'canonical_key', 'identifier', 'exact']],
    [{ identifier: 'EDINET E99902' }, ['jcn:9990001000002', 'identifier', 'identifier', 'exact']],
    [{ identifier: '987654321' }, ['cik:900011', 'identifier', 'identifier', 'high']],
    [{ ticker: 'aurw' }, ['cik:900001', 'ticker', 'ticker', 'high']],
    [{ ticker: 'AURW US Equity' }, ['cik:900001', 'ticker', 'ticker', 'exact']],
    [{ ticker: 'TYO:7998' }, ['jcn:9990001000002', 'ticker', 'ticker', 'exact']],
    [{ ticker: '90', market_id: 'hk' }, ['hkex:00090', 'ticker', 'ticker', 'exact']],
    [{ ticker: 'BGT.B' }, ['cik:900004', 'ticker', 'ticker', 'high']],
    [{ ticker: 'DUP', market_id: 'uk' }, ['uk:00900003', 'ticker', 'ticker', 'exact']],
    [{ ticker: 'DUP', name: 'Duplex Holdings' }, ['uk:00900003', 'ticker', 'ticker', 'exact']],
    [{ name: 'AURORA WIDGETS INCORPORATED' }, ['cik:900001', 'name', 'name', 'high']],
    [{ name: 'Dawn Contraptions' }, ['cik:900001', 'name', 'former_name', 'medium']],
    [{ name: 'Fox Toys' }, ['jcn:9990001000002', 'name', 'alternate_name', 'medium']],
    [{ name: '狐玩具' }, ['jcn:9990001000002', 'name', 'name', 'high']],
    [{ name: 'Aurora Widgets (NASDAQ: AURW)' }, ['cik:900001', 'name', 'ticker', 'exact']],
    [{ name: 'Harbour' }, ['hkex:00090', 'name', 'name', 'low']],
    [{ name: 'Twin Peaks', country_code: 'us' }, 'ambiguous'],
    [{ name: 'Twin Peaks', market_id: 'uk' }, ['uk:00900013', 'name', 'name', 'high']],
    [{ query: AURORA.isin }, ['cik:900001', 'query', 'isin', 'exact']],
    [{ query: 'CIK 900001' }, ['cik:900001', 'query', 'identifier', 'exact']],
    [{ name: '7998 Toys' }, ['jcn:9990001000002', 'name', 'ticker', 'medium']],
    [{ name: 'Unheard Of AURW' }, 'not_found'],
    [{ query: 'TWNA' }, ['cik:900012', 'query', 'ticker', 'high']],
    [{ query: 'quiet meadow' }, ['cik:900006', 'query', 'name', 'high']],
  ])('resolves %j', async (row, expected) => {
    expect(outcome(await resolveOne(row))).toEqual(expected);
  });

  it('keeps the order and the ids of the rows, and counts them by status', async () => {
    const rows = [{ id: 'b', name: 'Nobody Knows It GmbH' }, { ticker: 'AURW' }, { id: 'a', isin: 'US999999AA13' }];
    const { json } = await post({ rows });
    expect(json.items).toMatchObject([
      { row: 0, id: 'b', status: 'not_found', entity: null, reason: 'no company has it' },
      { row: 1, id: null, status: 'resolved', reason: null, candidates: [] },
      { row: 2, id: 'a', status: 'invalid', reason: 'isin is no ISIN with a valid check digit' },
    ]);
    expect(json.counts).toEqual({ resolved: 1, ambiguous: 0, not_found: 1, invalid: 1 });
  });

  it('lists the candidates of ambiguous rows with reasons', async () => {
    const shared = await resolveOne({ ticker: 'DUP' });
    expect(shared).toMatchObject({ status: 'ambiguous', entity: null, reason: '2 companies have this ticker' });
    expect(new Set(shared.candidates.map(({ entity }) => entity.canonical_key))).toEqual(
      new Set(['cik:900002', 'uk:00900003']),
    );
    expect(await resolveOne({ isin: AURORA.isin, lei: AURORA.lei, cik: '900011' })).toMatchObject({
      status: 'ambiguous',
      reason: 'lei and cik denote different companies',
      candidates: [{ entity: { canonical_key: 'cik:900001' } }, { entity: { canonical_key: 'cik:900011' } }],
    });
  });

  it('lowers the confidence if a name or ticker disagrees with a number, and raises it if they agree', async () => {
    expect(await resolveOne({ isin: AURORA.isin, ticker: 'LMF' })).toMatchObject({
      status: 'resolved',
      entity: { canonical_key: 'cik:900001' },
      confidence: 'medium',
      reason: 'ticker denotes another company',
    });
    expect(await resolveOne({ ticker: 'AURW', name: 'Aurora Widgets' })).toMatchObject({ confidence: 'exact' });
    expect(await resolveOne({ isin: 'wrong', ticker: 'AURW' })).toMatchObject({
      status: 'resolved',
      reason: 'isin is no ISIN with a valid check digit',
    });
    expect(await resolveOne({ ticker: 'AURW', market_id: 'jp' })).toMatchObject({ status: 'not_found' });
  });

  it('suggests companies with similar names for a misspelt one', async () => {
    expect(await resolveOne({ name: 'Aurorra Wigets' })).toMatchObject({
      status: 'not_found',
      candidates: [{ entity: { canonical_key: 'cik:900001' }, confidence: 'low', reason: 'similar' }],
    });
  });

  it('reads CSV with the headers that people write, and names the columns that it ignores', async () => {
    const csv = '\ufeffSymbol;Company Name;Weight;ID\r\nAURW;"Aurora; Widgets";0.5;x1\r\n;Quiet Meadow LLC;;\r\n';
    const { headers, json } = await api.ask({
      method: 'POST',
      url: '/api/v1/entities/resolve',
      headers: { 'x-api-key': api.key, 'content-type': 'text/csv' },
      payload: csv,
    });
    expect(json).toMatchObject({
      items: [
        { id: 'x1', entity: { canonical_key: 'cik:900001' } },
        { id: null, entity: { canonical_key: 'cik:900006' } },
      ],
      ignored_columns: ['Weight'],
    });
    expect(headers['x-credits-cost']).toBe('1');
  });

  it('debits a credit for each ten rows begun, and nothing for an invalid request', async () => {
    const rows = Array.from({ length: 21 }, () => ({ ticker: 'AURW' }));
    expect((await post({ rows })).headers['x-credits-cost']).toBe('3');
    expect((await post({ rows: [] })).headers['x-credits-cost']).toBeUndefined();
    const poor = await createTestApi(database.db, {}, 'free');
    const many = Array.from({ length: 2_000 }, () => ({ ticker: 'AURW' }));
    const { status, json } = await poor.send('POST', '/api/v1/entities/resolve', { rows: many });
    expect([status, json.error]).toEqual([429, 'quota_exceeded']);
  });

  it('rejects hostile input by the name of the field', async () => {
    const fields = async (payload: object) => {
      const { status, json } = await post(payload);
      return [
        status,
        ...((json.detail as { loc: unknown[] }[] | undefined) ?? []).map(({ loc }) => loc.slice(1).join('.')),
      ];
    };
    expect(await fields({})).toEqual([422, 'rows']);
    expect(await fields({ rows: [{ name: 'a' }], csv: 'name\na' })).toEqual([422, 'rows']);
    expect(await fields({ rows: [{ name: 'x'.repeat(257) }] })).toEqual([422, 'rows.0.name']);
    expect(await fields({ rows: [{ name: 'a\u0000b' }, { ticker: '\ud800' }] })).toEqual([
      422,
      'rows.0.name',
      'rows.1.ticker',
    ]);
    expect(await fields({ rows: [{ nam: 'a' }] })).toEqual([422, 'rows.0.nam']);
    expect(await fields({ rows: Array.from({ length: 10_001 }, () => ({})) })).toEqual([422, 'rows']);
    expect(await fields({ csv: `name\n${'x'.repeat(300)}` })).toEqual([422, 'csv']);
    expect(await fields({ csv: 'weight,share\n1,2' })).toEqual([400]);
    expect(await fields({ csv: 'name,company\n1,2' })).toEqual([400]);
    expect(await fields({ csv: 'name\n"never closed' })).toEqual([400]);
    expect(
      await resolve({}, { name: "%_\\' or 1=1 --" }, { name: '株' }, { query: '٣٣٣ ' }, { ticker: '=cmd()' }),
    ).toMatchObject(Array.from({ length: 5 }, () => ({ status: 'not_found' })));
  });

  it('resolves 10,000 rows with a few statements', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, at) =>
        [{ ticker: 'AURW' }, { name: 'Duplex Corp' }, { isin: AURORA.isin }, { name: `Unheard Of ${at}` }][at % 4] ??
        {},
    );
    let statements = 0;
    const counted = new Proxy(database.db, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name);
        if (name !== 'query' && name !== 'queryOne') return typeof member === 'function' ? member.bind(of) : member;
        statements++;
        return (member as (...given: unknown[]) => unknown).bind(of);
      },
    });
    const large = await createTestApi(counted, {}, 'business');
    const before = statements;
    const { status, json } = await large.send('POST', '/api/v1/entities/resolve', { rows });
    expect(status).toBe(200);
    expect(json.counts).toEqual({ resolved: 7_500, ambiguous: 0, not_found: 2_500, invalid: 0 });
    expect(statements - before).toBeLessThan(400);
  });
});
