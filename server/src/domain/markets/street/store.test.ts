import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { sql } from '../../../db/database.ts';
import type { StreetSnapshot } from './model.ts';
import { upsertStreetSnapshots } from './store.ts';

const database = useTestDatabase();

const NOTHING: StreetSnapshot = {
  ticker: 'FICT',
  marketId: 'US',
  recommendationKey: 'hold',
  recommendationMean: null,
  analystsCount: null,
  counts: null,
  targetMean: null,
  targetHigh: null,
  targetLow: null,
  currency: null,
  price: null,
  documentUrl: 'https://example.com/',
};

const write = (stated: Partial<StreetSnapshot>, hour: string) =>
  database.db.transaction(tx =>
    upsertStreetSnapshots(tx, 'yahoo', [{ ...NOTHING, ...stated }], `2026-03-02T${hour}:00:00Z`),
  );

test('a response without a part leaves what another of the day states, in any order', async () => {
  await write({ targetMean: 120, targetHigh: 150, targetLow: 90, currency: 'USD' }, '10');
  expect(await write({ recommendationKey: 'buy', recommendationMean: 2, analystsCount: 7 }, '12')).toBe(1);
  expect(await write({ price: 100, recommendationMean: 3, analystsCount: 5 }, '11')).toBe(1);
  expect(await write({ targetMean: 1, targetHigh: 1, targetLow: 1, currency: 'EUR', price: 1 }, '09')).toBe(0);
  expect(await write({ recommendationKey: 'sell', targetMean: 125, targetLow: 95, currency: 'USD' }, '14')).toBe(1);
  const kept = await database.db.queryOne(sql`
    select recommendation_key as key, recommendation_mean::float8 as recommended, analysts_count as analysts,
      target_mean::float8 as mean, target_high::float8 as high, target_low::float8 as low, price::float8 as price
    from street_snapshots`);
  const targets = { mean: 125, high: null, low: 95 };
  expect(kept).toEqual({ key: 'sell', recommended: null, analysts: 7, ...targets, price: 100 });
});
