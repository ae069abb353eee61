import { isJsonObject, type JsonObject, listOf, objectOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';

/** A response of the API (JSON:API 1.0). */
export interface ApiResponse {
  /** A single resource is a list of one. */
  data: JsonObject[];
  /** The number of entries over all pages; null if the response is not a page. */
  total: number | null;
  /** The number of the last page; 1 if there are no pages. */
  lastPage: number;
  /** Why the response cannot be read; null if it can. */
  damage: string | null;
}

/**
 * Reads a response. Markup (`html_instead_of_json`), broken text (`truncated_json`), a body of `errors` with any status
 * (`error_answer`), and anything else without `data` (`unexpected_document`) are anomalies and damage, never data.
 */
export function readResponse(bytes: Buffer, log: AnomalyLog): ApiResponse {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    const kind = /^\s*</.test(text) ? 'html_instead_of_json' : 'truncated_json';
    return damaged(kind, kind === 'truncated_json' ? String(error) : text.trim().slice(0, 200), log);
  }
  if (!isJsonObject(root)) return damaged('unexpected_document', 'expected an object', log);
  if (root.errors !== undefined) return damaged('error_answer', errorOf(root.errors), log);
  const list = Array.isArray(root.data) ? root.data : [root.data];
  const data = list.filter(isJsonObject);
  if (data.length < list.length) return damaged('unexpected_document', 'data is not a resource', log);
  const pagination = objectOf(objectOf(root.meta).pagination);
  return {
    data,
    total: typeof pagination.total === 'number' ? pagination.total : null,
    lastPage: typeof pagination.lastPage === 'number' ? pagination.lastPage : 1,
    damage: null,
  };
}

/** The first error of a response. */
function errorOf(errors: unknown): string {
  const { status, title, detail } = objectOf(listOf(errors)[0]);
  return [status, title, detail].filter(item => typeof item === 'string').join(': ');
}

function damaged(kind: string, detail: string, log: AnomalyLog): ApiResponse {
  log.add(kind, '', detail);
  return { data: [], total: null, lastPage: 1, damage: kind };
}
