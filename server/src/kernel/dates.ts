/**
 * A calendar date, `YYYY-MM-DD`, without a time zone. Distinct from {@link Instant} so that the two cannot be mixed up.
 */
export type IsoDate = string & { readonly __brand?: 'IsoDate' };

/** A moment in UTC, ISO 8601 with `Z`. */
export type Instant = string & { readonly __brand?: 'Instant' };

/** Days since 1970-01-01, the unit of period arithmetic and of the fact store. */
export type Day = number;

/** Before and after all days. Unlike infinity, V8 keeps such integers in the objects that have them. */
export const BEFORE_ALL_DAYS: Day = -(2 ** 30);
export const AFTER_ALL_DAYS: Day = 2 ** 30 - 1;

const DAY_MS = 86_400_000;

/**
 * The day number of a date; null if the text is not a Gregorian date in the years 0001 to 9999 (PostgreSQL has no year
 * 0).
 */
export function parseDay(text: string): Day | null {
  // Parses digit by digit: parsers call this for every fact, and a Date costs some twenty times as much.
  if (text.length !== 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null;
  const century = twoDigits(text, 0);
  const yearOfCentury = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const dayOfMonth = twoDigits(text, 8);
  if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || dayOfMonth < 1) return null;
  const year = century * 100 + yearOfCentury;
  if (year === 0) return null;
  if (dayOfMonth > 28 && dayOfMonth > daysInMonth(year, month)) return null;
  return dayOfCivil(year, month, dayOfMonth);
}

const DASH = 0x2d;
const ZERO = 0x30;

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

/** The number of days in a month (1 to 12) of the Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The day number of a valid civil date. Counts years from March, in eras of 400 years (146,097 days). */
function dayOfCivil(year: number, month: number, dayOfMonth: number): Day {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date of a day number, years 0001 to 9999. */
export function toIsoDate(day: Day): IsoDate {
  // The inverse of dayOfCivil. Avoids Date, which costs ten times as much: every context of a tagged document needs
  // dates.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapDays = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  if (!(year >= 1_000 && year <= 9_999)) return new Date(day * DAY_MS).toISOString().slice(0, 10);
  return `${year}-${month < 10 ? '0' : ''}${month}-${dayOfMonth < 10 ? '0' : ''}${dayOfMonth}`;
}

/** The text if it is a date, otherwise null. */
export function dateOrNull(text: unknown): IsoDate | null {
  return typeof text === 'string' && parseDay(text) !== null ? text : null;
}

/** `MM-DD` from a month and a day in digits, 29 February included; null if they are not a valid day. */
export function monthDay(month: string, day: string): string | null {
  const text = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDay(`2000-${text}`) === null ? null : text;
}

/** The date `days` after a date, or before it if negative. Throws RangeError if the text is not a date. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return toIsoDate(dayOf(date) + days);
}

/** Adds months to a date, clamped to the last day of the month. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const later = new Date(Date.UTC(year, month - 1 + months, 1));
  later.setUTCDate(Math.min(day, daysInMonth(later.getUTCFullYear(), later.getUTCMonth() + 1)));
  return toIsoDate(Math.floor(later.getTime() / DAY_MS));
}

/** Every date between two dates, both included; empty if the second is before the first. Throws RangeError. */
export function datesBetween(from: IsoDate, until: IsoDate): IsoDate[] {
  const first = dayOf(from);
  return Array.from({ length: Math.max(0, dayOf(until) - first + 1) }, (_, at) => toIsoDate(first + at));
}

function dayOf(date: IsoDate): Day {
  const day = parseDay(date);
  if (day === null) throw new RangeError(`${date} is not a date`);
  return day;
}

/** The instant of milliseconds since 1970, without a fraction if the second is whole. Throws RangeError for NaN. */
export function toInstant(epochMs: number): Instant {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}

const newYork = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });

/**
 * New York's offset from UTC in milliseconds (negative) by day since 1970. Only days on which it changes are looked up
 * by instant.
 */
const offsetOfDay = new Map<Day, number>();

function newYorkOffsetMs(epochMs: number): number {
  const day = Math.floor(epochMs / DAY_MS);
  const known = offsetOfDay.get(day);
  if (known !== undefined) return known;
  const atStart = askOffsetMs(day * DAY_MS);
  // Intl takes microseconds, and bulk loads convert millions of instants on a few thousand days.
  if (atStart !== askOffsetMs((day + 1) * DAY_MS)) return askOffsetMs(epochMs);
  offsetOfDay.set(day, atStart);
  return atStart;
}

function askOffsetMs(epochMs: number): number {
  const name = newYork.formatToParts(epochMs).find(part => part.type === 'timeZoneName')?.value ?? '';
  const match = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name);
  if (!match) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
  return (match[1] === '-' ? -seconds : seconds) * 1000;
}

/** The New York wall clock of an instant: `{ date, time }` as `YYYY-MM-DD` and `HH:MM:SS`. */
export function newYorkClock(instant: Instant): { date: IsoDate; time: string } {
  const epochMs = Date.parse(instant);
  const clock = new Date(epochMs + newYorkOffsetMs(epochMs)).toISOString();
  return { date: clock.slice(0, 10), time: clock.slice(11, 19) };
}

/** The instant at which New York clocks show a date and time (the earlier one in the repeated hour of autumn). */
export function fromNewYorkClock(date: IsoDate, time: string): Instant {
  const target = `${date}T${time}`;
  for (const offsetHours of [4, 5]) {
    const instant = toInstant(Date.parse(`${target}Z`) + offsetHours * 3_600_000);
    const clock = newYorkClock(instant);
    if (`${clock.date}T${clock.time}` === target) return instant;
  }
  return toInstant(Date.parse(`${target}Z`) + 5 * 3_600_000);
}
