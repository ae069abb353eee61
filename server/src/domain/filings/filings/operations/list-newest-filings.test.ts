import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { listNewestFilings } from './list-newest-filings.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2026-06-01T00:00:00Z') });

const ROUTE = '/api/v1/filings/newest';

describe(`GET ${ROUTE}`, () => {
  it('returns empty_reason not_covered for an empty store', async () => {
    const { status, json } = await api.get(ROUTE);
    expect(status).toBe(200);
    expect(json).toEqual({ filings: [], has_more: false, data_as_of: null, empty_reason: 'not_covered' });
  });

  it('lists the filings that became known last, of all companies, free of charge', async () => {
    await seedSmallStore(database.db);
    const other = await seedIssuer(database.db, { key: 'cik:900020', name: 'Late Filer Inc.', listings: [] });
    await seedFilings(database.db, other, [{ nativeId: 'late-1', form: '8-K', filed: '2026-05-30' }]);
    const { status, json, headers } = await api.get(`${ROUTE}?limit=2`);
    expect(status).toBe(200);
    expect(headers['x-credits-cost']).toBeUndefined();
    expect(listNewestFilings.output.safeParse(json).error).toBeUndefined();
    expect(json.has_more).toBe(true);
    expect(json.filings).toMatchObject([
      { filing_id: 'sec-edgar:late-1', company_name: 'Late Filer Inc.', ticker: null, market_id: null },
      { filing_id: `sec-edgar:${AURORA.current}`, ticker: 'AURW', market_id: 'us' },
    ]);
  });

  it('requires a key', async () => {
    expect((await api.ask({ url: ROUTE })).status).toBe(401);
  });

  it('rejects a limit above fifty', async () => {
    expect((await api.get(`${ROUTE}?limit=51`)).status).toBe(422);
  });
});
