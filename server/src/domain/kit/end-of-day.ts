import type { Instant, IsoDate } from '../../kernel/dates.ts';

/**
 * When something that is dated by day became known: at the end of the day in UTC. For the current day it is the start, so
 * that the instant is never in the future and does not change between calls.
 */
export function endOfDay(day: IsoDate, now: Date): Instant {
  const end: Instant = `${day}T23:59:59Z`;
  return Date.parse(end) <= now.getTime() ? end : `${day}T00:00:00Z`;
}
