import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import {
  AURORA,
  kpiFinancials,
  kpiValue,
  kpiYear,
  seedFinancials,
  seedIssuer,
  seedSmallStore,
} from '../../../../../test/seeds/issuers.ts';
import { seedRates } from '../../../../../test/seeds/rates.ts';
import { datesBetween } from '../../../../kernel/dates.ts';
import { getCompanyFinancials } from './get-company-financials.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2026-06-01T00:00:00Z') });

beforeAll(async () => {
  const { aurora } = await seedSmallStore(database.db);
  expect(aurora).not.toBe('');
});

const ask = (query: Record<string, string>) =>
  api.get(`/api/v1/companies/financials?${new URLSearchParams({ ticker: 'AURW', ...query })}`);

interface Period {
  conversions: object[];
  values: Record<string, Record<string, unknown>>;
}
const newest = (json: Record<string, unknown>) => (json.periods as Period[])[0];

/** Every day of a span at one rate. */
function daily(from: string, until: string, rate: number): Record<string, number> {
  return Object.fromEntries(datesBetween(from, until).map(date => [date, rate]));
}

describe('without any stored rate', () => {
  it('reports missing rates unless nothing needs conversion', async () => {
    const { status, json } = await ask({ currency: 'JPY' });
    expect([status, json]).toMatchObject([
      404,
      {
        error: 'not_found',
        parameter: 'currency',
        message: expect.stringMatching(/no exchange rates are stored.*asfiled ingest ecb/),
      },
    ]);
    const same = await ask({ currency: 'usd', line_items: 'revenue' });
    expect(same.json).toMatchObject({ currency: 'USD', periods: [{ conversions: [] }, { conversions: [] }] });
    expect(newest(same.json)?.values.revenue?.as_filed).toBeUndefined();
  });
});

describe('with made-up rates of 2023', () => {
  beforeAll(async () => {
    await seedRates(database.db, {
      USD: daily('2023-01-01', '2023-12-29', 1.25),
      // 100 yen for a dollar on 181 days, 140 on 182.
      JPY: { ...daily('2023-01-01', '2023-06-30', 125), ...daily('2023-07-01', '2023-12-29', 175) },
    });
  });

  const average = (181 * 100 + 182 * 140) / 363;

  it('converts flows by the average of the period and balances by its last day, and states the rates', async () => {
    const { status, json } = await ask({
      currency: 'jpy',
      fiscal_year: '2023',
      line_items: 'revenue,total_assets,gross_margin',
    });
    expect(status).toBe(200);
    expect(getCompanyFinancials.output.safeParse(json).error).toBeUndefined();
    expect(json.currency).toBe('JPY');
    const rate = Number(average.toPrecision(12));
    expect(newest(json)?.conversions).toEqual([
      {
        from: 'USD',
        to: 'JPY',
        rate_kind: 'average',
        rate,
        rate_from: '2023-01-01',
        rate_to: '2023-12-29',
        days: 363,
        source: 'ecb',
      },
      {
        from: 'USD',
        to: 'JPY',
        rate_kind: 'closing',
        rate: 140,
        rate_from: '2023-12-29',
        rate_to: '2023-12-29',
        days: 1,
        source: 'ecb',
      },
    ]);
    expect(newest(json)?.values).toMatchObject({
      revenue: {
        value: 1_250_000_000 * rate,
        unit: 'JPY',
        as_filed: { value: 1_250_000_000, unit: 'USD' },
        // Where it is from stays.
        concept: 'us-gaap:Revenues',
        filing_id: `sec-edgar:${AURORA.annual2023}`,
        decimals: -3,
      },
      total_assets: { value: 280_000_000_000, unit: 'JPY', as_filed: { value: 2_000_000_000, unit: 'USD' } },
    });
    const margin = newest(json)?.values.gross_margin;
    expect(margin).toMatchObject({ value: 4e-7, unit: 'pure' });
    expect(margin).not.toHaveProperty('as_filed');
  });

  it('names only the rates that the requested line items need', async () => {
    const { json } = await ask({ currency: 'EUR', fiscal_year: '2023', line_items: 'total_assets' });
    expect(newest(json)?.conversions).toMatchObject([{ rate_kind: 'closing', rate: 0.8, days: 1 }]);
    expect((await ask({ currency: 'EUR', fiscal_year: '2023', line_items: 'gross_margin' })).json).toMatchObject({
      periods: [{ conversions: [] }],
    });
  });

  it('gives every digit of the figure as filed beside the converted one', async () => {
    const { text } = await ask({ currency: 'EUR', fiscal_year: '2023', line_items: 'retained_earnings' });
    expect(text).toContain('"as_filed":{"value":12345678901234567.89,"unit":"USD"}');
    expect(/[0-9]e[+-]?[0-9]/.test(text)).toBe(false);
  });

  it('returns null with a reason if no rate is stored', async () => {
    const { json } = await ask({ currency: 'JPY', fiscal_year: '2022', line_items: 'revenue,gross_margin' });
    expect(newest(json)?.conversions).toEqual([
      {
        from: 'USD',
        to: 'JPY',
        rate_kind: 'average',
        rate: null,
        rate_from: null,
        rate_to: null,
        days: 0,
        source: 'ecb',
      },
    ]);
    expect(newest(json)?.values.revenue).toMatchObject({ value: null, unit: 'JPY', reason: 'no_exchange_rate' });
    expect(json.missing).toContainEqual({ code: 'revenue', reason: 'no_exchange_rate' });
  });

  it('converts a response for a past instant by the rates of its period', async () => {
    const { json } = await ask({ currency: 'JPY', as_of: '2024-03-01', fiscal_year: '2023', line_items: 'revenue' });
    expect(newest(json)?.conversions).toMatchObject([{ rate: Number(average.toPrecision(12)), rate_to: '2023-12-29' }]);
  });

  it('converts again after a rate changes', async () => {
    const closing = async () => {
      const { json } = await ask({ currency: 'JPY', fiscal_year: '2023', line_items: 'total_assets' });
      return newest(json)?.values.total_assets?.value;
    };
    expect(await closing()).toBe(280_000_000_000);
    await seedRates(database.db, { JPY: { '2023-12-29': 150 } });
    expect(await closing()).toBe(240_000_000_000);
  });

  it('rejects invalid currencies and currencies without rates and names the parameter', async () => {
    for (const currency of ['US', 'XYZ', 'YEN']) {
      const { status, json } = await ask({ currency });
      expect([status, json.detail], currency).toMatchObject([422, [{ loc: ['query', 'currency'] }]]);
    }
    expect(await ask({ currency: 'TWD' })).toMatchObject({
      status: 404,
      json: { parameter: 'currency', message: expect.stringContaining('No exchange rates of TWD are stored') },
    });
  });

  it('converts per-share figures like flows, and no number of shares', async () => {
    const accession = '9999900010-24-000001';
    const id = await seedIssuer(database.db, { key: 'cik:900010', name: 'Yen Works', listings: [{ ticker: 'YENW' }] });
    const value = (number: number, unit: string) => kpiValue(number, accession, '2023-12-31', { unit });
    const year = kpiYear(2023, accession, {
      eps_basic: value(280, 'JPY/shares'),
      shares_outstanding: value(1000, 'shares'),
      revenue: value(7, 'USD'),
    });
    const filing = { form: '10-K', filed: '2024-02-19', filedAt: '2024-02-19T21:00:00Z' };
    await seedFinancials(database.db, id, kpiFinancials([year], { [accession]: filing }));
    const { json } = await ask({ ticker: 'YENW', currency: 'USD', line_items: 'eps_basic,shares_outstanding,revenue' });
    expect(newest(json)?.conversions).toMatchObject([{ from: 'JPY', to: 'USD', rate_kind: 'average' }]);
    expect(newest(json)?.values).toMatchObject({
      eps_basic: {
        value: expect.closeTo(280 * ((181 / 100 + 181 / 140 + 1 / 120) / 363), 6),
        unit: 'USD/shares',
        as_filed: { value: 280, unit: 'JPY/shares' },
      },
      shares_outstanding: { value: 1000, unit: 'shares' },
      revenue: { value: 7, unit: 'USD' },
    });
  });
});
