import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Instant, type IsoDate, parseDay } from '../../kernel/dates.ts';

/** Longer names and address lines are cut. */
const MAX_CHARACTERS = 2_000;

/** Text with folded white space; null if empty. PostgreSQL accepts no NUL. */
export function textOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim();
  return text === '' ? null : text.slice(0, MAX_CHARACTERS);
}

/** `2018-11-09T00:00:00.000Z` → `2018-11-09T00:00:00Z`; other offsets are converted. */
export function instantOrNull(value: unknown, locator: string, log: AnomalyLog): Instant | null {
  const text = textOrNull(value);
  if (text === null) return null;
  const isForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = isForm && parseDay(text.slice(0, 10)) !== null ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    log.add('impossible_date', locator, text);
    return null;
  }
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/**
 * The day that a field means. The registry writes days as instants, at midnight of the LEI issuer: 23:00 and 22:00 UTC are
 * midnight of the next day in Central Europe, so late evening counts as the next day. An instant with an offset keeps its
 * own day.
 */
export function dayOrNull(value: unknown, locator: string, log: AnomalyLog): IsoDate | null {
  const instant = instantOrNull(value, locator, log);
  if (instant === null) return null;
  const stated = textOrNull(value) ?? '';
  if (!stated.endsWith('Z')) return stated.slice(0, 10);
  const hour = Number(instant.slice(11, 13));
  const isEvening = hour >= LATEST_EVENING && /:00:00Z$/.test(instant);
  return isEvening ? new Date(Date.parse(instant) + DAY_MS).toISOString().slice(0, 10) : instant.slice(0, 10);
}

const LATEST_EVENING = 21;
const DAY_MS = 86_400_000;
