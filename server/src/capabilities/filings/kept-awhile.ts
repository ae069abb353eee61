import type { Database } from '../../db/database.ts';

const GOOD_FOR_MS = 30_000;

/** What `read` gives of a database, asked for once in half a minute. */
export function keptAwhile<T>(read: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  const known = new WeakMap<Database, { value: Promise<T>; atMs: number }>();
  return db => {
    const kept = known.get(db);
    if (kept && performance.now() - kept.atMs < GOOD_FOR_MS) return kept.value;
    const value = read(db);
    known.set(db, { value, atMs: performance.now() });
    value.catch(() => known.delete(db));
    return value;
  };
}
