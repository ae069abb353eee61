import { type Instant, type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';

/** Hong Kong has had no daylight saving time since 1979: its clock is eight hours ahead of UTC. */
const OFFSET_MS = 8 * 3_600_000;

/** The instant at which Hong Kong's clock shows a date and a time (`HH:MM` or `HH:MM:SS`); null where either is none. */
export function fromHongKongClock(date: IsoDate, time: string): Instant | null {
  if (parseDay(date) === null || !/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(time)) return null;
  const seconds = time.length === 5 ? `${time}:00` : time;
  return new Date(Date.parse(`${date}T${seconds}Z`) - OFFSET_MS).toISOString().replace('.000Z', 'Z');
}

/** When a filing that is dated by the day alone counts as known: by the end of that day. Throws RangeError for no date. */
export function knownAtInHongKong(date: IsoDate): Instant {
  const instant = fromHongKongClock(date, '23:59:59');
  if (instant === null) throw new RangeError(`${date} is no date`);
  return instant;
}

/** The date in Hong Kong at an instant. */
export function hongKongDate(instant: Date): IsoDate {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** A moment as the registry writes it, `20/08/2026 17:35`; null where it is none. */
export function parseReleaseTime(text: string): { date: IsoDate; instant: Instant } | null {
  const match = /^\s*(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})\s*$/.exec(text);
  if (match === null) return null;
  const date = `${match[3]}-${match[2]}-${match[1]}`;
  const instant = fromHongKongClock(date, match[4] ?? '');
  return instant === null ? null : { date, instant };
}

/** `days` after a date (before it where negative). Throws RangeError where the text is no date. */
export function daysAfter(date: IsoDate, days: number): IsoDate {
  const day = parseDay(date);
  if (day === null) throw new RangeError(`${date} is no date`);
  return toIsoDate(day + days);
}
