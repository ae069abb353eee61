import { decodeHTML } from 'entities';
import { parseDelimited } from '../../formats/delimited.ts';
import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { daysInMonth, type IsoDate, parseDay } from '../../kernel/dates.ts';
import { formOfResponse } from '../kit/http/response-form.ts';
import { readJsonResponse } from '../kit/http/response-json.ts';

/** One row of a file of the open data. */
export interface Row {
  /** The row's number, for anomalies; the first is 1. */
  locator: string;
  /** The cell of a column in one line; `''` if it is empty or a dash. */
  cell(column: string): string;
  /** The numbered items of a cell and the lines between them, each in one line. */
  items(column: string): string[];
}

/**
 * The rows of a file: CSV with quoted cells that contain line ends, or a list of JSON objects. Null, with an anomaly, if a
 * needed column is missing or the bytes are neither. A row with another number of cells is the anomaly `bad_row`.
 */
export function readRows(bytes: Buffer, needed: readonly string[], log: AnomalyLog): Row[] | null {
  const form = formOfResponse(bytes);
  if (form === 'json') return readObjects(bytes, needed, log);
  if (form === 'text') return readTable(bytes, needed, log);
  log.add(form === 'markup' ? 'html_instead_of_csv' : 'unexpected_document', '', `expected CSV or JSON, found ${form}`);
  return null;
}

function readObjects(bytes: Buffer, needed: readonly string[], log: AnomalyLog): Row[] | null {
  const root = readJsonResponse(bytes.toString('utf8').replace(/^\uFEFF/, ''), log);
  if (root === undefined) return null;
  if (!Array.isArray(root)) {
    log.add('unexpected_document', '', `expected a list: ${JSON.stringify(root).slice(0, 200)}`);
    return null;
  }
  const rows: Row[] = [];
  for (const [at, entry] of root.entries()) {
    const locator = `row ${at + 1}`;
    if (!isJsonObject(entry)) {
      log.add('bad_row', locator, JSON.stringify(entry));
      continue;
    }
    // Some names of columns end with a blank.
    const cells = new Map(Object.entries(entry).map(([name, value]) => [name.trim(), String(value ?? '')]));
    if (rows.length === 0 && !hasColumns([...cells.keys()], needed, log)) return null;
    rows.push(toRow(locator, column => cells.get(column) ?? ''));
  }
  return rows;
}

function readTable(bytes: Buffer, needed: readonly string[], log: AnomalyLog): Row[] | null {
  const [header = [], ...lines] = parseDelimited(bytes.toString('utf8'), ',');
  const columns = header.map(name => name.trim());
  if (!hasColumns(columns, needed, log)) return null;
  const places = new Map(columns.map((name, at) => [name, at]));
  return lines.flatMap((cells, at) => {
    const locator = `row ${at + 1}`;
    if (cells.length === columns.length) return [toRow(locator, column => cells[places.get(column) ?? -1] ?? '')];
    log.add('bad_row', locator, `${cells.length} cells, expected ${columns.length}: ${cells.join(',')}`);
    return [];
  });
}

function hasColumns(columns: readonly string[], needed: readonly string[], log: AnomalyLog): boolean {
  const missing = needed.filter(name => !columns.includes(name));
  if (missing.length === 0) return true;
  log.add('missing_column', '', missing.join(', '));
  return false;
}

function toRow(locator: string, cell: (column: string) => string): Row {
  return {
    locator,
    cell: column => joinLines(decodeHTML(cell(column))).replace(/^[-－]$/, ''),
    items: column =>
      decodeHTML(cell(column))
        .split(BEFORE_ITEM)
        .map(joinLines)
        .filter(item => item !== ''),
  };
}

/** `1.事實發生日`, `(2)`, `二、` at the beginning of a line. */
const BEFORE_ITEM =
  /\r?\n(?=\s*(?:\d{1,2}[.、．](?!\d)|[(（](?:\d{1,2}|[一二三四五六七八九十]{1,3})[)）]|[一二三四五六七八九十]{1,3}、))/u;

const LINE_END = /(\S?)[ \t]*\r?\n[ \t]*(?=(\S?))/gu;
const LATIN = /[\p{Script=Latin}\d]/u;

/** Lines are broken at a fixed width: between Latin words the break stands for a blank, elsewhere for nothing. */
function joinLines(text: string): string {
  return text
    .replace(
      LINE_END,
      (_, before: string, after: string) => before + (LATIN.test(before) && LATIN.test(after) ? ' ' : ''),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** The Gregorian date of a day of the Republic of China's calendar, `1120831` → 2023-08-31; null if invalid. */
export function dateOfRepublic(text: string): IsoDate | null {
  const [, year, month, day] = /^(\d{2,3})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${Number(year) + 1911}-${month}-${day}`;
  return parseDay(date) === null ? null : date;
}

/** A month with its first and last day. */
export interface Month {
  /** `2023-07` */
  name: string;
  first: IsoDate;
  last: IsoDate;
}

/** The month of a year and month of the Republic of China's calendar, `11207` → 2023-07; null if invalid. */
export function monthOfRepublic(text: string): Month | null {
  const first = dateOfRepublic(`${text}01`);
  return first === null ? null : monthOf(Number(first.slice(0, 4)), Number(first.slice(5, 7)));
}

/** A month by its number in a year; month 0 is December of the year before. */
export function monthOf(year: number, month: number): Month {
  if (month === 0) return monthOf(year - 1, 12);
  const name = `${year}-${String(month).padStart(2, '0')}`;
  return { name, first: `${name}-01`, last: `${name}-${daysInMonth(year, month)}` };
}

/** The time of day of `70003` or `173723`: hours without a leading zero; null if invalid. */
export function timeOfDay(text: string): string | null {
  if (!/^\d{1,6}$/.test(text)) return null;
  const digits = text.padStart(6, '0');
  return `${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`;
}
