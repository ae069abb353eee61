import { splitRecord } from '../../formats/delimited.ts';
import { readLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';

/** Cells of a row by column, without empty cells. */
export type Cells = Readonly<Record<string, string>>;

/** A longer row has a quote that is never closed. */
const MAX_ROW_CHARACTERS = 1 << 20;

/**
 * The rows of a streamed table of comma-separated values (RFC 4180). The first line names the columns. A row whose number of
 * cells differs from the header's is skipped (`bad_row`), as is the rest of a table after a quote that is never closed.
 */
export async function* readCsvRows(chunks: AsyncIterable<Uint8Array>, log: AnomalyLog): AsyncGenerator<Cells> {
  let columns: string[] | null = null;
  let waiting = '';
  for await (const { line, lines } of readLines(chunks)) {
    for (const [at, text] of lines.entries()) {
      const row: string = waiting === '' ? text : `${waiting}\n${text}`;
      if (hasOpenQuote(row)) {
        if (row.length > MAX_ROW_CHARACTERS) {
          log.add('bad_row', `line ${line + at}`, 'a quote that is never closed');
          return;
        }
        waiting = row;
        continue;
      }
      waiting = '';
      if (row === '') continue;
      const cells = splitRecord(row);
      if (columns === null) columns = cells.map(cell => cell.replace(/^\uFEFF/, '').trim());
      else if (cells.length !== columns.length) {
        log.add('bad_row', `line ${line + at}`, `${cells.length} cells for ${columns.length} columns`);
      } else yield toCells(columns, cells);
    }
  }
  if (waiting !== '') log.add('bad_row', 'last line', 'a quote that is never closed');
}

function hasOpenQuote(row: string): boolean {
  let count = 0;
  for (let at = row.indexOf('"'); at >= 0; at = row.indexOf('"', at + 1)) count++;
  return count % 2 === 1;
}

function toCells(columns: readonly string[], cells: readonly string[]): Cells {
  const row: Record<string, string> = Object.create(null);
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (cell !== '') row[column] = cell;
  }
  return row;
}
