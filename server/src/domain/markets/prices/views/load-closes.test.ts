import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedCloses } from '../../../../../test/seeds/prices.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import { loadClosesOfListings } from './load-closes.ts';

const database = useTestDatabase();
const day = (date: string) => parseDay(date) ?? 0;
const span = (from: string, until: string) => ({ from: day(from), until: day(until) });

beforeAll(async () => {
  const share = { kind: 'listing', marketId: 'hk', ticker: '700', mic: null } as const;
  await seedCloses(database.db, { of: share, closes: { '2020-01-02': 1, '2024-01-02': 2 }, source: 'long' });
  await seedCloses(database.db, { of: share, closes: { '2023-06-01': 30, '2024-06-03': 40 }, source: 'short' });
});

test('closes come from the one source that covers most of the requested days', async () => {
  const listings = [
    { market_id: 'hk', ticker: '0700' },
    { market_id: 'us', ticker: '700' },
  ];
  const found = await loadClosesOfListings(database.db, listings, span('2020-01-01', '2024-12-31'));
  expect([...found.keys()]).toEqual(['hk:00700']);
  expect(found.get('hk:00700')).toEqual({
    source: 'long',
    symbol: 'hk:700',
    currency: 'USD',
    days: [day('2020-01-02'), day('2024-01-02')],
    closes: [1, 2],
    basis: 'adjusted',
    paid: [1, 2],
    paidBasis: 'adjusted',
    byBasis: { adjusted: [1, 2] },
    volumes: null,
    actions: null,
    faults: [],
  });
  const later = await loadClosesOfListings(database.db, listings, span('2023-12-01', '2024-12-31'));
  expect(later.get('hk:00700')).toMatchObject({ source: 'short', closes: [30, 40] });
  expect(await loadClosesOfListings(database.db, listings, span('2025-01-01', '2025-12-31'))).toEqual(new Map());
});
