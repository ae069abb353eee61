import { type Database, sql } from '../../db/database.ts';
import { type Channel, windowsOf } from './take-credits.ts';

/** Credits of an account in one window. */
export interface WindowUsage {
  /** Debits minus refunds and grants; negative if those exceed the debits. */
  used: number;
  /** Refunds and grants. */
  given: number;
}

/** The usage of the current day and month. */
export async function readWindows(
  db: Database,
  accountId: string,
  now: Date,
): Promise<{ day: WindowUsage; month: WindowUsage }> {
  const { day, month } = windowsOf(now);
  const row = await db.queryOne<{ day_used: number; month_used: number; day_given: number; month_given: number }>(sql`
    select
      case when usage_day >= ${day}::date then day_credits else 0 end as day_used,
      case when usage_month >= ${month}::date then month_credits else 0 end as month_used,
      coalesce(given.of_day, 0)::integer as day_given, coalesce(given.of_month, 0)::integer as month_given
    from accounts, lateral (
      select sum(credits) filter (where usage_day >= ${day}::date) as of_day, sum(credits) as of_month
      from ledger where ledger.account_id = accounts.account_id and ledger.usage_day >= ${month}::date and kind <> 'debit'
    ) as given
    where account_id = ${accountId}`);
  return {
    day: { used: row?.day_used ?? 0, given: row?.day_given ?? 0 },
    month: { used: row?.month_used ?? 0, given: row?.month_given ?? 0 },
  };
}

/** The cost of one operation on one UTC day. */
export interface DayUsage {
  usageDate: string;
  operation: string;
  channel: Channel;
  calls: number;
  credits: number;
}

/** Debits since a UTC day (`YYYY-MM-DD`, inclusive); newest day first, then highest cost first. */
export async function listUsage(db: Database, accountId: string, since: string): Promise<DayUsage[]> {
  const rows = await db.query<{
    usage_day: string;
    operation: string;
    channel: Channel;
    calls: string;
    credits: string;
  }>(sql`
    select usage_day, operation, channel, sum(calls) as calls, -sum(credits) as credits
    from (
      select usage_day, operation, channel, calls, credits from ledger_days
      where account_id = ${accountId} and usage_day >= ${since}::date and kind = 'debit'
      union all
      select usage_day, operation, channel, calls, credits from ledger
      where account_id = ${accountId} and kind = 'debit'
        and usage_day >= greatest(${since}::date, (select closed_day + 1 from ledger_closing))
    ) as used
    group by usage_day, operation, channel
    order by usage_day desc, sum(credits), operation, channel`);
  return rows.map(row => ({
    usageDate: row.usage_day,
    operation: row.operation,
    channel: row.channel,
    calls: Number(row.calls),
    credits: Number(row.credits),
  }));
}
