import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { sql } from '../../../db/database.ts';
import { upsertExchangeRates } from './store.ts';

const database = useTestDatabase();

it('stores the same rates in either order of files by dropping trailing zeros', async () => {
  const rate = (perEuro: string) => [{ currency: 'JPY', date: '2024-01-04', perEuro }];
  for (const [source, first, second] of [
    ['a', '157.91', '157.9100'],
    ['b', '157.9100', '157.91'],
  ] as const) {
    expect(await database.db.transaction(tx => upsertExchangeRates(tx, source, rate(first)))).toBe(1);
    expect(await database.db.transaction(tx => upsertExchangeRates(tx, source, rate(second)))).toBe(0);
  }
  const rows = await database.db.query<{ per_euro: string }>(sql`select per_euro::text from exchange_rates`);
  expect(rows.map(row => row.per_euro)).toEqual(['157.91', '157.91']);
});
