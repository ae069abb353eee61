import { addDays, type Instant, type IsoDate, toInstant } from '../../kernel/dates.ts';

/** The calendar of a zone with daylight saving time. */
export interface ZoneCalendar {
  /** The date there at an instant. */
  dateAt(instant: Date): IsoDate;
  /** The instant at which a date ends there. Throws RangeError if the text is not a date. */
  endOf(date: IsoDate): Instant;
}

const HOUR_MS = 3_600_000;
/** No zone is further ahead of UTC. */
const MAX_HOURS_AHEAD = 14;
const MAX_HOURS = 27;

/** The calendar of an IANA time zone whose clocks differ from UTC by whole hours. */
export function zoneCalendar(timeZone: string): ZoneCalendar {
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const dateAt = (instant: Date): IsoDate => formatter.format(instant).padStart(10, '0');
  // Bulk loads ask for a few thousand dates millions of times.
  const ends = new Map<IsoDate, Instant>();
  const findEnd = (date: IsoDate): Instant => {
    const next = addDays(date, 1);
    const first = Date.parse(`${next}T00:00:00Z`) - MAX_HOURS_AHEAD * HOUR_MS;
    const last = first + MAX_HOURS * HOUR_MS;
    let end = first;
    // The clocks may change at midnight: the day then begins at 01:00.
    while (end < last && dateAt(new Date(end)) < next) end += HOUR_MS;
    return toInstant(end);
  };
  return {
    dateAt,
    endOf(date) {
      const end = ends.get(date) ?? findEnd(date);
      ends.set(date, end);
      return end;
    },
  };
}
