import { type Database, empty, sql } from '../../../../db/database.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import {
  type FactColumns,
  factAt,
  type StoredFact,
  unpackFacts,
} from '../../../filings/facts/model/filing-facts-codec.ts';
import type { FiscalPeriod } from '../../financials/model/financials.ts';

/** The requested periods. */
export interface PeriodQuestion {
  fiscalPeriod: FiscalPeriod;
  yearFrom: number | null;
  yearTo: number | null;
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
export function loadFiscalPeriods(
  db: Database,
  issuerId: string,
  { fiscalPeriod, yearFrom, yearTo }: PeriodQuestion,
): Promise<FiscalPeriodRow[]> {
  return db.query<FiscalPeriodRow>(sql`
    select fiscal_year, fiscal_period, period_start, period_end, currency from kpi_periods
    where issuer_id = ${issuerId} and fiscal_period = ${fiscalPeriod}
      ${yearFrom === null ? empty : sql`and fiscal_year >= ${yearFrom}`}
      ${yearTo === null ? empty : sql`and fiscal_year <= ${yearTo}`}
    order by period_end desc, period_start`);
}

const WHOLE_YEARS: readonly FiscalPeriod[] = ['fy', 'transition'];

/** Loads opened periodic filings with dimensional facts that may state such periods, newest first. */
export async function loadPeriodicReports(
  db: Database,
  issuerId: string,
  fiscalPeriod: FiscalPeriod,
): Promise<PeriodicReport[]> {
  const categories = WHOLE_YEARS.includes(fiscalPeriod) ? ['annual_report'] : ['annual_report', 'interim_report'];
  const rows = await db.query<StoredReport>(sql`
    select p.registry, p.native_id, g.known_at, p.plain_facts, p.other_facts
    from filing_reports p join filings g using (issuer_id, registry, native_id)
    where p.issuer_id = ${issuerId} and p.other_facts is not null and g.category = any(${categories})
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
