import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { RequestSlots } from './request-slots.ts';

const database = useTestDatabase();

test('two clients of a registry share its rate', async () => {
  const one = new RequestSlots(database.db, 'shared', 20);
  const other = new RequestSlots(database.db, 'shared', 20);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? one : other).take()));
  // Ten requests, 50 ms apart: the last goes out 450 ms after the first.
  expect(performance.now() - startedAt).toBeGreaterThan(440);
});

test('a pause applies to all clients of a registry and to no other registry', async () => {
  const refused = new RequestSlots(database.db, 'refused', 1_000);
  await refused.pause(1_000);
  const wentOut: string[] = [];
  const goesOut = async (registry: string) => {
    await new RequestSlots(database.db, registry, 1_000).take();
    wentOut.push(registry);
  };
  await Promise.all([goesOut('refused'), goesOut('another')]);
  expect(wentOut).toEqual(['another', 'refused']);
});
