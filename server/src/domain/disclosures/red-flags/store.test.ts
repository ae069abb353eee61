import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../test/seeds/issuers.ts';
import { seedFlag } from '../../../../test/seeds/red-flags.ts';
import { sql } from '../../../db/database.ts';
import { replaceIssuerFlags, toFlagRow } from './store.ts';

const database = useTestDatabase();

test('attaches a figure flag to the report on its fiscal year, not to a later report that repeats the year', async () => {
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'cik:990001', name: 'Fictional One' });
  await seedFilings(db, issuerId, [
    { nativeId: 'own', form: '10-K', filed: '2021-03-30', periodEnd: '2021-01-31' },
    { nativeId: 'later', form: '10-K', filed: '2023-03-30', periodEnd: '2023-01-31' },
    { nativeId: 'undated-2022', form: '10-K', filed: '2022-03-30' },
    { nativeId: 'undated-2024', form: '10-K', filed: '2024-03-30' },
    { nativeId: 'in-weeks', form: '10-K', filed: '2025-03-30', periodEnd: '2025-01-28' },
  ]);
  const raised: [nativeId: string | null, yearEnd: string][] = [
    [null, '2021-01-31'],
    // Its own report is not stored, and the filing that restates it reports on another year.
    ['later', '2020-01-31'],
    ['undated-2024', '2022-01-31'],
    [null, '2023-01-31'],
    ['undated-2024', '2024-01-31'],
    ['in-weeks', '2025-01-31'],
  ];
  const rows = raised.map(([nativeId, asOf]) =>
    toFlagRow(seedFlag('negative_equity', { origin: 'figures', asOf }), { issuerId, registry: null, nativeId }, '1'),
  );
  await db.transaction(tx => replaceIssuerFlags(tx, 'figures', [issuerId], rows));
  const placed = await db.query<{ placed: string }>(sql`
    select native_id || ' ' || (words::jsonb->>'asOf') as placed from red_flags order by known_at`);
  expect(placed.map(row => row.placed)).toEqual([
    'own 2021-01-31',
    'undated-2022 2022-01-31',
    'later 2023-01-31',
    'undated-2024 2024-01-31',
    'in-weeks 2025-01-31',
  ]);
});
