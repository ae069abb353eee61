import { isJsonObject, type JsonObject } from '../../../formats/json-object.ts';
import { salvageJson } from '../../../formats/json-salvage.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/**
 * The object of some bytes. Damaged text gives the values before the damage, with an anomaly `truncated_json`;
 * a page of HTML (`html_instead_of_json`) and anything else (`unexpected_document`) give an empty object.
 */
export function readJsonObject(bytes: Buffer, log: AnomalyLog): JsonObject {
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (/^\s*</.test(text)) {
      log.add('html_instead_of_json', '', text.trim().slice(0, 200));
      return {};
    }
    log.add('truncated_json', `offset ${text.length}`, String(error));
    value = salvageJson(text) ?? {};
  }
  if (isJsonObject(value)) return value;
  log.add('unexpected_document', '', 'expected an object');
  return {};
}
