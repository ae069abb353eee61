import { type Database, sql } from '../../db/database.ts';

/** Unread notifications of an account. */
export async function countUnread(db: Database, accountId: string): Promise<number> {
  const row = await db.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from notifications where account_id = ${accountId} and read_at is null`);
  return row?.count ?? 0;
}
