import { expect, test } from 'vitest';
import { type Database, sql } from '../src/db/database.ts';
import { useTestDatabase } from './database.ts';
import { filedEvent, seedEvents } from './seeds/corporate-events.ts';
import { seedHoldings } from './seeds/holdings.ts';
import { JANE, sale, seedInsiders } from './seeds/insiders.ts';
import { seedIssuer } from './seeds/issuers.ts';
import { seedPeople, stated } from './seeds/people.ts';
import { seedPress, wireRelease } from './seeds/press.ts';
import { auroraReport, seedReport } from './seeds/reports.ts';
import { seedFilingText, seedSection } from './seeds/sections.ts';
import { exportText } from './worker.ts';

const stores = [useTestDatabase(), useTestDatabase()];
const NATIVE_ID = '0009900001-24-000001';
const FILED = '2024-05-02';

/** Advances every sequence of a store, so that its rows get other serial numbers than in a fresh store. */
async function advanceSerials(db: Database): Promise<void> {
  await db.execute(sql`
    select setval(seqrelid, 1000 + 7 * (row_number() over (order by seqrelid))) from pg_sequence
    join pg_class on oid = seqrelid where relnamespace = 'public'::regnamespace`);
}

async function fill(db: Database): Promise<void> {
  const issuerId = await seedIssuer(db, {
    key: 'cik:9900001',
    name: 'Serial Works Inc.',
    listings: [{ ticker: 'SRLW' }],
  });
  await seedInsiders(db, issuerId, [
    {
      nativeId: NATIVE_ID,
      form: '4',
      filed: FILED,
      owners: [JANE],
      rows: [sale()],
    },
  ]);
  await seedHoldings(db, [
    {
      ...{ cik: 9_900_002, manager: 'Serial Books LP', form: '13F-HR', quarterEnd: '2025-12-31' },
      ...{ nativeId: '0009900002-26-000001', filed: '2026-02-10' },
      holdings: [
        { cusip: '11122A107', value: 5_000, shares: 100 },
        { cusip: '33344B200', value: 70, shares: 2, putCall: 'Call' },
      ],
    },
  ]);
  await seedEvents(db, issuerId, NATIVE_ID, [filedEvent({})]);
  await seedPeople(db, issuerId, { 'filing:1': [stated('Alice Fiction', 'director')] });
  await seedFilingText(db, issuerId, NATIVE_ID, [seedSection({ sectionKey: 'item_1', text: 'Serial numbers.' })]);
  await seedReport(db, issuerId, NATIVE_ID, auroraReport());
  await seedPress(db, [wireRelease('1', '2024-05-02T12:00:00Z')]);
}

test('stores built from the same bytes export the same text regardless of serial numbers', async () => {
  const texts: string[] = [];
  const serials: unknown[] = [];
  for (const [index, { db }] of stores.entries()) {
    if (index > 0) await advanceSerials(db);
    await fill(db);
    texts.push(await exportText(db));
    serials.push(await db.query(sql`select issuer_id from issuers order by canonical_key`));
  }
  expect(serials[1]).not.toEqual(serials[0]);
  for (const table of ['holdings_reports', 'insider_reports', 'event_readings', 'filing_sections', 'filing_reports'])
    expect(texts[0]).toContain(`"table":"${table}"`);
  expect(texts[1]).toBe(texts[0]);
});
