import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Account, Plan } from '../account.ts';
import type { PlanTable } from '../plans.ts';
import {
  type Call,
  type DebitContext,
  type DebitResult,
  debitMixed,
  debitUniform,
  type PricedCall,
  readWindowCredits,
} from './take-credits.ts';

export type QuotaWindow = 'day' | 'month';

/** The remaining credits of the two windows, and when each resets. */
export interface Balance {
  dayLimit: number;
  dayRemaining: number;
  dayResetsAt: Date;
  monthLimit: number;
  monthRemaining: number;
  monthResetsAt: Date;
}

/** A rejected debit, and the window that it exceeds. */
export interface Refusal {
  granted: false;
  window: QuotaWindow;
  balance: Balance;
}

export type Debit = { granted: true; balance: Balance } | Refusal;

/** Credits that are set aside for a running call. */
export interface Reservation {
  granted: true;
  /** Returns them; the call debits what it costs. */
  release(): void;
}

const MAX_CACHED_BALANCES = 10_000;
/** How long a balance is trusted, because other processes debit the same account. */
const BALANCE_CACHED_MS = 1_000;

/** The balance after the last statement of this process. */
interface KnownBalance {
  plan: Plan;
  balance: Balance;
}

/** What running calls of an account have reserved, and calls that wait until one of them ends. */
interface Reserved {
  credits: number;
  waiting: (() => void)[];
}

interface Waiting extends PricedCall {
  resolve(debit: Debit): void;
  reject(error: unknown): void;
}

/**
 * Debits credits. One UPDATE takes the whole amount or nothing, also when other processes debit the same account. Calls
 * of an account that arrive while its UPDATE runs are batched into the next one, in the order of arrival. The same
 * statement writes the ledger, one entry for each operation. A call reserves its credits before it works and is debited
 * last, once its response is complete: failed calls cost nothing, so nothing has to be refunded. Reservations are per
 * process: calls in other processes may work without credits for at most a second, but their debits are refused.
 */
export class CreditMeter {
  readonly #db: Database;
  readonly #plans: PlanTable;
  readonly #now: () => Date;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #balances: LRUCache<string, KnownBalance>;
  readonly #reserved = new Map<string, Reserved>();

  constructor(options: { db: Database; plans: PlanTable; now: () => Date }) {
    this.#db = options.db;
    this.#plans = options.plans;
    this.#now = options.now;
    this.#balances = new LRUCache({
      max: MAX_CACHED_BALANCES,
      ttl: BALANCE_CACHED_MS,
      ttlResolution: 0,
      perf: { now: () => options.now().getTime() },
    });
  }

  /**
   * Sets credits aside before a call works. Refuses a call that the balance does not cover. Waits if only the reservations
   * of running calls are in its way, because these may fail and cost nothing.
   */
  async reserve(account: Account, credits: number): Promise<Reservation | Refusal> {
    for (;;) {
      const balance = this.#knownBalance(account) ?? (await this.#readBalance(account));
      const remaining = creditsRemaining(balance);
      if (credits > remaining) return { granted: false, window: tighter(balance), balance };
      const reserved = this.#reserved.get(account.accountId) ?? { credits: 0, waiting: [] };
      if (credits <= remaining - reserved.credits) {
        reserved.credits += credits;
        this.#reserved.set(account.accountId, reserved);
        return { granted: true, release: () => this.#release(account.accountId, reserved, credits) };
      }
      await new Promise<void>(resolve => reserved.waiting.push(resolve));
    }
  }

  #release(accountId: string, reserved: Reserved, credits: number): void {
    reserved.credits -= credits;
    const waiting = reserved.waiting.splice(0);
    if (reserved.credits === 0) this.#reserved.delete(accountId);
    for (const resume of waiting) resume();
  }

  /** The balance of the last second, unless a window has restarted or the plan has changed since. */
  #knownBalance({ accountId, plan }: Account): Balance | null {
    const known = this.#balances.get(accountId);
    if (known === undefined || known.plan !== plan) return null;
    const nowMs = this.#now().getTime();
    const { dayResetsAt, monthResetsAt } = known.balance;
    return nowMs < Math.min(dayResetsAt.getTime(), monthResetsAt.getTime()) ? known.balance : null;
  }

  async #readBalance(account: Account): Promise<Balance> {
    const { balance } = await this.debit(account, 0, BALANCE_READ);
    return balance;
  }

  /**
   * Takes all the credits or none. A debit of zero credits is always granted and returns the balance. Throws
   * `unauthorized` if the account no longer exists.
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
        this.#queues.set(account.accountId, [...left, ...(this.#queues.get(account.accountId) ?? [])]);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
  }

  /** Debits a batch in one statement; returns the calls that the remaining balance may still cover. */
  async #take(account: Account, batch: readonly Waiting[]): Promise<Waiting[]> {
    const now = this.#now();
    const usage = await takeFor(
      { db: this.#db, accountId: account.accountId, limits: this.#plans[account.plan], now },
      batch,
    );
    const balance = this.#balance(account, usage, now);
    this.#balances.set(account.accountId, { plan: account.plan, balance });
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
        waiting.resolve({ granted: false, window: tighter(balance), balance });
      } else {
        refused = true;
        left.push(waiting);
      }
    }
    return left;
  }

  #balance(account: Account, usage: DebitResult, now: Date): Balance {
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

/** The kind of a debit of zero; it is never written. */
const BALANCE_READ: Call = { operation: 'balance', channel: 'rest' };

/** Uses the cheaper statement for calls of one kind, which is what batches usually hold. */
function takeFor(taking: DebitContext, batch: readonly PricedCall[]): Promise<DebitResult> {
  const totals = runningTotals(batch);
  const [first] = batch;
  if (first === undefined || totals.at(-1) === 0) return readWindowCredits(taking);
  const isUniform = batch.every(
    ({ operation, channel, credits }) =>
      operation === first.operation && channel === first.channel && credits === first.credits,
  );
  return isUniform ? debitUniform(taking, batch.length, first) : debitMixed(taking, batch, totals);
}

function runningTotals(batch: readonly PricedCall[]): number[] {
  let total = 0;
  return batch.map(waiting => {
    total += waiting.credits;
    return total;
  });
}

/** The window to report: the month if it is the tighter one, since waiting for midnight would not help. */
function tighter(balance: Balance): QuotaWindow {
  return balance.monthRemaining <= balance.dayRemaining ? 'month' : 'day';
}

/** Credits that can be spent now. */
export function creditsRemaining(balance: Balance): number {
  return Math.min(balance.dayRemaining, balance.monthRemaining);
}
