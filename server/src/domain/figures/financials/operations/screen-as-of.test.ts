import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { storeReports } from '../../../../../test/seeds/fictional-reports.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { randomNumbers, restatingFiler } from '../../../../../test/seeds/restating-filer.ts';
import { sql } from '../../../../db/database.ts';
import { computeHistories } from '../compute-histories.ts';
import type { FictionalReport } from '../rules/fictional-filer.ts';
import { RULES_VERSION } from '../rules/financials.ts';

const database = useTestDatabase();
const NOW = new Date('2026-06-01T00:00:00Z');
/** `ASFILED_EXACTNESS=long` tests ten times as many companies. */
const IS_LONG = process.env.ASFILED_EXACTNESS === 'long';
const COMPANIES = IS_LONG ? 200 : 20;
const DAYS = IS_LONG ? 100 : 60;
const api = useTestApi(database, { now: () => NOW });
const filers: { key: string; issuerId: string; reports: FictionalReport[] }[] = [];

beforeAll(async () => {
  for (let at = 0; at < COMPANIES; at++) {
    const key = `cik:${at + 1}`;
    const issuerId = await seedIssuer(database.db, { key, name: `Company ${at}`, listings: [{ ticker: `T${at}` }] });
    const filer = { key, issuerId, reports: restatingFiler(`a${at}`, randomNumbers(at + 1)) };
    filers.push(filer);
    await storeReports(database.db, filer);
  }
  await computeHistories(database.db, { forMs: 300_000 });
}, 600_000);

interface Screen {
  items: {
    entity: { canonical_key: string };
    fiscal_year: number;
    filing_id: string;
    values: Record<string, number | null>;
  }[];
  total: number;
}

const ask = (query: Record<string, string>) => api.get(`/api/v1/financials/screen?${new URLSearchParams(query)}`);

const screen = async (query: Record<string, string>) =>
  (await ask({ limit: '200', ...query })).json as unknown as Screen;

/** The figures of fiscal years that reports filed by a day show last: by year, then by tag. Nothing of the service is used. */
function figuresOn(reports: readonly FictionalReport[], day: string): Map<number, Map<string, number>> {
  const years = new Map<number, Map<string, number>>();
  for (const report of reports) {
    if (report.filed > day) continue;
    for (const [dates, figures] of Object.entries({ ...report.durations, ...report.instants })) {
      const year = Number(dates.slice(0, 4));
      const of = years.get(year) ?? new Map<string, number>();
      years.set(year, of);
      for (const [tag, value] of Object.entries(figures)) of.set(tag, value);
    }
  }
  return years;
}

const TAGS: Record<string, string> = {
  revenue: 'Revenues',
  net_income: 'NetIncomeLoss',
  operating_income: 'OperatingIncomeLoss',
  total_assets: 'Assets',
  equity: 'StockholdersEquity',
  operating_cash_flow: 'NetCashProvidedByUsedInOperatingActivities',
  gross_profit: 'GrossProfit',
  total_liabilities: 'Liabilities',
};

type Read = (code: string, back?: number) => number | null;

const known = (values: (number | null)[], compute: (...values: number[]) => number | null): number | null =>
  values.includes(null) ? null : compute(...(values as number[]));

/** As growth is published. */
const toTwelvePlaces = (value: number): number => Number(value.toFixed(12));

/** Measures beside plain arithmetic over figures. */
const MEASURES: Record<string, (read: Read) => number | null> = {
  ...Object.fromEntries(Object.keys(TAGS).map(code => [code, (read: Read) => read(code)])),
  revenue_growth: read =>
    known([read('revenue', 1), read('revenue')], (from, to) => toTwelvePlaces((to - from) / from)),
  'growth(revenue, 2)': read =>
    known([read('revenue', 2), read('revenue')], (from, to) => toTwelvePlaces((to / from) ** 0.5 - 1)),
  'net_income / total_assets': read => known([read('net_income'), read('total_assets')], (a, b) => a / b),
  'prior(equity)': read => read('equity', 1),
  'mean(total_assets, 2)': read => known([read('total_assets', 1), read('total_assets')], (a, b) => (a + b) / 2),
  'slope(revenue, 2)': read => known([read('revenue', 1), read('revenue')], (from, to) => to - from),
  'least(revenue, 2)': read => known([read('revenue', 1), read('revenue')], (a, b) => Math.min(a, b)),
  'growth(total_assets)': read =>
    known([read('total_assets', 1), read('total_assets')], (from, to) => toTwelvePlaces(to / from - 1)),
  gross_profitability: read => known([read('gross_profit'), read('total_assets')], (a, b) => a / b),
  liabilities_to_assets: read => known([read('total_liabilities'), read('total_assets')], (a, b) => a / b),
  accruals_to_assets: read =>
    known(
      [read('net_income'), read('operating_cash_flow'), read('total_assets', 1), read('total_assets')],
      (income, cash, a, b) => (2 * (income - cash)) / (a + b),
    ),
  asset_turnover: read =>
    known([read('revenue'), read('total_assets', 1), read('total_assets')], (a, b, c) => (2 * a) / (b + c)),
};

function randomDays(count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  const filed = filers.flatMap(({ reports }) => reports.map(report => report.filed));
  return Array.from({ length: count }, (_, at) => {
    const near = Date.parse(filed[Math.floor(random() * filed.length)] ?? '');
    const days = at % 2 === 0 ? Math.floor(random() * 3) - 1 : Math.floor(random() * 700) - 350;
    return new Date(near + days * 86_400_000).toISOString().slice(0, 10);
  });
}

describe('GET /api/v1/financials/screen with as_of', () => {
  it('equals a recomputation from the reports known by the end of the day', async () => {
    for (const day of randomDays(DAYS, 5)) {
      const { items, total } = await screen({ as_of: day, columns: Object.keys(MEASURES).join() });
      const expected = filers.flatMap(({ key, reports }) => {
        const years = figuresOn(reports, day);
        if (years.size === 0) return [];
        const newest = Math.max(...years.keys());
        const read: Read = (code, back = 0) => years.get(newest - back)?.get(TAGS[code] ?? '') ?? null;
        return [{ key, newest, values: Object.entries(MEASURES).map(([code, of]) => [code, of(read)] as const) }];
      });
      expect(total).toBe(expected.length);
      for (const { key, newest, values } of expected) {
        const item = items.find(({ entity }) => entity.canonical_key === key);
        expect(item?.fiscal_year, `${key} on ${day}`).toBe(newest);
        for (const [code, value] of values) {
          const shown = item?.values[code] ?? null;
          if (value === null) expect(shown, `${code} of ${key} on ${day}`).toBeNull();
          else expect(Math.abs((shown ?? Number.NaN) / value - 1), `${code} of ${key} on ${day}`).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('equals the statements of each company as of the day', async () => {
    for (const day of randomDays(8, 9)) {
      const columns = Object.keys(TAGS);
      const { items } = await screen({ as_of: day, columns: columns.join() });
      for (const { entity, fiscal_year, filing_id, values } of items) {
        const question = { canonical_key: entity.canonical_key, as_of: day, line_items: columns.join() };
        const { json } = await api.get(`/api/v1/companies/financials?${new URLSearchParams(question)}`);
        const [newest] = json.periods as {
          fiscal_year: number;
          filing_id: string;
          values: Record<string, { value: number }>;
        }[];
        expect({ fiscal_year, filing_id }).toEqual({ fiscal_year: newest?.fiscal_year, filing_id: newest?.filing_id });
        expect(values).toEqual(Object.fromEntries(columns.map(code => [code, newest?.values[code]?.value ?? null])));
      }
    }
  });

  it('returns a fiscal year and applies filters as known on the day', async () => {
    const day = '2016-06-30';
    const { items } = await screen({ as_of: day, fiscal_year: '2014', where: 'revenue > 1.3m', columns: 'revenue' });
    const expected = filers.flatMap(({ key, reports }) => {
      const revenue = figuresOn(reports, day).get(2014)?.get('Revenues') ?? 0;
      return revenue > 1.3e6 ? [[key, revenue]] : [];
    });
    expect(expected.length).toBeGreaterThan(2);
    expect(items.map(item => [item.entity.canonical_key, item.values.revenue]).sort()).toEqual(expected.sort());
  });

  it('shows the history of a line item as it was known', async () => {
    const [filer] = filers;
    const day = filer?.reports[1]?.filed ?? '';
    const { items } = await screen({ as_of: day, tickers: 'us.T0', history_of: 'revenue' });
    const years = [...figuresOn(filer?.reports ?? [], day)].sort(([a], [b]) => a - b);
    const expected = years.map(([year, of]) => ({ fiscal_year: year, value: of.get('Revenues') }));
    expect((items[0] as { history?: unknown } | undefined)?.history).toEqual(expected);
  });

  it('names the day, the instant until which records count, and the version of the rules', async () => {
    const { json } = await ask({ as_of: '2016-06-30' });
    expect(json).toMatchObject({
      as_of: '2016-06-30',
      known_until: '2016-07-01T00:00:00.000Z',
      rules_version: RULES_VERSION,
      not_computed: 0,
    });
    expect(String(json.data_as_of) <= '2016-06-30T23:59:59Z').toBe(true);
    expect((await ask({ as_of: '2026-06-01' })).json).toMatchObject({ known_until: NOW.toISOString() });
    expect((await ask({})).json).not.toHaveProperty('as_of');
  });

  it('equals the current screen on the current day', async () => {
    const columns = Object.keys(MEASURES).join();
    const now = await screen({ columns });
    const { items, total } = await screen({ columns, as_of: '2026-06-01' });
    expect({ items, total }).toEqual({ items: now.items, total: now.total });
  });

  it('explains a day before the first report, and rejects invalid days', async () => {
    expect((await ask({ as_of: '1999-01-01' })).json).toMatchObject({
      items: [],
      total: 0,
      empty_reason: 'not_covered',
    });
    expect((await ask({ as_of: '2016-02-30' })).status).toBe(422);
  });

  it('counts companies whose newest facts are not in their history yet, and then adds only later days', async () => {
    const random = randomNumbers(77);
    const issuerId = await seedIssuer(database.db, {
      key: 'cik:1077',
      name: 'Latecomer',
      listings: [{ ticker: 'LATE' }],
    });
    const filer = { key: 'cik:1077', issuerId, reports: restatingFiler('late', random) };
    const versions = () =>
      database.db.query<{ row: string }>(sql`
        select row_to_json(h)::text as row from annual_history h where issuer_id = ${issuerId} order by period_end, known_from`);
    for (let count = 1; count <= filer.reports.length; count++) {
      await storeReports(database.db, filer, count);
      expect((await ask({ as_of: '2020-01-01' })).json).toMatchObject({ not_computed: 1 });
      await computeHistories(database.db, { forMs: 60_000 });
      expect((await ask({ as_of: '2020-01-01' })).json).toMatchObject({ not_computed: 0 });
    }
    const added = await versions();
    await database.db.execute(sql`delete from issuer_histories where issuer_id = ${issuerId}`);
    await database.db.execute(sql`delete from annual_history where issuer_id = ${issuerId}`);
    await computeHistories(database.db, { forMs: 60_000 });
    expect(added).toEqual(await versions());
  });
});
