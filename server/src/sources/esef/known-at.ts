import type { Instant, IsoDate } from '../../kernel/dates.ts';

/** When a filing that the index dates by the day alone counts as known: by the end of that day in UTC, its clock. */
export function endOfDay(date: IsoDate): Instant {
  return `${date}T23:59:59Z`;
}
