import { addDays, type IsoDate, parseDay } from '../../../kernel/dates.ts';
import type { ReportCode } from '../endpoints.ts';
import { compactDate } from '../identifiers.ts';
import { lastDayOf, PERIODIC_REPORTS } from './report-types.ts';

/** The period of a periodic report. */
export interface ReportPeriod {
  /** First day of the business year. */
  yearStart: IsoDate;
  /** Last day of the report. */
  end: IsoDate;
}

/** Statements of the documents about a report's period. */
export interface PeriodEvidence {
  businessYear: string;
  reportCode: ReportCode;
  receivedOn: IsoDate;
  /** The period's end in words of the registry (`stlm_dt`, `thstrm_dt`, the report's name); null if not stated. */
  statedEnd: IsoDate | null;
  /** Month in which the business year closes (`acc_mt`); null if unknown. */
  yearEndMonth: number | null;
}

/** Annual reports are due 90 days after the period, others 45: a report soon after that is the first one. */
const FIRST_ANNUAL_DAYS = 120;
const FIRST_INTERIM_DAYS = 60;
const DECEMBER = 12;

/**
 * The period of a report. Where nothing states its end it follows from business year and closing month. The business year
 * is named after the year in which it begins or ends; the day of receipt decides which. A year is assumed to close in
 * December only if the day of receipt fits that. Null if unknown.
 */
export function periodOf(evidence: PeriodEvidence): ReportPeriod | null {
  const end = evidence.statedEnd ?? computedEnd(evidence);
  if (end === null) return null;
  const { months } = PERIODIC_REPORTS[evidence.reportCode];
  return { end, yearStart: addDays(monthsBefore(end, months), 1) };
}

function computedEnd({ businessYear, reportCode, receivedOn, yearEndMonth }: PeriodEvidence): IsoDate | null {
  const { months } = PERIODIC_REPORTS[reportCode];
  const closing = yearEndMonth ?? DECEMBER;
  const offset = closing - 12 + months;
  const year = Number(businessYear);
  const candidates = closing === DECEMBER ? [year] : [year, year + 1];
  const ends = candidates.flatMap(candidate => endAt(candidate, offset) ?? []);
  const fitting = ends.filter(end => isFirstReport(end, receivedOn, months));
  if (fitting.length === 1) return fitting[0] ?? null;
  // A late amendment fits no candidate; if the closing month is known to be December there is only one.
  return yearEndMonth === DECEMBER && ends[0] !== undefined && ends[0] < receivedOn ? ends[0] : null;
}

/** `offset` counts months from the turn of the year. */
function endAt(year: number, offset: number): IsoDate | null {
  const month = ((offset - 1 + 24) % 12) + 1;
  return lastDayOf(year + Math.floor((offset - 1) / 12), month);
}

function isFirstReport(end: IsoDate, receivedOn: IsoDate, months: number): boolean {
  const days = (parseDay(receivedOn) ?? 0) - (parseDay(end) ?? 0);
  return days > 0 && days <= (months === 12 ? FIRST_ANNUAL_DAYS : FIRST_INTERIM_DAYS);
}

/** The last day of the month a number of months before. */
export function monthsBefore(end: IsoDate, months: number): IsoDate {
  const index = Number(end.slice(0, 4)) * 12 + Number(end.slice(5, 7)) - 1 - months;
  return lastDayOf(Math.floor(index / 12), (index % 12) + 1) ?? end;
}

/** A column's own dates: `2023.12.31 현재`, `2023.01.01 ~ 2023.12.31`. Null if it has none. */
export function readDates(text: string | null): { start: IsoDate | null; end: IsoDate } | null {
  const dates = (text ?? '').match(/\d{4}\.\d{2}\.\d{2}/g)?.map(compactDate) ?? [];
  const end = dates.at(-1) ?? null;
  if (end === null) return null;
  return { start: dates.length > 1 ? (dates[0] ?? null) : null, end };
}
