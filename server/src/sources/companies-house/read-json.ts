import type { JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';

/**
 * The object that an answer of the registry holds; null, with an anomaly, where it holds none: a page of HTML
 * (`html_instead_of_json`), text that is cut off (`truncated_json`), an error that came as an answer (`error_answer`).
 */
export function readJsonObject(bytes: Buffer, log: AnomalyLog): JsonObject | null {
  const value = readJsonObjectAnswer(bytes.toString('utf8'), log);
  if (value === null || !(Array.isArray(value.errors) || typeof value.error === 'string')) return value;
  log.add('error_answer', '', JSON.stringify(value.errors ?? value.error).slice(0, 200));
  return null;
}

/** Text with its white space folded, null where there is none. */
export function textOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const folded = value.replace(/\s+/g, ' ').trim();
  return folded === '' ? null : folded;
}

/** A date, white space around it or not; null for anything else. */
export function dateOf(value: unknown): IsoDate | null {
  return dateOrNull(textOrNull(value));
}

/** A number; null for anything else. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
