/** Maximum number of rows: far beyond any list or report of a registry. */
const MAX_ROWS = 1_000_000;
const QUOTE = 0x22;
const RETURN = 0x0d;
const NEWLINE = 0x0a;

/**
 * Parses a delimited text (RFC 4180): cells may be quoted, a doubled quote is one quote, and quoted cells may contain
 * separators and line ends. Skips empty lines. Never throws: an unclosed quote extends to the end.
 */
export function parseDelimited(text: string, separator: ',' | '\t' | ';'): string[][] {
  const rows: string[][] = [];
  const split = separator.charCodeAt(0);
  let row: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length && rows.length < MAX_ROWS) {
    const cell = readCell(text, at, split);
    row.push(cell.text);
    at = cell.end;
    if (text.charCodeAt(at) === split) {
      at++;
      if (at < text.length) continue;
      row.push('');
    }
    if (text.charCodeAt(at) === RETURN) at++;
    if (text.charCodeAt(at) === NEWLINE) at++;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** The cells of one record, which may contain line ends inside quotes. An empty record has one empty cell. */
export function splitRecord(record: string, separator: ',' | '\t' = ','): string[] {
  if (!record.includes('"')) return record.split(separator);
  return parseDelimited(record, separator)[0] ?? [''];
}

function readCell(text: string, start: number, split: number): { text: string; end: number } {
  if (text.charCodeAt(start) !== QUOTE) {
    const end = endOfPlain(text, start, split);
    return { text: text.slice(start, end), end };
  }
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
  if (end < 0) return { text: text.slice(start + 1).replaceAll('""', '"'), end: text.length };
  const rest = endOfPlain(text, end + 1, split);
  return { text: text.slice(start + 1, end).replaceAll('""', '"') + text.slice(end + 1, rest), end: rest };
}

function endOfPlain(text: string, start: number, split: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === split || code === NEWLINE || code === RETURN) return at;
    at++;
  }
  return at;
}
