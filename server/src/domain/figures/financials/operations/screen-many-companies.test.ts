import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { sql } from '../../../../db/database.ts';
import { AMOUNTS_LAYOUT, amountPosition } from '../rules/periods/annual-amounts.ts';
import { MOST_LOOK_UPS } from '../views/amounts-read.ts';

const database = useTestDatabase();
const api = useTestApi(database);

/** More than are looked up one by one. */
const COMPANIES = MOST_LOOK_UPS + 300;
/** This company changed its fiscal year, so that two ended in 2023. */
const CHANGED = 7;

beforeAll(async () => {
  const { db } = database;
  const places = amountPosition('revenue') ?? 0;
  await db.execute(sql`
    insert into issuers (canonical_key, company_name, country_code, market_id)
    select 'cik:' || n, 'Company ' || n, 'US', 'us' from generate_series(1, ${COMPANIES}::integer) n`);
  // Revenue is the number of the company times 1, 2 and 4 million. The year that ended first has more.
  const rows = sql`
      select i.issuer_id, end_date - 364 as period_start, end_date, year, year = 2024 as is_newest, false as is_stand_alone,
        'USD' as currency, ${AMOUNTS_LAYOUT}::integer as layout,
        array_fill(null::float8, array[${places - 1}::integer]) || revenue::float8 as amounts
      from issuers i cross join lateral (
        select year, make_date(year, 12, 31) as end_date, substr(i.canonical_key, 5)::integer * 1e6 * 2 ^ (year - 2022) as revenue
        from generate_series(2022, 2024) year
        union all
        select 2023, '2023-03-31', 1e12 where i.canonical_key = ${`cik:${CHANGED}`}) y`;
  const columns = sql`issuer_id, period_start, period_end, fiscal_year, is_newest, is_stand_alone, currency, layout, amounts`;
  await db.execute(sql`
    insert into annual_amounts (${columns}, status, native_id) select *, 'published', 'filing' from (${rows}) r`);
  await db.execute(sql`
    insert into annual_history (${columns}, presented, known_from)
    select *, '[["2025-03-01","filing","published"]]', '2025-03-01' from (${rows}) r`);
  await db.execute(sql`
    insert into fact_sources (issuer_id, source, registry, digest, dates_rounded, filings, facts_count)
    select issuer_id, 'companyfacts', 'sec-edgar', '', false, '', 0 from issuers`);
});

const COLUMNS = 'revenue,prior(revenue),mean(revenue, 3),growth(revenue, 2),rises(revenue)';

for (const [name, asOf] of [
  ['now', {}],
  ['as of a day', { as_of: '2025-06-30' }],
] as const) {
  test(`computes figures of earlier years of thousands of companies ${name}`, async () => {
    const query = { where: 'prior(revenue) > 10m', sort: 'prior(revenue)', columns: COLUMNS, limit: '5', ...asOf };
    const { json } = await api.get(`/api/v1/financials/screen?${new URLSearchParams(query)}`);
    const items = json.items as { entity: { canonical_key: string }; values: object }[];
    // Twice the number of each company, from the sixth on; of two years of one number, the one that ended later counts.
    expect(json.total).toBe(COMPANIES - 5);
    expect(items.map(({ entity }) => entity.canonical_key)).toEqual([6, 7, 8, 9, 10].map(n => `cik:${n}`));
    for (const [at, { values }] of items.entries())
      expect(values).toEqual({
        revenue: (6 + at) * 4e6,
        'prior(revenue)': (6 + at) * 2e6,
        'mean(revenue, 3)': ((6 + at) * 7e6) / 3,
        'growth(revenue, 2)': 1,
        'rises(revenue)': 2,
      });
  });
}
