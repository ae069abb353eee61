import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import type { WatchlistEntry } from './watchlist-shapes.ts';

/** Columns of a watchlist file. Only the first is required; unknown columns are ignored. */
const COLUMNS = [
  'ticker',
  'market_id',
  'canonical_key',
  'company_name',
  'note',
  'event_types',
  'form_types',
  'created_at',
] as const;

/** Separates the items of a cell. */
const SEPARATOR = ';';

/** A line of a file; empty and missing cells are null. */
export interface WatchlistLine {
  /** The header is line 1. */
  line: number;
  ticker: string | null;
  marketId: string | null;
  canonicalKey: string | null;
  note: string | null;
  eventTypes: string[];
  formTypes: string[];
}

/**
 * Writes a watchlist as CSV (RFC 4180), one line per entry. Prefixes cells that a spreadsheet would evaluate as a formula
 * with an apostrophe.
 */
export function writeWatchlistFile(entries: readonly WatchlistEntry[]): string {
  const rows = entries.map(({ alerts, ...entry }) => ({
    ...entry,
    event_types: alerts.event_types.join(SEPARATOR),
    form_types: alerts.form_types.join(SEPARATOR),
  }));
  return stringify(rows, { columns: [...COLUMNS], header: true, record_delimiter: '\r\n', escape_formulas: true });
}

/**
 * Reads a file in the format of {@link writeWatchlistFile}. Throws `bad_request` for an invalid file: a missing column
 * `ticker`, an unterminated quote, more than `maxLines` lines.
 */
export function readWatchlistFile(text: string, maxLines: number): WatchlistLine[] {
  const records = parsed(text);
  const names = (records[0]?.record ?? []).map(name => name.trim().toLowerCase());
  if (!names.includes('ticker')) {
    throw new AsfiledError(
      'bad_request',
      `The header must name the columns, including ticker. Known columns: ${COLUMNS.join(',')}.`,
    );
  }
  const lines = records.slice(1).map(({ record, info }) => {
    const cells = new Map(names.map((name, at) => [name, unescaped(record[at] ?? '')]));
    const cell = (name: (typeof COLUMNS)[number]): string | null => cells.get(name) || null;
    const items = (name: (typeof COLUMNS)[number]): string[] =>
      (cell(name) ?? '').split(SEPARATOR).flatMap(item => item.trim() || []);
    return {
      line: info.lines,
      ticker: cell('ticker'),
      marketId: cell('market_id')?.toLowerCase() ?? null,
      canonicalKey: cell('canonical_key'),
      note: cell('note'),
      eventTypes: items('event_types'),
      formTypes: items('form_types'),
    };
  });
  if (lines.length <= maxLines) return lines;
  throw new AsfiledError('bad_request', `The file has ${lines.length} entries. The maximum is ${maxLines}.`);
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

function parsed(text: string): ParsedRecord[] {
  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as ParsedRecord[];
  } catch (error) {
    throw new AsfiledError('bad_request', `The file is not valid CSV: ${messageOf(error)}.`);
  }
}

/** Removes the apostrophe that prevents a spreadsheet from evaluating a formula. */
function unescaped(cell: string): string {
  return /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? cell.slice(1) : cell;
}
