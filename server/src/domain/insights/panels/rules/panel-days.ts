import { type Day, daysInMonth, type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';

/** How the days of a panel follow each other: every day, Fridays, or the last day of each month, quarter or year. */
export const STEPS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Step = (typeof STEPS)[number];

/** Days since 1970-01-01, a Thursday, of the first Friday. */
const FIRST_FRIDAY = 1;

/** The days of a step from `from` to `until`, both included if they are such days. Computes at most one more than `most`. */
export function daysOf(step: Step, from: IsoDate, until: IsoDate, most: number): IsoDate[] {
  const days: IsoDate[] = [];
  const last = parseDay(until) ?? 0;
  for (let day = nextOf(step, parseDay(from) ?? 0); day <= last && days.length <= most; day = nextOf(step, day + 1))
    days.push(toIsoDate(day));
  return days;
}

/** The first such day that is not before a day. */
function nextOf(step: Step, day: Day): Day {
  switch (step) {
    case 'day':
      return day;
    case 'week':
      return day + ((((FIRST_FRIDAY - day) % 7) + 7) % 7);
    case 'month':
      return endOfMonth(day, 1);
    case 'quarter':
      return endOfMonth(day, 3);
    case 'year':
      return endOfMonth(day, 12);
  }
}

/** The last day of the month, or of the group of months of the year, that has a day. */
function endOfMonth(day: Day, months: 1 | 3 | 12): Day {
  const [year = 0, month = 1] = toIsoDate(day).split('-').map(Number);
  const last = Math.ceil(month / months) * months;
  const [yyyy, mm] = [String(year).padStart(4, '0'), String(last).padStart(2, '0')];
  // NaN beyond the year 9999, which ends every span.
  return parseDay(`${yyyy}-${mm}-${daysInMonth(year, last)}`) ?? Number.NaN;
}
