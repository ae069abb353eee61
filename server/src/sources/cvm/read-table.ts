import type { AnomalyLog } from '../../kernel/anomaly-log.ts';

/** One row of a table of the registry. */
export interface Row {
  /** Where it stands, for anomalies. */
  locator: string;
  /** The cell of a column, trimmed and its white space folded; `''` where the table has no such column. */
  cell(column: string): string;
}

/**
 * The rows of a table: columns told by the header, divided by `;`, no quoting (a `"` is a `"`). A header without one of
 * the `needed` columns gives none, with an anomaly `missing_column` (`html_instead_of_csv` for a page); a row with another
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

/** Whether a header has all columns that are read; tells what it lacks where it has not. */
export function hasColumns(header: string, table: string, needed: readonly string[], log: AnomalyLog): boolean {
  const columns = columnsOf(header);
  const missing = needed.filter(name => !columns.has(name));
  if (missing.length === 0) return true;
  log.add(/^\s*</.test(header) ? 'html_instead_of_csv' : 'missing_column', table, missing.join(', '));
  return false;
}

/** Names of columns with their places. */
export function columnsOf(header: string): ReadonlyMap<string, number> {
  return new Map(header.split(';').map((name, at) => [name.trim(), at]));
}

const PADDED = /[\u00a0\t\r]|^ | $| {2}/;

/** Blanks that do not break stand in names and subjects as padding. */
function fold(text: string): string {
  return PADDED.test(text) ? text.replace(/[\s\u00a0]+/g, ' ').trim() : text;
}
