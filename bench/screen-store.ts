import { type Database, sql } from '../server/src/db/database.ts';
import { AMOUNT_CODES, AMOUNTS_LAYOUT } from '../server/src/domain/figures/financials/rules/periods/annual-amounts.ts';
import { withBenchStore } from './bench-store.ts';

/** Fiscal years of each issuer, up to 2024. */
export const YEARS = 15;
/** The first year with market capitalizations and trailing years. */
export const VALUED_FROM = 2020;
/** How many of the first amounts are those that measures read most. */
const FREQUENT = 46;
/** Shares of missing amounts in 106 fiscal years of seven large filers: they state 102 of 175 amounts, and 40 of the frequent ones. */
const MISSING = { frequent: 0.13, other: 0.52 } as const;

/** Runs `work` on a store with fictional issuers; statements are planned once, as in the service. */
export function withScreenStore<T>(issuers: number, work: (db: Database) => Promise<T>): Promise<T> {
  return withBenchStore({ plansOnce: true }, async ({ db }) => {
    await fill(db, issuers);
    return work(db);
  });
}

/** Fills a migrated store. */
export async function fill(db: Database, issuers: number): Promise<void> {
  await db.execute(sql`
    insert into issuers (canonical_key, company_name, country_code, market_id)
    select 'cik:' || n, 'Issuer ' || n, 'US', case when n % 5 = 0 then 'jp' else 'us' end
    from generate_series(1, ${issuers}::integer) n`);
  // One in fifty is another registrant of the previous company.
  await db.execute(sql`update issuers set entity_id = issuer_id - 1 where issuer_id % 50 = 0`);
  await db.execute(sql`
    insert into listings (issuer_id, market_id, ticker, ticker_key, is_home)
    select issuer_id, market_id, 'T' || issuer_id, 'T' || issuer_id, true from issuers`);
  await db.execute(sql`
    insert into issuer_financials (issuer_id, version, dictionary, data_as_of)
    select issuer_id, 'bench', '{}', '2024-02-20T21:00:00Z' from issuers`);
  await db.execute(sql`
    insert into annual_amounts (issuer_id, period_start, period_end, fiscal_year, is_newest, is_stand_alone, currency, status,
      native_id, layout, amounts)
    select issuer_id, end_date - interval '1 year' + interval '1 day', end_date, year, year = 2024, false,
      (array['USD', 'EUR', 'JPY', 'GBP', 'CHF', 'KRW', 'BRL', 'INR'])[1 + issuer_id % 8], 'published', issuer_id || '-' || year,
      ${AMOUNTS_LAYOUT}::integer,
      (select array_agg(case when random() < case when n <= ${FREQUENT}::integer then ${MISSING.frequent}::float8 else ${MISSING.other}::float8 end then null when n % 9 = 0 then random() else 1e9 * (random() - 0.1) end)
       from generate_series(1, ${AMOUNT_CODES.length}::integer) n where issuer_id > 0 and year > 0)
    from issuers cross join generate_series(${2025 - YEARS}::integer, 2024) year
      cross join lateral (select (make_date(year, 12, 31) - (issuer_id % 40) * interval '9 days')::date as end_date)`);
  await db.execute(sql`
    insert into annual_history (issuer_id, period_start, period_end, fiscal_year, is_newest, is_stand_alone, currency, layout,
      amounts, presented, known_from, known_to)
    select issuer_id, period_start, period_end, fiscal_year, version < 3, is_stand_alone, currency, layout, amounts,
      json_build_array(json_build_array(period_end + since, native_id, status))::text, period_end + since,
      case when is_newest and version = 2 then 'infinity' else period_end + until end
    from annual_amounts cross join (values (1, 60, 200), (2, 200, 425), (3, 425, 99999)) v (version, since, until)
    where not (is_newest and version = 3)`);
  await db.execute(sql`
    insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date, known_at,
      period_end, is_amendment, url, has_xbrl)
    select issuer_id, 'sec-edgar', native_id, gen_random_uuid(), '10-K', 'annual_report', 'periodic', period_end + 60,
      period_end + 60 + time '21:00', period_end, false, 'https://registry.example/' || native_id, true
    from annual_amounts`);
  await db.execute(sql`
    insert into trailing_history (issuer_id, period_start, period_end, fiscal_year, is_newest, is_stand_alone, currency, layout,
      amounts, shares, presented, known_from, known_to)
    select issuer_id, period_start + 91 * quarter, period_end + 91 * quarter, fiscal_year, true, false, currency, layout, amounts, 'null',
      json_build_array(json_build_array(period_end + 91 * quarter + 40, native_id))::text, period_end + 91 * quarter + 40,
      case when fiscal_year = 2024 and quarter = 3 then 'infinity' else least(period_end + 91 * (quarter + 1), period_end + 365 + (fiscal_year % 4 = 3)::integer) + 40 end
    from annual_amounts cross join generate_series(0, 3) quarter where fiscal_year >= ${VALUED_FROM - 1}::integer`);
  await db.execute(sql`
    insert into market_values (issuer_id, quarter, currency, amounts)
    select issuer_id, quarter, (array['USD', 'EUR', 'JPY', 'GBP', 'CHF', 'KRW', 'BRL', 'INR'])[1 + issuer_id % 8],
      (select array_agg(round(1e9 * random()) order by n) from generate_series(1, 92) n where issuer_id > 0 and quarter > '2000-01-01')
    from issuers cross join generate_series(make_date(${VALUED_FROM}::integer, 1, 1), date '2024-12-31', '3 months') quarter`);
  await db.execute(sql`
    insert into exchange_rates (source, currency, rate_date, per_euro)
    select 'ecb', currency, day, 1 + random() from unnest(array['USD', 'JPY', 'GBP', 'CHF', 'KRW', 'BRL', 'INR']) currency
      cross join generate_series(date '1999-01-04', '2024-12-31', '1 day') day where extract(isodow from day) < 6`);
  await db.execute(sql`insert into exchange_rate_states values ('ecb', 1, '2024-12-31')`);
  await db.execute(sql`analyze`);
}
