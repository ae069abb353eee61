import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { AURORA, seedSmallStore } from '../../../../test/seeds/issuers.ts';
import { supplyStatement } from '../../../../test/seeds/supply-chain.ts';
import { sql } from '../../../db/database.ts';
import type { SupplyReading } from './model.ts';
import { encodeSupplyReading, replaceSupplyReadings } from './store.ts';

const database = useTestDatabase();

test('replaces the previous reading and leaves an identical one untouched', async () => {
  const { db } = database;
  const { aurora } = await seedSmallStore(db);
  const key = { issuerId: aurora, registry: 'sec-edgar', nativeId: AURORA.annual2023 };
  const store = (reading: SupplyReading, version = '1') =>
    db.transaction(tx => replaceSupplyReadings(tx, [encodeSupplyReading(reading, key, version)]));
  const stored = () =>
    db.query(sql`select place, name_key, statement::json->>'label' as label from supply_statements order by place`);
  const brook = supplyStatement({ nameAsFiled: 'Brook Retail, Inc.', label: 'Brook \u0000Retail, \ud800Inc.' });
  const hidden = supplyStatement({ nameAsFiled: null, label: 'Customer A' });
  expect(await store({ isRead: true, statements: [brook, hidden] })).toBe(1);
  expect(await stored()).toEqual([
    { place: 0, name_key: 'brook retail', label: 'Brook \ufffdRetail, \ufffdInc.' },
    { place: 1, name_key: null, label: 'Customer A' },
  ]);
  expect(await store({ isRead: true, statements: [brook, hidden] })).toBe(0);
  expect(await store({ isRead: true, statements: [hidden] })).toBe(1);
  expect(await stored()).toEqual([{ place: 0, name_key: null, label: 'Customer A' }]);
  expect(await store({ isRead: true, statements: [hidden] }, '2')).toBe(1);
  expect(await store({ isRead: true, statements: [] }, '2')).toBe(1);
  expect(await stored()).toEqual([]);
  expect(await db.query(sql`select statements_count, rules_version from supply_readings`)).toEqual([
    { statements_count: 0, rules_version: '2' },
  ]);
  expect(await store({ isRead: false, statements: [] })).toBe(1);
  expect(await db.query(sql`select from supply_readings`)).toEqual([]);
  expect(await store({ isRead: false, statements: [] })).toBe(0);
});
