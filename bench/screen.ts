import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { applicationName } from '../server/src/db/connection.ts';
import { type Database, join, raw, type Sql, sql } from '../server/src/db/database.ts';
import { openEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool } from '../server/src/db/pool.ts';
import { screenFinancials } from '../server/src/domain/figures/financials/operations/screen-financials.ts';
import { AMOUNT_CODES, AMOUNTS_LAYOUT } from '../server/src/domain/figures/financials/rules/periods/annual-amounts.ts';
import { createLog } from '../server/src/kernel/log.ts';
import { processorSeconds } from './process-usage.ts';
import { type BenchReport, percentile } from './report.ts';

const SIZES = [1_000, 20_000] as const;
const YEARS = 15;
const ROUNDS = 40;
const ROUNDS_AS_OF = 20;

const QUESTIONS: Record<string, object> = {
  'by revenue, no filter': {},
  'two filters': { filters: 'revenue.gte.4e8,gross_margin.gte.0.3', sort: '-gross_margin' },
  'six filters, twelve columns': {
    filters:
      'revenue.gte.1e8,gross_margin.gte.0.2,net_income.gt.0,total_assets.lt.9e8,equity.gt.1e7,operating_cash_flow.gte.1e6',
    columns:
      'revenue,gross_profit,gross_margin,operating_income,net_income,total_assets,equity,cash,operating_cash_flow,capital_expenditure,free_cash_flow,eps_diluted',
    sort: 'net_income',
  },
  'a market and a year': { market_id: 'jp', fiscal_year: 2020, sort: '-equity' },
  'two filters, converted to euros': {
    filters: 'revenue.gte.4e8,gross_margin.gte.0.3',
    sort: '-gross_margin',
    currency: 'EUR',
  },
  'by total assets, converted to yen': {
    sort: '-total_assets',
    columns: 'revenue,net_income,total_assets',
    currency: 'JPY',
  },
  'a condition over three years': {
    where: 'revenue_growth_3y > 0.1 and inventory_growth > revenue_growth and net_debt / ebitda < 2',
    columns: 'revenue,revenue_growth_3y,net_debt / ebitda',
    sort: '-revenue_growth_3y',
  },
  'ten measures': {
    where:
      'return_on_invested_capital > 0 and asset_turnover > 0 and cash_conversion_cycle < 200 and quick_ratio > 0 and interest_coverage > 0 and accruals_to_assets < 1 and piotroski_f_score >= 3',
    columns: 'return_on_invested_capital,piotroski_f_score,altman_z_nonmanufacturer,beneish_m_score,revenue_growth_5y',
    sort: '-piotroski_f_score',
  },
  'by ten measures, no filter': {
    sort: '-(return_on_invested_capital + asset_turnover + cash_conversion_cycle / 100 + quick_ratio + interest_coverage + accruals_to_assets + piotroski_f_score + altman_z_nonmanufacturer + beneish_m_score + revenue_growth_5y)',
  },
  'by a trend of ten years': { sort: '-slope(revenue, 10) / mean(revenue, 10)', columns: 'rises(revenue)' },
  'twenty chosen companies': {
    tickers: Array.from({ length: 20 }, (_, at) => `us.T${at * 7 + 1}`).join(),
    columns: 'revenue,net_income',
  },
};

/** Questions with a formula may take longer. */
const aimOf = (question: object): string =>
  'where' in question || JSON.stringify(question).includes('(') ? 'p99 < 500 ms' : 'p99 < 100 ms';

/** The same questions as of days from 2014 to 2024, a new day each time. */
const AS_OF = [
  'by revenue, no filter',
  'six filters, twelve columns',
  'a market and a year',
  'two filters, converted to euros',
  'a condition over three years',
  'ten measures',
  'by ten measures, no filter',
  'by a trend of ten years',
  'twenty chosen companies',
];

const TEN_AMOUNTS = join(Array.from({ length: 10 }, (_, at) => raw(`sum(amounts[${at * 9 + 2}])`)));

/** The lower bound of any response: reading the same rows and the amounts of a formula, without anything else. */
const FLOORS: Record<string, (day: string) => Sql> = {
  'bare query: newest years, sorted by one amount': () => sql`
    select issuer_id, amounts[1] from annual_amounts where is_newest order by amounts[1] desc nulls last limit 50`,
  'bare query: ten amounts of all years, summed': () => sql`select ${TEN_AMOUNTS} from annual_amounts`,
  'bare query: newest years as of a day, sorted by one amount': day => sql`
    select issuer_id, amounts[1] from annual_history
    where is_newest and known_from <= ${day}::date and known_to > ${day}::date order by amounts[1] desc nulls last limit 50`,
  'bare query: ten amounts of all years as of a day, summed': day => sql`
    select ${TEN_AMOUNTS} from annual_history where known_from <= ${day}::date and known_to > ${day}::date`,
};

/** What is measured over a store. */
interface Measurement {
  name: string;
  aim?: string;
  /** The percentile beside the median. */
  share: number;
  rounds: number;
  work(db: Database, day: string): Promise<unknown>;
}

const MEASUREMENTS: readonly Measurement[] = [
  ...Object.entries(QUESTIONS).map(
    ([name, question]): Measurement => ({
      ...{ name, aim: aimOf(question), share: 0.99, rounds: ROUNDS },
      work: db => ask(db, question),
    }),
  ),
  ...AS_OF.map(
    (name): Measurement => ({
      ...{ name: `as of a day: ${name}`, aim: 'p95 < 1,000 ms', share: 0.95, rounds: ROUNDS_AS_OF },
      work: (db, day) => ask(db, { ...QUESTIONS[name], as_of: day }),
    }),
  ),
  ...Object.entries(FLOORS).map(
    ([name, statement]): Measurement => ({
      ...{ name, share: 0.95, rounds: ROUNDS_AS_OF },
      work: (db, day) => db.query(statement(day)),
    }),
  ),
];

/** `financials/screen` over a thousand and over twenty thousand issuers of fifteen years each, with fictional amounts. */
export async function benchScreen(): Promise<BenchReport> {
  const [small, large] = [await measureStore(SIZES[0]), await measureStore(SIZES[1])];
  const [few, many] = SIZES.map(size => size.toLocaleString('en-US'));
  return {
    title: 'Screening companies',
    how: `financials/screen over ${few} → ${many} issuers of ${YEARS} fiscal years, pages of 50, sequentially, ${ROUNDS} times each after a warm-up (${ROUNDS_AS_OF} as of a day). The ratio is the larger store's p50 over the smaller's; the aim is for the larger. Each year has three versions, of which a screen as of a day sees one. Processor time is that of PostgreSQL and the service together for a page. Amounts are fictional.`,
    rows: MEASUREMENTS.map(({ name, aim, share }, at) => {
      const [before, after] = [small[at], large[at]];
      if (before === undefined || after === undefined) throw new Error(`${name} was not measured`);
      const [p50, later] = [0.5, share].map(place => [before, after].map(({ times }) => percentile(times, place)));
      const shown = (values: readonly number[] = []) => values.map(ms => ms.toFixed(1)).join(' → ');
      return {
        name,
        figure: `p50 ${shown(p50)}, p${share * 100} ${shown(later)} ms; processor ${shown([before.processorMs, after.processorMs])} ms`,
        ratio: (p50?.[1] ?? Number.NaN) / (p50?.[0] ?? Number.NaN),
        ...(aim !== undefined && { aim }),
      };
    }),
  };
}

interface Measured {
  times: number[];
  processorMs: number;
}

/** Fills a store of its own with issuers, and takes every measurement. */
async function measureStore(issuers: number): Promise<Measured[]> {
  const folder = mkdtempSync(joinPath(tmpdir(), 'asfiled-bench-'));
  const postgres = await openEmbeddedPostgres({
    dataFolder: folder,
    role: 'bench',
    log: createLog('error'),
    durable: true,
  });
  const connection = postgres.connection('postgres');
  await migrate(connection);
  const db = createPool(connection, { applicationName: applicationName('bench'), plansOnce: true });
  try {
    await fill(db, issuers);
    const measured: Measured[] = [];
    for (const measurement of MEASUREMENTS) measured.push(await measure(db, measurement));
    return measured;
  } finally {
    await db.close();
    await postgres.close({ waitForOthersMs: 0 });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(db: Database, question: object): Promise<void> {
  const input = screenFinancials.input.parse(question);
  await screenFinancials.run({ db, account: null, now: new Date() }, input);
}

async function measure(db: Database, { rounds, work }: Measurement): Promise<Measured> {
  const times: number[] = [];
  await work(db, dayOf(0));
  const usedBefore = processorSeconds(process.pid);
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    await work(db, dayOf(round + 1));
    times.push(performance.now() - startedMs);
  }
  return { times, processorMs: ((processorSeconds(process.pid) - usedBefore) * 1_000) / rounds };
}

/** Another day for each round. */
function dayOf(round: number): string {
  return new Date(Date.UTC(2014, 0, 1 + ((round * 977) % 3_900))).toISOString().slice(0, 10);
}

async function fill(db: Database, issuers: number): Promise<void> {
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
      (select array_agg(case when random() < 0.25 then null when n % 9 = 0 then random() else 1e9 * (random() - 0.1) end)
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
    insert into exchange_rates (source, currency, rate_date, per_euro)
    select 'ecb', currency, day, 1 + random() from unnest(array['USD', 'JPY', 'GBP', 'CHF', 'KRW', 'BRL', 'INR']) currency
      cross join generate_series(date '1999-01-04', '2024-12-31', '1 day') day where extract(isodow from day) < 6`);
  await db.execute(sql`insert into exchange_rate_states values ('ecb', 1, '2024-12-31')`);
  await db.execute(sql`analyze`);
}
