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

const MAX_CACHED_REFUSALS = 10_000;
const REFUSAL_CACHED_MS = 1_000;

interface Waiting extends PricedCall {
  resolve(debit: Debit): void;
  reject(error: unknown): void;
}

/**
 * Debits credits. One UPDATE takes the whole amount or nothing, also when other processes debit the same account. Calls
 * of an account that arrive while its UPDATE runs are batched into the next one, in the order of arrival. The same
 * statement writes the ledger, one entry for each operation. A call is debited last, once its response is complete:
 * failed calls cost nothing, so nothing has to be refunded.
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
      max: MAX_CACHED_REFUSALS,
      ttl: REFUSAL_CACHED_MS,
      ttlResolution: 0,
      perf: { now: () => options.now().getTime() },
    });
  }

  /**
   * The refusal that a debit would get, according to a recent refusal in this process. Avoids the work of a call that the
   * account cannot pay for.
   */
  cachedRefusal(account: Account, credits: number): Refusal | null {
    const refusal = this.#refusals.get(account.accountId);
    if (!refusal || refusal.plan !== account.plan || credits <= creditsRemaining(refusal.balance)) return null;
    const resetsAt = refusal.window === 'day' ? refusal.balance.dayResetsAt : refusal.balance.monthResetsAt;
    return resetsAt.getTime() > this.#now().getTime() ? refusal : null;
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
        this.#queues.get(account.accountId)?.unshift(...left);
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
