import { addDays, type Instant, type IsoDate, toInstant } from '../../kernel/dates.ts';

const HOUR_MS = 3_600_000;

/**
 * When the public could know what the registry dates by the day alone: when that day is over in São Paulo (UTC−3; UTC−2 in
 * the summers up to 2019, whose first days begin at 01:00).
 */
export function knownAt(date: IsoDate): Instant {
  const nextDay = addDays(date, 1);
  const midnight = Date.parse(`${nextDay}T00:00:00Z`);
  const isEarly = dayInSaoPaulo(new Date(midnight + 2 * HOUR_MS)) >= nextDay;
  return toInstant(midnight + (isEarly ? 2 : 3) * HOUR_MS);
}

const saoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

/** The calendar's day there, `YYYY-MM-DD`. */
export function dayInSaoPaulo(instant: Date): IsoDate {
  return saoPaulo.format(instant);
}
