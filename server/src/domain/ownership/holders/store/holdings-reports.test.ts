import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { type SeedHoldingsReport, seedHoldings, storeHoldings } from '../../../../../test/seeds/holdings.ts';
import { exportText } from '../../../../../test/worker.ts';
import { sql } from '../../../../db/database.ts';
import { redateHoldings, replaceHoldings } from './holdings-reports.ts';

const database = useTestDatabase();
const WORKS = '11122A107';
const MILLS = '33344B200';
const GOODS = '55566C301';

let count = 0;
let original: SeedHoldingsReport;

beforeEach(async () => {
  await database.db.execute(sql`
    truncate holdings_reports, holding_lines, holding_managers, holdings, holding_books, cusip_names, cusip_prices, filings`);
  count++;
  original = {
    cik: 9_900_100 + count,
    manager: `Books ${count} LP`,
    form: '13F-HR',
    quarterEnd: '2025-12-31',
    nativeId: 'a-1',
    filed: '2026-02-10',
    holdings: [
      { cusip: WORKS, value: 5_000, shares: 100, discretion: 'SOLE' },
      { cusip: WORKS, value: 1_000, shares: 20, discretion: 'DFND', voting: [0, 20, 0] },
      { cusip: MILLS, value: 900, shares: 30 },
      { cusip: MILLS, value: 70, shares: 2, putCall: 'Call' },
    ],
  };
});

const positions = () =>
  database.db.query<Record<string, unknown>>(sql`
    select cusip, kind, amount::float8 as amount, market_value::float8 as value, discretion from holdings order by cusip, kind`);
const books = () =>
  database.db.query<Record<string, unknown>>(sql`
    select native_ids as ids, market_value::float8 as value, positions_count as count, is_notice, is_complete from holding_books`);
const idOf = async () =>
  (
    await database.db.queryOne<{ id: string }>(sql`
    select issuer_id as id from issuers where canonical_key = ${`cik:${original.cik}`}`)
  )?.id ?? '';

describe('replaceHoldings', () => {
  it('stores lines, sums them by security and kind, and changes nothing when repeated', async () => {
    await seedHoldings(database.db, [original]);
    expect(await positions()).toEqual([
      { cusip: WORKS, kind: 'SH', amount: 120, value: 6_000, discretion: null },
      { cusip: MILLS, kind: 'SH', amount: 30, value: 900, discretion: 'SOLE' },
      { cusip: MILLS, kind: 'call', amount: 2, value: 70, discretion: 'SOLE' },
    ]);
    expect(await books()).toEqual([{ ids: ['a-1'], value: 6_970, count: 3, is_notice: false, is_complete: true }]);
    const before = await exportText(database.db);
    expect(before).toContain('"source": "information-table"');
    await storeHoldings(database.db, await idOf(), original);
    expect(await exportText(database.db)).toBe(before);
  });

  it('applies restatements and additions independent of the order of storing', async () => {
    const restated: SeedHoldingsReport = {
      ...{ ...original, form: '13F-HR/A', amendment: 'RESTATEMENT', nativeId: 'b-1', filed: '2026-02-20' },
      holdings: [{ cusip: WORKS, value: 5_500, shares: 110 }],
    };
    const added: SeedHoldingsReport = {
      ...{ ...original, form: '13F-HR/A', amendment: 'NEW HOLDINGS', nativeId: 'c-1', filed: '2026-03-01' },
      holdings: [{ cusip: GOODS, value: 40, shares: 4 }],
    };
    await seedHoldings(database.db, [added, restated, original]);
    expect((await positions()).map(position => [position.cusip, position.amount])).toEqual([
      [WORKS, 110],
      [GOODS, 4],
    ]);
    expect(await books()).toMatchObject([{ ids: ['b-1', 'c-1'], value: 5_540 }]);
    // The restatement turns out to have been filed before the original.
    await database.db.execute(sql`update filings set known_at = '2026-02-01T21:00:00Z' where native_id = 'b-1'`);
    const id = await idOf();
    await database.db.transaction(tx => redateHoldings(tx, [id]));
    expect(await books()).toMatchObject([{ ids: ['a-1', 'c-1'], value: 7_010 }]);
    const key = { issuerId: id, registry: 'sec-edgar', nativeId: 'c-1' };
    await database.db.transaction(tx => replaceHoldings(tx, [{ ...key, holdings: null }]));
    expect(await books()).toMatchObject([{ ids: ['a-1'], value: 6_970 }]);
  });

  it('converts values to dollars by implied prices, quoted prices, schema and quarter', async () => {
    const old = { ...original, schema: null, quarterEnd: '2020-12-31' };
    const high = [
      { cusip: WORKS, value: 300, shares: 100 },
      { cusip: MILLS, value: 500, shares: 100 },
    ];
    await database.db.execute(sql`
      insert into cusip_prices (cusip, quarter_end, price_date, price)
      values (${WORKS}, '2021-03-31', '2021-03-31', 3.1), (${MILLS}, '2021-06-30', '2021-06-29', 5010)`);
    await seedHoldings(database.db, [
      { ...old, nativeId: 'low', holdings: [{ cusip: WORKS, value: 30, shares: 100 }] },
      { ...old, nativeId: 'quoted', quarterEnd: '2021-03-31', holdings: high },
      { ...old, nativeId: 'quoted-thousands', quarterEnd: '2021-06-30', holdings: high },
      { ...old, nativeId: 'by-quarter', quarterEnd: '2021-09-30', holdings: high },
      { ...old, nativeId: 'by-schema', quarterEnd: '2021-12-31', schema: 'X0202', holdings: high },
    ]);
    expect(
      await database.db.query(sql`select native_id as id, value_factor as factor, value_basis as basis
        from holdings_reports order by quarter_end`),
    ).toEqual([
      { id: 'low', factor: 1_000, basis: 'implied_price' },
      { id: 'quoted', factor: 1, basis: 'quoted_price' },
      { id: 'quoted-thousands', factor: 1_000, basis: 'quoted_price' },
      { id: 'by-quarter', factor: 1_000, basis: 'quarter' },
      { id: 'by-schema', factor: 1, basis: 'schema' },
    ]);
    const worth = await database.db.query<{ value: number }>(sql`
      select market_value::float8 as value from holding_books order by quarter_end`);
    expect(worth.map(item => item.value)).toEqual([30_000, 800, 800_000, 800_000, 800]);
  });

  it('builds no book from a notice or a cover without its table, and marks confidential positions', async () => {
    await seedHoldings(database.db, [
      { ...original, confidential: true },
      { ...original, nativeId: 'bare', filed: '2026-03-05', holdings: [], stated: { lines: 4, value: 6_970 } },
      { ...original, nativeId: 'notice', form: '13F-NT', quarterEnd: '2026-03-31', filed: '2026-05-10', holdings: [] },
    ]);
    expect((await books()).sort((a, b) => Number(a.is_notice) - Number(b.is_notice))).toEqual([
      { ids: ['a-1'], value: 6_970, count: 3, is_notice: false, is_complete: false },
      { ids: ['notice'], value: 0, count: 0, is_notice: true, is_complete: true },
    ]);
  });
});
