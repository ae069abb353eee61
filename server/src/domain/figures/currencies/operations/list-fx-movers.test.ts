import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { readMarketTruth } from '../../../../../test/checks/market-truth.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedRates, seedRatesOf } from '../../../../../test/seeds/rates.ts';
import { listFxMovers } from './list-fx-movers.ts';

const FILE = new URL('../../../../../../../shared/data/market/fx/ecb/eurofxref-hist_2024-01-05.zip', import.meta.url)
  .pathname;

describe('GET /api/v1/fx/movers', () => {
  const database = useTestDatabase();
  const api = useTestApi(database);
  const movers = (query = '') => api.get(`/api/v1/fx/movers${query}`);

  it('reports not_covered while no rates are stored', async () => {
    expect((await movers()).json).toEqual({
      items: [],
      has_more: false,
      window_days: 7,
      data_as_of: null,
      empty_reason: 'not_covered',
    });
  });

  it('lists the largest move first and omits currencies without a rate at either end', async () => {
    await seedRates(database.db, {
      USD: { '2024-01-02': 1, '2024-01-05': 1, '2024-01-12': 1.25 },
      JPY: { '2024-01-05': 100, '2024-01-12': 250 },
      GBP: { '2024-01-02': 0.5, '2024-01-12': 0.5 },
      ISK: { '2024-01-12': 140 },
      RUB: { '2022-03-01': 117 },
    });
    const { json } = await movers();
    expect(listFxMovers.output.safeParse(json).error).toBeUndefined();
    const ofWeek = { start_date: '2024-01-05', end_date: '2024-01-12', source: 'ecb' };
    expect(json).toEqual({
      items: [
        {
          currency: 'JPY',
          change_pct: -50,
          usd_change_pct: 100,
          local_per_usd: 200,
          start_local_per_usd: 100,
          ...ofWeek,
        },
        // The last day up to a week before on which it was quoted.
        {
          currency: 'GBP',
          change_pct: 25,
          usd_change_pct: -20,
          local_per_usd: 0.4,
          start_local_per_usd: 0.5,
          ...ofWeek,
          start_date: '2024-01-02',
        },
        { currency: 'EUR', change_pct: 25, usd_change_pct: -20, local_per_usd: 0.8, start_local_per_usd: 1, ...ofWeek },
      ].sort((a, b) => Math.abs(b.change_pct) - Math.abs(a.change_pct) || (a.currency < b.currency ? -1 : 1)),
      has_more: false,
      window_days: 7,
      data_as_of: '2024-01-12T15:00:00Z',
      empty_reason: null,
    });
    expect((await movers('?limit=1')).json).toMatchObject({ items: [{ currency: 'JPY' }], has_more: true });
  });

  it('accepts the window in days or by name and rejects contradicting ones', async () => {
    expect((await movers('?window=1m')).json).toMatchObject({
      window_days: 30,
      items: [],
      empty_reason: 'not_covered',
    });
    expect((await movers('?window=7d&window_days=7')).status).toBe(200);
    const { status, json } = await movers('?window=1m&window_days=31');
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['query', 'window'] }]]);
    for (const query of ['?window=2w', '?window_days=0', '?window_days=1826', '?limit=0', '?limit=101']) {
      expect((await movers(query)).status, query).toBe(422);
    }
  });
});

describe.skipIf(!existsSync(FILE))('the moves of the bank’s rates (skipped without ../shared/data/market)', () => {
  const database = useTestDatabase();

  it('match independently computed moves of the same file', async () => {
    await seedRatesOf(database.db, FILE);
    const api = await createTestApi(database.db);
    const truths = readMarketTruth(/^ecbmove:/);
    expect(truths.length).toBeGreaterThan(5);
    for (const { key, date, value, startDate, startValue, changePct, usdChangePct } of truths) {
      const [currency = '', , window = ''] = key.split(' ');
      const { json } = await api.get(`/api/v1/fx/movers?limit=100&window=${window}`);
      const move = (json.items as { currency: string }[]).find(item => item.currency === currency);
      expect(move).toEqual({
        currency,
        change_pct: expect.closeTo(changePct ?? Number.NaN, 5),
        usd_change_pct: expect.closeTo(usdChangePct ?? Number.NaN, 5),
        local_per_usd: expect.closeTo(value ?? Number.NaN, 7),
        start_local_per_usd: expect.closeTo(startValue ?? Number.NaN, 7),
        start_date: startDate,
        end_date: date,
        source: 'ecb',
      });
    }
  });
});
