import { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../db/database.ts';
import { compareText } from '../../../kernel/compare-text.ts';
import type { Instant, IsoDate } from '../../../kernel/dates.ts';
import { type FoundEntity, issuerIdsOf } from '../../filings/issuers/views/find-issuer.ts';
import { instant, isoDate } from '../../kit/fields.ts';
import type { KpiPeriod } from '../financials/model/financials.ts';
import { decodePeriod, type FinancialsDictionary, type StoredPeriod } from '../financials/model/financials-codec.ts';
import { fiscalPeriod } from '../financials/views/financial-shapes.ts';
import { loadAllPeriods } from '../financials/views/load-periods.ts';
import {
  type KnownCalendar,
  type KnownEntry,
  type NamedPeriod,
  type PeriodActuals,
  periodName,
  REPORT_DATE_STATUSES,
  REPORT_TIMES,
  type ResultsFiling,
} from './model/earnings-calendar.ts';

const amount = z.number().nullable();

export const earningsReleaseFields = {
  earnings_release_id: z
    .string()
    .describe('<canonical key>:<month of the period>; unchanged when the results are reported.'),
  status: z.enum(['upcoming', 'reported']),
  report_date: isoDate.describe("Date in the time zone of the company's market."),
  report_time: z
    .enum(REPORT_TIMES)
    .describe("Time relative to trading hours, in the time zone of the listing's market."),
  report_date_status: z
    .enum(REPORT_DATE_STATUSES)
    .describe(
      'confirmed: the company has named the date, according to the source, or has reported. estimated: otherwise.',
    ),
  reported_at: instant.nullable().describe('When the registry accepted the filing; null if it states only the date.'),
  call_at: instant.nullable(),
  fiscal_year: z.int().nullable().describe("The company's own fiscal year."),
  fiscal_period: fiscalPeriod.nullable(),
  period_end: isoDate.nullable(),
  currency: z.string().nullable().describe('ISO 4217.'),
  eps_estimate: amount.describe("Mean of the analysts' estimates per share, for the period alone."),
  eps_actual: amount.describe('Diluted earnings per share as filed, for the period alone.'),
  eps_surprise_pct: amount.describe('eps_actual less eps_estimate, in percent of the estimate.'),
  revenue_estimate: amount,
  revenue_actual: amount,
  revenue_surprise_pct: amount,
  estimates_count: z.int().nullable().describe('Number of analysts behind eps_estimate.'),
  filing_id: z.string().nullable().describe('The filing that reports the results; null if upcoming.'),
  source: z.string().describe('Source of report_date: a registry or a calendar.'),
};

/** Maximum number of newest filings read: twenty years of quarters with their announcements are about 200. */
const MAX_FILINGS = 600;

/** Reads the stored data about the releases of a company with these registrants. */
export async function loadCalendar(db: Database, issuerIds: readonly string[]): Promise<KnownCalendar> {
  const ids = [...issuerIds];
  const periods = await db.query<NamedPeriod>(sql`
    select period_end as "periodEnd", fiscal_year as "fiscalYear", fiscal_period as "fiscalPeriod" from kpi_periods
    where issuer_id = any(${ids}::bigint[]) and fiscal_period <> 'ttm'
    order by period_end, issuer_id, fiscal_period`);
  return { ...(await loadMentions(db, ids, null)), periods };
}

/** What was known of the releases of a company by the end of a day, and the figures of its periods as the filings of then state them. */
export async function loadCalendarOn(
  db: Database,
  entity: FoundEntity,
  { asOf, until }: { asOf: IsoDate; until: Instant },
): Promise<{ known: KnownCalendar; actuals: Map<string, PeriodActuals> }> {
  const actuals = new Map<string, PeriodActuals>();
  const periods: NamedPeriod[] = [];
  for (const registrant of entity.registrants) {
    for (const { values, ...period } of await loadAllPeriods(db, registrant, asOf)) {
      if (period.fiscalPeriod !== 'ttm') periods.push(period);
      addActuals(actuals, period, { currency: period.currency, values });
    }
  }
  periods.sort((a, b) => compareText(a.periodEnd, b.periodEnd));
  return { known: { ...(await loadMentions(db, issuerIdsOf(entity), until)), periods }, actuals };
}

/** The entries of calendars and the filings of some issuers, of those known before an instant. */
async function loadMentions(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null,
): Promise<Omit<KnownCalendar, 'periods'>> {
  const ids = [...issuerIds];
  const isKnown = (instant: Sql): Sql => (until === null ? empty : sql`and ${instant} < ${until}::timestamptz`);
  // Sequential, because a transaction has one connection.
  const entries = await db.query<KnownEntry>(sql`
    select source, report_date as "reportDate", date_status as "dateStatus", report_time as "reportTime",
      call_at as "callAt", period_end as "periodEnd", fiscal_year as "fiscalYear", fiscal_period as "fiscalPeriod",
      currency, eps_estimate::float8 as "epsEstimate", eps_actual::float8 as "epsActual",
      revenue_estimate::float8 as "revenueEstimate", estimates_count as "estimatesCount", read_at as "readAt"
    from calendar_entries where issuer_id = any(${ids}::bigint[]) ${isKnown(sql`read_at`)}
    order by source, market_id, ticker_key, entry_key`);
  const filings = await db.query<ResultsFiling>(sql`
    select g.registry, g.native_id as "nativeId", g.filing_uuid as "filingUuid", g.category, g.title, g.item_codes as "itemCodes",
      g.filing_date as "filingDate", g.accepted_at as "acceptedAt", g.known_at as "knownAt", g.period_end as "periodEnd"
    from filings g
    where g.issuer_id = any(${ids}::bigint[]) and not g.is_amendment ${isKnown(sql`g.known_at`)}
      and g.category in ('earnings_release', 'annual_report', 'interim_report')
      -- of the plans of employees
      and not starts_with(upper(g.form_type), '11-K')
      and not exists (
        select from filing_standings s
        where s.registry = g.registry and s.native_id = g.native_id and s.status in ('withdrawn', 'closed')
          ${isKnown(sql`s.since`)})
      and not exists (
        select from filing_aliases a
        where a.issuer_id = g.issuer_id and a.registry = g.registry and a.native_id = g.native_id)
    order by g.known_at desc, g.native_id limit ${MAX_FILINGS}::integer`);
  return { entries, filings: filings.reverse() };
}

const EPS = 'eps_diluted';
const REVENUE = 'revenue';
const CODES: ReadonlySet<string> = new Set([EPS, REVENUE]);

/** The figures of some periods of a company by name; of several registrants' figures, those with more values. */
export async function loadActuals(
  db: Database,
  issuerIds: readonly string[],
  periods: readonly Omit<NamedPeriod, 'fiscalYear'>[],
): Promise<Map<string, PeriodActuals>> {
  const actuals = new Map<string, PeriodActuals>();
  if (periods.length === 0) return actuals;
  const ids = [...issuerIds];
  const heads = await db.query<{ issuer_id: string; dictionary: string }>(sql`
    select issuer_id, dictionary from issuer_financials where issuer_id = any(${ids}::bigint[])`);
  const rows = await db.query<StoredPeriod & { issuer_id: string }>(sql`
    select issuer_id, fiscal_period as "fiscalPeriod", fiscal_year as "fiscalYear", period_start as "periodStart",
      period_end as "periodEnd", native_id as accession, company_type as "companyType", currency,
      accounting_standard as "accountingStandard", status, breaches, items
    from kpi_periods
    where issuer_id = any(${ids}::bigint[]) and (period_end, fiscal_period) in (
      select * from unnest(${periods.map(period => period.periodEnd)}::date[], ${periods.map(period => period.fiscalPeriod)}::text[]))
    order by period_end, issuer_id`);
  const dictionaries = new Map(
    heads.map(head => [head.issuer_id, JSON.parse(head.dictionary) as FinancialsDictionary]),
  );
  for (const { issuer_id, ...stored } of rows) {
    const dictionary = dictionaries.get(issuer_id);
    if (dictionary === undefined) continue;
    addActuals(actuals, stored, decodePeriod(stored, dictionary, CODES));
  }
  return actuals;
}

function addActuals(
  actuals: Map<string, PeriodActuals>,
  period: Omit<NamedPeriod, 'fiscalYear'>,
  { currency, values }: Pick<KpiPeriod, 'currency' | 'values'>,
): void {
  const found = { currency, eps: values[EPS]?.value ?? null, revenue: values[REVENUE]?.value ?? null };
  const name = periodName(period);
  const known = actuals.get(name);
  if (known === undefined || statedIn(found) > statedIn(known)) actuals.set(name, found);
}

function statedIn({ eps, revenue }: PeriodActuals): number {
  return Number(eps !== null) + Number(revenue !== null);
}
