import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { storeReports } from '../../../../../test/seeds/fictional-reports.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedCloses, share } from '../../../../../test/seeds/prices.ts';
import { type FictionalQuarter, quarterlyFiler } from '../../../../../test/seeds/quarterly-filer.ts';
import { seedRates } from '../../../../../test/seeds/rates.ts';
import { randomNumbers } from '../../../../../test/seeds/restating-filer.ts';
import { sql } from '../../../../db/database.ts';
import { parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { computeHistories } from '../../../figures/financials/compute-histories.ts';
import { computeMarketValues } from '../compute-market-values.ts';
import { getValuation } from './get-valuation.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2024-06-10T12:00:00Z') });

const COMPANIES = 6;
const SPLIT_DAY = '2021-02-16';
const LAST_CLOSE = '2024-06-07';

interface Company {
  ticker: string;
  issuerId: string;
  quarters: FictionalQuarter[];
  /** Closes as paid, by day. */
  paid: Map<string, number>;
  hasSplit: boolean;
}
const companies: Company[] = [];

/** Closes of weekdays, as a source with splits states them: restated for the later split. */
function randomCloses(random: () => number, hasSplit: boolean) {
  const paid = new Map<string, number>();
  const restated: Record<string, number> = {};
  for (let day = parseDay('2018-01-02') ?? 0; day <= (parseDay(LAST_CLOSE) ?? 0); day++) {
    const weekday = (day + 4) % 7;
    const isClosed = weekday === 0 || weekday === 6 || random() < 0.03;
    if (isClosed && toIsoDate(day) !== LAST_CLOSE) continue;
    const date = toIsoDate(day);
    const close = Math.round((20 + random() * 5) * 100) / 100;
    const isBefore = hasSplit && date < SPLIT_DAY;
    restated[date] = close;
    paid.set(date, isBefore ? close * 4 : close);
  }
  return { paid, restated };
}

beforeAll(async () => {
  for (let at = 0; at < COMPANIES; at++) {
    const random = randomNumbers(at + 1);
    const hasSplit = at % 2 === 0;
    const ticker = `V${at}`;
    const key = `cik:${at + 1}`;
    const issuerId = await seedIssuer(database.db, { key, name: `Company ${at}`, listings: [{ ticker }] });
    const { quarters, reports } = quarterlyFiler(ticker, random, {
      firstYear: 2018,
      years: 6,
      ...(hasSplit && { splitYear: 2021 }),
    });
    await storeReports(database.db, { key, issuerId, reports });
    const { paid, restated } = randomCloses(random, hasSplit);
    const splits = hasSplit ? [{ day: parseDay(SPLIT_DAY) ?? 0, ratio: 4 }] : [];
    await seedCloses(database.db, {
      of: share(ticker),
      basis: 'split_adjusted',
      closes: restated,
      actions: { splits, dividends: [] },
    });
    companies.push({ ticker, issuerId, quarters, paid, hasSplit });
  }
  await computeHistories(database.db, { forMs: 300_000 });
  await computeMarketValues(database.db);
}, 300_000);

/** What was known of a company by the end of a day, by plain arithmetic over its reports and closes. */
function knownOn({ quarters, paid, hasSplit }: Company, day: string) {
  const quarter = quarters.filter(one => one.filed <= day).at(-1);
  const session = [...paid.keys()].filter(date => date <= day).at(-1);
  if (quarter === undefined || session === undefined) return null;
  const isSplitSince = hasSplit && quarter.filed < SPLIT_DAY && session >= SPLIT_DAY;
  const shares = quarter.shares * (isSplitSince ? 4 : 1);
  const marketCap = Math.round(shares * (paid.get(session) ?? Number.NaN));
  const trailing = quarters.filter(one => one.filed <= day && one.trailingRevenue !== null).at(-1);
  return { marketCap, revenue: trailing?.trailingRevenue ?? null, assets: trailing?.assets ?? null };
}

const randomDays = (count: number) => {
  const random = randomNumbers(3);
  const first = parseDay('2019-03-01') ?? 0;
  return Array.from({ length: count }, () => toIsoDate(first + Math.floor(random() * 1_900)));
};

const ratesOfEveryDay = (from: string, until: string) =>
  Object.fromEntries(
    Array.from({ length: (parseDay(until) ?? 0) - (parseDay(from) ?? 0) }, (_, at) => [
      toIsoDate((parseDay(from) ?? 0) + at),
      1.25,
    ]),
  );

const screen = async (query: Record<string, string>) =>
  (await api.get(`/api/v1/financials/screen?${new URLSearchParams(query)}`)).json as unknown as {
    items: { entity: { ticker: string }; values: Record<string, number | null>; trailing?: object }[];
    total: number;
  };

const COLUMNS = 'market_cap,revenue_ttm,total_assets_mrq,price_to_sales';

describe('GET /api/v1/financials/screen with figures of a day', () => {
  it('equals a recomputation from the reports and closes known by the end of the day', async () => {
    let compared = 0;
    for (const day of randomDays(40)) {
      const { items } = await screen({ as_of: day, columns: COLUMNS });
      for (const { entity, values } of items) {
        const company = companies.find(({ ticker }) => ticker === entity.ticker);
        const expected = company && knownOn(company, day);
        if (!expected) continue;
        expect(values, `${entity.ticker} on ${day}`).toEqual({
          market_cap: expected.marketCap,
          revenue_ttm: expected.revenue,
          total_assets_mrq: expected.assets,
          price_to_sales: expected.revenue === null ? null : expected.marketCap / expected.revenue,
        });
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('filters and orders by multiples, and names the filing of the trailing year', async () => {
    const { items } = await screen({
      as_of: '2022-06-30',
      where: 'market_cap > 30m and price_to_sales < 40',
      columns: 'price_to_sales',
      sort: 'price_to_sales',
    });
    const values = items.map(({ values: { price_to_sales: value } }) => value ?? Number.NaN);
    expect(values.length).toBeGreaterThan(0);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    const expected = companies.flatMap(company => {
      const known = knownOn(company, '2022-06-30');
      const ratio = (known?.marketCap ?? 0) / (known?.revenue ?? 1);
      return known !== null && known.marketCap > 3e7 && ratio < 40 ? [ratio] : [];
    });
    expect(values).toEqual(expected.toSorted((a, b) => a - b));
    const company = companies.find(({ ticker }) => ticker === items[0]?.entity.ticker);
    const quarter = company?.quarters.filter(({ filed }) => filed <= '2022-06-30').at(-1);
    expect(items[0]?.trailing).toMatchObject({
      period_end: quarter?.end,
      filing_id: `sec-edgar:${quarter?.accession}`,
    });
  });

  it('has no value on a day more than eleven days after the last close', async () => {
    const now = await screen({ columns: COLUMNS });
    expect(now.items.every(({ values }) => values.market_cap !== null)).toBe(true);
    const { items } = await screen({ columns: COLUMNS, as_of: '2017-12-31' });
    expect(items).toEqual([]);
  });

  it('rejects a figure of a day in a function of fiscal years', async () => {
    const { status, json } = await api.get('/api/v1/financials/screen?where=prior(market_cap)%20%3E%201');
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain('expected a value of fiscal years only');
  });

  it('converts a market capitalization at the rate of the day, and trailing flows at the average of their span', async () => {
    await seedRates(database.db, { USD: ratesOfEveryDay('2021-01-01', '2022-07-01') });
    const { items } = await screen({ as_of: '2022-06-30', columns: 'market_cap,price_to_sales', currency: 'EUR' });
    const plain = await screen({ as_of: '2022-06-30', columns: 'market_cap,price_to_sales' });
    for (const { entity, values } of items) {
      const own = plain.items.find(item => item.entity.ticker === entity.ticker)?.values;
      expect(values.market_cap).toBeCloseTo((own?.market_cap ?? 0) / 1.25, 2);
      expect(values.price_to_sales).toBe(own?.price_to_sales);
    }
  });
});

describe('GET /api/v1/companies/{market}/{ticker}/valuation', () => {
  const ask = (ticker: string, query: Record<string, string>) =>
    api.get(`/api/v1/companies/us/${ticker}/valuation?${new URLSearchParams(query)}`);

  it('equals the screen of each day', async () => {
    const { json } = await ask('V0', { from: '2021-01-01', to: '2021-12-31', interval: 'week' });
    expect(getValuation.output.safeParse(json).error).toBeUndefined();
    const points = json.points as { date: string; values: Record<string, number | null> }[];
    expect(points.length).toBeGreaterThan(50);
    const codes = Object.keys(points[0]?.values ?? {});
    for (const { date, values } of points.filter((_, at) => at % 5 === 0)) {
      const { items } = await screen({ as_of: date, tickers: 'us.V0', columns: codes.join() });
      expect(values, date).toEqual(items[0]?.values);
    }
  });

  it('states closes, counts, splits and figures of each point', async () => {
    const { json } = await ask('V0', { from: SPLIT_DAY, to: '2021-02-19', interval: 'day' });
    const company = companies[0];
    const quarter = company?.quarters.filter(({ filed }) => filed < SPLIT_DAY).at(-1);
    const [point] = json.points as Record<string, unknown>[];
    if (point?.figures_known_from !== quarter?.filed) throw new Error('a report was filed in the week of the split');
    expect(point).toMatchObject({ split_factor: 4, shares: (quarter?.shares ?? 0) * 4, exchange_rate: 1 });
    expect(json.figures).toMatchObject([
      { period_end: quarter?.end, shares_outstanding: quarter?.shares, currency: 'USD' },
    ]);
  });

  it('marks the first point in the currency of other figures, and no split', async () => {
    const CHANGED = '2021-06-30';
    const key = 'cik:77';
    const issuerId = await seedIssuer(database.db, { key, name: 'Moved to Europe', listings: [{ ticker: 'MOVE' }] });
    const { quarters, reports } = quarterlyFiler('MOVE', randomNumbers(77), { firstYear: 2018, years: 6 });
    const changed = reports.map(report => (report.filed > CHANGED ? { ...report, currency: 'EUR' } : report));
    await storeReports(database.db, { key, issuerId, reports: changed });
    const { paid } = randomCloses(randomNumbers(78), false);
    await seedCloses(database.db, {
      of: share('MOVE'),
      basis: 'split_adjusted',
      closes: Object.fromEntries(paid),
      actions: { splits: [], dividends: [] },
    });
    await seedRates(database.db, { USD: ratesOfEveryDay('2018-01-01', '2024-06-07') });
    await computeHistories(database.db, { forMs: 300_000 });
    const { json } = await ask('MOVE', { from: '2021-01-01', to: '2022-12-31', interval: 'day' });
    const figures = json.figures as { known_from: string; currency: string; filing_id: string }[];
    expect([...new Set(figures.map(({ currency }) => currency))]).toEqual(['USD', 'EUR']);
    const first = figures.find(({ currency }) => currency === 'EUR');
    expect(quarters.filter(({ filed }) => filed > CHANGED).map(({ filed }) => filed)).toContain(first?.known_from);
    const date = [...paid.keys()].find(day => day >= (first?.known_from ?? ''));
    expect(json.basis_changes).toEqual([
      { kind: 'currency', date, ratio: null, from: 'USD', to: 'EUR', codes: null, filing_id: first?.filing_id },
    ]);
    const split = await ask('V0', { from: '2021-01-01', to: '2021-12-31', interval: 'day' });
    expect(split.json).not.toHaveProperty('basis_changes');
  });

  it('explains measures without a value', async () => {
    const { json } = await ask('V1', { from: '2022-01-01', to: '2022-02-01' });
    const [point] = json.points as { values: object; missing: object }[];
    expect(point?.values).toMatchObject({ enterprise_value: null, dividend_yield: null });
    expect(point?.missing).toMatchObject({ enterprise_value: 'not_reported', dividend_yield: 'not_reported' });
  });

  it('is empty without closes, and rejects reversed days', async () => {
    await seedIssuer(database.db, { key: 'cik:99', name: 'Unpriced', listings: [{ ticker: 'NONE' }] });
    expect((await ask('NONE', {})).json).toMatchObject({ points: [], empty_reason: 'not_covered' });
    expect((await ask('V0', { from: '2021-01-02', to: '2021-01-01' })).status).toBe(422);
  });
});

describe('market capitalizations', () => {
  const rowsOf = (companies: readonly (Company | undefined)[]) =>
    database.db.query(sql`
      select issuer_id, quarter, xmin::text as written_by, amounts from market_values
      where issuer_id = any(${companies.map(company => company?.issuerId ?? '')}::bigint[]) order by 1, 2`);

  it('are written again only where closes or figures changed', async () => {
    const [changed, ...others] = companies;
    const [before, ofOthers] = [await rowsOf([changed]), await rowsOf(others)];
    await computeMarketValues(database.db);
    expect(await rowsOf([changed])).toEqual(before);
    await seedCloses(database.db, {
      of: share('V0'),
      basis: 'split_adjusted',
      closes: { [LAST_CLOSE]: changed?.paid.get(LAST_CLOSE) ?? 1, '2024-06-10': 30 },
      actions: { splits: [], dividends: [] },
    });
    await computeMarketValues(database.db);
    const after = await rowsOf([changed]);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)).not.toEqual(before.at(-1));
    expect(await rowsOf(others)).toEqual(ofOthers);
  });
});
