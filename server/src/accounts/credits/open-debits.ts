import { randomUUID } from 'node:crypto';
import { type Database, sql, type Transaction } from '../../db/database.ts';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { adjustCredits } from './ledger.ts';

/** How often a process states that it still sends its responses. */
const ALIVE_EVERY_MS = 20_000;
/** Responses of a process that was silent for so long have broken: six times the interval. */
const ABANDONED_AFTER_SECONDS = 120;

/** A debit whose response has not ended. */
export interface OpenDebit {
  /** The response has ended, or nothing was debited: nothing will be refunded. */
  settle(): Promise<void>;
  /** Returns the credits, once. */
  refund(): Promise<void>;
}

/**
 * Debits of responses that are being sent. They are noted before the credits are taken, so a process that is killed at any
 * moment leaves a note, and {@link refundAbandoned} of another process returns the credits.
 */
export class OpenDebits {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #log: Log;
  readonly #open = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: { db: Database; now: () => Date; log: Log }) {
    this.#db = options.db;
    this.#now = options.now;
    this.#log = options.log;
  }

  async open(accountId: string, operation: string, credits: number): Promise<OpenDebit> {
    const debitId = randomUUID();
    await this.#db.execute(sql`
      insert into open_debits (debit_id, account_id, operation, credits, alive_at)
      values (${debitId}, ${accountId}, ${operation}, ${credits}, now())`);
    this.#open.add(debitId);
    this.#timer ??= setInterval(() => void this.#stateAlive(), ALIVE_EVERY_MS).unref();
    const close = () => this.#close(debitId);
    return {
      settle: async () => {
        close();
        await this.#db.execute(sql`delete from open_debits where debit_id = ${debitId}`);
      },
      refund: async () => {
        close();
        await this.#db.transaction(async tx => {
          const taken = await tx.query<Abandoned>(sql`
            delete from open_debits where debit_id = ${debitId} returning account_id, operation, credits`);
          for (const debit of taken) await refund(tx, debit, this.#now());
        });
      },
    };
  }

  #close(debitId: string): void {
    this.#open.delete(debitId);
    if (this.#open.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #stateAlive(): Promise<void> {
    try {
      await this.#db.execute(
        sql`update open_debits set alive_at = now() where debit_id = any(${[...this.#open]}::uuid[])`,
      );
    } catch (error) {
      this.#log.warn({ error: messageOf(error) }, 'the open debits of this process were not confirmed');
    }
  }
}

interface Abandoned {
  account_id: string;
  operation: string;
  credits: number;
}

/** Refunds the debits of responses whose process was killed. Any number of processes may run it concurrently. */
export async function refundAbandoned(db: Database, now: Date): Promise<void> {
  await db.transaction(async tx => {
    const abandoned = await tx.query<Abandoned>(sql`
      delete from open_debits where alive_at < now() - make_interval(secs => ${ABANDONED_AFTER_SECONDS}::integer)
      returning account_id, operation, credits`);
    for (const debit of abandoned) await refund(tx, debit, now);
  });
}

async function refund(
  tx: Transaction,
  { account_id: accountId, operation, credits }: Abandoned,
  now: Date,
): Promise<void> {
  if (credits === 0) return;
  try {
    await adjustCredits(tx, accountId, { kind: 'refund', credits, note: `${operation} broke` }, now);
  } catch (error) {
    // The month of the debit is over, and its count with it.
    if (!(error instanceof AsfiledError && error.code === 'bad_request')) throw error;
  }
}
