import { type Instant, type IsoDate, parseDay, toInstant } from '../../kernel/dates.ts';

/** The wall clock of a place that is ahead of UTC by the same time all the year. */
export interface Clock {
  /** The date and the time (`HH:MM:SS`) that it shows at an instant. */
  at(instant: Date): { date: IsoDate; time: string };
  /** The instant at which it shows a date and a time (`HH:MM` or `HH:MM:SS`); null where either is none. */
  parse(date: IsoDate, time: string): Instant | null;
  /** The same where both are known to be good. Throws RangeError where either is none. */
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
      if (instant === null) throw new RangeError(`${date} ${time} is no date and time`);
      return instant;
    },
  };
}

export const utcClock = clockAhead(0);
