import { addDays, daysInMonth, type IsoDate } from '../../../../kernel/dates.ts';
import type { FiscalPeriod } from '../../financials/model/financials.ts';
import type { KnownCalendar, NamedPeriod } from '../model/earnings-calendar.ts';

/** A period by its end; its name is null if only a report states that it ended. */
export interface CalendarPeriod {
  periodEnd: IsoDate;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
}

/** Shortest first: releases and estimates are quarterly if the company has quarters. */
const LENGTHS: readonly FiscalPeriod[] = ['q1', 'q2', 'q3', 'q4', 'h1', 'h2', '9m', 'fy', 'transition'];

/** Days by which the end of the same period varies between years. */
const DAYS_OF_DRIFT = 15;

/**
 * The periods of a company, earliest first: those of its figures, those of its reports, and the following ones that
 * ended a year earlier.
 */
export function calendarOf({ periods, filings }: Pick<KnownCalendar, 'periods' | 'filings'>): CalendarPeriod[] {
  const known: CalendarPeriod[] = [];
  const byLength = [...periods].sort((a, b) => lengthOf(a) - lengthOf(b));
  for (const { periodEnd, fiscalYear, fiscalPeriod } of byLength) {
    if (periodAt(known, periodEnd) === null) known.push({ periodEnd, fiscalYear, fiscalPeriod });
  }
  for (const { category, periodEnd, filingDate } of filings) {
    if (category === 'earnings_release' || periodEnd === null || periodEnd > filingDate) continue;
    if (periodAt(known, periodEnd) === null) known.push({ periodEnd, fiscalYear: null, fiscalPeriod: null });
  }
  known.sort((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1));
  const called = known.map(period =>
    period.fiscalPeriod === null ? { ...period, ...nameFromYearBefore(known, period) } : period,
  );
  return [...called, ...followingOf(called)];
}

/** Names a period that is known from a report only, after the same period a year before. */
function nameFromYearBefore(
  known: readonly CalendarPeriod[],
  { periodEnd }: CalendarPeriod,
): Pick<CalendarPeriod, 'fiscalYear' | 'fiscalPeriod'> {
  const before = known.find(
    period => period.fiscalYear !== null && distance(yearAfter(period.periodEnd), periodEnd) <= DAYS_OF_DRIFT,
  );
  if (before === undefined || before.fiscalYear === null) return { fiscalYear: null, fiscalPeriod: null };
  return { fiscalYear: before.fiscalYear + 1, fiscalPeriod: before.fiscalPeriod };
}

function lengthOf({ fiscalPeriod }: NamedPeriod): number {
  return LENGTHS.indexOf(fiscalPeriod);
}

/** The year after the last known period, derived from the year before it. */
function followingOf(known: readonly CalendarPeriod[]): CalendarPeriod[] {
  const last = known.at(-1);
  if (last === undefined) return [];
  const yearBefore = addDays(last.periodEnd, -DAYS_OF_YEAR + DAYS_OF_DRIFT);
  return known
    .filter(period => period.periodEnd > yearBefore)
    .map(period => ({
      periodEnd: yearAfter(period.periodEnd),
      fiscalYear: period.fiscalYear === null ? null : period.fiscalYear + 1,
      fiscalPeriod: period.fiscalPeriod,
    }));
}

const DAYS_OF_YEAR = 365;
const DAY_MS = 86_400_000;

/** The end of a month stays the end of the month. */
function yearAfter(date: IsoDate): IsoDate {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  const last = daysInMonth(year + 1, month);
  const isMonthEnd = day === daysInMonth(year, month);
  return `${year + 1}-${date.slice(5, 7)}-${String(isMonthEnd ? last : Math.min(day, last)).padStart(2, '0')}`;
}

/** The period that ends on or near a day; null if there is none. Sources that name a month mean its end. */
export function periodAt(calendar: readonly CalendarPeriod[], periodEnd: IsoDate): CalendarPeriod | null {
  const from = addDays(periodEnd, -DAYS_OF_DRIFT);
  const until = addDays(periodEnd, DAYS_OF_DRIFT);
  const near = calendar.filter(period => period.periodEnd >= from && period.periodEnd <= until);
  const [nearest] = near.sort((a, b) => distance(a.periodEnd, periodEnd) - distance(b.periodEnd, periodEnd));
  return nearest ?? calendar.find(period => period.periodEnd.slice(0, 7) === periodEnd.slice(0, 7)) ?? null;
}

/** Number of days between two dates. */
function distance(a: IsoDate, b: IsoDate): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;
}

/** The period with a name; null if the company has none. */
export function periodNamed(
  calendar: readonly CalendarPeriod[],
  fiscalYear: number,
  fiscalPeriod: FiscalPeriod,
): CalendarPeriod | null {
  const isSo = (period: CalendarPeriod, name: FiscalPeriod) =>
    period.fiscalYear === fiscalYear && period.fiscalPeriod === name;
  const found = calendar.find(period => isSo(period, fiscalPeriod));
  return found ?? (fiscalPeriod === 'q4' ? (calendar.find(period => isSo(period, 'fy')) ?? null) : null);
}

/** Results appear at least this many days after a period, and at most this many for a small company. */
const MIN_DAYS_AFTER = 5;
const MAX_DAYS_AFTER = 130;

/** The last period that had ended some days before results appeared; null if that was long before. */
export function periodReportedOn(calendar: readonly CalendarPeriod[], day: IsoDate): CalendarPeriod | null {
  const until = addDays(day, -MIN_DAYS_AFTER);
  const from = addDays(day, -MAX_DAYS_AFTER);
  return calendar.findLast(period => period.periodEnd <= until && period.periodEnd >= from) ?? null;
}
