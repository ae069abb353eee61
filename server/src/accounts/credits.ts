import { LRUCache } from 'lru-cache';
import { type Database, sql } from '../db/database.ts';
import { AsfiledError } from '../kernel/errors.ts';
import type { Account, Plan } from './account.ts';
import type { PlanTable } from './plans.ts';

export type QuotaWindow = 'day' | 'month';

/** What an account has left in the two windows, and when they start anew. */
export interface Balance {
  dayLimit: number;
  dayRemaining: number;
  dayResetsAt: Date;
  monthLimit: number;
  monthRemaining: number;
  monthResetsAt: Date;
}

/** A debit that did not fit, and the window that it did not fit into. */
export interface Refusal {
  granted: false;
  window: QuotaWindow;
  balance: Balance;
}

export type Debit = { granted: true; balance: Balance } | Refusal;

/** How a call came: by the API, or by an agent's tool. */
export type Channel = 'rest' | 'mcp';

/** What credits are debited for, as the ledger says it. */
export interface Call {
  operation: string;
  channel: Channel;
}

const REMEMBERED_REFUSALS = 10_000;
const REFUSAL_REMEMBERED_MS = 1_000;

interface Waiting extends Call {
  credits: number;
  resolve(debit: Debit): void;
  reject(error: unknown): void;
}

interface Usage {
  granted: number;
  day_credits: number;
  month_credits: number;
}

/**
 * Debits credits. One UPDATE takes what is asked or nothing, whatever other processes do; calls of one account that
 * come while its UPDATE runs wait for the next one, which serves them all in the order of their arrival. The same
 * statement writes what it took to the ledger, an entry for each operation. A call is debited last, when its answer
 * stands: what fails on the way never cost anything, so nothing has to be given back.
 */
export class CreditMeter {
  readonly #db: Database;
  readonly #plans: PlanTable;
  readonly #now: () => Date;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #refusals: LRUCache<string, Refusal & { plan: Plan }>;

  constructor(options: { db: Database; plans: PlanTable; now: () => Date }) {
    this.#db = options.db;
    this.#plans = options.plans;
    this.#now = options.now;
    this.#refusals = new LRUCache({
      max: REMEMBERED_REFUSALS,
      ttl: REFUSAL_REMEMBERED_MS,
      ttlResolution: 0,
      perf: { now: () => options.now().getTime() },
    });
  }

  /**
   * The refusal that a debit would meet, as far as this process learnt a moment ago: spares the work of a call that
   * can't be paid for.
   */
  knownRefusal(account: Account, credits: number): Refusal | null {
    const refusal = this.#refusals.get(account.accountId);
    if (!refusal || refusal.plan !== account.plan || credits <= creditsRemaining(refusal.balance)) return null;
    const resetsAt = refusal.window === 'day' ? refusal.balance.dayResetsAt : refusal.balance.monthResetsAt;
    return resetsAt.getTime() > this.#now().getTime() ? refusal : null;
  }

  /**
   * Takes credits, all or none. Zero credits tell the balance and are always granted. Throws `unauthorized` where the
   * account was deleted a moment ago.
   */
  debit(account: Account, credits: number, { operation, channel }: Call): Promise<Debit> {
    return new Promise((resolve, reject) => {
      const waiting = { operation, channel, credits, resolve, reject };
      const queue = this.#queues.get(account.accountId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      this.#queues.set(account.accountId, [waiting]);
      void this.#serve(account);
    });
  }

  async #serve(account: Account): Promise<void> {
    for (;;) {
      const batch = this.#queues.get(account.accountId) ?? [];
      if (batch.length === 0) {
        this.#queues.delete(account.accountId);
        return;
      }
      this.#queues.set(account.accountId, []);
      try {
        const left = await this.#take(account, batch);
        this.#queues.get(account.accountId)?.unshift(...left);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
  }

  /** One statement for a batch; returns the waiting ones that a smaller balance may still serve. */
  async #take(account: Account, batch: readonly Waiting[]): Promise<Waiting[]> {
    const now = this.#now();
    const totals = runningTotals(batch);
    const usage = await (totals.at(-1) === 0 ? this.#read(account, now) : this.#update(account, batch, totals, now));
    const balance = this.#balance(account, usage, now);
    const remaining = creditsRemaining(balance);
    const left: Waiting[] = [];
    let spent = 0;
    let refused = false;
    for (const waiting of batch) {
      if (!refused && spent + waiting.credits <= usage.granted) {
        spent += waiting.credits;
        waiting.resolve({ granted: true, balance });
      } else if (waiting.credits > remaining) {
        refused = true;
        const refusal: Refusal = { granted: false, window: tighter(balance), balance };
        this.#refusals.set(account.accountId, { ...refusal, plan: account.plan });
        waiting.resolve(refusal);
      } else {
        refused = true;
        left.push(waiting);
      }
    }
    return left;
  }

  /**
   * Adds to the windows the largest of `totals` that fits; a window of an earlier day or month counts from 0, one of a
   * later (another process's clock runs ahead) counts on. The calls that fit go to the ledger of that window. The commit
   * does not wait for the disk: a crash of PostgreSQL may forget the last moment's usage, counts and entries alike, which
   * is in the caller's favour.
   */
  async #update(account: Account, batch: readonly Waiting[], totals: readonly number[], now: Date): Promise<Usage> {
    const limits = this.#plans[account.plan];
    const { day, month } = windowsOf(now);
    const usage = await this.#db.queryOne<Usage>(sql`
      with held as (
        select account_id,
          case when usage_day >= ${day}::date then day_credits else 0 end as day_used,
          case when usage_month >= ${month}::date then month_credits else 0 end as month_used,
          set_config('synchronous_commit', 'off', true) as loose
        from accounts where account_id = ${account.accountId} for update
      ), fitting as (
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
        select ${account.accountId}::uuid, taken.usage_day, ${now.toISOString()}::timestamptz, 'debit', operation, channel,
          count(*), -sum(credits)
        from taken, unnest(
          ${totals}::integer[], ${batch.map(call => call.credits)}::integer[],
          ${batch.map(call => call.operation)}::text[], ${batch.map(call => call.channel)}::text[]
        ) as call (total, credits, operation, channel)
        where total <= taken.granted and credits > 0
        group by taken.usage_day, operation, channel
      )
      select granted, day_credits, month_credits from taken`);
    return usage ?? goneAccount();
  }

  async #read(account: Account, now: Date): Promise<Usage> {
    const { day, month } = windowsOf(now);
    const usage = await this.#db.queryOne<Usage>(sql`
      select 0 as granted,
        case when usage_day >= ${day}::date then day_credits else 0 end as day_credits,
        case when usage_month >= ${month}::date then month_credits else 0 end as month_credits
      from accounts where account_id = ${account.accountId}`);
    return usage ?? goneAccount();
  }

  #balance(account: Account, usage: Usage, now: Date): Balance {
    const limits = this.#plans[account.plan];
    const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
    return {
      dayLimit: limits.creditsPerDay,
      dayRemaining: Math.max(0, limits.creditsPerDay - usage.day_credits),
      dayResetsAt: new Date(Date.UTC(year, month, date + 1)),
      monthLimit: limits.creditsPerMonth,
      monthRemaining: Math.max(0, limits.creditsPerMonth - usage.month_credits),
      monthResetsAt: new Date(Date.UTC(year, month + 1, 1)),
    };
  }
}

function goneAccount(): never {
  throw new AsfiledError('unauthorized', 'This account was deleted.');
}

/** The UTC day and month of a moment, as their first days. */
export function windowsOf(now: Date): { day: string; month: string } {
  const day = now.toISOString().slice(0, 10);
  return { day, month: `${day.slice(0, 7)}-01` };
}

function runningTotals(batch: readonly Waiting[]): number[] {
  let total = 0;
  return batch.map(waiting => {
    total += waiting.credits;
    return total;
  });
}

/** The window that stands in the way: the month where it is the tighter one, since waiting for midnight would not help. */
function tighter(balance: Balance): QuotaWindow {
  return balance.monthRemaining <= balance.dayRemaining ? 'month' : 'day';
}

/** What may still be spent now. */
export function creditsRemaining(balance: Balance): number {
  return Math.min(balance.dayRemaining, balance.monthRemaining);
}
