import pg from 'pg';
import { messageOf } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { applicationName, type ConnectionSettings } from './connection.ts';
import { sqlStateOf } from './database-error.ts';
import { type CloseOptions, openEmbeddedPostgres } from './embedded/embedded-postgres.ts';

export interface PostgresOptions {
  dataFolder: string;
  /** `postgres://…` of the operator's server; null starts the embedded one. */
  databaseUrl: string | null;
  /** `serve`, `ingest` …: shown in pg_stat_activity. */
  role: string;
  log: Log;
}

/** A running PostgreSQL with a database of ours. */
export interface Postgres {
  connection: ConnectionSettings;
  close(options: CloseOptions): Promise<void>;
}

const DATABASE = 'asfiled';
const MIN_MAJOR = 15;

/**
 * Throws {@link OperatorError} if the data folder or the server cannot be used. Does not migrate the schema: see
 * migrate().
 */
export async function openPostgres(options: PostgresOptions): Promise<Postgres> {
  return options.databaseUrl === null ? openEmbedded(options) : openExternal(options, options.databaseUrl);
}

async function openEmbedded(options: PostgresOptions): Promise<Postgres> {
  const server = await openEmbeddedPostgres(options);
  await createDatabase(server.connection('postgres'), DATABASE);
  return { connection: server.connection(DATABASE), close: closeOptions => server.close(closeOptions) };
}

async function openExternal(options: PostgresOptions, connectionString: string): Promise<Postgres> {
  const connection = { connectionString };
  assertSupportedVersion(await serverVersion(connection, options.role));
  return { connection, close: async () => undefined };
}

/** Throws {@link OperatorError} for a server older than PostgreSQL 15; `version` is `server_version_num`: 180004. */
export function assertSupportedVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= MIN_MAJOR) return;
  throw new OperatorError(
    'unusable_store',
    `DATABASE_URL points at PostgreSQL ${major}; asfiled needs ${MIN_MAJOR} or newer.`,
  );
}

/** As `server_version_num`: 180004. */
async function serverVersion(connection: ConnectionSettings, role: string): Promise<number> {
  try {
    return await withClient(connection, role, async client => {
      const result = await client.query<{ server_version_num: string }>('show server_version_num');
      return Number(result.rows[0]?.server_version_num);
    });
  } catch (error) {
    throw new OperatorError(
      'unusable_store',
      `Cannot connect to DATABASE_URL: ${messageOf(error)}. ` +
        'Its form is postgres://user:password@host:5432/database, and the database must exist.',
      error,
    );
  }
}

const DUPLICATE_DATABASE = '42P04';
// Two processes that create it at the same time conflict on the catalog's unique index.
const UNIQUE_VIOLATION = '23505';

async function createDatabase(connection: ConnectionSettings, name: string): Promise<void> {
  await withClient(connection, 'setup', async client => {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    await client.query(`create database ${pg.escapeIdentifier(name)}`).catch(error => {
      const sqlState = sqlStateOf(error);
      if (sqlState !== DUPLICATE_DATABASE && sqlState !== UNIQUE_VIOLATION) throw error;
    });
  });
}

async function withClient<T>(
  connection: ConnectionSettings,
  role: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: applicationName(role),
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
