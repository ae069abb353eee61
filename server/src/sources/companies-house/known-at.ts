import { addDays, type Instant, type IsoDate, toInstant } from '../../kernel/dates.ts';

const london = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' });

/**
 * When the public could know what the registry dates by the day alone: when that day is over in London. The registry
 * puts documents on the register in the course of the day, and says no more.
 */
export function knownAt(date: IsoDate): Instant {
  const midnight = Date.parse(`${addDays(date, 1)}T00:00:00Z`);
  return toInstant(midnight - offsetMs(midnight));
}

/** Clocks change at 01:00 UTC: at midnight the offset is that of the hours before. */
function offsetMs(epochMs: number): number {
  const name = london.formatToParts(epochMs).find(part => part.type === 'timeZoneName')?.value ?? '';
  return name === 'GMT+01:00' ? 3_600_000 : 0;
}
