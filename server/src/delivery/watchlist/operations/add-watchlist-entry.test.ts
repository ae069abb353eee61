import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedSmallStore } from '../../../../test/seeds/issuers.ts';
import { DEFAULT_PLANS } from '../../../accounts/plans.ts';

const database = useTestDatabase();
let business: TestApi;
let free: TestApi;
const plans = {
  ...DEFAULT_PLANS,
  free: { ...DEFAULT_PLANS.free, watchlistEntries: 1, burst: 1_000 },
  pro: { ...DEFAULT_PLANS.pro, watchlistEntries: 2 },
  business: { ...DEFAULT_PLANS.business, watchlistEntries: 3 },
};

beforeAll(async () => {
  await seedSmallStore(database.db);
  business = await createTestApi(database.db, { plans });
  free = await createTestApi(database.db, { plans }, 'free');
});
afterAll(() => Promise.all([business.server.close(), free.server.close()]));

const add = (api: TestApi, payload: object) => api.send('POST', '/api/user/watchlist', payload);

describe('POST /api/user/watchlist', () => {
  it('adds a listing and returns the whole watchlist', async () => {
    const { status, json } = await add(business, {
      ticker: 'aurw',
      note: 'ours',
      alerts: { form_types: ['10-k', '10-K'] },
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      items: [
        {
          canonical_key: 'cik:900001',
          company_name: 'Aurora Widgets Inc.',
          ticker: 'AURW',
          market_id: 'us',
          note: 'ours',
          alerts: { event_types: [], form_types: ['10-K'] },
          created_at: expect.any(String),
        },
      ],
      total: 1,
      limit: 3,
    });
  });

  it('returns the candidates of an ambiguous ticker, and accepts a market to choose one', async () => {
    const ambiguous = await add(business, { ticker: 'DUP' });
    expect(ambiguous.status).toBe(400);
    expect(ambiguous.json).toMatchObject({
      error: 'ambiguous_ticker',
      parameter: 'market_id',
      candidates: [{ canonical_key: 'cik:900002' }, { canonical_key: 'uk:00900003' }],
    });
    const { status, json } = await add(business, { ticker: 'DUP', market_id: 'UK' });
    expect(status).toBe(201);
    expect(json.items).toMatchObject([{ ticker: 'DUP', market_id: 'uk' }, { ticker: 'AURW' }]);
  });

  it('returns conflict for a listing that is already watched, in any spelling of its ticker', async () => {
    const { status, json } = await add(business, { ticker: 'AURW', market_id: 'us' });
    expect([status, json.error]).toEqual([409, 'conflict']);
  });

  it('returns not_found for an unknown ticker', async () => {
    expect((await add(business, { ticker: 'NOBODY' })).status).toBe(404);
  });

  it('names the plan that allows more when the watchlist is full, if there is one', async () => {
    expect((await add(free, { ticker: 'AURW' })).status).toBe(201);
    const full = await add(free, { ticker: 'BGT/B' });
    expect(full.status).toBe(403);
    expect(full.json).toMatchObject({ error: 'upgrade_required', plan_required: 'pro', limit: 1 });
    expect((await add(business, { ticker: 'BGT.B' })).status).toBe(201);
    const ofAll = await add(business, { ticker: '90', market_id: 'hk' });
    expect(ofAll.status).toBe(409);
    expect(ofAll.json).toMatchObject({ error: 'conflict', limit: 3 });
  });

  it('rejects unknown event types and names the field', async () => {
    const { status, json } = await add(business, { ticker: 'AURW', alerts: { event_types: ['filing.lost'] } });
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([{ loc: ['body', 'alerts', 'event_types', 0] }]);
  });

  it('never exceeds the limit under concurrent requests', async () => {
    const pro = await createTestApi(database.db, { plans }, 'pro');
    const listings = [{ ticker: 'AURW' }, { ticker: 'BGT-B' }, { ticker: '90', market_id: 'hk' }];
    const responses = await Promise.all(listings.map(listing => add(pro, listing)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 403]);
    await pro.server.close();
  });
});
