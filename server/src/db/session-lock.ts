import pg from 'pg';
import type { ConnectionSettings } from './connection.ts';

/** A name that one process at most holds. */
export interface SessionLock {
  /** Aborted when the connection that holds it is lost: somebody else may have it then. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Keeps these advisory locks apart from others in the same database. */
const LOCK_SEED = 7_093_116;

/**
 * Takes a name for as long as a connection of its own lasts (a session's advisory lock); null where another process has
 * it. A process that dies gives it up with its connection.
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
    const answer = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, $2)) as held',
      [name, LOCK_SEED],
    );
    if (answer.rows[0]?.held === true) return { lost: lost.signal, release };
    await release();
    return null;
  } catch (error) {
    await release();
    throw error;
  }
}
