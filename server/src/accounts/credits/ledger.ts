import { type Database, sql } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { type Channel, windowsOf } from './take-credits.ts';

export type EntryKind = 'debit' | 'refund' | 'grant';

/** One change of an account's credits. */
export interface LedgerEntry {
  entryId: string;
  /** ISO 8601 instant. */
  bookedAt: string;
  /** The UTC day, `YYYY-MM-DD`, whose daily and monthly windows count it. */
  usageDate: string;
  kind: EntryKind;
  /** Null except for debits. */
  operation: string | null;
  channel: Channel | null;
  /** Calls that were debited together; 0 for refunds and grants. */
  calls: number;
  /** Negative for debits, positive for refunds and grants. */
  credits: number;
  /** The operator's note. */
  note: string | null;
}

interface EntryRow extends Omit<LedgerEntry, 'entryId' | 'bookedAt' | 'usageDate'> {
  entry_id: string;
  booked_at: string;
  usage_day: string;
}

/** The last entry of a page; the next page starts after it. */
export type LedgerPosition = [usageDate: string, entryId: string];

/** Entries of an account, newest first. */
export async function listLedger(
  db: Database,
  accountId: string,
  after: LedgerPosition | null,
  limit: number,
): Promise<LedgerEntry[]> {
  const [day, entryId] = after ?? ['infinity', '0'];
  const rows = await db.query<EntryRow>(sql`
    select entry_id, booked_at, usage_day, kind, operation, channel, calls, credits, note
    from ledger
    where account_id = ${accountId} and (usage_day, entry_id) < (${day}::date, ${entryId}::bigint)
    order by usage_day desc, entry_id desc
    limit ${limit}`);
  return rows.map(row => ({
    entryId: row.entry_id,
    bookedAt: row.booked_at,
    usageDate: row.usage_day,
    kind: row.kind,
    operation: row.operation,
    channel: row.channel,
    calls: row.calls,
    credits: row.credits,
    note: row.note,
  }));
}

/** Credits that an operator adds: returned (`refund`), or beyond the plan (`grant`). */
export interface CreditAdjustment {
  kind: 'refund' | 'grant';
  /** 1 or more. */
  credits: number;
  note: string | null;
}

/**
 * Adds credits to an account for the current day and month, and writes a ledger entry. Throws `not_found` if the account
 * does not exist, `bad_request` if a refund exceeds the credits used this month.
 */
export async function adjustCredits(
  db: Database,
  accountId: string,
  adjustment: CreditAdjustment,
  now: Date,
): Promise<LedgerEntry> {
  const { day, month } = windowsOf(now);
  return db.transaction(async tx => {
    const held = await tx.queryOne<{ month_used: number }>(sql`
      select case when usage_month >= ${month}::date then month_credits else 0 end as month_used
      from accounts where account_id = ${accountId} for update`);
    if (held === null) throw new AsfiledError('not_found', 'Account not found.');
    if (adjustment.kind === 'refund' && adjustment.credits > held.month_used) {
      throw new AsfiledError(
        'bad_request',
        `A refund cannot exceed the ${held.month_used} credits used this month. Use a grant to add more.`,
      );
    }
    const booked = await tx.queryOne<{ usage_day: string }>(sql`
      update accounts set
        day_credits = case when usage_day >= ${day}::date then day_credits else 0 end - ${adjustment.credits}::integer,
        usage_day = greatest(usage_day, ${day}::date),
        month_credits = case when usage_month >= ${month}::date then month_credits else 0 end - ${adjustment.credits}::integer,
        usage_month = greatest(usage_month, ${month}::date)
      where account_id = ${accountId}
      returning usage_day`);
    const entry = await tx.queryOne<{ entry_id: string; booked_at: string }>(sql`
      insert into ledger (account_id, usage_day, booked_at, kind, calls, credits, note)
      values (${accountId}, ${booked?.usage_day}, ${now.toISOString()}, ${adjustment.kind}, 0, ${adjustment.credits}, ${adjustment.note})
      returning entry_id, booked_at`);
    if (booked === null || entry === null) throw new Error('a locked account row disappeared');
    return {
      entryId: entry.entry_id,
      bookedAt: entry.booked_at,
      usageDate: booked.usage_day,
      operation: null,
      channel: null,
      calls: 0,
      ...adjustment,
    };
  });
}

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
