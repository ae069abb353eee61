import type { AnomalyLog } from '../../model/anomaly-log.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The value of a JSON answer; undefined, with an anomaly, where it is none. The registry answers with status 200 too
 * where it refuses: a page (`html_instead_of_json`), nothing (`empty_answer`), text that breaks off (`truncated_json`).
 */
export function readJson(text: string, log: AnomalyLog): unknown {
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') return tell(log, 'empty_answer', 'no bytes');
  if (plain.startsWith('<')) return tell(log, 'html_instead_of_json', plain.slice(0, 200));
  try {
    return JSON.parse(plain) as unknown;
  } catch (error) {
    return tell(log, 'truncated_json', String(error));
  }
}

/** What stands between the brackets of `callback(…)`; the text itself where it is no call. */
export function withoutCallback(text: string): string {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  const isCall = open > 0 && close > open && /^\s*[A-Za-z_$][\w$.]*$/.test(text.slice(0, open).trimEnd());
  return isCall ? text.slice(open + 1, close) : text;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text with its white space folded; `''` where there is none. */
export function textOf(row: JsonObject, field: string): string {
  const value = row[field];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return text.replace(/\s+/g, ' ').trim();
}

function tell(log: AnomalyLog, kind: string, detail: string): undefined {
  log.add(kind, '', detail);
  return undefined;
}
