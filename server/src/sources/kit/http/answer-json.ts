import { isJsonObject, type JsonObject } from '../../../formats/json-object.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/**
 * The value of a JSON answer; undefined, with an anomaly, where it is none. Registries answer with status 200 too where
 * they refuse: nothing (`empty_answer`), a page (`html_instead_of_json`), text that breaks off (`truncated_json`).
 */
export function readJsonAnswer(text: string, log: AnomalyLog): unknown {
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') return told(log, 'empty_answer', 'no bytes');
  if (plain.startsWith('<')) return told(log, 'html_instead_of_json', plain.slice(0, 200));
  try {
    return JSON.parse(plain) as unknown;
  } catch (error) {
    return told(log, 'truncated_json', String(error));
  }
}

/** The same of an answer that must be an object; null, with an anomaly (`unexpected_document` too), where it is none. */
export function readJsonObjectAnswer(text: string, log: AnomalyLog): JsonObject | null {
  const value = readJsonAnswer(text, log);
  if (value === undefined) return null;
  if (isJsonObject(value)) return value;
  log.add('unexpected_document', '', 'expected an object');
  return null;
}

function told(log: AnomalyLog, kind: string, detail: string): undefined {
  log.add(kind, '', detail);
  return undefined;
}
