import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedYears } from '../../../../../test/seeds/fiscal-years.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedRates } from '../../../../../test/seeds/rates.ts';
import { sql } from '../../../../db/database.ts';
import { datesBetween, parseDay } from '../../../../kernel/dates.ts';
import { AMOUNT_CODES, AMOUNTS_LAYOUT, amountPosition } from '../rules/periods/annual-amounts.ts';
import { screenFinancials } from './screen-financials.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  const { db } = database;
  const listed = (ticker: string, marketId = 'us') => [{ ticker, marketId }];
  const aurora = await seedIssuer(db, { key: 'cik:1', name: 'Aurora Widgets', listings: listed('AURW') });
  const boreal = await seedIssuer(db, { key: 'cik:2', name: 'Boreal Gears', listings: listed('BORG') });
  const cinder = await seedIssuer(db, { key: 'jcn:3', name: 'Cinder', marketId: 'jp', listings: listed('3333', 'jp') });
  const dorado = await seedIssuer(db, { key: 'cik:4', name: 'Dorado Trust', listings: listed('DOR.A') });
  const cinderAbroad = await seedIssuer(db, { key: 'lei:5', name: 'Cinder', marketId: 'eu' });
  await db.execute(sql`update issuers set entity_id = ${cinder} where issuer_id = ${cinderAbroad}`);
  await seedYears(db, aurora, [
    { fiscalYear: 2024, of: { revenue: 500e6, revenue_growth: 0.111111111111, gross_margin: 0.4, net_income: -3e6 } },
    { fiscalYear: 2023, of: { revenue: 450e6, gross_margin: 0.2, net_income: 2e6 } },
  ]);
  await seedYears(db, boreal, [
    { fiscalYear: 2023, of: { revenue: 900e6, gross_margin: 0.35 }, status: 'needs_review' },
  ]);
  await seedYears(db, cinder, [{ fiscalYear: 2024, of: { revenue: 80e9, gross_margin: 0.1 }, currency: 'JPY' }]);
  await seedYears(db, cinderAbroad, [{ fiscalYear: 2024, of: { revenue: 70e9 }, currency: 'JPY', isStandAlone: true }]);
  await seedYears(db, dorado, [{ fiscalYear: 2024, of: { total_assets: 1e9 } }]);
  const stale = await seedIssuer(db, { key: 'cik:6', name: 'Stale Layout', listings: listed('STAL') });
  await seedYears(db, stale, [{ fiscalYear: 2024, of: { revenue: 1e12 }, layout: AMOUNTS_LAYOUT ^ 1 }]);
});

const ask = (query: Record<string, string>) => api.get(`/api/v1/financials/screen?${new URLSearchParams(query)}`);

interface Row {
  entity: { company_name: string };
  currency: string;
  conversions?: object[];
  values: Record<string, number | null>;
}

function names(json: Record<string, unknown>): string[] {
  return (json.items as Row[]).map(row => row.entity.company_name);
}

describe('GET /api/v1/financials/screen', () => {
  it('ranks companies by a line item of their newest year, those without one last, for ten credits', async () => {
    const { status, json, headers } = await ask({ columns: 'revenue,gross_margin,net_income' });
    expect(status).toBe(200);
    expect(screenFinancials.output.safeParse(json).error).toBeUndefined();
    expect(headers['x-credits-cost']).toBe('10');
    expect(names(json)).toEqual(['Cinder', 'Boreal Gears', 'Aurora Widgets', 'Dorado Trust']);
    expect(json).toMatchObject({ total: 4, currencies: ['JPY', 'USD'], next_cursor: null, empty_reason: null });
    expect((json.items as Row[])[2]).toMatchObject({
      entity: { canonical_key: 'cik:1', ticker: 'AURW', market_id: 'us' },
      fiscal_year: 2024,
      period_end: '2024-12-31',
      currency: 'USD',
      kpi_validation_status: 'published',
      values: { revenue: 500e6, gross_margin: 0.4, net_income: -3e6 },
    });
  });

  it('puts companies without a value last in the other direction too', async () => {
    const { json } = await ask({ sort: 'revenue' });
    expect(names(json)).toEqual(['Aurora Widgets', 'Boreal Gears', 'Cinder', 'Dorado Trust']);
  });

  it('keeps to companies that fulfil every filter', async () => {
    expect(names((await ask({ filters: 'revenue.gte.4e8,gross_margin.gte.0.35' })).json)).toEqual([
      'Boreal Gears',
      'Aurora Widgets',
    ]);
    expect(names((await ask({ filters: 'net_income.lt.0' })).json)).toEqual(['Aurora Widgets']);
    expect(names((await ask({ filters: 'net_income.lt.-3e6' })).json)).toEqual([]);
  });

  it('supports growth of line items as column, filter and order', async () => {
    const { json } = await ask({ columns: 'revenue_growth', sort: '-revenue_growth' });
    expect((json.items as Row[]).map(row => [row.entity.company_name, row.values])).toEqual([
      ['Aurora Widgets', { revenue_growth: 0.111111111111 }],
      ['Boreal Gears', { revenue_growth: null }],
      ['Cinder', { revenue_growth: null }],
      ['Dorado Trust', { revenue_growth: null }],
    ]);
    expect(names((await ask({ filters: 'revenue_growth.gt.0.1' })).json)).toEqual(['Aurora Widgets']);
    expect((await ask({ columns: 'nothing_growth' })).status).toBe(422);
  });

  it('returns the history of each row on request', async () => {
    const { json } = await ask({ columns: 'revenue', history_of: 'revenue', tickers: 'us.AURW,us.BORG' });
    expect(screenFinancials.output.safeParse(json).error).toBeUndefined();
    expect(json.items).toMatchObject([
      { history: [{ fiscal_year: 2023, value: 900e6 }] },
      {
        history: [
          { fiscal_year: 2023, value: 450e6 },
          { fiscal_year: 2024, value: 500e6 },
        ],
      },
    ]);
    const of2023 = (await ask({ fiscal_year: '2023', history_of: 'revenue', tickers: 'us.AURW' })).json;
    expect(of2023.items).toMatchObject([{ history: [{ fiscal_year: 2023, value: 450e6 }] }]);
    expect((await ask({ history_of: 'nothing' })).json.detail).toMatchObject([{ loc: ['query', 'history_of'] }]);
  });

  it('takes one year of all, one currency, one market, chosen companies', async () => {
    const of2023 = (await ask({ fiscal_year: '2023', columns: 'revenue' })).json;
    expect(names(of2023)).toEqual(['Boreal Gears', 'Aurora Widgets']);
    expect((of2023.items as Row[])[1]?.values).toEqual({ revenue: 450e6 });
    expect(names((await ask({ fiscal_year_from: '2024', reported_currency: 'usd' })).json)).toEqual([
      'Aurora Widgets',
      'Dorado Trust',
    ]);
    expect(names((await ask({ market_id: 'jp' })).json)).toEqual(['Cinder']);
    expect(names((await ask({ tickers: 'us.AURW,DOR-A,jp.3333' })).json)).toEqual([
      'Cinder',
      'Aurora Widgets',
      'Dorado Trust',
    ]);
    expect(names((await ask({ tickers: 'cik:2,us.AURW' })).json)).toEqual(['Boreal Gears', 'Aurora Widgets']);
    // Abroad, its own registrant is requested; the company's figures are the group's.
    expect(names((await ask({ tickers: 'lei:5' })).json)).toEqual(['Cinder']);
  });

  it('shows a company once, by the figures of its group', async () => {
    const { json } = await ask({ reported_currency: 'JPY', columns: 'revenue' });
    expect((json.items as Row[]).map(row => row.values)).toEqual([{ revenue: 80e9 }]);
    expect(json.total).toBe(1);
  });

  it('does not read amounts that were stored in another order', async () => {
    expect(names((await ask({ filters: 'revenue.gte.5e11' })).json)).toEqual([]);
    expect(amountPosition('revenue')).toBe(AMOUNT_CODES.indexOf('revenue') + 1);
  });

  it('pages by a cursor that neither repeats nor skips', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await ask({ limit: '1', ...(cursor === null ? {} : { cursor }) });
      expect(json.total).toBe(4);
      seen.push(...names(json));
      cursor = json.next_cursor as string | null;
    } while (cursor !== null);
    expect(seen).toEqual(['Cinder', 'Boreal Gears', 'Aurora Widgets', 'Dorado Trust']);
    const { json } = await ask({ limit: '1' });
    const foreign = await ask({ limit: '1', sort: 'revenue', cursor: String(json.next_cursor) });
    expect([foreign.status, foreign.json.error]).toEqual([400, 'invalid_cursor']);
  });

  it('reports that no company matches the filters', async () => {
    const { json } = await ask({ filters: 'revenue.gte.9e17' });
    expect(json).toMatchObject({ items: [], total: 0, empty_reason: 'not_reported', data_as_of: null });
    const unknown = (await ask({ tickers: 'us.NOSUCH' })).json;
    expect(unknown).toMatchObject({ items: [], total: 0, empty_reason: 'not_covered', not_found: ['us.NOSUCH'] });
    const some = (await ask({ tickers: 'jp.AURW,us.AURW,NOSUCH,cik:2,lei:none' })).json;
    expect(some).toMatchObject({ total: 2, not_found: ['jp.AURW', 'NOSUCH', 'lei:none'] });
    const compact = (await ask({ tickers: 'NOSUCH', view: 'compact' })).json;
    expect(compact).toMatchObject({ not_found: ['NOSUCH'] });
    expect((await ask({})).json).not.toHaveProperty('not_found');
    expect((await ask({ market_id: 'br' })).json).toMatchObject({ items: [], empty_reason: 'not_covered' });
  });

  it('keeps to companies for which a condition is true of known values', async () => {
    expect(names((await ask({ where: 'gross_margin > 30% and revenue > 4e8' })).json)).toEqual([
      'Boreal Gears',
      'Aurora Widgets',
    ]);
    expect(names((await ask({ where: 'not (gross_margin > 30%)' })).json)).toEqual(['Cinder']);
    expect(names((await ask({ where: 'prior(net_income) > 0 and net_income < 0' })).json)).toEqual(['Aurora Widgets']);
    expect(names((await ask({ where: 'revenue / (revenue - revenue) > 0' })).json)).toEqual([]);
  });

  it('returns and orders by formulas', async () => {
    const formula = '(revenue - prior(revenue)) / mean(revenue, 2)';
    const { json } = await ask({ columns: `revenue,${formula}`, sort: `-${formula}` });
    expect((json.items as Row[])[0]).toMatchObject({
      entity: { company_name: 'Aurora Widgets' },
      values: { revenue: 500e6, [formula]: 50 / 475 },
    });
    expect((json.items as Row[]).slice(1).map(row => row.values[formula])).toEqual([null, null, null]);
  });

  it('refuses a formula that exceeds the range of numbers', async () => {
    const power = Array.from({ length: 40 }, () => 'revenue').join(' * ');
    expect(await ask({ where: `${power} > 1` })).toMatchObject({ status: 400, json: { error: 'bad_request' } });
  });

  it('rejects invalid parameters and names each one', async () => {
    const { status, json } = await ask({
      filters: 'revenue.gte,nonsense.gte.1,revenue.like.3,revenue.gte.1e400',
      columns: 'revenue,nothing',
      sort: '-nowhere',
      where: 'revenue > 1 and ebitdaa > 2',
      tickers: 'us.AAPL,,',
      currency: 'XYZ',
      reported_currency: 'ABC',
    });
    expect(status).toBe(422);
    const detail = json.detail as { loc: string[]; msg: string }[];
    expect(new Set(detail.map(fault => fault.loc[1]))).toEqual(
      new Set(['filters', 'columns', 'sort', 'where', 'tickers', 'currency', 'reported_currency']),
    );
    expect(detail.find(fault => fault.msg.includes('nonsense'))).toBeDefined();
    expect(detail.find(fault => fault.loc[1] === 'where')?.msg).toBe(
      'at 17: there is no code "ebitdaa"; the nearest is "ebitda"',
    );
    expect((await ask({ filters: 'revenue.gte.1;drop table issuers--' })).status).toBe(422);
  });
});

describe('view=compact', () => {
  it('has the values and filings of the full view, without dates and conversions', async () => {
    const query = { columns: 'revenue', sort: '-revenue' };
    const full = (await ask(query)).json.items as Record<string, unknown>[];
    const { json } = await ask({ ...query, view: 'compact' });
    expect(screenFinancials.compact?.safeParse(json).error).toBeUndefined();
    const compact = json.items as Record<string, unknown>[];
    expect(compact).toHaveLength(full.length);
    for (const [at, { flags: _flags, ...shown }] of compact.entries()) expect(full[at]).toMatchObject(shown);
    expect(compact[0]).not.toHaveProperty('conversions');
  });
});

describe('in one currency', () => {
  const inDollars = { currency: 'usd', columns: 'revenue,total_assets,gross_margin' };

  it('reports missing rates while none are stored', async () => {
    expect(await ask(inDollars)).toMatchObject({ status: 404, json: { error: 'not_found', parameter: 'currency' } });
  });

  it('converts what it shows, filters and orders by, and names the rates of each row', async () => {
    // Made up: 160 yen for a dollar on every day of 2024, 200 on the last one.
    const days = (rate: number) => Object.fromEntries(datesBetween('2024-01-01', '2024-12-30').map(day => [day, rate]));
    await seedRates(database.db, {
      USD: { ...days(1.25), '2024-12-31': 1 },
      JPY: { ...days(200), '2024-12-31': 200 },
    });
    const { status, json } = await ask(inDollars);
    expect(status).toBe(200);
    expect(screenFinancials.output.safeParse(json).error).toBeUndefined();
    const average = Number(((365 * (1.25 / 200) + 1 / 200) / 366).toPrecision(12));
    expect(json.currencies).toEqual(['USD']);
    expect((json.items as Row[]).map(row => [row.entity.company_name, row.currency, row.values.revenue])).toEqual([
      // Of 2023, in dollars as filed.
      ['Boreal Gears', 'USD', 900e6],
      ['Aurora Widgets', 'USD', 500e6],
      ['Cinder', 'USD', 80e9 * average],
      ['Dorado Trust', 'USD', null],
    ]);
    const [boreal, , cinder] = json.items as Row[];
    expect(boreal?.conversions).toEqual([]);
    expect(cinder?.values.gross_margin).toBe(0.1);
    const fromYen = { from: 'JPY', to: 'USD', source: 'ecb' };
    expect(cinder?.conversions).toEqual([
      { ...fromYen, rate_kind: 'average', rate: average, rate_from: '2024-01-01', rate_to: '2024-12-31', days: 366 },
      { ...fromYen, rate_kind: 'closing', rate: 0.005, rate_from: '2024-12-31', rate_to: '2024-12-31', days: 1 },
    ]);
    expect(names((await ask({ ...inDollars, filters: 'revenue.gte.499e6,revenue.lt.600e6' })).json)).toEqual([
      'Aurora Widgets',
      'Cinder',
    ]);
    expect(names((await ask({ ...inDollars, reported_currency: 'JPY' })).json)).toEqual(['Cinder']);
    const ratios = await ask({ currency: 'USD', columns: 'gross_margin', tickers: 'jp.3333' });
    expect(ratios.json.items).toMatchObject([{ conversions: [], values: { gross_margin: 0.1 } }]);
  });

  it('returns null without a rate, sorts it last and excludes it from filters', async () => {
    const { json } = await ask({ currency: 'JPY', fiscal_year: '2023', columns: 'revenue' });
    const rows = json.items as Row[];
    expect(rows.map(row => [row.currency, row.values.revenue])).toEqual([
      ['JPY', null],
      ['JPY', null],
    ]);
    expect(rows[0]?.conversions).toMatchObject([{ rate_kind: 'average', rate: null, rate_from: null, days: 0 }]);
    const filtered = await ask({ currency: 'JPY', fiscal_year: '2023', filters: 'revenue.lt.1e18' });
    expect(filtered.json).toMatchObject({ items: [], total: 0, empty_reason: 'not_reported' });
  });

  it('converts a year that is stored after other years were requested', async () => {
    const late = await seedIssuer(database.db, { key: 'cik:7', name: 'Latecomer', listings: [{ ticker: 'LATE' }] });
    const ofMarch = { periodStart: parseDay('2024-02-01') ?? 0, periodEnd: parseDay('2024-12-30') ?? 0 };
    await seedYears(database.db, late, [{ fiscalYear: 2024, of: { total_assets: 16e9 }, currency: 'JPY', ...ofMarch }]);
    const { json } = await ask({ ...inDollars, filters: 'total_assets.gte.99e6,total_assets.lt.101e6' });
    expect((json.items as Row[]).map(row => [row.entity.company_name, row.values.total_assets])).toEqual([
      ['Latecomer', 100e6],
    ]);
    await database.db.execute(sql`delete from annual_amounts where issuer_id = ${late}`);
  });

  it('pages by a cursor over converted amounts', async () => {
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { json } = await ask({ ...inDollars, limit: '1', ...(next === '' ? {} : { cursor: next }) });
      seen.push(...names(json));
      next = json.next_cursor as string | null;
    }
    expect(seen).toEqual(['Boreal Gears', 'Aurora Widgets', 'Cinder', 'Dorado Trust']);
  });
});
