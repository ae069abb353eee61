import type { Database, Transaction } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { EVENTS_CHANNEL } from '../../domain/kit/store/outbox.ts';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { announce } from './announce.ts';

export interface AnnouncerOptions {
  db: Database;
  listener: Listener;
  log: Log;
  /** Called in the same transaction for events with new notifications. */
  onAnnounced?: (tx: Transaction, eventIds: readonly string[]) => Promise<void>;
}

/** Announcements in one transaction. */
const BATCH_SIZE = 200;
/** Polls for pending announcements, in case a NOTIFY is lost. */
const POLL_INTERVAL_MS = 1_000;

/** Notifies watchers of stored events as soon as they are committed. Any number of processes may run one. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  /** Whether the last pass succeeded. */
  #hasSucceeded = true;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    this.#stopListening = options.listener.on(EVENTS_CHANNEL, () => this.wake());
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS);
    this.wake();
  }

  /** Announces pending events, now or right after the current pass. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#isWoken) this.wake();
    });
  }

  /** Finishes the current transaction and makes a final pass, because a short command may be the only process to run. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    this.#isStopped = true;
    await this.#running;
    if (this.#hasSucceeded) await this.#pass().catch(() => false);
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        if (await this.#pass()) this.#isWoken = true;
        this.#hasSucceeded = true;
      } catch (error) {
        this.#hasSucceeded = false;
        // The next pass announces what this one did not.
        if (!this.#isStopped) this.#options.log.warn({ error: messageOf(error) }, 'announcing failed');
      }
    }
  }

  /** Whether more announcements may be pending. */
  #pass(): Promise<boolean> {
    const { db, onAnnounced } = this.#options;
    return db.transaction(async tx => {
      const announced = await announce(tx, BATCH_SIZE);
      if (announced === null) return false;
      if (announced.eventIds.length > 0) await onAnnounced?.(tx, announced.eventIds);
      return announced.taken === BATCH_SIZE;
    });
  }
}
