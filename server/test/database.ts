import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { applicationName, type ConnectionSettings } from '../src/db/connection.ts';
import { createPool, type DatabasePool } from '../src/db/pool.ts';
import { TEMPLATE_DATABASE } from './setup/postgres.ts';
import { useForFile } from './use-for-file.ts';

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  db: DatabasePool;
  /** For code that opens its own connections (pg-boss, another pool). */
  connection: ConnectionSettings;
  /** Runs a script of several statements. */
  run(statements: string): Promise<void>;
  /** Closes the pool and drops the database, along with other connections to it. */
  drop(): Promise<void>;
}

/** Clones the migrated template; 20 ms. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(TEMPLATE_DATABASE);
}

/** A database without any table. */
export function createBlankDatabase(): Promise<TestDatabase> {
  return cloneDatabase('template0');
}

async function cloneDatabase(template: string): Promise<TestDatabase> {
  const admin = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(admin, `create database ${name} template ${template} strategy file_copy`);
  const connection = { ...admin, database: name };
  const db = createPool(connection, { applicationName: applicationName('test'), maxConnections: 4 });
  return {
    db,
    connection,
    run: statements => runOn(connection, statements),
    async drop() {
      await db.close();
      await runOn(admin, `drop database ${name} with (force)`);
    },
  };
}

/**
 * A database for the whole test file, created before its first test and dropped after its last:
 * `const database = useTestDatabase();` and then `database.db` inside tests.
 */
export function useTestDatabase(): Pick<TestDatabase, 'db' | 'connection'> {
  return useForFile(createTestDatabase, database => database.drop());
}

/** The address of a database for DATABASE_URL. */
export function databaseUrl(connection: ConnectionSettings): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { user, database, host, port } = connection;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function runOn(connection: ConnectionSettings, statements: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
