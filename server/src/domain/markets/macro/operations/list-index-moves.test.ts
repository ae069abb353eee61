import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { readMarketTruth } from '../../../../../test/checks/market-truth.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedCloses } from '../../../../../test/seeds/prices.ts';
import { sql } from '../../../../db/database.ts';
import { AnomalyLog } from '../../../../kernel/anomaly-log.ts';
import { parseHistory } from '../../../../sources/stooq/history.ts';
import { yahoo } from '../../../../sources/yahoo/source.ts';
import { storePriceSeries } from '../../prices/part.ts';
import { listIndexMoves } from './list-index-moves.ts';

const MARKET = new URL('../../../../../../../shared/data/market/', import.meta.url).pathname;

describe('GET /api/v1/macro/index-moves', () => {
  const database = useTestDatabase();
  const api = useTestApi(database);
  const moves = (query = '') => api.get(`/api/v1/macro/index-moves${query}`);
  const index = (indexId: string, closes: Record<string, number>, source = 'test') =>
    seedCloses(database.db, { of: { kind: 'index', indexId }, closes, source });

  it('returns an empty list if no indexes are stored', async () => {
    expect((await moves()).json).toEqual({
      items: [],
      has_more: false,
      window_days: 7,
      data_as_of: null,
      empty_reason: 'not_covered',
    });
  });

  it('puts the largest move first, with the days of the closes used', async () => {
    await index('sp500', { '2024-01-04': 100, '2024-01-08': 90, '2024-01-12': 110 });
    await index('hang_seng', { '2023-12-29': 200, '2024-01-11': 100 });
    await index('vix', { '2024-01-03': 10, '2024-01-11': 16 });
    await index('kospi', { '2024-01-11': 100 });
    await index('cac40', { '2023-11-01': 100, '2023-11-10': 50 });
    // Two sources; the closes of one end later.
    await index('dax', { '2023-06-01': 1, '2024-01-10': 3 }, 'a');
    await index('dax', { '2024-01-04': 10, '2024-01-12': 11 }, 'b');
    const { json } = await moves();
    expect(listIndexMoves.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      items: [
        { index_id: 'vix', change_pct: 60, index_category: 'volatility', currency: null },
        // The exchange was closed a week before the last close, so the previous close counts.
        { index_id: 'hang_seng', change_pct: -50, start_date: '2023-12-29', end_date: '2024-01-11' },
        { index_id: 'dax', change_pct: 10, source: 'b', return_type: 'total_return' },
        {
          index_id: 'sp500',
          name: 'S&P 500',
          market_id: 'us',
          currency: 'USD',
          start_close: 100,
          end_close: 110,
          change_pct: 10,
          start_date: '2024-01-04',
          end_date: '2024-01-12',
          return_type: 'price',
          source: 'test',
        },
      ],
      has_more: false,
      data_as_of: '2024-01-12T21:00:00Z',
      empty_reason: null,
    });
    expect((await moves('?limit=1&category=equity')).json).toMatchObject({
      items: [{ index_id: 'hang_seng' }],
      has_more: true,
    });
    expect((await moves('?window=1y')).json).toMatchObject({
      items: [],
      window_days: 365,
      empty_reason: 'not_covered',
    });
  });

  it('names the invalid parameter', async () => {
    for (const [query, name] of [
      ['window=2w', 'window'],
      ['window_days=0', 'window_days'],
      ['window=1m&window_days=31', 'window'],
      ['category=bonds', 'category'],
      ['limit=0', 'limit'],
      ['days=3', 'days'],
    ] as const) {
      const { status, json } = await moves(`?${query}`);
      expect([status, json.detail]).toMatchObject([422, [{ loc: ['query', name] }]]);
    }
  });
});

describe.skipIf(!existsSync(MARKET))('moves of real indexes (requires ../shared/data/market)', () => {
  const database = useTestDatabase();
  const STOOQ: Record<string, [string, string]> = {
    '^SPX': ['^spx', 'sp500_usd.csv.gz'],
    '^DAX': ['^dax', 'dax_d_polish_headers.csv'],
    '^KOSPI': ['^kospi', 'kospi_d.csv'],
    '^NKX': ['^nkx', 'nkx_d.csv'],
  };

  it('agree with independent computations from the same files', async () => {
    const api = await createTestApi(database.db);
    const truths = readMarketTruth(/^move:/);
    expect(truths).toHaveLength(12);
    for (const [symbol, ofSymbol] of Map.groupBy(truths, truth => truth.key.split(' ')[0] ?? '')) {
      await database.db.execute(sql`truncate price_series`);
      const series = STOOQ[symbol] === undefined ? await readYahoo(symbol) : readStooq(STOOQ[symbol]);
      await database.db.transaction(tx => storePriceSeries(tx, 'test', series, '2026-01-01T00:00:00Z'));
      for (const { key, date, value, startDate, startValue, changePct } of ofSymbol) {
        const { json } = await api.get(`/api/v1/macro/index-moves?window=${key.split(' ')[2]}`);
        expect([key, json.items]).toEqual([
          key,
          [
            expect.objectContaining({
              start_date: startDate,
              start_close: expect.closeTo(startValue ?? Number.NaN, 6),
              end_date: date,
              end_close: expect.closeTo(value ?? Number.NaN, 6),
              change_pct: expect.closeTo(changePct ?? Number.NaN, 5),
            }),
          ],
        ]);
      }
    }
  });

  function readStooq([symbol, name]: [string, string]) {
    const file = readFileSync(`${MARKET}index/stooq/${name}`);
    const bytes = name.endsWith('.gz') ? gunzipSync(file) : file;
    return parseHistory(symbol, bytes, new AnomalyLog('stooq', name)).priceSeries ?? [];
  }

  async function readYahoo(symbol: string) {
    const bytes = readFileSync(`${MARKET}index/yahoo_csv/${symbol}.csv`);
    const { published } = await yahoo.parse([{ url: yahoo.identifyImport(`${symbol}.csv`, bytes), sha256: '', bytes }]);
    return published?.priceSeries ?? [];
  }
});
