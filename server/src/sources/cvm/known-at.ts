import { type Instant, type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';

const HOUR_MS = 3_600_000;

/**
 * When the public could know what the registry dates by the day alone: when that day is over in São Paulo (UTC−3; UTC−2 in
 * the summers up to 2019, whose first days begin at 01:00).
 */
export function knownAt(date: IsoDate): Instant {
  const nextDay = toIsoDate((parseDay(date) ?? 0) + 1);
  const midnight = Date.parse(`${nextDay}T00:00:00Z`);
  const early = new Date(midnight + 2 * HOUR_MS);
  const instant = dayInSaoPaulo(early) >= nextDay ? early : new Date(midnight + 3 * HOUR_MS);
  return instant.toISOString().replace('.000Z', 'Z');
}

const saoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

/** The calendar's day there, `YYYY-MM-DD`. */
export function dayInSaoPaulo(instant: Date): IsoDate {
  return saoPaulo.format(instant);
}
