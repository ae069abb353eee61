import { salvageJson } from '../../formats/json-salvage.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A response of the registry without its envelope. */
export interface ApiResponse {
  /**
   * `ok`; `none` = the registry has no data (013); `failed` = it refused or is damaged, and what it would have
   * said is not known.
   */
  state: 'ok' | 'none' | 'failed';
  /** Why it failed: `status_020`, `html_instead_of_json` …; null otherwise. */
  failure: string | null;
  /** Fields outside the list. */
  root: Row;
  rows: Row[];
}

/** Meanings of the status codes (guide of Open DART, company.json). */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  '010': 'unregistered key',
  '011': 'key out of use',
  '012': 'address not allowed',
  '013': 'no data',
  '014': 'no such file',
  '020': 'request limit exceeded',
  '021': 'too many companies in one request',
  '100': 'improper field value',
  '101': 'improper access',
  '800': 'system maintenance',
  '900': 'undefined error',
  '901': 'key expired with its holder’s consent',
};

/** The text of a status, with its code. */
function statusText(status: string): string {
  return `status ${status}: ${STATUS_WORDS[status] ?? 'not in the guide'}`;
}

/**
 * Reads a JSON response. Every failure has HTTP status 200: an error status, a page of HTML and damaged text are
 * `failed` and anomalies of the log; the rows before the damage are kept.
 */
export function readResponse(bytes: Buffer, log: AnomalyLog): ApiResponse {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return fail('empty_answer', 'no bytes', log);
  if (/^\s*</.test(text)) return failMarkup(text, log);
  let value: unknown;
  let damage: string | null = null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    damage = 'truncated_json';
    log.add(damage, `offset ${text.length}`, String(error));
    value = salvageJson(text);
  }
  if (!isRow(value)) return damage === null ? fail('unexpected_document', 'expected an object', log) : failed(damage);
  return readEnvelope(value, damage, log);
}

function readEnvelope(root: Row, damage: string | null, log: AnomalyLog): ApiResponse {
  const status = typeof root.status === 'string' ? root.status : '';
  if (status === '013') return { state: 'none', failure: null, root, rows: [] };
  if (status !== '000') {
    if (damage !== null) return failed(damage);
    const kind = /^\d{3}$/.test(status) ? `status_${status}` : 'unexpected_document';
    return fail(kind, status === '' ? 'a response without status' : statusText(status), log);
  }
  const rows = Array.isArray(root.list) ? root.list.filter(isRow) : [];
  return { state: damage === null ? 'ok' : 'failed', failure: damage, root, rows };
}

/** The response of a zip endpoint that has no zip: XML with a status, or a page. */
export function readRefusal(bytes: Buffer, log: AnomalyLog): ApiResponse {
  const text = bytes.toString('utf8', 0, 4_096).replace(/^\uFEFF/, '');
  if (text.trim() === '') return fail('empty_answer', 'no bytes', log);
  if (/^\s*\{/.test(text)) return readResponse(bytes, log);
  return failMarkup(text, log);
}

function failMarkup(text: string, log: AnomalyLog): ApiResponse {
  const status = /<status>\s*(\d{3})\s*<\/status>/.exec(text.slice(0, 4_096))?.[1];
  if (status === undefined) return fail('html_instead_of_json', text.trim().slice(0, 200), log);
  if (status === '013' || status === '014') return { state: 'none', failure: null, root: {}, rows: [] };
  return fail(`status_${status}`, statusText(status), log);
}

function fail(kind: string, detail: string, log: AnomalyLog): ApiResponse {
  log.add(kind, '', detail);
  return failed(kind);
}

function failed(kind: string): ApiResponse {
  return { state: 'failed', failure: kind, root: {}, rows: [] };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Trimmed text of a field; null if it is empty or a dash. */
export function textOf(row: Row, field: string): string | null {
  const value = row[field];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' || text === '-' ? null : text;
}

/** An amount as plain decimal digits without commas; `(1,000)`, `△` and `-` are negative; null for other texts. */
export function amountOf(row: Row, field: string): { digits: string } | { bad: string } | null {
  const text = textOf(row, field);
  if (text === null) return null;
  const isNegative = /^\(.*\)$/.test(text) || /^[△▲-]/.test(text);
  const digits = text.replace(/[(),\s△▲+-]/g, '');
  if (!/^\d+(?:\.\d+)?$/.test(digits)) return { bad: text };
  return { digits: isNegative ? `-${digits}` : digits };
}
