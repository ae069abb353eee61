import { type Database, empty, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import type { Registrant } from '../../../filings/issuers/views/find-issuer.ts';
import type { FiscalPeriod, KpiPeriod } from '../model/financials.ts';
import { decodePeriod, type FinancialsDictionary, type StoredPeriod } from '../model/financials-codec.ts';
import { normaliseFinancials, traceFinancials } from '../rules/financials.ts';
import { knownAtOfFilings, loadFinancialsInput } from './load-financials-input.ts';
import type { FilingDirectory } from './render-values.ts';

/** The requested periods. */
export interface FinancialsQuestion {
  fiscalPeriod: FiscalPeriod;
  yearFrom: number | null;
  yearTo: number | null;
  asOf: IsoDate | null;
  /** Whether derived values list what they were computed from; false if absent. */
  tracesInputs?: boolean;
}

/** The requested periods, newest first, and the data of the company as a whole. */
export interface LoadedFinancials {
  companyType: CompanyType | null;
  accountingStandard: string | null;
  currency: string | null;
  periods: KpiPeriod[];
  directory: Omit<FilingDirectory, 'places'>;
  dataAsOf: string | null;
  /** Range of known fiscal years; null if none is known. */
  newestYear: number | null;
}

interface Head {
  registry: string | null;
  dictionary: string;
  newest_year: number | null;
}

/** Loads stored periods, or recomputes them from the facts if a past instant or the inputs of values are requested. */
export async function loadPeriods(
  db: Database,
  issuer: Registrant,
  question: FinancialsQuestion,
  codes: ReadonlySet<string>,
): Promise<LoadedFinancials | null> {
  return question.asOf === null && question.tracesInputs !== true
    ? loadStored(db, issuer, question, codes)
    : compute(db, issuer, question);
}

async function loadStored(
  db: Database,
  issuer: Registrant,
  { fiscalPeriod, yearFrom, yearTo }: FinancialsQuestion,
  codes: ReadonlySet<string>,
): Promise<LoadedFinancials | null> {
  const head = await db.queryOne<Head>(sql`
    select dictionary,
      (select registry from fact_sources s where s.issuer_id = f.issuer_id order by source limit 1) as registry,
      (select max(fiscal_year) from kpi_periods p where p.issuer_id = f.issuer_id) as newest_year
    from issuer_financials f where issuer_id = ${issuer.issuer_id}`);
  if (!head) return null;
  const rows = await db.query<StoredPeriod>(sql`
    select fiscal_period as "fiscalPeriod", fiscal_year as "fiscalYear", period_start as "periodStart",
      period_end as "periodEnd", native_id as accession, company_type as "companyType", currency,
      accounting_standard as "accountingStandard", status, breaches, items
    from kpi_periods
    where issuer_id = ${issuer.issuer_id} and fiscal_period = ${fiscalPeriod}
      ${yearFrom === null ? empty : sql`and fiscal_year >= ${yearFrom}`}
      ${yearTo === null ? empty : sql`and fiscal_year <= ${yearTo}`}
    order by period_end desc, period_start`);
  const dictionary = JSON.parse(head.dictionary) as FinancialsDictionary;
  return {
    companyType: issuer.company_type as CompanyType | null,
    accountingStandard: issuer.accounting_standard,
    currency: issuer.currency,
    periods: rows.map(row => decodePeriod(row, dictionary, codes)),
    directory: {
      registry: head.registry ?? '',
      filings: Object.fromEntries(
        dictionary.filings.map(([accession, form, , filedAt]) => [accession, { form, filedAt }]),
      ),
    },
    dataAsOf: issuer.data_as_of,
    newestYear: head.newest_year,
  };
}

/** All periods of an issuer, newest first, from the filings known by the end of a day. */
export async function loadAllPeriods(db: Database, issuer: Registrant, asOf: IsoDate): Promise<KpiPeriod[]> {
  const input = await loadFinancialsInput(db, { ...issuer, registrant_key: issuer.canonical_key }, asOf);
  return input === null ? [] : normaliseFinancials(input.facts).periods;
}

async function compute(
  db: Database,
  issuer: Registrant,
  { fiscalPeriod, yearFrom, yearTo, asOf, tracesInputs }: FinancialsQuestion,
): Promise<LoadedFinancials | null> {
  const input = await loadFinancialsInput(db, { ...issuer, registrant_key: issuer.canonical_key }, asOf);
  if (!input) return null;
  const financials = tracesInputs === true ? traceFinancials(input.facts) : normaliseFinancials(input.facts);
  const periods = financials.periods.filter(
    period =>
      period.fiscalPeriod === fiscalPeriod &&
      (yearFrom === null || period.fiscalYear >= yearFrom) &&
      (yearTo === null || period.fiscalYear <= yearTo),
  );
  const seen = [...knownAtOfFilings(input).values()].filter(
    knownAt => asOf === null || knownAt.slice(0, asOf.length) <= asOf,
  );
  return {
    companyType: financials.companyType,
    accountingStandard: financials.accountingStandard,
    currency: financials.currency,
    periods,
    directory: { registry: input.registry, filings: financials.filings },
    dataAsOf: seen.reduce<string | null>((best, next) => (best === null || next > best ? next : best), null),
    newestYear: financials.periods.reduce<number | null>(
      (best, { fiscalYear }) => Math.max(best ?? 0, fiscalYear),
      null,
    ),
  };
}
