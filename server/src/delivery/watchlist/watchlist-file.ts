import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import type { WatchlistEntry } from './watchlist-shapes.ts';

/** Columns of a watchlist as a file; the first is needed, of the others any may be missing, and others are left alone. */
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

/** What divides the items of a cell. */
const DIVIDER = ';';

/** A line of a file, as it stands there; cells that are empty or missing are null. */
export interface WatchlistLine {
  /** 1 is the line of the columns' names. */
  line: number;
  ticker: string | null;
  marketId: string | null;
  canonicalKey: string | null;
  note: string | null;
  eventTypes: string[];
  formTypes: string[];
}

/**
 * A watchlist as comma-separated values (RFC 4180), a line an entry. Cells that a spreadsheet would take for a formula
 * begin with an apostrophe.
 */
export function writeWatchlistFile(entries: readonly WatchlistEntry[]): string {
  const rows = entries.map(({ alerts, ...entry }) => ({
    ...entry,
    event_types: alerts.event_types.join(DIVIDER),
    form_types: alerts.form_types.join(DIVIDER),
  }));
  return stringify(rows, { columns: [...COLUMNS], header: true, record_delimiter: '\r\n', escape_formulas: true });
}

/**
 * Reads a file such as {@link writeWatchlistFile} writes. Throws `bad_request` where it is none: no column `ticker`, a
 * quote that does not end, more than `maxLines` lines.
 */
export function readWatchlistFile(text: string, maxLines: number): WatchlistLine[] {
  const records = parsed(text);
  const names = (records[0]?.record ?? []).map(name => name.trim().toLowerCase());
  if (!names.includes('ticker')) {
    throw new AsfiledError(
      'bad_request',
      `The first line must name the columns, ticker among them: ${COLUMNS.join(',')}.`,
    );
  }
  const lines = records.slice(1).map(({ record, info }) => {
    const cells = new Map(names.map((name, at) => [name, unescaped(record[at] ?? '')]));
    const cell = (name: (typeof COLUMNS)[number]): string | null => cells.get(name) || null;
    const items = (name: (typeof COLUMNS)[number]): string[] =>
      (cell(name) ?? '').split(DIVIDER).flatMap(item => item.trim() || []);
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
  throw new AsfiledError('bad_request', `The file has ${lines.length} entries; at most ${maxLines} are read at once.`);
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
    throw new AsfiledError('bad_request', `The file is no comma-separated values: ${messageOf(error)}.`);
  }
}

/** Takes off the apostrophe that keeps a spreadsheet from reading a formula. */
function unescaped(cell: string): string {
  return /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? cell.slice(1) : cell;
}
