import { type Database, sql } from '../../db/database.ts';

/** Retention of ledger entries: covers the current month and the one before. */
const ENTRY_RETENTION_DAYS = 62;
/** Retention of daily sums: thirteen months. */
const DAY_RETENTION_DAYS = 400;
const DELETE_BATCH_SIZE = 10_000;

/**
 * Sums up the days that ended more than a day ago, which allows for clocks that differ, and deletes rows past their
 * retention. Idempotent.
 */
export async function closeLedger(db: Database, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  await db.transaction(async tx => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    await tx.execute(sql`select closed_day from ledger_closing for update`);
    await tx.execute(sql`
      insert into ledger_days (account_id, usage_day, kind, operation, channel, calls, credits)
      select account_id, usage_day, kind, coalesce(operation, ''), coalesce(channel, ''), sum(calls), sum(credits)
      from ledger
      where usage_day > (select closed_day from ledger_closing) and usage_day < ${today}::date - 1
        and exists (select from accounts where accounts.account_id = ledger.account_id)
      group by 1, 2, 3, 4, 5`);
    await tx.execute(sql`
      update ledger_closing set closed_day = greatest(closed_day, ${today}::date - 2)`);
  });
  for (;;) {
    const removed = await db.execute(sql`
      delete from ledger where ctid = any (array(
        select ctid from ledger where usage_day < ${today}::date - ${ENTRY_RETENTION_DAYS}::integer
        limit ${DELETE_BATCH_SIZE}))`);
    if (removed < DELETE_BATCH_SIZE) break;
  }
  await db.execute(sql`delete from ledger_days where usage_day < ${today}::date - ${DAY_RETENTION_DAYS}::integer`);
}
