import type { Plan } from '../../server/src/accounts/account.ts';
import { createKey } from '../../server/src/accounts/keys/api-keys.ts';
import { applicationName } from '../../server/src/db/connection.ts';
import { PORT, postgresFolder, SUPERUSER, socketHost } from '../../server/src/db/embedded/postgres-folder.ts';
import { createPool, type DatabasePool } from '../../server/src/db/pool.ts';
import type { App } from './app-page.ts';

/** Creates a key like the CLI does, and the account if it does not exist. */
export async function createAccountKey(app: Pick<App, 'dataFolder'>, plan: Plan, email: string): Promise<string> {
  return onDatabase(app, async db => (await createKey(db, { email, plan, name: 'test' })).key);
}

/** Runs a function on the service's database directly. */
export async function onDatabase<Result>(
  app: Pick<App, 'dataFolder'>,
  act: (db: DatabasePool) => Promise<Result>,
): Promise<Result> {
  const db = createPool(
    { host: socketHost(postgresFolder(app.dataFolder)), port: PORT, user: SUPERUSER, database: 'asfiled', ssl: false },
    { applicationName: applicationName('test'), maxConnections: 1 },
  );
  try {
    return await act(db);
  } finally {
    await db.close();
  }
}
