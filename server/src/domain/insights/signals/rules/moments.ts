import { daysInMonth, type Instant, toInstant } from '../../../../kernel/dates.ts';

const DAY_MS = 86_400_000;

/** Subtracts calendar months, clamped to the last day of the month. Throws a RangeError for an invalid instant. */
export function monthsBefore(instant: Instant, months: number): Instant {
  const at = new Date(instant);
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth() - months;
  const [year, ofYear] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  const day = Math.min(at.getUTCDate(), daysInMonth(year, ofYear + 1));
  return toInstant(at.setUTCFullYear(year, ofYear, day));
}

/** Adds days, which can be negative. */
export function daysAfter(instant: Instant, days: number): Instant {
  return toInstant(Date.parse(instant) + days * DAY_MS);
}

/** Returns the absolute number of days between two instants or dates. */
export function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;
}

/** Returns the UTC day of an instant. */
export function dayOfInstant(instant: Instant): string {
  return instant.slice(0, 10);
}
