import { type Database, join, raw, type Sql, sql } from '../server/src/db/database.ts';
import { screenFinancials } from '../server/src/domain/figures/financials/operations/screen-financials.ts';
import { listUniverse } from '../server/src/domain/insights/universe/operations/list-universe.ts';
import { processorSeconds } from './process-usage.ts';
import { type BenchReport, percentile } from './report.ts';
import { VALUED_FROM, withScreenStore, YEARS } from './screen-store.ts';

const SIZES = [1_000, 20_000] as const;
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

/** Multiples of days that have market capitalizations, a new day each time. */
const VALUED: Record<string, object> = {
  'by a multiple, no filter': { sort: 'price_to_earnings', columns: 'price_to_earnings,market_cap' },
  'two multiples, six columns': {
    where: 'price_to_earnings < 15 and ev_to_ebitda < 10',
    columns: 'market_cap,enterprise_value,price_to_earnings,ev_to_ebitda,price_to_book,free_cash_flow_yield',
    sort: 'ev_to_ebitda',
  },
  'two multiples, converted to euros': {
    where: 'price_to_sales < 2 and market_cap > 100m',
    sort: '-market_cap',
    currency: 'EUR',
  },
};

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
  ...Object.entries(VALUED).map(
    ([name, question]): Measurement => ({
      ...{ name: `as of a day: ${name}`, aim: 'p95 < 1,000 ms', share: 0.95, rounds: ROUNDS_AS_OF },
      work: (db, day) => ask(db, { ...question, as_of: valuedDayOf(day) }),
    }),
  ),
  {
    ...{ name: 'universe as of a day, a page of 5,000', share: 0.95, rounds: ROUNDS_AS_OF },
    work: async (db, day) => {
      const input = listUniverse.input.parse({ as_of: day, limit: 5_000 });
      await listUniverse.run({ db, account: null, now: new Date() }, input);
    },
  },
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

/** Takes every measurement over a store of some issuers. */
function measureStore(issuers: number): Promise<Measured[]> {
  return withScreenStore(issuers, async db => {
    const measured: Measured[] = [];
    for (const measurement of MEASUREMENTS) measured.push(await measure(db, measurement));
    return measured;
  });
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

/** A day of the years with market capitalizations for each day. */
function valuedDayOf(day: string): string {
  return `${VALUED_FROM + (Number(day.slice(8)) % 5)}${day.slice(4, 8)}${day.slice(8) > '28' ? '28' : day.slice(8)}`;
}
