import { type Instant, type IsoDate, parseDay, toIsoDate } from '../kernel/dates.ts';

/** Japan has had no daylight saving time since 1951: its clock is nine hours ahead of UTC. */
const OFFSET_MS = 9 * 3_600_000;

/** The instant at which Japan's clock shows a date and a time (`HH:MM` or `HH:MM:SS`); null where either is none. */
export function fromJapanClock(date: IsoDate, time: string): Instant | null {
  if (parseDay(date) === null || !/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(time)) return null;
  const seconds = time.length === 5 ? `${time}:00` : time;
  return new Date(Date.parse(`${date}T${seconds}Z`) - OFFSET_MS).toISOString().replace('.000Z', 'Z');
}

/** The Japanese date and time of an instant. */
export function japanClock(instant: Date): { date: IsoDate; time: string } {
  const clock = new Date(instant.getTime() + OFFSET_MS).toISOString();
  return { date: clock.slice(0, 10), time: clock.slice(11, 19) };
}

/** `days` before a date. Throws RangeError where the text is no date. */
export function daysBefore(date: IsoDate, days: number): IsoDate {
  const day = parseDay(date);
  if (day === null) throw new RangeError(`${date} is no date`);
  return toIsoDate(day - days);
}

/** When a document that is dated by the day alone counts as known: when its registry closes on that day. Throws RangeError. */
export function knownAtClosing(date: IsoDate, closingTime: string): Instant {
  const instant = fromJapanClock(date, closingTime);
  if (instant === null) throw new RangeError(`${date} is no date`);
  return instant;
}
