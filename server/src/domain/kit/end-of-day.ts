import type { Instant, IsoDate } from '../../kernel/dates.ts';

/**
 * When something was known that bears a day and no hour: at the end of the day; while it is not over at its beginning, so that
 * nothing is of later than now and an answer stays what it was from one call to the next.
 */
export function endOfDay(day: IsoDate, now: Date): Instant {
  const end: Instant = `${day}T23:59:59Z`;
  return Date.parse(end) <= now.getTime() ? end : `${day}T00:00:00Z`;
}
