import { type Instant, type IsoDate, toInstant } from '../../kernel/dates.ts';
import { clockAhead } from '../kit/clock-ahead.ts';

/** India has one clock, five and a half hours ahead of UTC, without daylight saving time. */
export const indiaClock = clockAhead(5.5);

/** A moment that the exchange states, by India's clock. */
export interface StatedMoment {
  date: IsoDate;
  /** In UTC, the first whole second that is not before it: nothing is known before it was. */
  instant: Instant;
}

/** Reads `2023-10-20T23:44:22.95`, India's clock; null where the text is no moment. */
export function parseMoment(text: string): StatedMoment | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d{1,7})?$/.exec(text.trim());
  const [, date = '', time = '', fraction = ''] = match ?? [];
  const second = indiaClock.parse(date, time);
  if (second === null) return null;
  return { date, instant: /[1-9]/.test(fraction) ? toInstant(Date.parse(second) + 1_000) : second };
}

/** When a filing that is dated by the day alone counts as known: by the end of that day. Throws RangeError for no date. */
export function knownAtInIndia(date: IsoDate): Instant {
  return indiaClock.instant(date, '23:59:59');
}
