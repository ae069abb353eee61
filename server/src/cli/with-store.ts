import { statfs } from 'node:fs/promises';
import { type Config, readConfig } from '../config/config.ts';
import { applicationName, type ConnectionSettings } from '../db/connection.ts';
import { DatabaseError } from '../db/database-error.ts';
import { migrate } from '../db/migrate.ts';
import { createPool, type DatabasePool } from '../db/pool.ts';
import { openPostgres } from '../db/postgres.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { DISK_FULL, OperatorError } from '../kernel/operator-error.ts';
import { EXIT } from './exit-codes.ts';
import { listenForShutdown } from './shutdown.ts';
import { printStatus } from './terminal.ts';

const LITTLE_BYTES = 16 << 20;

async function isFolderFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LITTLE_BYTES;
}

/** What a command operates on, whether the service runs or not. */
export interface Store {
  config: Config;
  log: Log;
  db: DatabasePool;
  /** For components that open their own connections (the job queue). */
  connection: ConnectionSettings;
  /** Aborted by Ctrl-C or SIGTERM; a second one ends the process at once. Its reason is `Interrupted`. */
  signal: AbortSignal;
}

/**
 * Opens the migrated store while `work` runs: on the PostgreSQL of a running service, or one started for this command.
 * A PostgreSQL that was started here waits at the end for other processes that use it by then.
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
    } catch (error) {
      // PostgreSQL ends when its log cannot grow; what the command sees then is a lost connection.
      const wasFull = error instanceof DatabaseError && (await isFolderFull(config.dataFolder));
      throw wasFull ? new OperatorError('disk_full', DISK_FULL, error) : error;
    } finally {
      await db.close();
    }
  } finally {
    await postgres.close({
      waitForOthersMs: Number.POSITIVE_INFINITY,
      signal,
      onWait: others =>
        printStatus(`Done. Waiting for ${others.join(', ')}, which uses the PostgreSQL that this command started.`),
    });
    shutdown.done();
  }
}

/** On a terminal: warnings and errors as text. Elsewhere: JSON lines from `info` up. Settings override both. */
export function openLog({ logFormat, logLevel }: Pick<Config, 'logFormat' | 'logLevel'>): Log {
  const format = logFormat ?? (process.stderr.isTTY ? 'text' : 'json');
  return createLog(logLevel ?? (format === 'text' ? 'warn' : 'info'), format);
}
