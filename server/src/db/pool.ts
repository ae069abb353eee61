import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ConnectionSettings } from './connection.ts';
import type { Database, Sql, Transaction } from './database.ts';
import { isTransient, sqlStateOf, toDatabaseError } from './database-error.ts';

type Parser = (text: string) => unknown;

// Object ids of pg_type.dat; they never change.
const DATE = 1082;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const DATE_ARRAY = 1182;
const TIMESTAMP_ARRAY = 1115;
const TIMESTAMPTZ_ARRAY = 1185;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009;

const asText: Parser = text => text;
const parserOf: (oid: number, format: 'text' | 'binary') => Parser = pg.types.getTypeParser;
const parseTextArray = parserOf(TEXT_ARRAY, 'text');

const parsers = new Map<number, Parser>([
  [DATE, asText],
  [TIMESTAMP, asText],
  [TIMESTAMPTZ, toInstant],
  [DATE_ARRAY, parseTextArray],
  [TIMESTAMP_ARRAY, parseTextArray],
  [TIMESTAMPTZ_ARRAY, parseInstantArray],
  [NUMERIC_ARRAY, parseTextArray],
]);

/**
 * Parsers of result values (types: see database.ts). By default `pg` keeps `numeric` and `bigint` as text and parses
 * json, but turns dates into local Dates and arrays of numerics into floats.
 */
const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? parserOf(oid, format ?? 'text');
  },
};

const BELOW_MILLISECONDS = /(\.\d{3})\d+$/;

export interface PoolOptions {
  /** See {@link applicationName}. */
  applicationName: string;
  /** Maximum number of connections. Eight keep two cores busy; more only move the queue into PostgreSQL. */
  maxConnections?: number;
  /** PostgreSQL cancels a statement after this many milliseconds; no limit if absent. */
  statementTimeoutMs?: number;
  /**
   * Plans each prepared statement once for any values, instead of for each call: for processes with many short
   * statements, whose planning would take longer than their execution.
   */
  plansOnce?: boolean;
}

/** A {@link Database} over several connections. */
export interface DatabasePool extends Database {
  /** Waits for running statements and closes every connection. */
  close(): Promise<void>;
}

const DEFAULT_MAX_CONNECTIONS = 8;
const RECONNECT_TIMEOUT_MS = 15_000;
const RECONNECT_EVERY_MS = 50;

/**
 * Opens connections on demand. While PostgreSQL restarts, callers wait up to 15 s for a connection. A statement that
 * was running when the connection broke fails, because it may have been executed.
 */
export function createPool(connection: ConnectionSettings, options: PoolOptions): DatabasePool {
  const pool = new pg.Pool({
    ...connection,
    types: typeParsers,
    application_name: options.applicationName,
    max: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
    keepAlive: true,
    onConnect: async client => {
      await client.query(sessionSettings(options));
    },
  });
  // A broken connection leaves the pool by itself; without a listener the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => client.on('error', () => undefined));

  async function withClient<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connectPatiently(pool);
    let broken = false;
    try {
      return await use(client);
    } catch (error) {
      broken = isUnusableAfter(error);
      throw toDatabaseError(error);
    } finally {
      client.release(broken);
    }
  }

  return {
    query: statement => withClient(client => rowsOf(client, statement)),
    queryOne: statement => withClient(client => onlyRowOf(client, statement)),
    execute: statement => withClient(client => affectedBy(client, statement)),
    transaction: work => withClient(client => inTransaction(client, work)),
    close: () => pool.end(),
  };
}

function parseInstantArray(text: string): unknown {
  const items = parseTextArray(text);
  return Array.isArray(items) ? items.map(item => (item === null ? null : toInstant(String(item)))) : items;
}

/**
 * Converts PostgreSQL's ISO output (`2024-02-01 21:30:00.5+00`) to ISO 8601 in UTC with `Z`, truncated to the
 * milliseconds of a JavaScript Date. Our sessions run in UTC; another offset (a role's own setting) is converted.
 * `infinity` and years BC stay unchanged.
 */
export function toInstant(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, -3).replace(' ', 'T').replace(BELOW_MILLISECONDS, '$1')}Z`;
  const moment = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  if (Number.isNaN(moment)) return text;
  return new Date(moment).toISOString().replace(/\.?0*Z$/, 'Z');
}

async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = Date.now() + RECONNECT_TIMEOUT_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isTransient(error) || Date.now() > deadline) throw toDatabaseError(error);
      await sleep(RECONNECT_EVERY_MS);
    }
  }
}

function sessionSettings(options: PoolOptions): string {
  const settings = ["set time zone 'UTC'", 'set datestyle = iso', "set intervalstyle = 'iso_8601'", 'set jit = off'];
  if (options.statementTimeoutMs !== undefined) {
    settings.push(`set statement_timeout = ${Math.round(options.statementTimeoutMs)}`);
  }
  if (options.plansOnce) settings.push('set plan_cache_mode = force_generic_plan');
  return settings.join('; ');
}

// A plan prepared before a migration changed its table is rejected (0A000) until its connection ends.
function isUnusableAfter(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  return sqlState === '0A000' || sqlState?.startsWith('57P') === true;
}

async function rowsOf<Row>(client: pg.ClientBase, statement: Sql): Promise<Row[]> {
  const result = await client.query(prepared(statement));
  return result.rows;
}

async function onlyRowOf<Row>(client: pg.ClientBase, statement: Sql): Promise<Row | null> {
  const rows = await rowsOf<Row>(client, statement);
  if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}: ${statement.text}`);
  return rows[0] ?? null;
}

async function affectedBy(client: pg.ClientBase, statement: Sql): Promise<number> {
  const result = await client.query(prepared(statement));
  return result.rowCount ?? 0;
}

// Names are per connection, and short because each execution sends its own. A text beyond the limit (one that varies by
// value, against the rule of database.ts) is parsed each time instead of being kept in every connection.
const MAX_PREPARED_STATEMENTS = 4_000;
const statementNames = new Map<string, string>();

function prepared(statement: Sql): pg.QueryConfig {
  const text = statement.text;
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < MAX_PREPARED_STATEMENTS) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name === undefined ? { text, values: statement.values } : { name, text, values: statement.values };
}

async function inTransaction<T>(client: pg.PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await client.query('begin');
  return finish(client, work, transactionOn(client, 1), 'commit', 'rollback');
}

async function inSavepoint<T>(client: pg.PoolClient, depth: number, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const name = `sp_${depth}`;
  await client.query(`savepoint ${name}`);
  const undo = `rollback to savepoint ${name}; release savepoint ${name}`;
  return finish(client, work, transactionOn(client, depth + 1), `release savepoint ${name}`, undo);
}

async function finish<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
  tx: Transaction,
  keep: string,
  undo: string,
): Promise<T> {
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    // If the connection is gone, the server has rolled back already; the first error is the one to report.
    await client.query(undo).catch(() => undefined);
    throw error;
  }
  await client.query(keep);
  return result;
}

function transactionOn(client: pg.PoolClient, depth: number): Transaction {
  const wrap = <T>(result: Promise<T>): Promise<T> =>
    result.catch(error => {
      throw toDatabaseError(error);
    });
  return {
    query: statement => wrap(rowsOf(client, statement)),
    queryOne: statement => wrap(onlyRowOf(client, statement)),
    execute: statement => wrap(affectedBy(client, statement)),
    transaction: work => inSavepoint(client, depth, work),
    copy: (table, columns, rows) => wrap(copyInto(client, table, columns, rows)),
  };
}

async function copyInto(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Readable | Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  const target = table.split('.').map(pg.escapeIdentifier).join('.');
  const stream = client.query(copyFrom(`copy ${target} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`));
  await pipeline(toChunks(rows), stream);
  return stream.rowCount ?? 0;
}

function toChunks(rows: Readable | Iterable<string> | AsyncIterable<string>): Readable {
  if (rows instanceof Readable) return rows;
  const chunks = Symbol.iterator in rows ? chunksOf(rows) : asyncChunksOf(rows);
  return Readable.from(chunks, { highWaterMark: 2 });
}

const COPY_CHUNK_CHARS = 65_536;

// Writing single lines would make the stream machinery cost more than PostgreSQL.
function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < COPY_CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

async function* asyncChunksOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < COPY_CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
