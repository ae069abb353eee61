import { beforeAll, describe, expect, it } from 'vitest';
import { addEntries } from '../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedSmallStore } from '../../../../test/seeds/issuers.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedSmallStore(database.db);
  await addEntries(api, [
    { ticker: 'DUP', market_id: 'us' },
    { ticker: 'DUP', market_id: 'uk' },
    { ticker: '90', market_id: 'hk' },
  ]);
});

const remove = (address: string) => api.send('DELETE', `/api/user/watchlist/${address}`);

describe('DELETE /api/user/watchlist/{ticker}', () => {
  it('removes one entry and returns the rest', async () => {
    expect((await remove('DUP')).json).toMatchObject({ error: 'ambiguous_ticker' });
    const { status, json } = await remove('DUP?market_id=us');
    expect(status).toBe(200);
    expect(json).toMatchObject({ items: [{ ticker: '00090' }, { ticker: 'DUP', market_id: 'uk' }], total: 2 });
  });

  it('finds a Hong Kong code with any number of leading zeros', async () => {
    expect((await remove('0090')).json).toMatchObject({ total: 1 });
  });

  it('returns not_found for a listing that is not watched', async () => {
    expect((await remove('AURW')).status).toBe(404);
  });
});
