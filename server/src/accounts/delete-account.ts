import { type Database, sql } from '../db/database.ts';

/**
 * Deletes an account and everything it owns, including its ledger entries, in one transaction; false if the account does
 * not exist. Processes that cached one of its keys or tokens reject it at once. A concurrent debit either commits
 * first and is deleted too, or finds no account.
 */
export async function deleteAccount(db: Database, accountId: string): Promise<boolean> {
  return db.transaction(async tx => {
    // A large account may take longer than the statement timeout.
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    const deleted = await tx.queryOne<{ email: string }>(sql`
      delete from accounts where account_id = ${accountId} returning email`);
    if (deleted === null) return false;
    await tx.execute(sql`delete from ledger where account_id = ${accountId}`);
    await tx.execute(sql`delete from announcements where account_id = ${accountId}`);
    await tx.execute(sql`delete from sign_ups where email = ${deleted.email}`);
    await tx.execute(sql`delete from mails where email = ${deleted.email}`);
    return true;
  });
}
