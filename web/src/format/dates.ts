const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2025-09-27` as `27 Sep 2025`; an instant as its day in UTC. */
export function formatDay(date: string): string {
  return `${formatDayOfYear(date)} ${date.slice(0, 4)}`;
}

/** `27 Sep`. */
export function formatDayOfYear(date: string): string {
  return `${Number(date.slice(8, 10))} ${monthOf(date)}`;
}

/** `Sep 2025`. */
export function formatMonth(date: string): string {
  return `${monthOf(date)} ${date.slice(0, 4)}`;
}

/** `1 May 2026, 22:31 UTC`. */
export function formatInstant(instant: string): string {
  const utc = new Date(instant).toISOString();
  return `${formatDay(utc)}, ${utc.slice(11, 16)} UTC`;
}

/** In the browser's time zone, for tooltips: `Sat 2 May 2026, 00:31 GMT+2`. */
export function formatLocally(instant: string): string {
  return new Date(instant).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** `2 min` or `3 h` for less than a day ago, else the day. */
export function formatAge(instant: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(instant);
  if (ageMs < MINUTE_MS) return 'now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`;
  return formatDay(instant);
}

/** `09-27` as `27 September`. */
export function formatMonthDay(monthDay: string): string {
  const names = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return names.format(new Date(`2024-${monthDay}T00:00:00Z`));
}

/** Whole weeks from the first to the last day inclusive: 53 for a long fiscal year. */
export function weeksBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start) + DAY_MS) / (7 * DAY_MS));
}

function monthOf(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
}
