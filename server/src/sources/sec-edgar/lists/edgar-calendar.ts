import { type IsoDate, parseDay, toIsoDate } from '../../../kernel/dates.ts';

/**
 * Days on which EDGAR was shut beyond weekends and federal holidays, by executive order or for a day of mourning
 * (https://www.sec.gov/submit-filings/edgar-calendar and the announcements of those years).
 */
const CLOSED_BY_ORDER: ReadonlySet<string> = new Set([
  '2014-12-26',
  '2018-12-05',
  '2018-12-24',
  '2019-12-24',
  '2020-12-24',
  '2024-12-24',
  '2025-01-09',
  '2025-12-24',
  '2025-12-26',
]);

/** Holidays on a fixed date, as `MM-DD`; moved to Friday from a Saturday, to Monday from a Sunday. */
const FIXED_HOLIDAYS: readonly { date: string; since: number }[] = [
  { date: '01-01', since: 1870 },
  { date: '06-19', since: 2021 },
  { date: '07-04', since: 1870 },
  { date: '11-11', since: 1978 },
  { date: '12-25', since: 1870 },
];

const MONDAY = 1;
const THURSDAY = 4;

/** Holidays on the nth weekday of a month; n = -1 means the last. */
const MOVING_HOLIDAYS: readonly { month: string; weekday: number; nth: number }[] = [
  { month: '01', weekday: MONDAY, nth: 3 },
  { month: '02', weekday: MONDAY, nth: 3 },
  { month: '05', weekday: MONDAY, nth: -1 },
  { month: '09', weekday: MONDAY, nth: 1 },
  { month: '10', weekday: MONDAY, nth: 2 },
  { month: '11', weekday: THURSDAY, nth: 4 },
];

const closedDaysOfYear = new Map<number, ReadonlySet<string>>();

/**
 * Whether EDGAR takes filings on a day: not on weekends and federal holidays (5 U.S.C. 6103), nor when closed by order.
 * These are not the days of the stock exchanges: those open on Columbus and Veterans Day and close on Good Friday.
 */
export function isEdgarDay(date: IsoDate): boolean {
  const day = parseDay(date);
  if (day === null) return false;
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6 || CLOSED_BY_ORDER.has(date)) return false;
  return !holidaysOf(Number(date.slice(0, 4))).has(date);
}

/** The first day after `date` on which EDGAR takes filings. */
export function nextEdgarDay(date: IsoDate): IsoDate {
  let day = (parseDay(date) ?? 0) + 1;
  while (!isEdgarDay(toIsoDate(day))) day++;
  return toIsoDate(day);
}

function holidaysOf(year: number): ReadonlySet<string> {
  const known = closedDaysOfYear.get(year);
  if (known !== undefined) return known;
  const days = new Set<string>();
  // New Year's Day of the next year may be observed on 31 December of this year.
  for (const each of [year, year + 1]) {
    for (const { date, since } of FIXED_HOLIDAYS) {
      if (each >= since) days.add(observed(`${each}-${date}`));
    }
  }
  for (const { month, weekday, nth } of MOVING_HOLIDAYS) days.add(nthWeekday(`${year}-${month}`, weekday, nth));
  closedDaysOfYear.set(year, days);
  return days;
}

function observed(date: string): string {
  const day = parseDay(date) ?? 0;
  const weekday = weekdayOf(day);
  return toIsoDate(weekday === 6 ? day - 1 : weekday === 0 ? day + 1 : day);
}

function nthWeekday(month: string, weekday: number, nth: number): string {
  const first = parseDay(`${month}-01`) ?? 0;
  const inFirstWeek = first + ((weekday - weekdayOf(first) + 7) % 7);
  const last = inFirstWeek + 28;
  if (nth > 0) return toIsoDate(inFirstWeek + 7 * (nth - 1));
  return toIsoDate(toIsoDate(last).startsWith(month) ? last : last - 7);
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}
