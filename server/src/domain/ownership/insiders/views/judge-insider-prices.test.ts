import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedCloses, share } from '../../../../../test/seeds/prices.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import type { ListedTransaction } from './insider-shapes.ts';
import { withPriceQuality } from './judge-insider-prices.ts';

const database = useTestDatabase();

beforeAll(async () => {
  // A 20-for-1 split in June 2024: the price paid in May is twenty times the restated close.
  const splits = [{ day: parseDay('2024-06-03') ?? 0, ratio: 20 }];
  const basis = 'split_adjusted';
  await seedCloses(database.db, {
    of: share('SPLT'),
    basis,
    closes: { '2024-05-02': 5, '2024-06-04': 5 },
    actions: { splits, dividends: [] },
  });
  await seedCloses(database.db, { of: share('ADJU'), closes: { '2024-05-02': 5 } });
  await seedCloses(database.db, { of: share('CSVS'), basis, closes: { '2024-05-02': 5 } });
});

/** The members of a line that the rule reads. */
function line(ticker: string, price: number | null, date: string, other: object = {}): ListedTransaction {
  const one = {
    entity: { canonical_key: 'cik:1', company_name: 'Fictional', ticker, market_id: 'us' },
    transaction_code: 'S',
    transaction_date: date,
    is_derivative: false,
    price_per_share: price,
    price_quality: 'reported',
    currency: 'USD',
    ...other,
  };
  return one as ListedTransaction;
}

test.each([
  ['as paid before the split', line('SPLT', 100, '2024-05-02'), 'reported'],
  ['ten times what was paid is not yet over it', line('SPLT', 1_000, '2024-05-03'), 'reported'],
  ['the total of a trade before the split', line('SPLT', 1_001, '2024-05-03'), 'suspect'],
  ['the total of a trade after it', line('SPLT', 60, '2024-06-04'), 'suspect'],
  ['a weekend later the close of before counts', line('SPLT', 60, '2024-06-09', { transaction_code: 'P' }), 'suspect'],
  ['long after the last close nothing is known', line('SPLT', 60, '2024-09-09'), 'reported'],
  ['does not treat a grant as a trade', line('SPLT', 60, '2024-06-04', { transaction_code: 'A' }), 'reported'],
  ['a derivative has another price', line('SPLT', 60, '2024-06-04', { is_derivative: true }), 'reported'],
  ['without a price', line('SPLT', null, '2024-06-04', { price_quality: 'not_reported' }), 'not_reported'],
  ['another currency', line('SPLT', 60, '2024-06-04', { currency: 'EUR' }), 'reported'],
  ['closes restated for dividends too say nothing of what was paid', line('ADJU', 900, '2024-05-02'), 'reported'],
  ['nor do those whose splits are unknown', line('CSVS', 900, '2024-05-02'), 'reported'],
  ['nor is there a close of everybody', line('NONE', 900, '2024-05-02'), 'reported'],
])('%s', async (_, given, quality) => {
  const [judged] = await withPriceQuality(database.db, [given]);
  expect(judged).toEqual({ ...given, price_quality: quality });
});
