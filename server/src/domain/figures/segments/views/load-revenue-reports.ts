import { type Database, empty, sql } from '../../../../db/database.ts';
import { type Instant, type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import {
  type FactColumns,
  factAt,
  type StoredFact,
  unpackFacts,
} from '../../../filings/facts/model/filing-facts-codec.ts';
import type { Registrant } from '../../../filings/issuers/views/find-issuer.ts';
import type { FiscalPeriod, KpiPeriod } from '../../financials/model/financials.ts';
import { loadAllPeriods } from '../../financials/views/load-periods.ts';

/** The requested periods. */
export interface PeriodQuestion {
  fiscalPeriod: FiscalPeriod;
  yearFrom: number | null;
  yearTo: number | null;
  /** Only what was known by the end of this day; null for what is known now. */
  asOf: IsoDate | null;
}

/** A fiscal period of an issuer. */
export interface FiscalPeriodRow {
  fiscal_year: number;
  fiscal_period: FiscalPeriod;
  period_start: string;
  period_end: string;
  currency: string;
}

/** The tagged facts of one periodic filing. */
export interface PeriodicReport {
  registry: string;
  nativeId: string;
  knownAt: string;
  blocks: FactColumns[];
}

/** Loads the requested fiscal periods, newest first. */
export async function loadFiscalPeriods(
  db: Database,
  registrant: Registrant,
  { fiscalPeriod, yearFrom, yearTo, asOf }: PeriodQuestion,
): Promise<FiscalPeriodRow[]> {
  if (asOf !== null) {
    const periods = await loadAllPeriods(db, registrant, asOf);
    const isRequested = (period: KpiPeriod): boolean =>
      period.fiscalPeriod === fiscalPeriod &&
      (yearFrom === null || period.fiscalYear >= yearFrom) &&
      (yearTo === null || period.fiscalYear <= yearTo);
    return periods.filter(isRequested).map(period => ({
      fiscal_year: period.fiscalYear,
      fiscal_period: period.fiscalPeriod,
      period_start: period.periodStart,
      period_end: period.periodEnd,
      currency: period.currency,
    }));
  }
  return db.query<FiscalPeriodRow>(sql`
    select fiscal_year, fiscal_period, period_start, period_end, currency from kpi_periods
    where issuer_id = ${registrant.issuer_id} and fiscal_period = ${fiscalPeriod}
      ${yearFrom === null ? empty : sql`and fiscal_year >= ${yearFrom}`}
      ${yearTo === null ? empty : sql`and fiscal_year <= ${yearTo}`}
    order by period_end desc, period_start`);
}

const WHOLE_YEARS: readonly FiscalPeriod[] = ['fy', 'transition'];

/** Loads opened periodic filings with dimensional facts that may state such periods, newest first, of those known before an instant. */
export async function loadPeriodicReports(
  db: Database,
  issuerId: string,
  fiscalPeriod: FiscalPeriod,
  until: Instant | null,
): Promise<PeriodicReport[]> {
  const known = until === null ? empty : sql`and g.known_at < ${until}::timestamptz`;
  const categories = WHOLE_YEARS.includes(fiscalPeriod) ? ['annual_report'] : ['annual_report', 'interim_report'];
  const rows = await db.query<StoredReport>(sql`
    select p.registry, p.native_id, g.known_at, p.plain_facts, p.other_facts
    from filing_reports p join filings g using (issuer_id, registry, native_id)
    where p.issuer_id = ${issuerId} and p.other_facts is not null and g.category = any(${categories}) ${known}
    order by g.known_at desc, p.native_id`);
  const reports: PeriodicReport[] = [];
  for (const { registry, native_id, known_at, plain_facts, other_facts } of rows) {
    const blocks = await Promise.all([plain_facts, other_facts].filter(packed => packed !== null).map(unpackFacts));
    reports.push({ registry, nativeId: native_id, knownAt: known_at, blocks });
  }
  return reports;
}

interface StoredReport {
  registry: string;
  native_id: string;
  known_at: string;
  plain_facts: Uint8Array | null;
  other_facts: Uint8Array | null;
}

/** The filer's labels of the members in its facts. */
export function labelsOf({ blocks }: PeriodicReport): ReadonlyMap<string, string> {
  return new Map(blocks.flatMap(columns => columns.labels));
}

/** The numbers that a filing states for exactly this period, in document order. */
export function numbersOfPeriod({ blocks }: PeriodicReport, period: FiscalPeriodRow): StoredFact[] {
  return blocks.flatMap(columns => numbersIn(columns, period)).sort((a, b) => a.position - b.position);
}

function numbersIn(columns: FactColumns, { period_start, period_end }: FiscalPeriodRow): StoredFact[] {
  const start = parseDay(period_start);
  const end = parseDay(period_end);
  const index = columns.periods.findIndex(([first, last]) => first === start && last === end);
  if (index < 0) return [];
  const facts: StoredFact[] = [];
  for (const [row, period] of columns.period.entries()) {
    if (period === index && (columns.unit[row] ?? -1) >= 0) facts.push(factAt(columns, row));
  }
  return facts;
}
