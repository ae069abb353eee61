import type { Db } from 'pg-boss';
import { type Database, fromNumbered } from '../db/database.ts';

/** Lets pg-boss run its statements in a transaction of ours, together with the changes they belong to. */
export function toBossDatabase(db: Database): Db {
  return { executeSql: async (text, values = []) => ({ rows: await db.query(fromNumbered(text, values)) }) };
}
