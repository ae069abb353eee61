import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { readMarketTruth } from '../../../../../test/checks/market-truth.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedRates, seedRatesOf } from '../../../../../test/seeds/rates.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import { loadExchangeRates } from '../views/load-exchange-rates.ts';
import { listFxRates } from './list-fx-rates.ts';

const FILE = new URL('../../../../../../../shared/data/market/fx/ecb/eurofxref-hist_2024-01-05.zip', import.meta.url)
  .pathname;

describe('GET /api/v1/fx/rates', () => {
  const database = useTestDatabase();
  const api = useTestApi(database);

  it('reports not_covered while no rates are stored', async () => {
    const { status, json } = await api.get('/api/v1/fx/rates');
    expect([status, json]).toEqual([200, { items: [], data_as_of: null, empty_reason: 'not_covered' }]);
  });

  it('returns units for one dollar on the newest day, omits discontinued currencies and follows new rates', async () => {
    await seedRates(database.db, {
      USD: { '2024-01-03': 1.6, '2024-01-04': 1.25 },
      JPY: { '2024-01-03': 160, '2024-01-04': 150 },
      ISK: { '2024-01-03': 144 },
      RUB: { '2022-03-01': 117 },
    });
    const { json } = await api.get('/api/v1/fx/rates');
    expect(listFxRates.output.safeParse(json).error).toBeUndefined();
    expect(json).toEqual({
      items: [
        { currency: 'EUR', local_per_usd: 0.8, rate_date: '2024-01-04', source: 'ecb' },
        { currency: 'ISK', local_per_usd: 90, rate_date: '2024-01-03', source: 'ecb' },
        { currency: 'JPY', local_per_usd: 120, rate_date: '2024-01-04', source: 'ecb' },
      ],
      data_as_of: '2024-01-04T15:00:00Z',
      empty_reason: null,
    });
    await seedRates(database.db, { USD: { '2024-01-05': 2 }, JPY: { '2024-01-05': 150 } });
    expect((await api.get('/api/v1/fx/rates')).json.items).toContainEqual({
      currency: 'JPY',
      local_per_usd: 75,
      rate_date: '2024-01-05',
      source: 'ecb',
    });
  });

  it('rejects unknown parameters', async () => {
    expect((await api.get('/api/v1/fx/rates?currency=JPY')).status).toBe(422);
  });
});

describe.skipIf(!existsSync(FILE))('the rates of the bank (skipped without ../shared/data/market)', () => {
  const database = useTestDatabase();

  it('matches independently computed rates of the same file', async () => {
    await seedRatesOf(database.db, FILE);
    const api = await createTestApi(database.db);
    const { json } = await api.get('/api/v1/fx/rates');
    const items = json.items as { currency: string; local_per_usd: number; rate_date: string }[];
    // 30 currencies and the euro, less the dollar.
    expect(items).toHaveLength(30);
    const stored = await loadExchangeRates(database.db);
    const truths = readMarketTruth(/^ecb(?:_none)?:/);
    expect(truths.length).toBeGreaterThan(25);
    for (const { key, date, value } of truths) {
      const [currency = ''] = key.split(' ');
      const day = parseDay(date) ?? 0;
      const quote = stored?.rates.closing('USD', currency, day) ?? null;
      const isOfDay = quote?.to === day;
      expect([key, date, isOfDay ? quote.rate.toPrecision(9) : null]).toEqual([
        key,
        date,
        value === null ? null : value.toPrecision(9),
      ]);
      if (date !== '2024-01-04') continue;
      const shown = items.find(item => item.currency === currency);
      expect([key, shown?.rate_date ?? null]).toEqual([key, value === null ? null : date]);
      if (value !== null) expect(shown?.local_per_usd).toBeCloseTo(value, 7);
    }
  });
});
