import { type Instant, type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import type { FiscalPeriod } from '../../financials/model/financials.ts';

export const REPORT_TIMES = ['before_market', 'during_market', 'after_market', 'unknown'] as const;
export type ReportTime = (typeof REPORT_TIMES)[number];

export const REPORT_DATE_STATUSES = ['confirmed', 'estimated'] as const;
export type ReportDateStatus = (typeof REPORT_DATE_STATUSES)[number];

/** What a calendar states of one release of results. */
export interface CalendarEntry {
  ticker: string;
  marketId: string;
  /** Where the company is; null if the source states figures of the period only. */
  reportDate: IsoDate | null;
  dateStatus: ReportDateStatus;
  reportTime: ReportTime;
  callAt: Instant | null;
  /** As stated; the end of the month if the source names a month. */
  periodEnd: IsoDate | null;
  /** As stated, by the company's fiscal year. */
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  /** ISO 4217, of the estimates and the actual values. */
  currency: string | null;
  /** Per share, for the period alone. */
  epsEstimate: number | null;
  epsActual: number | null;
  revenueEstimate: number | null;
  /** Number of analysts behind the estimate per share. */
  estimatesCount: number | null;
  documentUrl: string;
}

/** An entry without values. */
export function emptyEntry(of: Pick<CalendarEntry, 'ticker' | 'marketId' | 'documentUrl'>): CalendarEntry {
  return {
    ...of,
    reportDate: null,
    dateStatus: 'estimated',
    reportTime: 'unknown',
    callAt: null,
    periodEnd: null,
    fiscalYear: null,
    fiscalPeriod: null,
    currency: null,
    epsEstimate: null,
    epsActual: null,
    revenueEstimate: null,
    estimatesCount: null,
  };
}

/**
 * The key of an entry among those of its source and listing, which a new date does not change: the month of its period,
 * or its fiscal period, or the quarter in which it is reported. Null if it states none of these.
 */
export function entryKeyOf({ periodEnd, fiscalYear, fiscalPeriod, reportDate }: CalendarEntry): string | null {
  if (periodEnd !== null) return monthOfPeriod(periodEnd);
  if (fiscalYear !== null && fiscalPeriod !== null) return `${fiscalYear}-${fiscalPeriod}`;
  return reportDate === null ? null : quarterOfReport(reportDate);
}

/**
 * The month with the end nearest to a period end, such as `2025-09`: years of 52 and 53 weeks end some days before or
 * after a month does.
 */
export function monthOfPeriod(periodEnd: IsoDate): string {
  return toIsoDate((parseDay(periodEnd) ?? 0) - DAYS_OF_DRIFT).slice(0, 7);
}

/** A period that ends at most this many days into a month counts as of the previous month. */
const DAYS_OF_DRIFT = 14;

/** `reported-2025q4` */
export function quarterOfReport(reportDate: IsoDate): string {
  return `reported-${reportDate.slice(0, 4)}q${Math.ceil(Number(reportDate.slice(5, 7)) / 3)}`;
}

/** A stored entry of a known company. */
export interface KnownEntry extends Omit<CalendarEntry, 'ticker' | 'marketId' | 'documentUrl'> {
  /** The registry id of the connector. */
  source: string;
  readAt: Instant;
}

/** A filing that announces results or reports on a period; neither an amendment nor withdrawn. */
export interface ResultsFiling {
  registry: string;
  nativeId: string;
  filingUuid: string;
  category: 'earnings_release' | 'annual_report' | 'interim_report';
  title: string | null;
  /** Items of an 8-K. */
  itemCodes: string[];
  filingDate: IsoDate;
  /** Null if the registry states only the day. */
  acceptedAt: Instant | null;
  knownAt: Instant;
  /** For an 8-K, the date of the reported event. */
  periodEnd: IsoDate | null;
}

/** A period of a company's figures. */
export interface NamedPeriod {
  periodEnd: IsoDate;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
}

/** What the store contains about the releases of one company, over all its registrants. */
export interface KnownCalendar {
  entries: KnownEntry[];
  /** Oldest first. */
  filings: ResultsFiling[];
  periods: NamedPeriod[];
}

/** What a company's filings state for a period. */
export interface PeriodActuals {
  currency: string;
  /** Diluted, per share. */
  eps: number | null;
  revenue: number | null;
}

/** The key of a company's period. */
export function periodName({ periodEnd, fiscalPeriod }: Omit<NamedPeriod, 'fiscalYear'>): string {
  return `${fiscalPeriod} ${periodEnd}`;
}

/** A release of results, one per issuer and period, as responses and events show it. */
export interface EarningsReleaseResponse {
  earnings_release_id: string;
  status: 'upcoming' | 'reported';
  report_date: IsoDate;
  report_time: ReportTime;
  report_date_status: ReportDateStatus;
  reported_at: Instant | null;
  call_at: Instant | null;
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  period_end: IsoDate | null;
  currency: string | null;
  eps_estimate: number | null;
  eps_actual: number | null;
  eps_surprise_pct: number | null;
  revenue_estimate: number | null;
  revenue_actual: number | null;
  revenue_surprise_pct: number | null;
  estimates_count: number | null;
  filing_id: string | null;
  source: string;
}

declare module '../../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    calendarEntries?: CalendarEntry[];
  }
}
