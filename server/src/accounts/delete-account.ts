import { type Database, sql } from '../db/database.ts';

/**
 * Removes an account and everything it owns, its part of the ledger included, in one transaction; false where there is
 * none. Processes that remember one of its keys or tokens refuse it within a second; a debit under way either comes
 * first, and goes with it, or finds nobody to debit.
 */
export async function deleteAccount(db: Database, accountId: string): Promise<boolean> {
  return db.transaction(async tx => {
    // However much there is: half of it is no answer.
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    const gone = await tx.queryOne<{ email: string }>(sql`
      delete from accounts where account_id = ${accountId} returning email`);
    if (gone === null) return false;
    await tx.execute(sql`delete from ledger where account_id = ${accountId}`);
    await tx.execute(sql`delete from announcements where account_id = ${accountId}`);
    await tx.execute(sql`delete from sign_ups where email = ${gone.email}`);
    await tx.execute(sql`delete from mails where email = ${gone.email}`);
    return true;
  });
}
