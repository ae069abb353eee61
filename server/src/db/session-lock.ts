import pg from 'pg';
import type { ConnectionSettings } from './connection.ts';

/** A name held by at most one process. */
export interface SessionLock {
  /** Aborted when the connection that holds it is lost, since another process may hold it then. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Keeps these advisory locks apart from others in the same database. */
const LOCK_SEED = 7_093_116;

/**
 * Acquires a name for the lifetime of a dedicated connection (a session-level advisory lock); null if another process
 * holds it. A process that dies releases it with its connection.
 */
export async function trySessionLock(
  connection: ConnectionSettings,
  applicationName: string,
  name: string,
): Promise<SessionLock | null> {
  const client = new pg.Client({ ...connection, application_name: applicationName, keepAlive: true });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.once('end', () => lost.abort());
  const release = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await client.connect();
    const result = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, $2)) as held',
      [name, LOCK_SEED],
    );
    if (result.rows[0]?.held === true) return { lost: lost.signal, release };
    await release();
    return null;
  } catch (error) {
    await release();
    throw error;
  }
}
