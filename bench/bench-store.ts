import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationName, type ConnectionSettings } from '../server/src/db/connection.ts';
import { openEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool, type DatabasePool, type PoolOptions } from '../server/src/db/pool.ts';
import { createLog } from '../server/src/kernel/log.ts';

/** An empty, migrated store. */
export interface BenchStore {
  db: DatabasePool;
  /** For processes that open their own connections. */
  connection: ConnectionSettings;
  dataFolder: string;
}

interface BenchStoreOptions extends Omit<PoolOptions, 'applicationName'> {
  /** Commits without waiting for the disk if false. */
  durable?: boolean;
  /** How long PostgreSQL waits for other processes to disconnect. */
  waitForOthersMs?: number;
}

/** Runs `work` on a store in a temporary folder, and removes the folder. */
export async function withBenchStore<T>(
  { durable = true, waitForOthersMs = 0, ...pool }: BenchStoreOptions,
  work: (store: BenchStore) => Promise<T>,
): Promise<T> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'asfiled-bench-'));
  const postgres = await openEmbeddedPostgres({ dataFolder, role: 'bench', log: createLog('error'), durable });
  const connection = postgres.connection('postgres');
  const db = createPool(connection, { ...pool, applicationName: applicationName('bench') });
  try {
    await migrate(connection);
    return await work({ db, connection, dataFolder });
  } finally {
    await db.close();
    await postgres.close({ waitForOthersMs });
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
