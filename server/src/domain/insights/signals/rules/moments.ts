import { daysInMonth, type Instant, toInstant } from '../../../../kernel/dates.ts';

const DAY_MS = 86_400_000;

/** A moment some calendar months before another; the last day of a shorter month. Throws RangeError where it is no moment. */
export function monthsBefore(instant: Instant, months: number): Instant {
  const at = new Date(instant);
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth() - months;
  const [year, ofYear] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  const day = Math.min(at.getUTCDate(), daysInMonth(year, ofYear + 1));
  return toInstant(at.setUTCFullYear(year, ofYear, day));
}

/** A moment some days after another, before it where negative. */
export function daysAfter(instant: Instant, days: number): Instant {
  return toInstant(Date.parse(instant) + days * DAY_MS);
}

/** Days between two moments or dates, whichever is the first. */
export function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;
}

/** The day of a moment, UTC. */
export function dayOfInstant(instant: Instant): string {
  return instant.slice(0, 10);
}
