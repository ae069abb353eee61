import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedHoldings, seedStake } from '../../../../../test/seeds/holdings.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';

const database = useTestDatabase();
const WORKS = '11122A107';
const MILLS = '33344B200';
const MANAGER = { cik: 9_900_001, manager: 'Fictional Capital LP', fileNumber: '028-00001' };
const api = useTestApi(database);

beforeAll(async () => {
  const works = await seedIssuer(database.db, {
    key: 'cik:900081',
    name: 'Fictional Works Inc',
    listings: [{ ticker: 'FICT' }],
  });
  await seedStake(database.db, works, {
    ...{
      nativeId: 's-1',
      filed: '2026-01-20',
      filerCik: 9_900_001,
      issuer: { cik: 900_081, name: 'Fictional Works Inc' },
    },
    ...{ cusips: [WORKS], eventDay: '12/31/2025', holders: [{ name: 'A LP', shares: '1', percent: '6' }] },
  });
  await seedHoldings(database.db, [
    {
      ...{ ...MANAGER, form: '13F-HR', quarterEnd: '2025-09-30', nativeId: 'a-1', filed: '2025-11-10' },
      holdings: [
        { cusip: WORKS, value: 4_000, shares: 100 },
        { cusip: MILLS, value: 500, shares: 50, type: 'PRN' },
      ],
    },
    {
      ...{
        ...MANAGER,
        form: '13F-HR',
        quarterEnd: '2025-12-31',
        nativeId: 'b-1',
        filed: '2026-02-10',
        confidential: true,
      },
      holdings: [
        { cusip: WORKS, value: 6_000, shares: 120 },
        { cusip: MILLS, name: 'OTHER MLS', value: 500, shares: 50, type: 'PRN' },
      ],
    },
    {
      ...{
        ...MANAGER,
        form: '13F-HR/A',
        amendment: 'NEW HOLDINGS',
        quarterEnd: '2025-12-31',
        nativeId: 'c-1',
        filed: '2026-03-01',
      },
      holdings: [{ cusip: WORKS, value: 3_500, shares: 70, putCall: 'Put' }],
    },
    {
      ...{
        cik: 9_900_002,
        manager: 'Silent Ltd',
        form: '13F-NT',
        quarterEnd: '2025-12-31',
        nativeId: 'n-1',
        filed: '2026-02-12',
      },
      ...{ holdings: [], reportedBy: [{ fileNumber: '28-1', name: 'Fictional Capital' }, { name: 'Somebody Else' }] },
    },
  ]);
});

const ask = (cik: string, query = '') => api.get(`/api/v1/institutional-managers/${cik}${query}`);

describe('GET /api/v1/institutional-managers/{manager_cik}', () => {
  it('returns the newest holdings with additions, largest first', async () => {
    const { status, json } = await ask('0009900001');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ manager_cik: '9900001', manager_name: 'Fictional Capital LP', quarter_end: '2025-12-31', total: 3 },
      ...{ known_at: '2026-03-01T21:00:00Z', filing_ids: ['sec-edgar:b-1', 'sec-edgar:c-1'], reported_by: [] },
      ...{ book_market_value: 10_000, is_complete: false, empty_reason: null },
    });
    expect(json.items).toMatchObject([
      {
        ...{ entity: { canonical_key: 'cik:900081', ticker: 'FICT' }, cusip: WORKS, put_call: null, shares: 120 },
        ...{
          market_value: 6_000,
          weight_pct: 60,
          previous_shares: 100,
          shares_change_pct: 20,
          position_change: 'increased',
        },
      },
      { cusip: WORKS, put_call: 'put', shares: null, market_value: 3_500, position_change: 'new' },
      {
        ...{ entity: null, name_as_filed: 'OTHER MLS', cusip: MILLS, principal_amount: 50, shares: null },
        ...{ previous_shares: null, position_change: 'unchanged' },
      },
    ]);
    const page = await ask('9900001', '?limit=1&offset=2');
    expect([page.json.total, (page.json.items as unknown[]).length]).toEqual([3, 1]);
  });

  it('compares a group that files under a new key with its reports under the old key', async () => {
    const report = (cik: number, quarterEnd: string, filed: string, shares: number) => ({
      ...{ cik, manager: `Key ${cik} Inc`, form: '13F-HR' as const, quarterEnd, filed, nativeId: `h-${cik}` },
      holdings: [{ cusip: WORKS, value: shares * 50, shares }],
    });
    await seedHoldings(database.db, [
      report(1_364_742, '2024-06-30', '2024-08-10', 500),
      report(2_012_383, '2024-09-30', '2024-11-10', 510),
    ]);
    for (const key of ['1364742', '2012383']) {
      expect((await ask(key)).json).toMatchObject({
        ...{ manager_cik: '2012383', house_ciks: ['1364742', '2012383'], quarter_end: '2024-09-30', total: 1 },
        items: [{ shares: 510, previous_shares: 500, shares_change: 10, position_change: 'increased' }],
      });
    }
  });

  it('returns no rows for a manager whose positions others report, and names them', async () => {
    const { json } = await ask('9900002');
    expect(json).toMatchObject({ items: [], total: 0, empty_reason: 'not_applicable', filing_ids: ['sec-edgar:n-1'] });
    expect(json.reported_by).toEqual([
      { manager_cik: '9900001', manager_name: 'Fictional Capital' },
      { manager_cik: null, manager_name: 'Somebody Else' },
    ]);
  });

  it('returns 404 for a manager without Form 13F and rejects an invalid key', async () => {
    expect((await ask('900081')).status).toBe(404);
    expect((await ask('1')).status).toBe(404);
    for (const [cik, query, field] of [
      ['abc', '', 'manager_cik'],
      ['12345678901', '', 'manager_cik'],
      ['9900001', '?limit=501', 'limit'],
      ['9900001', '?offset=-1', 'offset'],
    ] as const) {
      const { status, json } = await ask(cik, query);
      expect([cik, status]).toEqual([cik, 422]);
      expect((json.detail as { loc: string[] }[])[0]?.loc.at(-1)).toBe(field);
    }
  });
});
