import { type Config, readConfig } from '../config.ts';
import { applicationName, type ConnectionSettings } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { createPool, type DatabasePool } from '../db/pool.ts';
import { openPostgres } from '../db/postgres.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { EXIT } from './exit-codes.ts';
import { say } from './terminal.ts';

/** What a command that runs beside the service, or alone, works on. */
export interface Store {
  config: Config;
  log: Log;
  db: DatabasePool;
  /** For what makes connections of its own (the job queue). */
  connection: ConnectionSettings;
  /** Aborted by Ctrl-C or SIGTERM; a second one ends the process at once. */
  signal: AbortSignal;
}

const STOP_WITHIN_MS = 9_000;

/**
 * Opens the store, migrated, for the time of `work`: the PostgreSQL of a running service, or one started for the while.
 * In the end a PostgreSQL that was started here waits for other processes that have come to use it.
 */
export async function withStore<T>(role: string, work: (store: Store) => Promise<T>): Promise<T> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const { signal, release } = listenForInterruption();
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
      waitForOthersMs: signal.aborted ? 0 : Number.POSITIVE_INFINITY,
      onWait: others =>
        say(`Done. ${others.join(', ')} uses the PostgreSQL that this command started: waiting for it.`),
    });
    release();
  }
}

/** First signal: the work is asked to stop. Second, or nine seconds later: the process ends as it is. */
function listenForInterruption(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    say('Stopping …');
    controller.abort(new Interrupted());
    setTimeout(() => process.exit(EXIT.interrupted), STOP_WITHIN_MS).unref();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const release = () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  return { signal: controller.signal, release };
}

/** The reason of {@link Store.signal}; work that stops for it throws it (`signal.throwIfAborted()`). */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('stopped before it was done; the same command takes it up again');
  }
}
