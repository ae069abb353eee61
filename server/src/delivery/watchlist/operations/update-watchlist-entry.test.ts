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
    { ticker: 'BGT-B', note: 'first' },
  ]);
});

const patch = (ticker: string, payload: object) =>
  api.send('PATCH', `/api/user/watchlist/${encodeURIComponent(ticker)}`, payload);

describe('PATCH /api/user/watchlist/{ticker}', () => {
  it('changes the given fields and keeps the others', async () => {
    const { status, json } = await patch('bgt/b', { alerts: { form_types: ['8-K'] } });
    expect(status).toBe(200);
    expect(json.items).toMatchObject([
      { ticker: 'BGT-B', note: 'first', alerts: { event_types: [], form_types: ['8-K'] } },
      { ticker: 'DUP' },
      { ticker: 'DUP' },
    ]);
    const again = await patch('BGT-B', { note: null, alerts: { event_types: ['filing.discovered'] } });
    expect(again.json.items).toMatchObject([
      { note: null, alerts: { event_types: ['filing.discovered'], form_types: ['8-K'] } },
      {},
      {},
    ]);
  });

  it('selects among entries with the same ticker by market, and returns ambiguous_ticker without one', async () => {
    const ambiguous = await patch('DUP', { note: 'which?' });
    expect(ambiguous.status).toBe(400);
    expect(ambiguous.json).toMatchObject({
      error: 'ambiguous_ticker',
      parameter: 'market_id',
      candidates: [{ market_id: 'uk' }, { market_id: 'us' }],
    });
    const { json } = await patch('DUP', { market_id: 'uk', note: 'the PLC' });
    expect(
      (json.items as { market_id: string; note: string | null }[]).find(item => item.market_id === 'uk')?.note,
    ).toBe('the PLC');
  });

  it('returns not_found for a listing that is not watched', async () => {
    expect((await patch('AURW', { note: 'x' })).status).toBe(404);
    const elsewhere = await patch('BGT-B', { market_id: 'jp', note: 'x' });
    expect(elsewhere.status).toBe(404);
    expect(elsewhere.json).toMatchObject({ suggestions: [{ ticker: 'BGT-B', market_id: 'us' }] });
    expect(elsewhere.json.message).toContain('The nearest: BGT-B in us');
    const misspelt = await patch('BTG-B', { note: 'x' });
    expect(misspelt.json).toMatchObject({ error: 'not_found', suggestions: [{ ticker: 'BGT-B' }] });
  });

  it('rejects a note that is too long', async () => {
    const { status, json } = await patch('BGT-B', { note: 'n'.repeat(501) });
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([{ loc: ['body', 'note'] }]);
  });
});
