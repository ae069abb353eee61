import { Readable } from 'node:stream';
import { copyLine, sql, type Transaction } from '../../../db/database.ts';
import { encodeLines } from '../../../db/encode-text.ts';
import type { Instant } from '../../../kernel/dates.ts';
import type { AnnualAmounts } from './model/financials.ts';
import type { StoredPeriod } from './model/financials-codec.ts';
import { ANNUAL_ROW_COLUMNS, annualValues } from './views/annual-rows.ts';

/** The canonical financials of one issuer, ready to load. */
export interface EncodedFinancials extends Omit<PackedIssuerFinancials, 'periods' | 'years'> {
  issuerId: string;
  version: string;
  dataAsOf: Instant | null;
  periodsCount: number;
  /** COPY text of kpi_periods. */
  periods: Uint8Array;
  /** COPY text of annual_amounts. */
  years: Uint8Array;
}

/** The packed result of the rules for an issuer (PackedFinancials). */
export interface PackedIssuerFinancials {
  companyType: string | null;
  companyTypeEvidence: string[];
  accountingStandard: string | null;
  currency: string | null;
  fiscalYearEnd: string | null;
  dictionary: string;
  periods: readonly StoredPeriod[];
  years: readonly AnnualAmounts[];
}

/**
 * Encodes packed financials as rows. Throws if two periods of one kind end on the same day, which the rules must not
 * produce.
 */
export function encodeIssuerFinancials(
  financials: PackedIssuerFinancials,
  of: { issuerId: string; version: string; dataAsOf: Instant | null },
): EncodedFinancials {
  const { dictionary, periods, years } = financials;
  const lines = periods.map(period =>
    copyLine([
      of.issuerId,
      period.fiscalPeriod,
      period.fiscalYear,
      period.periodStart,
      period.periodEnd,
      period.accession,
      period.companyType,
      period.currency,
      period.accountingStandard,
      period.status,
      period.breaches,
      period.items,
    ]),
  );
  const keys = new Set(periods.map(period => `${period.fiscalPeriod} ${period.periodEnd}`));
  if (keys.size < periods.length) throw new Error('two periods of one kind end on one day');
  return {
    ...of,
    companyType: financials.companyType,
    companyTypeEvidence: financials.companyTypeEvidence,
    accountingStandard: financials.accountingStandard,
    currency: financials.currency,
    fiscalYearEnd: financials.fiscalYearEnd,
    dictionary,
    periodsCount: periods.length,
    periods: encodeLines(lines),
    years: encodeLines(years.map(year => annualLine(of.issuerId, year))),
  };
}

/** One line of COPY text of annual_amounts. */
export function annualLine(issuerId: string, year: AnnualAmounts): string {
  return copyLine([issuerId, ...annualValues(year), year.status, year.accession]);
}

/** Loads financials; each replaces those of its issuer. */
export async function replaceFinancials(tx: Transaction, all: readonly EncodedFinancials[]): Promise<void> {
  if (all.length === 0) return;
  const ids = all.map(issuer => issuer.issuerId);
  await tx.execute(sql`delete from kpi_periods where issuer_id = any(${ids}::bigint[])`);
  await tx.execute(sql`delete from annual_amounts where issuer_id = any(${ids}::bigint[])`);
  const rows = JSON.stringify(all.map(({ periods: _, years: __, ...row }) => row));
  await tx.execute(sql`
    insert into issuer_financials (issuer_id, version, company_type, company_type_evidence, accounting_standard, currency,
      fiscal_year_end, dictionary, data_as_of)
    select "issuerId", version, "companyType", "companyTypeEvidence", "accountingStandard", currency, "fiscalYearEnd",
      dictionary, "dataAsOf"
    from json_to_recordset(${rows}::json) as row (
      "issuerId" bigint, version text, "companyType" text, "companyTypeEvidence" text[], "accountingStandard" text,
      currency text, "fiscalYearEnd" text, dictionary text, "dataAsOf" timestamptz)
    on conflict (issuer_id) do update set
      version = excluded.version, company_type = excluded.company_type,
      company_type_evidence = excluded.company_type_evidence, accounting_standard = excluded.accounting_standard,
      currency = excluded.currency, fiscal_year_end = excluded.fiscal_year_end, dictionary = excluded.dictionary,
      data_as_of = excluded.data_as_of`);
  await tx.execute(sql`
    update issuers set company_type = row."companyType", updated_at = now()
    from json_to_recordset(${rows}::json) as row ("issuerId" bigint, "companyType" text)
    where issuers.issuer_id = row."issuerId" and issuers.company_type is distinct from row."companyType"`);
  const periods = all.map(issuer => issuer.periods).filter(lines => lines.length > 0);
  if (periods.length > 0) await tx.copy('kpi_periods', PERIOD_COLUMNS, Readable.from(periods));
  const years = all.map(issuer => issuer.years).filter(lines => lines.length > 0);
  if (years.length > 0) await tx.copy('annual_amounts', ANNUAL_COLUMNS, Readable.from(years));
}

const PERIOD_COLUMNS = [
  'issuer_id',
  'fiscal_period',
  'fiscal_year',
  'period_start',
  'period_end',
  'native_id',
  'company_type',
  'currency',
  'accounting_standard',
  'status',
  'breaches',
  'items',
];

export const ANNUAL_COLUMNS = ['issuer_id', ...ANNUAL_ROW_COLUMNS, 'status', 'native_id'];
