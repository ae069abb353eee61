import type { Readable } from 'node:stream';
import { Sql } from 'sql-template-tag';

/** The tag for SQL in operations and stores: sql-template-tag's, re-exported so that there is one import. */
export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/**
 * The interface to PostgreSQL for all other modules. Result types: `numeric` and `bigint` as text, `date` as
 * `YYYY-MM-DD` text, `timestamptz` as ISO 8601 text in UTC with `Z`, `json` parsed.
 */
export interface Database {
  /** Returns all rows. Statements are prepared and named by their text, so the text must not vary by value. */
  query<Row>(statement: Sql): Promise<Row[]>;
  /** Returns the only row, or null. Throws if there is more than one, which is a programming error. */
  queryOne<Row>(statement: Sql): Promise<Row | null>;
  /** Returns the number of rows affected. */
  execute(statement: Sql): Promise<number>;
  /** Runs `work` in one transaction on one connection, and rolls back if it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A database inside one transaction, which can also bulk-load. */
export interface Transaction extends Database {
  /**
   * Runs COPY … FROM STDIN in text format; `rows` yields lines made by `copyLine`. Returns the number of rows loaded.
   */
  copy(
    table: string,
    columns: readonly string[],
    rows: Readable | Iterable<string> | AsyncIterable<string>,
  ): Promise<number>;
}

/** Converts a library's statement (`$1`, `$2` …) to one of ours. */
export function fromNumbered(text: string, values: readonly unknown[]): Sql {
  const strings: string[] = [];
  const used: unknown[] = [];
  let from = 0;
  for (const match of text.matchAll(/\$(\d+)/g)) {
    strings.push(text.slice(from, match.index));
    used.push(values[Number(match[1]) - 1]);
    from = match.index + match[0].length;
  }
  return new Sql([...strings, text.slice(from)], used);
}

/** One line of COPY text: null as `\N`; tab, newline and backslash escaped. */
export function copyLine(fields: readonly (string | number | boolean | null)[]): string {
  let line = '';
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index];
    if (index > 0) line += '\t';
    if (field === null || field === undefined) line += '\\N';
    else if (typeof field === 'string') line += NEEDS_ESCAPE.test(field) ? field.replace(ESCAPED, escapeOf) : field;
    else line += String(field);
  }
  return `${line}\n`;
}

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPED = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeOf(character: string): string {
  return ESCAPES[character] ?? character;
}
