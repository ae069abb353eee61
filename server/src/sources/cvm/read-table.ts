import { isAscii, isUtf8 } from 'node:buffer';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';

/** One row of a table of the registry. */
export interface Row {
  /** Table and line, for anomalies. */
  locator: string;
  /** The cell of a column, trimmed and with its white space folded; `''` if the table has no such column. */
  cell(column: string): string;
}

/**
 * The rows of a table: columns by the header, separated by `;`, without quoting (a `"` is a `"`). A header without one of
 * the `needed` columns gives no rows, with an anomaly `missing_column` (`html_instead_of_csv` for a page). A row with another
 * number of cells is an anomaly `bad_row` and left out.
 */
export function readTable(lines: readonly string[], table: string, needed: readonly string[], log: AnomalyLog): Row[] {
  if (!hasColumns(lines[0] ?? '', table, needed, log)) return [];
  const columns = columnsOf(lines[0] ?? '');
  const rows: Row[] = [];
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line === '') continue;
    const cells = line.split(';');
    const locator = `${table} line ${at + 1}`;
    if (cells.length === columns.size) rows.push({ locator, cell: name => fold(cells[columns.get(name) ?? -1] ?? '') });
    else log.add('bad_row', locator, `${cells.length} cells, expected ${columns.size}: ${line}`);
  }
  return rows;
}

/** True if a header has all columns that are read; otherwise an anomaly names those that it lacks. */
export function hasColumns(header: string, table: string, needed: readonly string[], log: AnomalyLog): boolean {
  const columns = columnsOf(header);
  const missing = needed.filter(name => !columns.has(name));
  if (missing.length === 0) return true;
  log.add(/^\s*</.test(header) ? 'html_instead_of_csv' : 'missing_column', table, missing.join(', '));
  return false;
}

/** The places of the columns of a header. */
export function columnsOf(header: string): ReadonlyMap<string, number> {
  return new Map(header.split(';').map((name, at) => [name.trim(), at]));
}

const PADDED = /[\u00a0\t\r]|^ | $| {2}/;

/** Names and subjects are padded, also with no-break spaces. */
function fold(text: string): string {
  return PADDED.test(text) ? text.replace(/[\s\u00a0]+/g, ' ').trim() : text;
}

/** A longer line is a row of no known table. */
const MAX_LINE_BYTES = 1 << 20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const windows1252 = new TextDecoder('windows-1252');

/**
 * Splits a streamed table into lines without line ends. Each is decoded by itself: the registry writes ISO-8859-1 and
 * sometimes UTF-8. Holds about one chunk in memory. Throws a RangeError for a line of over a million bytes.
 */
export async function* readTableLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    rest = bytes.subarray(end);
    if (rest.length > MAX_LINE_BYTES) throw new RangeError('a line is longer than a row can be');
    if (end > 0) yield splitTable(bytes.subarray(0, end));
  }
  if (rest.length > 0) yield splitTable(rest);
}

/** The lines of a table in memory. A line end after the last line does not start another one. */
export function splitTable(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed < 0 ? bytes.length : feed;
    lines.push(decodeLine(bytes.subarray(at, bytes[end - 1] === CARRIAGE_RETURN && end > at ? end - 1 : end)));
    at = end + 1;
  }
  return lines;
}

function decodeLine(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : windows1252.decode(bytes);
}
