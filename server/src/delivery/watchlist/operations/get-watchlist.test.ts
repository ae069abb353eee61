import { describe, expect, it } from 'vitest';
import { createWatcher } from '../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedEntity, seedIssuer } from '../../../../test/seeds/issuers.ts';
import { createKey } from '../../../accounts/keys/api-keys.ts';
import { getWatchlist } from './get-watchlist.ts';

const database = useTestDatabase();
const api = useTestApi(database);

describe('GET /api/user/watchlist', () => {
  it('is initially empty, with the plan’s limit', async () => {
    const { status, json, headers } = await api.get('/api/user/watchlist');
    expect(status).toBe(200);
    expect(json).toEqual({ items: [], total: 0, limit: 5_000 });
    expect(headers['x-credits-cost']).toBeUndefined();
  });

  it('returns each listing with the name of its company', async () => {
    const lead = await seedIssuer(database.db, {
      key: 'cik:900031',
      name: 'Two Ports Corp',
      listings: [{ ticker: 'TWP' }],
    });
    const other = await seedIssuer(database.db, {
      key: 'uk:00900031',
      name: 'Two Ports PLC',
      marketId: 'uk',
      listings: [{ ticker: 'TWPL', marketId: 'uk' }],
    });
    await seedEntity(database.db, [lead, other]);
    await createWatcher(database.db, 'business@example.org', [
      { issuerId: other, ticker: 'TWPL', marketId: 'uk', formTypes: ['AA'] },
    ]);
    const { json } = await api.get('/api/user/watchlist');
    expect(getWatchlist.output.safeParse(json).error).toBeUndefined();
    expect(json.items).toMatchObject([
      {
        canonical_key: 'cik:900031',
        company_name: 'Two Ports Corp',
        ticker: 'TWPL',
        market_id: 'uk',
        alerts: { form_types: ['AA'] },
      },
    ]);
  });

  it('rejects requests without a key, and keys without the scope', async () => {
    expect((await api.ask({ url: '/api/user/watchlist' })).status).toBe(401);
    const { key } = await createKey(database.db, {
      email: 'reader@example.org',
      plan: 'pro',
      name: 'data',
      scopes: ['data:read'],
    });
    const { status, json } = await api.get('/api/user/watchlist', { 'x-api-key': key });
    expect([status, json.error, json.scope_required]).toEqual([403, 'forbidden', 'account:read']);
    const own = await createKey(database.db, { email: 'reader@example.org', plan: 'pro', name: 'own' });
    expect((await api.get('/api/user/watchlist', { 'x-api-key': own.key })).json).toMatchObject({
      total: 0,
      limit: 500,
    });
  });
});
