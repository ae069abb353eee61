/** A calendar date, `YYYY-MM-DD`, without a time zone. A different type from {@link Instant} on purpose. */
export type IsoDate = string & { readonly __brand?: 'IsoDate' };

/** A moment in UTC, ISO 8601 with `Z`. */
export type Instant = string & { readonly __brand?: 'Instant' };

/** Days since 1970-01-01: what period arithmetic and the fact store work in. */
export type Day = number;

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The day number of a date; null where the text is no date of the Gregorian calendar. */
export function parseDay(text: string): Day | null {
  const match = DATE.exec(text);
  if (!match) return null;
  const day = Math.round(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / DAY_MS);
  return toIsoDate(day) === text ? day : null;
}

/** The date of a day number, years 0001 to 9999. */
export function toIsoDate(day: Day): IsoDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The day number of an instant, in UTC. */
export function dayOfInstant(instant: Instant): Day {
  return Math.floor(Date.parse(instant) / DAY_MS);
}

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The New York wall clock of an instant: `{ date, time }` as `YYYY-MM-DD` and `HH:MM:SS`. */
export function newYorkClock(instant: Instant): { date: IsoDate; time: string } {
  const part: Record<string, string> = {};
  for (const { type, value } of newYork.formatToParts(Date.parse(instant))) part[type] = value;
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}:${part.second}` };
}

/** The instant at which New York's clock shows a date and time (the earlier one in the repeated hour of autumn). */
export function fromNewYorkClock(date: IsoDate, time: string): Instant {
  const wanted = `${date}T${time}`;
  for (const offsetHours of [4, 5]) {
    const instant = new Date(Date.parse(`${wanted}Z`) + offsetHours * 3_600_000).toISOString().replace('.000Z', 'Z');
    const clock = newYorkClock(instant);
    if (`${clock.date}T${clock.time}` === wanted) return instant;
  }
  return new Date(Date.parse(`${wanted}Z`) + 5 * 3_600_000).toISOString().replace('.000Z', 'Z');
}
