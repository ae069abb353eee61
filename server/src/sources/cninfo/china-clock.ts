import type { Instant, IsoDate } from '../../kernel/dates.ts';

/** China has one clock, eight hours ahead of UTC, without daylight saving time since 1991. */
const OFFSET_MS = 8 * 3_600_000;

/** When an announcement came out, as China's clock shows it. */
export interface AnnouncedAt {
  date: IsoDate;
  /** In UTC. */
  instant: Instant;
  /** False where the registry states a day only, which it writes as midnight. */
  hasTime: boolean;
}

/** When a filing that is dated by the day alone counts as known: by the end of that day. */
export function knownAtInChina(date: IsoDate): Instant {
  return new Date(Date.parse(`${date}T23:59:59Z`) - OFFSET_MS).toISOString().replace('.000Z', 'Z');
}

/** The date in China at an instant. */
export function chinaDate(instant: Date): IsoDate {
  return new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** Milliseconds since 1970 (UTC) of the registry's `announcementTime`; null where that is no moment of our time. */
export function fromEpochMs(epochMs: number): AnnouncedAt | null {
  // From 1990, when the exchanges opened, to the end of the century.
  if (!Number.isFinite(epochMs) || epochMs < 631_123_200_000 || epochMs >= 4_102_444_800_000) return null;
  const clock = new Date(epochMs + OFFSET_MS).toISOString();
  return {
    date: clock.slice(0, 10),
    instant: new Date(epochMs).toISOString().replace('.000Z', 'Z'),
    hasTime: clock.slice(11, 23) !== '00:00:00.000',
  };
}
