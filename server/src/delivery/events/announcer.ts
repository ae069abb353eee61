import type { Database, Transaction } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { announce } from './announce.ts';
import { EVENTS_CHANNEL } from './outbox.ts';

export interface AnnouncerOptions {
  db: Database;
  listener: Listener;
  log: Log;
  /** What else is to be done about events of which accounts were told, in the same transaction. */
  alsoQueue?: (tx: Transaction, eventIds: readonly string[]) => Promise<void>;
}

/** Announcements of one transaction. */
const AT_ONCE = 200;
/** Looked for what waits without being told, so often. */
const PASS_EVERY_MS = 1_000;

/** Tells those who watch of what was stored, as soon as it is; any number of processes may run one. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  /** Whether the last pass ended well. */
  #isWell = true;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    this.#stopListening = options.listener.on(EVENTS_CHANNEL, () => this.wake());
    this.#timer = setInterval(() => this.wake(), PASS_EVERY_MS);
    this.wake();
  }

  /** Has what waits announced, now or right after what is under way. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#isWoken) this.wake();
    });
  }

  /** Finishes the transaction under way, and makes one pass more: a command that ends may be the only one to run today. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    this.#isStopped = true;
    await this.#running;
    if (this.#isWell) await this.#pass().catch(() => false);
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        if (await this.#pass()) this.#isWoken = true;
        this.#isWell = true;
      } catch (error) {
        this.#isWell = false;
        // What was not announced waits for the next pass.
        if (!this.#isStopped) this.#options.log.warn({ error: messageOf(error) }, 'announcing failed');
      }
    }
  }

  /** Whether more may wait. */
  #pass(): Promise<boolean> {
    const { db, alsoQueue } = this.#options;
    return db.transaction(async tx => {
      const announced = await announce(tx, AT_ONCE);
      if (announced === null) return false;
      if (announced.eventIds.length > 0) await alsoQueue?.(tx, announced.eventIds);
      return announced.taken === AT_ONCE;
    });
  }
}
