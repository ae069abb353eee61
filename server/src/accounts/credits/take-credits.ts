import { type Database, type Sql, sql } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { PlanLimits } from '../plans.ts';

/**
 * Statements that debit credits and write the ledger atomically. Each adds to the daily and monthly windows what fits. A
 * window of an earlier day or month restarts at 0; a window in the future, written by a process whose clock runs ahead,
 * continues. The commit does not wait for the disk: a crash of PostgreSQL may lose the usage of the last moment, counts
 * and entries alike, which favours the caller.
 */

/** How a call arrived: REST or an MCP tool. */
export type Channel = 'rest' | 'mcp';

/** The operation and channel that a debit is booked under. */
export interface Call {
  operation: string;
  channel: Channel;
}

/** A call with its price. */
export interface PricedCall extends Call {
  credits: number;
}

/** The credits that a statement debited, and the counts of the windows after it. */
export interface DebitResult {
  granted: number;
  day_credits: number;
  month_credits: number;
}

export interface DebitContext {
  db: Database;
  accountId: string;
  limits: PlanLimits;
  now: Date;
}

/** Debits as many of `count` calls of one kind and price (above 0) as fit. */
export async function debitUniform(taking: DebitContext, count: number, call: PricedCall): Promise<DebitResult> {
  const { db, accountId, limits, now } = taking;
  const { day, month } = windowsOf(now);
  const { credits } = call;
  const taken = await db.queryOne<DebitResult>(sql`
    ${held(taking)}, taken as (
      update accounts set
        usage_day = greatest(usage_day, ${day}::date), day_credits = fitting.day_used + fitting.calls * ${credits}::integer,
        usage_month = greatest(usage_month, ${month}::date),
        month_credits = fitting.month_used + fitting.calls * ${credits}::integer
      from (
        select held.*, least(${count}::integer, greatest(0, least(
          ${limits.creditsPerDay}::integer - day_used, ${limits.creditsPerMonth}::integer - month_used
        )) / ${credits}::integer) as calls
        from held
      ) as fitting
      where accounts.account_id = fitting.account_id
      returning fitting.calls, accounts.day_credits, accounts.month_credits, accounts.usage_day
    ), booked as (
      insert into ledger (account_id, usage_day, booked_at, kind, operation, channel, calls, credits)
      select ${accountId}::uuid, usage_day, ${now.toISOString()}::timestamptz, 'debit', ${call.operation}::text,
        ${call.channel}::text, calls, -calls * ${credits}::integer
      from taken where calls > 0
    )
    select calls * ${credits}::integer as granted, day_credits, month_credits from taken`);
  return taken ?? goneAccount();
}

/**
 * Debits the calls in order, up to the last one that fits. `totals` are the running totals of their prices. Writes one
 * ledger entry for each operation and channel.
 */
export async function debitMixed(
  taking: DebitContext,
  batch: readonly PricedCall[],
  totals: readonly number[],
): Promise<DebitResult> {
  const { db, accountId, limits, now } = taking;
  const { day, month } = windowsOf(now);
  const taken = await db.queryOne<DebitResult>(sql`
    ${held(taking)}, fitting as (
      select held.*, coalesce((
        select max(total) from unnest(${totals}::integer[]) total
        where total <= least(${limits.creditsPerDay}::integer - day_used, ${limits.creditsPerMonth}::integer - month_used)
      ), 0) as granted from held
    ), taken as (
      update accounts set
        usage_day = greatest(usage_day, ${day}::date), day_credits = fitting.day_used + fitting.granted,
        usage_month = greatest(usage_month, ${month}::date), month_credits = fitting.month_used + fitting.granted
      from fitting where accounts.account_id = fitting.account_id
      returning fitting.granted, accounts.day_credits, accounts.month_credits, accounts.usage_day
    ), booked as (
      insert into ledger (account_id, usage_day, booked_at, kind, operation, channel, calls, credits)
      select ${accountId}::uuid, taken.usage_day, ${now.toISOString()}::timestamptz, 'debit', operation, channel,
        count(*), -sum(credits)
      from taken, unnest(
        ${totals}::integer[], ${batch.map(call => call.credits)}::integer[],
        ${batch.map(call => call.operation)}::text[], ${batch.map(call => call.channel)}::text[]
      ) as call (total, credits, operation, channel)
      where total <= taken.granted and credits > 0
      group by taken.usage_day, operation, channel
    )
    select granted, day_credits, month_credits from taken`);
  return taken ?? goneAccount();
}

/** Reads the counts of the windows without debiting. */
export async function readWindowCredits({ db, accountId, now }: DebitContext): Promise<DebitResult> {
  const { day, month } = windowsOf(now);
  const taken = await db.queryOne<DebitResult>(sql`
    select 0 as granted,
      case when usage_day >= ${day}::date then day_credits else 0 end as day_credits,
      case when usage_month >= ${month}::date then month_credits else 0 end as month_credits
    from accounts where account_id = ${accountId}`);
  return taken ?? goneAccount();
}

/** The UTC day and the first day of the UTC month of an instant. */
export function windowsOf(now: Date): { day: string; month: string } {
  const day = now.toISOString().slice(0, 10);
  return { day, month: `${day.slice(0, 7)}-01` };
}

/** The account, locked until the statement ends, with the counts of its windows. */
function held({ accountId, now }: DebitContext): Sql {
  const { day, month } = windowsOf(now);
  return sql`
    with held as (
      select account_id,
        case when usage_day >= ${day}::date then day_credits else 0 end as day_used,
        case when usage_month >= ${month}::date then month_credits else 0 end as month_used,
        set_config('synchronous_commit', 'off', true) as loose
      from accounts where account_id = ${accountId} for update
    )`;
}

function goneAccount(): never {
  throw new AsfiledError('unauthorized', 'This account was deleted.');
}
