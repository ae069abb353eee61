import { type Database, sql } from '../../db/database.ts';

/** Entries are kept for as many days after theirs: this month and the one before, whole. */
const ENTRIES_KEPT_DAYS = 62;
/** Sums of days: thirteen months. */
const DAYS_KEPT_DAYS = 400;
const REMOVED_AT_ONCE = 10_000;

/**
 * Sums up the days that are over for a day and more, whatever clock, and lets go of what is older than is kept. Done
 * again it changes nothing.
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
        select ctid from ledger where usage_day < ${today}::date - ${ENTRIES_KEPT_DAYS}::integer
        limit ${REMOVED_AT_ONCE}))`);
    if (removed < REMOVED_AT_ONCE) break;
  }
  await db.execute(sql`delete from ledger_days where usage_day < ${today}::date - ${DAYS_KEPT_DAYS}::integer`);
}
