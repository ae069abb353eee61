import { type JsonObject, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { startOf } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';

/**
 * The object in a response of the API; null, with an anomaly, if there is none: the response is a page of HTML
 * (`html_instead_of_json`), is cut off (`truncated_json`) or is an error sent with status 200 (`error_answer`).
 */
export function readResponse(bytes: Buffer, log: AnomalyLog): JsonObject | null {
  const value = readJsonObjectResponse(bytes.toString('utf8'), log);
  if (value === null || !(Array.isArray(value.errors) || typeof value.error === 'string')) return value;
  log.add('error_answer', '', JSON.stringify(value.errors ?? value.error).slice(0, 200));
  return null;
}

/** A page of a list. */
export interface Page {
  response: JsonObject;
  items: JsonObject[];
}

/** A page of a list; null, with an anomaly, if the response is not a list. */
export function readPage(bytes: Buffer, log: AnomalyLog): Page | null {
  const response = readResponse(bytes, log);
  if (response === null) return null;
  if (Array.isArray(response.items)) return { response, items: objectsOf(response.items) };
  log.add('unexpected_document', '', `no items in ${startOf(bytes).slice(0, 200)}`);
  return null;
}

/** The number of entries of the whole list; null if the page does not state it. */
export function totalOf({ response }: Page): number | null {
  return numberOrNull(response.total_count) ?? numberOrNull(response.total_results);
}

/** Reports a page with fewer entries than its size, or than are left of the list. */
export function checkLength(page: Page, log: AnomalyLog): void {
  const { response, items } = page;
  const total = totalOf(page) ?? items.length;
  const perPage = numberOrNull(response.items_per_page) ?? total;
  const expected = Math.min(perPage, total - (numberOrNull(response.start_index) ?? 0));
  if (items.length < expected) log.add('short_page', '$.items', `${items.length} entries, expected ${expected}`);
}

/** Text with its white space folded; null if there is none. */
export function textOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const folded = value.replace(/\s+/g, ' ').trim();
  return folded === '' ? null : folded;
}

/** A date, with or without white space around it; null for anything else. */
export function dateOf(value: unknown): IsoDate | null {
  return dateOrNull(textOrNull(value));
}

/** A finite number; null for anything else. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
