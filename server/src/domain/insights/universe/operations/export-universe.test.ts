import { beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedSignals } from '../../../../../test/seeds/signals.ts';

const database = useTestDatabase();
let api: TestApi;

beforeAll(async () => {
  const { db } = database;
  api = await createTestApi(db, { now: () => new Date('2026-06-01T00:00:00Z') });
  for (const [name, filed] of [
    ['Plain', '2012-03-01'],
    ['=Formula, Inc.', '2012-03-01'],
    ['Later', '2020-03-01'],
  ] as const) {
    const id = await seedIssuer(db, { key: `test:${name}`, name, sic: '2834' });
    await seedFilings(db, id, [{ nativeId: `${name}-first`, form: '10-K', filed }]);
    if (name === 'Plain') {
      await seedSignals(db, id, [{ kind: 'delisting', variant: 'merger', filed: '2015-03-02', nativeId: 'd1' }]);
    }
  }
});

it('writes a line for each company of the day, with names that no spreadsheet evaluates', async () => {
  const { status, text } = await api.get('/api/v1/universe/export?as_of=2016-01-01');
  expect(status).toBe(200);
  expect(text.trim().split('\r\n')).toEqual([
    'canonical_key,company_name,ticker,market_id,country_code,company_type,industry_scheme,industry_code,listing_status,first_filed_at,last_filed_at,departure_reason,departure_known_at,departure_filing_id',
    `"test:=Formula, Inc.","'=Formula, Inc.",,,US,,sic,2834,unlisted,2012-03-01T21:00:00Z,2012-03-01T21:00:00Z,,,`,
    'test:Plain,Plain,,,US,,sic,2834,delisted,2012-03-01T21:00:00Z,2015-03-02T21:00:00Z,acquired,2015-03-02T21:00:00.000Z,sec-edgar:d1',
  ]);
});

it('has the header alone for a day before every filing', async () => {
  const { text } = await api.get('/api/v1/universe/export?as_of=2010-01-01');
  expect(text.trim().split('\r\n')).toHaveLength(1);
});
