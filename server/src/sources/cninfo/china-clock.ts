import { type Instant, type IsoDate, toInstant } from '../../kernel/dates.ts';
import { clockAhead } from '../kit/clock-ahead.ts';

/** China has one clock, eight hours ahead of UTC, without daylight saving time since 1991. */
export const chinaClock = clockAhead(8);

/** When an announcement came out, as China's clock shows it. */
export interface AnnouncedAt {
  date: IsoDate;
  /** In UTC. */
  instant: Instant;
  /** False where the registry states a day only, which it writes as midnight. */
  hasTime: boolean;
}

/** When a filing that is dated by the day alone counts as known: by the end of that day. Throws RangeError for no date. */
export function knownAtInChina(date: IsoDate): Instant {
  return chinaClock.instant(date, '23:59:59');
}

/** Milliseconds since 1970 (UTC) of the registry's `announcementTime`; null where that is no moment of our time. */
export function fromEpochMs(epochMs: number): AnnouncedAt | null {
  // From 1990, when the exchanges opened, to the end of the century.
  if (!Number.isFinite(epochMs) || epochMs < 631_123_200_000 || epochMs >= 4_102_444_800_000) return null;
  const { date, time } = chinaClock.at(new Date(epochMs));
  return { date, instant: toInstant(epochMs), hasTime: time !== '00:00:00' || epochMs % 1_000 !== 0 };
}
