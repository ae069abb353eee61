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
  ['a price before the split, near the unadjusted close', line('SPLT', 100, '2024-05-02'), 'reported'],
  ['a price of exactly ten times the close', line('SPLT', 1_000, '2024-05-03'), 'reported'],
  ['a price of over ten times the close, such as the total of a trade', line('SPLT', 1_001, '2024-05-03'), 'suspect'],
  ['a price of over ten times the close after the split', line('SPLT', 60, '2024-06-04'), 'suspect'],
  [
    'a price on a weekend, compared with the last close',
    line('SPLT', 60, '2024-06-09', { transaction_code: 'P' }),
    'suspect',
  ],
  ['a price long after the last close', line('SPLT', 60, '2024-09-09'), 'reported'],
  ['a grant', line('SPLT', 60, '2024-06-04', { transaction_code: 'A' }), 'reported'],
  ['a derivative', line('SPLT', 60, '2024-06-04', { is_derivative: true }), 'reported'],
  ['a trade without a price', line('SPLT', null, '2024-06-04', { price_quality: 'not_reported' }), 'not_reported'],
  ['a price in another currency', line('SPLT', 60, '2024-06-04', { currency: 'EUR' }), 'reported'],
  ['a share with closes restated for dividends only', line('ADJU', 900, '2024-05-02'), 'reported'],
  ['a share with closes of unknown splits', line('CSVS', 900, '2024-05-02'), 'reported'],
  ['a share without closes', line('NONE', 900, '2024-05-02'), 'reported'],
])('judges the price quality of %s', async (_, given, quality) => {
  const [judged] = await withPriceQuality(database.db, [given]);
  expect(judged).toEqual({ ...given, price_quality: quality });
});
