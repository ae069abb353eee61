import type { Database } from '../../src/db/database.ts';
import { computeHistories } from '../../src/domain/figures/financials/compute-histories.ts';
import type { FictionalReport } from '../../src/domain/figures/financials/rules/fictional-filer.ts';
import { computeMarketValues } from '../../src/domain/markets/valuation/compute-market-values.ts';
import { parseDay, toIsoDate } from '../../src/kernel/dates.ts';
import { storeReports } from './fictional-reports.ts';
import { seedEntity, seedIssuer } from './issuers.ts';
import { seedCloses, share } from './prices.ts';
import { quarterlyFiler } from './quarterly-filer.ts';
import { seedRates } from './rates.ts';
import { randomNumbers, restatingFiler } from './restating-filer.ts';

/** A fictional company whose reports and closes become known one after another. */
export interface PanelCompany {
  key: string;
  issuerId: string;
  reports: readonly FictionalReport[];
  /** Closes by day; null if it has no price. */
  closes: Record<string, number> | null;
}

const ANNUAL = 6;
const QUARTERLY = 4;
/** The last day of closes and rates. */
export const LAST_DAY = '2024-06-07';

/**
 * Companies of annual reports that are often recast, and companies of quarterly reports with closes; two of the former are registrants
 * of one company. Only the reports filed, closes paid and rates set up to `until` are stored.
 */
export async function seedPanelCompanies(db: Database, until: string): Promise<PanelCompany[]> {
  const companies: PanelCompany[] = [];
  for (let at = 0; at < ANNUAL + QUARTERLY; at++) {
    const random = randomNumbers(at + 1);
    const [key, ticker] = [`cik:${at + 1}`, `P${at}`];
    const issuerId = await seedIssuer(db, {
      key,
      name: `Company ${at}`,
      listings: [{ ticker }],
      sic: at % 2 === 0 ? '2834' : '7372',
    });
    const isAnnual = at < ANNUAL;
    const reports = isAnnual
      ? restatingFiler(ticker, random)
      : quarterlyFiler(ticker, random, { firstYear: 2012, years: 6 }).reports;
    companies.push({ key, issuerId, reports, closes: isAnnual ? null : closesOf(random) });
  }
  await seedEntity(db, [companies[1]?.issuerId ?? '', companies[2]?.issuerId ?? '']);
  await learnAll(db, companies, '2009-01-01', until);
  return companies;
}

/** Stores the reports, closes and rates of the days after `from` up to `until`, and computes what the worker computes after a load. */
export async function learnAll(
  db: Database,
  companies: readonly PanelCompany[],
  from: string,
  until: string,
): Promise<void> {
  await seedRates(db, { USD: everyDay(from, until, day => 1 + (day % 50) / 100) });
  for (const company of companies) await learn(db, company, from, until);
  await computeHistories(db, { forMs: 300_000 });
  await computeMarketValues(db);
}

async function learn(
  db: Database,
  { key, issuerId, reports, closes }: PanelCompany,
  from: string,
  until: string,
): Promise<void> {
  const known = reports.filter(({ filed }) => filed <= until);
  if (known.some(({ filed }) => filed > from)) await storeReports(db, { key, issuerId, reports }, known.length);
  const paid = Object.entries(closes ?? {}).filter(([day]) => day <= until);
  if (paid.length === 0) return;
  const ticker = `P${Number(key.slice('cik:'.length)) - 1}`;
  const actions = { splits: [], dividends: [] };
  await seedCloses(db, { of: share(ticker), basis: 'split_adjusted', closes: Object.fromEntries(paid), actions });
}

/** Closes of weekdays. */
function closesOf(random: () => number): Record<string, number> {
  const days = everyDay('2012-01-02', LAST_DAY, () => Math.round((20 + random() * 5) * 100) / 100);
  return Object.fromEntries(Object.entries(days).filter(([date]) => ((parseDay(date) ?? 0) + 3) % 7 < 5));
}

function everyDay<T>(from: string, until: string, value: (day: number) => T): Record<string, T> {
  const [first, last] = [parseDay(from) ?? 0, parseDay(until) ?? 0];
  return Object.fromEntries(
    Array.from({ length: last - first + 1 }, (_, at) => [toIsoDate(first + at), value(first + at)]),
  );
}

const FIRST_DAY = parseDay('2011-07-01') ?? 0;

const POOL = [
  ...[
    'revenue',
    'net_income',
    'total_assets',
    'revenue_growth',
    'revenue_growth_3y',
    'asset_turnover',
    'gross_profitability',
  ],
  ...[
    'accruals_to_assets',
    'piotroski_f_score',
    'market_cap',
    'price_to_sales',
    'revenue_ttm',
    'total_assets_mrq',
    'ev_to_sales',
  ],
  ...[
    'mean(revenue, 3)',
    'slope(revenue, 4)',
    'variability(revenue, 3)',
    'rises(total_assets)',
    'market_cap / revenue',
  ],
  ...['default(inventory, 0) + revenue', 'net_income / (revenue - revenue)', 'earnings_yield'],
];

/** Random parameters of a panel: two to six measures, one to six days before `until`, any shape and format. */
export function randomPanel(
  random: () => number,
  until: string,
): Record<string, string> & { measures: string; days: string } {
  const some = <T>(pool: readonly T[], count: number) =>
    pool
      .map(one => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, count)
      .map(({ one }) => one);
  const [first, last] = [FIRST_DAY, parseDay(until) ?? 0];
  // Half of the questions have days that follow each other closely, of which most companies report nothing new.
  const span = random() < 0.5 ? last - first : 40;
  const start = first + Math.floor(random() * (last - first - span + 1));
  const count = 1 + Math.floor(random() * 6);
  const days = Array.from({ length: count }, () => toIsoDate(start + Math.floor(random() * span)));
  return {
    measures: some(POOL, 2 + Math.floor(random() * 5)).join(),
    days: days.join(),
    shape: random() < 0.5 ? 'wide' : 'long',
    format: random() < 0.5 ? 'csv' : 'ndjson',
    ...(random() < 0.3 && { currency: 'EUR' }),
    ...(random() < 0.3 && { industry: '2834' }),
  };
}
