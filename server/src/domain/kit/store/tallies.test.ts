import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { describeSum } from '../../../cli/describe-tallies.ts';
import { sql } from '../../../db/database.ts';
import { describeJump, listTallyJumps, recordTallyJumps, sumTallies, upsertTallies } from './tallies.ts';

const database = useTestDatabase();

function line(source: string, read: number, explained: Record<string, number>, unread: number) {
  return { registry: 'edinet', source, kind: 'files', read, explained, unread };
}

test('sums the parts of documents by reason, each document once', async () => {
  const { db } = database;
  await upsertTallies(db, 'edinet', [
    line('filing/S1', 9, { picture: 1 }, 3),
    line('filing/S2', 2, { picture: 4, print: 1 }, 0),
  ]);
  await upsertTallies(db, 'edinet', [line('filing/S1', 10, { picture: 2 }, 0)]);
  const [sum, ...others] = await sumTallies(db);
  expect(others).toEqual([]);
  expect(sum).toEqual({
    ...{ registry: 'edinet', kind: 'files', documents: 2, read: 12, explained: { picture: 6, print: 1 }, unread: 0 },
  });
  expect(sum && describeSum(sum)).toBe(
    'edinet files: 12 parts of 2 documents read, 7 left out (picture 6, print 1), 0 unread',
  );
});

test('raises an alarm if new documents give far fewer parts than older ones did', async () => {
  const { db } = database;
  await upsertTallies(db, 'edinet', [line('filing/S3', 500, { picture: 100 }, 0)]);
  await db.execute(sql`update tallies set recorded_at = now() - interval '30 days'`);
  await upsertTallies(db, 'edinet', [line('filing/S4', 480, { picture: 110 }, 0)]);
  expect(await listTallyJumps(db)).toEqual([]);
  await upsertTallies(db, 'edinet', [line('filing/S5', 100, { picture: 500 }, 0)]);
  const [jump] = await listTallyJumps(db);
  expect(jump).toMatchObject({ registry: 'edinet', kind: 'files' });
  expect(jump && describeJump(jump)).toBe(
    'edinet files: 49 % of the parts of the last 7 days were read and 0 % were unread, 83 % and 0 % before',
  );
});

test('stores an anomaly while more parts than before are unread, and deletes it afterwards', async () => {
  const { db } = database;
  const stored = () => db.query(sql`select registry, locator, kind, detail from anomalies where source = 'tallies'`);
  await db.execute(sql`delete from tallies`);
  await upsertTallies(db, 'edinet', [line('filing/S6', 500, {}, 0)]);
  await db.execute(sql`update tallies set recorded_at = now() - interval '30 days'`);
  await upsertTallies(db, 'edinet', [line('filing/S7', 475, {}, 25)]);
  await recordTallyJumps(db);
  expect(await stored()).toEqual([
    {
      ...{ registry: 'edinet', locator: 'files', kind: 'tally_jump' },
      detail: 'edinet files: 95 % of the parts of the last 7 days were read and 5 % were unread, 100 % and 0 % before',
    },
  ]);
  await upsertTallies(db, 'edinet', [line('filing/S7', 500, {}, 0)]);
  await recordTallyJumps(db);
  expect(await stored()).toEqual([]);
});
