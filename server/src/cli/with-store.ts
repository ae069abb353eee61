import { type Config, readConfig } from '../config.ts';
import { applicationName, type ConnectionSettings } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { createPool, type DatabasePool } from '../db/pool.ts';
import { openPostgres } from '../db/postgres.ts';
import type { Log } from '../kernel/log.ts';
import { EXIT } from './exit-codes.ts';
import { openLog } from './open-log.ts';
import { listenForShutdown } from './shutdown.ts';
import { say } from './terminal.ts';

/** What a command that runs beside the service, or alone, works on. */
export interface Store {
  config: Config;
  log: Log;
  db: DatabasePool;
  /** For what makes connections of its own (the job queue). */
  connection: ConnectionSettings;
  /** Aborted by Ctrl-C or SIGTERM; a second one ends the process at once. Its reason is `Interrupted`. */
  signal: AbortSignal;
}

/**
 * Opens the store, migrated, for the time of `work`: the PostgreSQL of a running service, or one started for the while.
 * In the end a PostgreSQL that was started here waits for other processes that have come to use it.
 */
export async function withStore<T>(role: string, work: (store: Store) => Promise<T>): Promise<T> {
  const config = readConfig();
  const log = openLog(config);
  const shutdown = listenForShutdown(EXIT.interrupted);
  const { signal } = shutdown;
  const postgres = await openPostgres({ ...config, role, log });
  try {
    await migrate(postgres.connection);
    const db = createPool(postgres.connection, { applicationName: applicationName(role) });
    try {
      return await work({ config, log, db, connection: postgres.connection, signal });
    } finally {
      await db.close();
    }
  } finally {
    await postgres.close({
      waitForOthersMs: Number.POSITIVE_INFINITY,
      signal,
      onWait: others =>
        say(`Done. ${others.join(', ')} uses the PostgreSQL that this command started: waiting for it.`),
    });
    shutdown.done();
  }
}
