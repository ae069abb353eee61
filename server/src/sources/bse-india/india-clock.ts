import { type Instant, type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';

/** India has one clock, five and a half hours ahead of UTC, without daylight saving time. */
const OFFSET_MS = 5.5 * 3_600_000;

/** A moment that the exchange states, by India's clock. */
export interface StatedMoment {
  date: IsoDate;
  /** In UTC, the first whole second that is not before it: nothing is known before it was. */
  instant: Instant;
}

/** Reads `2023-10-20T23:44:22.95`, India's clock; null where the text is no moment. */
export function parseMoment(text: string): StatedMoment | null {
  const match = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,7})?$/.exec(text.trim());
  const [, date = '', time = '', fraction = ''] = match ?? [];
  if (match === null || parseDay(date) === null) return null;
  const begunMs = /[1-9]/.test(fraction) ? 1_000 : 0;
  return { date, instant: toInstant(Date.parse(`${date}T${time}Z`) + begunMs - OFFSET_MS) };
}

/** When a filing that is dated by the day alone counts as known: by the end of that day. */
export function knownAtInIndia(date: IsoDate): Instant {
  return toInstant(Date.parse(`${date}T23:59:59Z`) - OFFSET_MS);
}

/** The date in India at an instant. */
export function indiaDate(instant: Date): IsoDate {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

export function daysAfter(date: IsoDate, days: number): IsoDate {
  return toIsoDate((parseDay(date) ?? 0) + days);
}

function toInstant(epochMs: number): Instant {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z');
}
