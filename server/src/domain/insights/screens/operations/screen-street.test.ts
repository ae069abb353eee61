import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedListed } from '../../../../../test/seeds/listed.ts';
import type { StreetSnapshot } from '../../../markets/street/model.ts';
import { screenStreet } from './screen-street.ts';

const database = useTestDatabase();
const PATH = '/api/v1/street/screen';
const api = useTestApi(database, { now: () => now });
let now = new Date('2026-06-30T12:00:00Z');

function snapshot(ticker: string, stated: Partial<StreetSnapshot> = {}): StreetSnapshot {
  return {
    ticker,
    marketId: 'us',
    recommendationKey: 'buy',
    recommendationMean: 2.1,
    analystsCount: 5,
    counts: [1, 3, 1, 0, 0],
    targetMean: 120,
    targetHigh: 150,
    targetLow: 90,
    currency: 'USD',
    price: 96,
    documentUrl: 'https://street.example/',
    ...stated,
  };
}

const seed = (source: string, day: string, streetSnapshots: StreetSnapshot[]) =>
  seedListed(database.db, source, { streetSnapshots }, `${day}T06:00:00Z`);

beforeAll(async () => {
  const { db } = database;
  for (const n of [1, 2, 3]) {
    await seedIssuer(db, { key: `cik:99010${n}`, name: `Fictional Works ${n}`, listings: [{ ticker: `FICT${n}` }] });
  }
  await seedIssuer(db, {
    key: 'lei:dual',
    name: 'Fictional SA',
    marketId: 'eu',
    listings: [
      { ticker: 'FIP', marketId: 'eu', mic: 'XPAR' },
      { ticker: 'FIPY', marketId: 'us', mic: 'XNYS' },
      { ticker: 'FIPF', marketId: 'uk', mic: 'XLON' },
    ],
  });
  await seed('yahoo', '2026-06-20', [
    snapshot('FICT1'),
    snapshot('FICT2', { recommendationKey: 'hold', targetMean: null, counts: null, analystsCount: null }),
    snapshot('FIPY', { analystsCount: 9 }),
    snapshot('FIPF', { marketId: 'uk', analystsCount: 12, recommendationKey: 'sell' }),
    snapshot('NOBODY'),
  ]);
  await seed('yahoo', '2026-06-27', [snapshot('FICT1', { recommendationKey: 'strong_buy' })]);
  await seed('yahoo', '2026-05-01', [snapshot('FICT3'), snapshot('FICT1', { recommendationKey: 'sell' })]);
});

interface Card {
  entity: { company_name: string };
  match: { as_of: string; recommendation_key: string; listing: { ticker: string } };
}
const cards = (json: Record<string, unknown>) =>
  (json.items as Card[]).map(
    ({ entity, match }) => `${match.as_of} ${entity.company_name} ${match.listing.ticker} ${match.recommendation_key}`,
  );

describe('GET /api/v1/street/screen', () => {
  it('returns one snapshot of 21 days per company, latest first', async () => {
    const { json, headers } = await api.read(screenStreet, PATH);
    expect(headers['x-credits-cost']).toBe('1');
    expect(cards(json)).toEqual([
      '2026-06-27 Fictional Works 1 FICT1 strong_buy',
      '2026-06-20 Fictional Works 2 FICT2 hold',
      '2026-06-20 Fictional SA FIPF sell',
    ]);
    expect(json).toMatchObject({
      window_days: 21,
      next_cursor: null,
      data_as_of: '2026-06-27T00:00:00Z',
      empty_reason: null,
    });
    expect((json.items as unknown[])[0]).toEqual({
      entity: { canonical_key: 'cik:990101', company_name: 'Fictional Works 1', ticker: 'FICT1', market_id: 'us' },
      match: {
        predicate: 'street',
        match_date: '2026-06-27',
        listing: { ticker: 'FICT1', market_id: 'us', mic: 'XNAS' },
        as_of: '2026-06-27',
        recommendation_key: 'strong_buy',
        recommendation_mean: 2.1,
        analysts_count: 5,
        recommendation_counts: { strong_buy: 1, buy: 3, hold: 1, sell: 0, strong_sell: 0 },
        target_mean: 120,
        target_high: 150,
        target_low: 90,
        currency: 'USD',
        upside_pct: 25,
        source: 'yahoo',
      },
    });
  });

  it('prefers the home listing and filters by recommendation, market and window', async () => {
    await seed('yahoo', '2026-06-21', [snapshot('FIP', { marketId: 'eu', analystsCount: 1, currency: 'EUR' })]);
    expect(cards((await api.get(PATH)).json)).toContain('2026-06-21 Fictional SA FIP buy');
    expect(cards((await api.get(`${PATH}?recommendation_key=buy`)).json)).toEqual(['2026-06-21 Fictional SA FIP buy']);
    expect(cards((await api.get(`${PATH}?market_id=uk`)).json)).toEqual(['2026-06-21 Fictional SA FIP buy']);
    expect(cards((await api.get(`${PATH}?window=3m&recommendation_key=buy`)).json)).toContain(
      '2026-05-01 Fictional Works 3 FICT3 buy',
    );
    expect((await api.get(`${PATH}?window_days=1`)).json).toMatchObject({
      items: [],
      empty_reason: 'not_reported',
      data_as_of: null,
    });
    expect((await api.get(`${PATH}?market_id=jp`)).json).toMatchObject({
      ...{ items: [], empty_reason: 'not_covered' },
      not_covered: ['analyst opinions of the market jp'],
    });
  });

  it('pages through the state at the time of the first page', async () => {
    const first = await api.get(`${PATH}?limit=1`);
    now = new Date('2026-07-02T12:00:00Z');
    await seed('yahoo', '2026-07-01', [snapshot('FICT2', { recommendationKey: 'strong_sell' })]);
    const seen = cards(first.json);
    let cursor = first.json.next_cursor as string | null;
    while (cursor !== null) {
      const { json } = await api.get(`${PATH}?limit=1&cursor=${cursor}`);
      seen.push(...cards(json));
      cursor = json.next_cursor as string | null;
    }
    expect(seen).toEqual([
      '2026-06-27 Fictional Works 1 FICT1 strong_buy',
      '2026-06-21 Fictional SA FIP buy',
      '2026-06-20 Fictional Works 2 FICT2 hold',
    ]);
    expect(cards((await api.get(PATH)).json)[0]).toBe('2026-07-01 Fictional Works 2 FICT2 strong_sell');
    expect((await api.get(`${PATH}?limit=2&cursor=${first.json.next_cursor}`)).status).toBe(200);
    expect((await api.get(`${PATH}?market_id=us&cursor=${first.json.next_cursor}`)).json).toMatchObject({
      error: 'invalid_cursor',
    });
  });

  it('is a predicate of the combined screen', async () => {
    const { json } = await api.get('/api/v1/screen?street=strong_buy,strong_sell');
    expect((json.items as { match: { matches: object[] } }[]).map(item => item.match.matches)).toMatchObject([
      [{ predicate: 'street', recommendation_key: 'strong_sell', as_of: '2026-07-01' }],
      [{ predicate: 'street', recommendation_key: 'strong_buy', as_of: '2026-06-27' }],
    ]);
    expect(json).toMatchObject({ not_covered: [] });
  });

  it('rejects and names every unknown parameter', async () => {
    for (const [name, value] of Object.entries({
      recommendation_key: 'underperform',
      market_id: '%00',
      window_days: '0',
      window: '8d',
      limit: '101',
      cursor: '',
      nonsense: '1',
    })) {
      const { status, json } = await api.get(`${PATH}?${name}=${value}`);
      expect([status, (json.detail as { loc: string[] }[])[0]?.loc]).toEqual([422, ['query', name]]);
    }
    expect((await api.get(`${PATH}?window=7d&window_days=8`)).status).toBe(422);
  });
});
