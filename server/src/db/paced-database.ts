import type { LoopTurns } from '../kernel/loop-turns.ts';
import type { Database, Sql } from './database.ts';

/**
 * A database whose callers continue one at a time: the rows of many queries can arrive in one iteration of the event loop,
 * and what callers do with them would make it late.
 */
export function pacedDatabase(db: Database, turns: LoopTurns): Database {
  return {
    query: async <Row>(statement: Sql) => {
      const rows = await db.query<Row>(statement);
      await turns.take();
      return rows;
    },
    queryOne: async <Row>(statement: Sql) => {
      const row = await db.queryOne<Row>(statement);
      await turns.take();
      return row;
    },
    execute: statement => db.execute(statement),
    transaction: work => db.transaction(work),
  };
}
