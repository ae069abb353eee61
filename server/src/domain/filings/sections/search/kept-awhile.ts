import type { Database } from '../../../../db/database.ts';
import { memoizeFor } from '../../../../kernel/memoize-for.ts';

const GOOD_FOR_MS = 30_000;

/** What `read` gives of a database, asked for once in half a minute. */
export function keptAwhile<T>(read: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  return memoizeFor(GOOD_FOR_MS, read);
}
