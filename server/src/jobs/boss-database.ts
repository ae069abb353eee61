import type { Db } from 'pg-boss';
import { type Database, numbered } from '../db/database.ts';

/** Lets pg-boss run its statements where ours run: in one transaction with what they belong to. */
export function toBossDatabase(db: Database): Db {
  return { executeSql: async (text, values = []) => ({ rows: await db.query(numbered(text, values)) }) };
}
