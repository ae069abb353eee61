import { foldedText, isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';

/**
 * The object of a response; null, with an anomaly, if there is none. The registry sends errors with status 200:
 * a page (`html_instead_of_json`), nothing (`empty_answer`), a truncated text (`truncated_json`). Files saved by way
 * of a wrong code page show Chinese as accented letters (`mojibake`): they are not read.
 */
export function readObject(bytes: Buffer, log: AnomalyLog): JsonObject | null {
  const text = bytes.toString('utf8');
  return isMojibake(text) ? record(log, 'mojibake', text.trim().slice(0, 200)) : readJsonObjectResponse(text, log);
}

/**
 * True if UTF-8 was read as Latin-1 or GBK bytes were read as UTF-8: lead bytes of Chinese followed by continuation
 * bytes, or replacement characters, and hardly a Chinese character.
 */
export function isMojibake(text: string): boolean {
  const broken = text.match(/[\u00e3-\u00e9][\u0080-\u00bf\u0152-\u2122]{2}|\ufffd/g)?.length ?? 0;
  if (broken === 0) return false;
  const chinese = text.match(/[\u4e00-\u9fff]/g)?.length ?? 0;
  return broken > chinese;
}

/**
 * The first records of a response of `data20`: `{ path, code, data: { total, resultCode, records } }`. Null, with an
 * anomaly, if the response has another code (`error_answer`) or another form.
 */
export function readRecords(bytes: Buffer, log: AnomalyLog): JsonObject[] | null {
  const root = readObject(bytes, log);
  if (root === null) return null;
  const data = isJsonObject(root.data) ? root.data : null;
  if (root.code !== 200 || (data?.resultCode !== undefined && data.resultCode !== '200')) {
    const said = data?.resultMsg ?? root.msg ?? root.message ?? '';
    return record(log, 'error_answer', `code ${String(root.code)} ${String(said)}`);
  }
  if (data === null || !Array.isArray(data.records)) return record(log, 'unexpected_document', 'expected data.records');
  const records = data.records.filter(isJsonObject);
  if (typeof data.total === 'number' && data.total !== records.length) {
    log.add('count_mismatch', 'data.total', `${records.length} records, announced ${data.total}`);
  }
  return records;
}

/** Text with its white space folded; null if it is empty. */
export function textOf(row: JsonObject, field: string): string | null {
  return foldedText(row[field]);
}

function record(log: AnomalyLog, kind: string, detail: string): null {
  log.add(kind, '', detail);
  return null;
}
