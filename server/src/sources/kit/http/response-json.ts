import { isJsonObject, type JsonObject } from '../../../formats/json-object.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/**
 * The value of a JSON response; undefined, with an anomaly, if it is not JSON. Registries refuse requests with status 200
 * too: empty bodies (`empty_answer`), pages (`html_instead_of_json`), truncated text (`truncated_json`).
 */
export function readJsonResponse(text: string, log: AnomalyLog): unknown {
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') return invalid(log, 'empty_answer', 'no bytes');
  if (plain.startsWith('<')) return invalid(log, 'html_instead_of_json', plain.slice(0, 200));
  try {
    return JSON.parse(plain) as unknown;
  } catch (error) {
    return invalid(log, 'truncated_json', String(error));
  }
}

/** The same for a response that must be an object; null, with an anomaly (`unexpected_document` too), otherwise. */
export function readJsonObjectResponse(text: string, log: AnomalyLog): JsonObject | null {
  const value = readJsonResponse(text, log);
  if (value === undefined) return null;
  if (isJsonObject(value)) return value;
  log.add('unexpected_document', '', 'expected an object');
  return null;
}

function invalid(log: AnomalyLog, kind: string, detail: string): undefined {
  log.add(kind, '', detail);
  return undefined;
}
