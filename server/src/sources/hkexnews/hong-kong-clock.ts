import type { Instant, IsoDate } from '../../kernel/dates.ts';
import { clockAhead } from '../kit/clock-ahead.ts';

/** Hong Kong has had no daylight saving time since 1979: its clock is eight hours ahead of UTC. */
export const hongKongClock = clockAhead(8);

/** When a filing that is dated by the day alone counts as known: by the end of that day. Throws RangeError for no date. */
export function knownAtInHongKong(date: IsoDate): Instant {
  return hongKongClock.instant(date, '23:59:59');
}

/** A moment as the registry writes it, `20/08/2026 17:35`; null where it is none. */
export function parseReleaseTime(text: string): { date: IsoDate; instant: Instant } | null {
  const match = /^\s*(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})\s*$/.exec(text);
  if (match === null) return null;
  const date = `${match[3]}-${match[2]}-${match[1]}`;
  const instant = hongKongClock.parse(date, match[4] ?? '');
  return instant === null ? null : { date, instant };
}
