import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { type SeedHoldingsReport, seedHoldings, seedStake } from '../../../../../test/seeds/holdings.ts';
import { kpiFinancials, kpiValue, kpiYear, seedFinancials, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { isinFrom } from '../../../../kernel/identifiers/check-digits.ts';

const database = useTestDatabase();
const WORKS = '11122A107';
const WORKS_B = '99900A209';
const MILLS = '33344B200';
const NOW = '2025-12-31';
const BEFORE = '2025-09-30';

const api = useTestApi(database);
let works: string;

const report = (
  cik: number,
  quarterEnd: string,
  holdings: SeedHoldingsReport['holdings'],
  other = {},
): SeedHoldingsReport => ({
  ...{ cik, manager: `Manager ${cik} LP`, form: '13F-HR', quarterEnd, nativeId: `${cik}-${quarterEnd}`, holdings },
  filed: quarterEnd === NOW ? '2026-02-10' : '2025-11-10',
  ...other,
});
const held = (shares: number, other = {}) => ({ cusip: WORKS, value: shares * 10, shares, ...other });

beforeAll(async () => {
  works = await seedIssuer(database.db, {
    key: 'cik:900071',
    name: 'Fictional Works Inc',
    listings: [{ ticker: 'FICT' }],
  });
  await seedIssuer(database.db, {
    key: 'cik:900072',
    name: 'Other Mills Holdings Corp',
    listings: [{ ticker: 'OTHR', isin: isinFrom('US', MILLS) }],
  });
  await seedIssuer(database.db, { key: 'cik:900073', name: 'Unheld Goods Co', listings: [{ ticker: 'UNHD' }] });
});

const ask = (query = '', ticker = 'FICT') => api.get(`/api/v1/companies/us/${ticker}/institutional-holders${query}`);
const rowsOf = (json: Record<string, unknown>) => json.items as Record<string, unknown>[];

describe('GET /api/v1/companies/{market}/{ticker}/institutional-holders', () => {
  it('returns an empty list without holders and rejects invalid parameters', async () => {
    const { status, json } = await ask();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      items: [],
      total: 0,
      quarter_end: null,
      empty_reason: 'not_covered',
      not_covered: [{ registry: 'sec-edgar', category: 'institutional_holdings' }],
      data_as_of: null,
    });
    expect(json).toMatchObject({ canonical_key: 'cik:900071', ticker: 'FICT', currency: 'USD' });
    expect((await ask('', 'NONE')).status).toBe(404);
    for (const query of ['?limit=501', '?limit=0', '?offset=-1', '?limit=x', '?quarter=1']) {
      const refused = await ask(query);
      expect([query, refused.status]).toEqual([query, 422]);
      expect((refused.json.detail as { loc: string[] }[])[0]?.loc.at(-1)).toBe(query.slice(1).split('=')[0]);
    }
  });

  it('lists one row per group, largest first, with changes from the previous quarter', async () => {
    await seedStake(database.db, works, {
      ...{
        nativeId: 's-1',
        filed: '2026-01-20',
        filerCik: 9_900_001,
        issuer: { cik: 900_071, name: 'Fictional Works Inc' },
      },
      ...{ cusips: [WORKS, WORKS_B], eventDay: '12/31/2025', holders: [{ name: 'A LP', shares: '1', percent: '6' }] },
    });
    await seedHoldings(database.db, [
      report(9_900_001, BEFORE, [held(100)]),
      report(9_900_001, NOW, [
        held(100),
        held(50, { voting: [0, 50, 0], discretion: 'DFND' }),
        { cusip: WORKS_B, value: 40, shares: 4 },
      ]),
      // Sold out.
      report(9_900_002, BEFORE, [held(70)]),
      report(9_900_002, NOW, [{ cusip: MILLS, value: 5, shares: 1 }]),
      // Reported for the previous quarter, and not yet for this one.
      report(9_900_003, BEFORE, [held(60)]),
      // A notice: other managers report its holdings.
      report(9_900_004, BEFORE, [held(50)]),
      report(9_900_004, NOW, [], { form: '13F-NT' }),
      // New, with separate options.
      report(9_900_005, BEFORE, [{ cusip: MILLS, value: 5, shares: 1 }]),
      report(9_900_005, NOW, [held(20), held(9, { putCall: 'Put' }), held(3, { putCall: 'Call' })]),
      // Its first report.
      report(9_900_006, NOW, [held(10)]),
      // Only an option.
      report(9_900_007, NOW, [held(1_000, { putCall: 'Call' })]),
    ]);
    const { json } = await ask();
    expect(rowsOf(json).map(row => [row.manager_cik, row.shares, row.previous_shares, row.position_change])).toEqual([
      ['9900001', 154, 100, 'increased'],
      ['9900005', 20, null, 'new'],
      ['9900006', 10, null, 'not_filed'],
      ['9900002', 0, 70, 'exited'],
      ['9900003', null, 60, 'not_filed'],
    ]);
    expect(json).toMatchObject({
      ...{ total: 5, holders_count: 3, quarter_end: NOW, previous_quarter_end: BEFORE, split_factor: 1 },
      ...{ held_shares: 184, held_market_value: 1_840, shares_outstanding: null, held_pct: null, empty_reason: null },
      data_as_of: '2026-02-10T21:00:00Z',
    });
    expect(rowsOf(json)[0]).toMatchObject({
      ...{ manager_name: 'Manager 9900001 LP', house_ciks: ['9900001'], filing_id: 'sec-edgar:9900001-2025-12-31' },
      ...{
        market_value: 1_540,
        weight_pct: 100,
        shares_change: 54,
        shares_change_pct: 54,
        investment_discretion: null,
      },
      ...{ voting_sole: 104, voting_shared: 50, voting_none: 0, put_market_value: null },
    });
    expect(rowsOf(json)[1]).toMatchObject({ put_market_value: 90, call_market_value: 30, market_value: 200 });
    expect(json.securities).toEqual([
      {
        cusip: WORKS,
        class_title: 'COM',
        shares: 180,
        market_value: 1_800,
        resolved_by: ['schedule', 'information_table'],
        first_date: '2025-09-30',
        last_date: '2026-01-20',
      },
      {
        cusip: WORKS_B,
        class_title: 'COM',
        shares: 4,
        market_value: 40,
        resolved_by: ['schedule', 'information_table'],
        first_date: '2025-12-31',
        last_date: '2026-01-20',
      },
    ]);
    const page = await ask('?limit=2&offset=1');
    expect(rowsOf(page.json).map(row => row.manager_cik)).toEqual(['9900005', '9900006']);
    expect(page.json.total).toBe(5);
  });

  it('uses the last reliable share count', async () => {
    const filing = { form: '10-Q', filed: '2025-11-20', filedAt: '2025-11-20T21:00:00Z' };
    const year = (endYear: number, accession: string, shares: number, date: string, flags: string[]) => {
      const count = kpiValue(shares, accession, date, { unit: 'shares', periodStart: null, flags });
      return { ...kpiYear(endYear, accession, { shares_outstanding: count }), periodEnd: date };
    };
    const [sure, doubted] = ['0000900071-25-000001', '0000900071-25-000002'];
    await seedFinancials(
      database.db,
      works,
      kpiFinancials(
        [year(2024, sure, 920, '2025-09-30', []), year(2025, doubted, 920_000, '2025-12-31', ['scale_suspect'])],
        { [sure]: filing, [doubted]: filing },
      ),
    );
    const { json } = await ask();
    expect(json).toMatchObject({ shares_outstanding: 920, shares_outstanding_date: '2025-09-30', held_pct: 20 });
    expect(rowsOf(json)[1]).toMatchObject({ shares: 20, held_pct: 2.173913 });
  });

  it('resolves a CUSIP if two sources agree and not if only one names it', async () => {
    expect((await ask('', 'OTHR')).json).toMatchObject({ items: [], empty_reason: 'not_covered' });
    // The tables use a shortened company name; its ISIN contains the CUSIP.
    await seedHoldings(database.db, [
      report(9_900_010, NOW, [{ cusip: MILLS, name: 'OTHER MILLS HLDGS CORP', value: 7, shares: 1 }]),
    ]);
    const { json } = await ask('', 'OTHR');
    expect(json.securities).toMatchObject([{ cusip: MILLS, resolved_by: ['isin', 'information_table'] }]);
    expect(
      rowsOf(json)
        .map(row => row.manager_cik)
        .sort(),
    ).toEqual(['9900002', '9900005', '9900010']);
    await seedHoldings(database.db, [
      report(9_900_011, NOW, [{ cusip: '55566C301', name: 'UNHELD GOODS CO', value: 7, shares: 1 }]),
    ]);
    expect((await ask('', 'UNHD')).json).toMatchObject({ items: [], empty_reason: 'not_covered' });
    await database.db.execute(sql`
      insert into cusip_names (cusip, source, name_key, symbol_key, name, first_date, last_date)
      values ('55566C301', 'fails-to-deliver', 'unheld goods', 'UNHD', 'UNHELD GOODS CO', '2026-01-02', '2026-01-30')`);
    expect((await ask('', 'UNHD')).json.securities).toMatchObject([
      { resolved_by: ['fails_to_deliver', 'information_table'], first_date: '2025-12-31', last_date: '2026-01-30' },
    ]);
  });

  it('counts a position once if a parent’s report includes it', async () => {
    const child = report(9_900_020, NOW, [held(40)], { fileNumber: '28-20' });
    const other = report(9_900_021, NOW, [held(30)], { fileNumber: '28-21' });
    const parent = report(9_900_022, NOW, [held(40)], {
      includes: [
        { fileNumber: '028-00020', name: 'Child' },
        { cik: 9_900_021, name: 'Other child' },
      ],
    });
    const before = (await ask()).json.held_shares as number;
    await seedHoldings(database.db, [child, other, parent]);
    const { json } = await ask();
    expect(json.held_shares).toBe(before + 70);
    const ciks = rowsOf(json).map(row => row.manager_cik);
    expect(ciks).toContain('9900022');
    expect(ciks).toContain('9900021');
    expect(ciks).not.toContain('9900020');
  });

  it('adjusts previous shares for a split', async () => {
    await seedStake(database.db, works, {
      ...{ nativeId: 's-2', filed: '2026-06-20', filerCik: 1, issuer: { cik: 900_071, name: 'Fictional Works Inc' } },
      ...{ cusips: ['99900A100'], eventDay: '03/31/2026', holders: [{ name: 'A LP', shares: '1', percent: '6' }] },
    });
    const after = '2026-03-31';
    const split = (cik: number, shares: number) =>
      report(cik, after, [{ cusip: '99900A100', value: shares * 2.4, shares }], { filed: '2026-05-11' });
    // A 4:1 split with a new CUSIP; one holder sells some shares.
    await seedHoldings(database.db, [
      split(9_900_001, 154 * 4),
      split(9_900_005, 80),
      split(9_900_006, 36),
      split(9_900_022, 160),
      split(9_900_021, 120),
    ]);
    const { json } = await ask();
    expect(json).toMatchObject({ quarter_end: after, split_factor: 4 });
    const of = (cik: string) => rowsOf(json).find(row => row.manager_cik === cik);
    expect(of('9900001')).toMatchObject({ shares: 616, previous_shares: 616, position_change: 'unchanged' });
    expect(of('9900006')).toMatchObject({
      shares: 36,
      previous_shares: 40,
      shares_change_pct: -10,
      position_change: 'decreased',
    });
  });

  it('shows a group that files under two keys under the newer key', async () => {
    await seedHoldings(database.db, [
      report(1_364_742, '2024-06-30', [held(500)], { manager: 'Old Key Inc', filed: '2024-08-10' }),
      report(2_012_383, '2024-09-30', [held(510)], { manager: 'New Key Inc', filed: '2024-11-10' }),
    ]);
    await database.db.execute(sql`delete from holdings where quarter_end > '2024-09-30'`);
    const { json } = await ask();
    expect(rowsOf(json)).toMatchObject([
      {
        ...{ manager_cik: '2012383', manager_name: 'New Key Inc', house_ciks: ['1364742', '2012383'] },
        ...{ shares: 510, previous_shares: 500, position_change: 'increased' },
      },
    ]);
    expect(json.total).toBe(1);
    // Later reports under the old key do not belong to the group.
    await seedHoldings(database.db, [
      report(1_364_742, '2024-09-30', [held(9)], { manager: 'Old Key Inc', filed: '2024-11-12' }),
    ]);
    expect(rowsOf((await ask()).json)).toMatchObject([{ manager_name: 'New Key Inc', shares: 510 }]);
  });
});
