import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';

export const FISCAL_PERIODS = ['fy', 'q1', 'q2', 'q3', 'q4', 'h1', 'h2', '9m', 'ttm', 'transition'] as const;
export type FiscalPeriod = (typeof FISCAL_PERIODS)[number];

/** Periods that only annual reports cover. */
export const ANNUAL_PERIODS: ReadonlySet<FiscalPeriod> = new Set<FiscalPeriod>(['fy', 'q4', 'transition']);

/** The seven leading codes of a filing's response, in the contract's order. */
export const KEY_CODES = [
  'revenue',
  'gross_margin',
  'operating_income',
  'net_income',
  'total_assets',
  'equity',
  'operating_cash_flow',
] as const;

export const STATEMENT_TYPES = ['income', 'balance', 'cashflow', 'shares'] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

export const VALIDATION_STATUSES = ['published', 'published_with_warnings', 'needs_review', 'unavailable'] as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

export type Method = 'reported' | 'derived' | 'summed';

/** One canonical value with its full provenance. */
export interface KpiValue {
  /** In whole units of `unit`; `exact` has the digits beyond double precision. */
  value: number;
  exact?: string;
  /** `USD`, `USD/shares`, `shares`, `pure`. */
  unit: string;
  method: Method;
  /** The stating concept; for derived values the concept of the first operand, null for formulas over codes. */
  concept: string | null;
  formula?: string;
  accession: string;
  /** Of a reported value the dates that its filing states, which may miss those of the period by days. Null for an instant. */
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
  decimals: number | 'INF' | null;
  status: ValidationStatus;
  /** off_face, vintage_fallback, older_vintage, restated_quarters, sign_flip, suspect_zero, year_to_date … */
  flags: string[];
  basis?: string;
  /** `axis=member` pairs, if only a fact with dimensions states it. */
  dimensions?: string;
  /** What it was computed from; only of traced computations, and absent if a filing states the value. */
  inputs?: KpiInput[];
  /** The original value in the currency of the filing, if this one was converted. */
  asFiled?: KpiValue;
  /** The value as of the day of the first report of the line, only if it differs beyond rounding. */
  firstReported?: {
    value: number;
    accession: string;
    restatement: 'amendment' | 'recast' | 'correction';
  };
}

/** A value that another was computed from. */
export interface KpiInput {
  /** Its part in the formula: a code, a concept or a period. */
  name: string;
  /** A derived value is the sum of its terms by their weights, or the quotient of numerator and denominator; with an opening balance the denominator is the mean of both. */
  role: 'term' | 'numerator' | 'denominator' | 'opening';
  weight: number;
  value: KpiValue;
}

/** A relation between values of one period that does not hold within the tolerance of its terms. */
export interface Breach {
  identity: string;
  terms: Record<string, number>;
  difference: number;
  tolerance: number;
  /** The known cause that explains it; null if none does. */
  cause: string | null;
}

/** The canonical values of one fiscal period of one issuer. */
export interface KpiPeriod {
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  periodStart: IsoDate;
  periodEnd: IsoDate;
  /** The newest filing that shows the period on its statements (the vintage). */
  accession: string;
  companyType: CompanyType;
  currency: string;
  accountingStandard: string;
  status: ValidationStatus;
  breaches: Breach[];
  /** By canonical code; codes without a value are in `missing` with their reason. */
  values: Record<string, KpiValue>;
  /** Codes that apply to the company type but have no value, with the reason. */
  missing: Record<string, MissingReason>;
}

/** The canonical financials of an issuer from the filings visible at some instant. */
export interface Financials {
  companyType: CompanyType | null;
  /** Evidence for the type, for people: `sic 6021`, `3 bank concepts on the face`. */
  companyTypeEvidence: string[];
  accountingStandard: string | null;
  currency: string | null;
  /** Nominal year end of the filer's calendar, `MM-DD`. */
  fiscalYearEnd: string | null;
  /** Newest period end first; longer durations first within one end. */
  periods: KpiPeriod[];
  /** By accession: filings that a value, period or `firstReported` refers to. */
  filings: Record<string, { form: string; filed: IsoDate; filedAt: Instant }>;
  anomalies: FinancialsAnomaly[];
}

/** An inconsistency in the facts, or a fact that the rules do not understand. */
export interface FinancialsAnomaly {
  kind: string;
  accession: string | null;
  detail: string;
}

/** The canonical values of one fiscal year as bare numbers, for ranking companies. */
export interface AnnualFigures {
  /** Days since 1970-01-01, like the end. */
  periodStart: number;
  periodEnd: number;
  fiscalYear: number;
  /** Whether it is the company's newest fiscal year. */
  isNewest: boolean;
  /** Whether the figures are the company's own instead of the group's. */
  isStandAlone: boolean;
  currency: string;
  /** Identifies the order of `amounts` (rules/periods/annual-amounts.ts). */
  layout: number;
  /** In whole units; null = no value. */
  amounts: (number | null)[];
}

/** The amounts of a fiscal year with the newest filing that presents it. */
export interface AnnualAmounts extends AnnualFigures {
  status: ValidationStatus;
  accession: string;
}

const DOUBTED_COUNT = new Set(['scale_suspect', 'split_basis']);

/** Whether a share count may be wrong by a factor of a thousand or predate a split. */
export function isDoubtedCount({ flags }: { flags: readonly string[] }): boolean {
  return flags.some(flag => DOUBTED_COUNT.has(flag));
}

/** A number of shares outstanding that a filing states. */
export interface CountedShares {
  count: number;
  /** The date that the filing states for it. */
  date: IsoDate;
  accession: string;
  /** The day (UTC) on which the filing became known: splits up to it are in the count. */
  knownOn: IsoDate;
}

/** The newest trailing twelve months with the balances at their end; growths are null. */
export interface TrailingFigures extends AnnualFigures {
  /** The newest count that no check doubts; null if every count is missing or doubtful. */
  shares: CountedShares | null;
}

export interface TrailingAmounts extends TrailingFigures {
  status: ValidationStatus;
  accession: string;
}

/** The amounts of a year as they were known from the end of one day (UTC) until before the end of another. */
export interface YearVersion<Figures extends AnnualFigures> {
  readonly year: Figures;
  /** The newest filing that presents the year, and the year's status, from the end of a day on; oldest first. */
  readonly presented: readonly { day: IsoDate; accession: string; status: ValidationStatus }[];
  readonly knownFrom: IsoDate;
  /** Null while it is known. */
  readonly knownTo: IsoDate | null;
}

/** A version of a fiscal year. */
export type AnnualVersion = YearVersion<AnnualFigures>;

/** A version of the newest trailing year. */
export type TrailingVersion = YearVersion<TrailingFigures>;

/** What was known of an issuer's fiscal years and of its newest trailing year. */
export interface FiguresHistory {
  readonly years: readonly AnnualVersion[];
  readonly trailing: readonly TrailingVersion[];
}
