import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces the requests of one registry over everybody who asks it. */
export interface Throttle {
  /** Returns when this request may go out. */
  take(signal?: AbortSignal): Promise<void>;
  /** Keeps everybody away for a while: the registry told us to stop. */
  pause(durationMs: number): Promise<void>;
}

/** A throttle for one process: for tests, and for registries that nobody else of the operator asks. */
export class MemoryThrottle implements Throttle {
  readonly #intervalMs: number;
  #nextMs = 0;
  #pausedUntilMs = 0;

  constructor(requestsPerSecond: number) {
    this.#intervalMs = 1000 / requestsPerSecond;
  }

  async take(signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextMs, this.#pausedUntilMs);
    this.#nextMs = at + this.#intervalMs;
    if (at > now) await sleep(at - now, undefined, signal === undefined ? {} : { signal });
  }

  async pause(durationMs: number): Promise<void> {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + durationMs);
  }
}
