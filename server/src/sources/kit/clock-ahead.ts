import { type Instant, type IsoDate, parseDay, toInstant } from '../../kernel/dates.ts';

/** The wall clock of a place with a constant offset from UTC. */
export interface Clock {
  /** The date and the time (`HH:MM:SS`) that it shows at an instant. */
  at(instant: Date): { date: IsoDate; time: string };
  /** The instant at which it shows a date and a time (`HH:MM` or `HH:MM:SS`); null if either is invalid. */
  parse(date: IsoDate, time: string): Instant | null;
  /** The same for a valid date and time. Throws RangeError if either is invalid. */
  instant(date: IsoDate, time: string): Instant;
}

/** The clock of a place without daylight saving time. */
export function clockAhead(hours: number): Clock {
  const offsetMs = hours * 3_600_000;
  const parse = (date: IsoDate, time: string): Instant | null => {
    if (parseDay(date) === null || !/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(time)) return null;
    const seconds = time.length === 5 ? `${time}:00` : time;
    return toInstant(Date.parse(`${date}T${seconds}Z`) - offsetMs);
  };
  return {
    at(instant) {
      const shown = new Date(instant.getTime() + offsetMs).toISOString();
      return { date: shown.slice(0, 10), time: shown.slice(11, 19) };
    },
    parse,
    instant(date, time) {
      const instant = parse(date, time);
      if (instant === null) throw new RangeError(`Invalid date and time: ${date} ${time}`);
      return instant;
    },
  };
}

export const utcClock = clockAhead(0);

/** Japan has had no daylight saving time since 1951. */
export const japanClock = clockAhead(9);
