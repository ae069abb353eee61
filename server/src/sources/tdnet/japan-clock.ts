import { type Instant, type IsoDate, parseDay } from '../../kernel/dates.ts';

/** Japan has had no daylight saving time since 1951: its clock is nine hours ahead of UTC. */
const OFFSET_MS = 9 * 3_600_000;

/** The instant at which Japan's clock shows a date and a time (`HH:MM`); null where either is none. */
export function fromJapanClock(date: IsoDate, time: string): Instant | null {
  if (parseDay(date) === null || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return null;
  return new Date(Date.parse(`${date}T${time}:00Z`) - OFFSET_MS).toISOString().replace('.000Z', 'Z');
}

/** The Japanese date of an instant. */
export function japanDate(instant: Date): IsoDate {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}
