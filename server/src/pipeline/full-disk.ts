import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { DISK_FULL, isDiskFull, OperatorError } from '../kernel/operator-error.ts';

/** How often a worker checks again for free space: a shorter interval fills the log, not the store. */
const PAUSE_MS = 30_000;

/** Notices that a disk is full. Commands end then; a service pauses its jobs, which stay queued. */
export class FullDisk {
  readonly #log: Log;
  readonly #found = new AbortController();
  readonly #pauseMs: number;
  #pausedUntilMs = 0;

  constructor(log: Log, pauseMs = PAUSE_MS) {
    this.#log = log;
    this.#pauseMs = pauseMs;
  }

  /** Aborts when a disk is full; its reason is an {@link OperatorError} `disk_full`. */
  get signal(): AbortSignal {
    return this.#found.signal;
  }

  /** Whether an error says that a disk is full. */
  note(error: unknown): boolean {
    if (!isDiskFull(error)) return false;
    if (this.#leftMs() > 0) return true;
    this.#pausedUntilMs = performance.now() + this.#pauseMs;
    this.#log.error({ error: messageOf(error) }, DISK_FULL);
    this.#found.abort(new OperatorError('disk_full', DISK_FULL, error));
    return true;
  }

  /** Waits until it makes sense to try again. */
  async pause(signal: AbortSignal): Promise<void> {
    // A timer may fire a little early.
    for (let left = this.#leftMs(); left > 0 && !signal.aborted; left = this.#leftMs()) {
      await sleep(Math.ceil(left), undefined, { signal }).catch(() => undefined);
    }
  }

  #leftMs(): number {
    return this.#pausedUntilMs - performance.now();
  }
}
