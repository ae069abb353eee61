import { type Database, type Sql, sql } from '../../../../db/database.ts';
import type { ReportQuestion } from '../../../filings/filings/views/unread-filings.ts';
import { type FoundEntity, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { ANNUAL_PERIODS, type FiscalPeriod } from '../model/financials.ts';

/** The quarter of the fiscal year with which an interim period ends. */
const QUARTER_OF: Partial<Record<FiscalPeriod, 1 | 2 | 3>> = { q1: 1, q2: 2, h1: 2, q3: 3, '9m': 3 };

interface Periods {
  fiscalPeriod: FiscalPeriod;
  yearFrom: number | null;
  yearTo: number | null;
}

/**
 * The reports that state fiscal periods: the report of the second quarter states none of the first. A TTM needs an annual
 * report.
 */
export async function reportsOfPeriods(
  db: Database,
  issuer: FoundEntity,
  { fiscalPeriod, yearFrom, yearTo }: Periods,
  isRead: Sql,
): Promise<ReportQuestion> {
  const issuerIds = issuerIdsOf(issuer);
  const quarter = QUARTER_OF[fiscalPeriod];
  const isAnnual = ANNUAL_PERIODS.has(fiscalPeriod) || fiscalPeriod === 'ttm';
  return {
    issuerIds,
    categories: isAnnual ? ['annual_report'] : ['interim_report'],
    isRead,
    yearFrom,
    yearTo,
    endMonth: quarter === undefined ? null : await endMonthOf(db, issuerIds, quarter),
  };
}

/** The month (1 to 12) with which a quarter of the fiscal year ends, by the newest known period; null if none is known. */
async function endMonthOf(db: Database, issuerIds: readonly string[], quarter: number): Promise<number | null> {
  const row = await db.queryOne<{ fiscal_period: FiscalPeriod; month: number }>(sql`
    select fiscal_period, extract(month from period_end - 10)::integer as month from kpi_periods
    where issuer_id = any(${[...issuerIds]}::bigint[])
      and fiscal_period = any(${[...Object.keys(QUARTER_OF), 'fy', 'q4']}::text[])
    order by period_end desc, fiscal_period limit 1`);
  if (row === null) return null;
  const months = (quarter - (QUARTER_OF[row.fiscal_period] ?? 4)) * 3;
  return ((row.month - 1 + months + 12) % 12) + 1;
}
