import type { AnomalyLog } from '../../model/anomaly-log.ts';

export type JsonObject = Record<string, unknown>;

/**
 * The object that an answer of the registry holds; null, with an anomaly, where it holds none: a page of HTML
 * (`html_instead_of_json`), text that is cut off (`truncated_json`), an error that came as an answer (`error_answer`).
 */
export function readJsonObject(bytes: Buffer, log: AnomalyLog): JsonObject | null {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return tell(log, 'empty_answer', 'no bytes');
  if (/^\s*</.test(text)) return tell(log, 'html_instead_of_json', text.trim().slice(0, 200));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return tell(log, 'truncated_json', String(error));
  }
  if (!isJsonObject(value)) return tell(log, 'unexpected_document', 'expected an object');
  if (Array.isArray(value.errors) || typeof value.error === 'string') {
    return tell(log, 'error_answer', JSON.stringify(value.errors ?? value.error).slice(0, 200));
  }
  return value;
}

function tell(log: AnomalyLog, kind: string, detail: string): null {
  log.add(kind, '', detail);
  return null;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of that name; an empty one where there is none. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Text with its white space folded, null where there is none. */
export function textOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const folded = value.replace(/\s+/g, ' ').trim();
  return folded === '' ? null : folded;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
