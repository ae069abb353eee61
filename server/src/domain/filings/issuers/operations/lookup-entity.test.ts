import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { lookupEntity } from './lookup-entity.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedSmallStore(database.db);
});

const lookup = (query: Record<string, string>) => api.get(`/api/v1/entities/lookup?${new URLSearchParams(query)}`);

describe('GET /api/v1/entities/lookup', () => {
  it.each([
    ['ticker', { ticker: 'aurw' }],
    ['lei', { lei: AURORA.lei.toLowerCase() }],
    ['isin', { isin: AURORA.isin }],
    ['canonical key', { canonical_key: 'cik:900001' }],
    ['canonical key with leading zeros', { canonical_key: 'CIK:0000900001' }],
    ['all of them', { ticker: 'AURW', lei: AURORA.lei, isin: AURORA.isin, canonical_key: 'cik:900001' }],
  ])('finds the issuer by %s', async (_how, query) => {
    const { status, json } = await lookup(query);
    expect(status).toBe(200);
    expect(lookupEntity.output.safeParse(json).error).toBeUndefined();
    expect(json.entity).toMatchObject({
      canonical_key: 'cik:900001',
      company_name: 'Aurora Widgets Inc.',
      ticker: 'AURW',
      market_id: 'us',
      lei: AURORA.lei,
      company_type: 'commercial',
      former_names: [{ company_name: 'Dawn Contraptions Corporation', until_date: '2015-06-30' }],
      listings: [{ ticker: 'AURW', mic: 'XNAS', isin: AURORA.isin, is_home: true, status: 'active' }],
    });
  });

  it('shows an unlisted issuer with null ticker and market', async () => {
    const { json } = await lookup({ canonical_key: 'cik:900006' });
    expect(json.entity).toMatchObject({ ticker: null, market_id: null, listings: [], lei: null });
  });

  it('returns 400 with the candidates for a ticker used in two markets, and accepts market_id', async () => {
    const { status, json } = await lookup({ ticker: 'DUP' });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: 'ambiguous_ticker', parameter: 'market_id' });
    expect((json.candidates as { market_id: string }[]).map(candidate => candidate.market_id)).toEqual(['us', 'uk']);
    expect((await lookup({ ticker: 'DUP', market_id: 'UK' })).json.entity).toMatchObject({ market_id: 'uk' });
    for (const ticker of ['LON:DUP', 'DUP.L', 'DUP LN Equity']) {
      expect((await lookup({ ticker })).json.entity).toMatchObject({ market_id: 'uk' });
    }
  });

  it('returns 400 if identifiers denote different issuers', async () => {
    const { status, json } = await lookup({ ticker: 'BGT-B', lei: AURORA.lei });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: 'bad_request',
      message: `These name different issuers: ticker=BGT-B, lei=${AURORA.lei}. Give one of them.`,
    });
  });

  it('suggests the companies with the nearest tickers and names for an unknown ticker', async () => {
    const nearest = async (query: Record<string, string>) => {
      const { status, json } = await lookup(query);
      expect(status).toBe(404);
      return (json.suggestions as { ticker: string }[]).map(suggestion => suggestion.ticker);
    };
    expect(await nearest({ ticker: 'AURE' })).toEqual(['AURW']);
    expect(await nearest({ ticker: 'ARUW' })).toEqual(['AURW']);
    expect(await nearest({ ticker: 'AURWX' })).toEqual(['AURW']);
    expect(await nearest({ ticker: 'Aurora' })).toEqual(['AURW']);
    expect(await nearest({ ticker: 'AURE', market_id: 'jp' })).toEqual([]);
    expect(await nearest({ ticker: 'AURW', market_id: 'jp' })).toEqual(['AURW']);
    expect((await lookup({ ticker: 'AURE' })).json.message).toContain('AURW in us (Aurora Widgets Inc.)');
  });

  it('returns 404 for unknown identifiers, 422 for invalid check digits and for no identifier', async () => {
    for (const query of [
      { ticker: 'NOPE' },
      { isin: 'US999999ZZ14' },
      { canonical_key: 'cik:1' },
      { canonical_key: 'x' },
    ]) {
      const { status, json } = await lookup(query);
      expect([status, json.error]).toEqual([404, 'not_found']);
    }
    expect((await lookup({ ticker: 'AURW', market_id: 'jp' })).status).toBe(404);
    expect((await lookup({ isin: 'US999999AA13' })).status).toBe(422);
    expect((await lookup({ market_id: 'us' })).status).toBe(422);
  });

  it('shows parents and children as registries state them', async () => {
    const { db } = database;
    const child = await seedIssuer(db, {
      key: 'lei:9999000000CHILD00000',
      name: 'Aurora Subsidiary GmbH',
      marketId: 'eu',
    });
    await db.execute(sql`
      insert into issuer_relations (issuer_id, kind, related_key) values
        (${child}, 'parent', ${`lei:${AURORA.lei}`}), (${child}, 'ultimate_parent', 'lei:9999000000UNKNOWN000')`);
    const { json } = await lookup({ canonical_key: 'lei:9999000000CHILD00000' });
    expect(json).toMatchObject({
      parents: [
        { kind: 'parent', canonical_key: 'cik:900001', company_name: 'Aurora Widgets Inc.' },
        { kind: 'ultimate_parent', canonical_key: 'lei:9999000000UNKNOWN000', company_name: null },
      ],
      children: [],
      children_count: 0,
    });
    expect((await lookup({ ticker: 'aurw' })).json).toMatchObject({
      parents: [],
      children: [{ kind: 'parent', canonical_key: 'lei:9999000000CHILD00000', company_name: 'Aurora Subsidiary GmbH' }],
      children_count: 1,
    });
  });

  it('names a company as on a day, with its listings of that day', async () => {
    const { db } = database;
    const id = await seedIssuer(db, {
      key: 'cik:900031',
      name: 'Late Name plc',
      formerNames: ['Early Name plc'],
      successorKey: 'cik:900001',
      listings: [{ ticker: 'LATE', status: 'delisted' }],
    });
    await db.execute(sql`
      update listings set listed_date = '2012-01-10', delisted_date = '2020-03-31' where issuer_id = ${id}`);
    const on = async (day: string) => (await lookup({ canonical_key: 'cik:900031', as_of: day })).json;
    const early = await on('2015-06-30');
    expect(lookupEntity.output.safeParse(early).error).toBeUndefined();
    expect(early).toMatchObject({
      entity: {
        company_name: 'Early Name plc',
        former_names: [],
        successor_key: null,
        listings: [{ ticker: 'LATE', status: 'active', delisted_date: null }],
      },
      as_of: '2015-06-30',
      known_until: '2015-07-01T00:00:00.000Z',
      current_members: expect.arrayContaining(['entity.status', 'parents']),
    });
    expect(await on('2015-07-01')).toMatchObject({
      entity: { company_name: 'Late Name plc', former_names: [{ company_name: 'Early Name plc' }] },
    });
    expect(await on('2012-01-09')).toMatchObject({ entity: { listings: [] } });
    expect(await on('2020-03-31')).toMatchObject({
      entity: { listings: [{ status: 'delisted', delisted_date: '2020-03-31' }] },
    });
    const found = await api.get('/api/v1/entities/search?query=late%20name&as_of=2015-06-30');
    expect(found.json).toMatchObject({ entity: { company_name: 'Early Name plc' }, as_of: '2015-06-30' });
  });
});
