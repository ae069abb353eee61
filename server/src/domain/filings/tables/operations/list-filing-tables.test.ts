import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { MERIDIAN, seedMeridian } from '../../../../../test/seeds/sections.ts';
import { MILLS_TABLES, seedTables } from '../../../../../test/seeds/tables.ts';
import { sql } from '../../../../db/database.ts';
import { listFilingTables } from './list-filing-tables.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedMeridian(database.db);
  const row = await database.db.queryOne<{ issuer_id: string }>(sql`
    select issuer_id from filings where native_id = ${MERIDIAN.current}`);
  const filing = { issuerId: row?.issuer_id ?? '', registry: 'sec-edgar', nativeId: MERIDIAN.current };
  await seedTables(database.db, filing, { html: '<p>No table.</p>', sectionEnd: 10 });
  const annual = await database.db.queryOne<{ issuer_id: string }>(sql`
    select issuer_id from filings where native_id = ${MERIDIAN.annual2024}`);
  const read = { issuerId: annual?.issuer_id ?? '', registry: 'sec-edgar', nativeId: MERIDIAN.annual2024 };
  await seedTables(database.db, read, { html: MILLS_TABLES, sectionEnd: 10 });
});

const ask = (nativeId: string, query = '') =>
  api.get(`/api/v1/filings/${encodeURIComponent(`sec-edgar:${nativeId}`)}/tables${query}`);

describe('GET /api/v1/filings/{filing_id}/tables: filings without tables', () => {
  it('distinguishes a filing that has none from one that was not read', async () => {
    expect((await ask(MERIDIAN.current)).json).toMatchObject({ tables: [], empty_reason: 'not_reported' });
    expect((await ask(MERIDIAN.unopened)).json).toMatchObject({ tables: [], empty_reason: 'not_covered' });
  });

  it('returns 404 for an unknown filing', async () => {
    expect((await ask('0000900101-99-000001')).status).toBe(404);
  });
});

describe('GET /api/v1/filings/{filing_id}/tables: one table', () => {
  it('adds the data of the table of a number', async () => {
    const { json } = await ask(MERIDIAN.annual2024, '?number=1&format=csv');
    expect(listFilingTables.output.safeParse(json).error).toBeUndefined();
    expect(json.tables).toMatchObject([{ number: 1 }]);
    expect(json.table).toMatchObject({ format: 'csv', content: expect.stringContaining('Revenue,1234000,1100000') });
    const { json: rows } = await ask(MERIDIAN.annual2024, '?number=1');
    expect(listFilingTables.output.safeParse(rows).error).toBeUndefined();
    expect(rows.table).toMatchObject({ rows: [{ label: 'Revenue' }, {}, {}, {}] });
  });

  it('returns 404 for a number that no table has', async () => {
    expect((await ask(MERIDIAN.annual2024, '?number=9')).status).toBe(404);
  });
});
