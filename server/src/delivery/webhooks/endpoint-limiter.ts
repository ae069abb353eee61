/** A webhook whose last delivery took longer gets one delivery at a time until it is faster. */
const SLOW_MS = 2_000;

/** Tracks how fast the endpoints are that this process delivers to, so that slow ones do not use up its capacity. */
export class EndpointLimiter {
  readonly #inFlight = new Map<string, number>();
  readonly #slow = new Set<string>();

  began(webhookId: string): void {
    this.#inFlight.set(webhookId, (this.#inFlight.get(webhookId) ?? 0) + 1);
  }

  ended(webhookId: string, durationMs: number): void {
    const left = (this.#inFlight.get(webhookId) ?? 1) - 1;
    if (left > 0) this.#inFlight.set(webhookId, left);
    else this.#inFlight.delete(webhookId);
    if (durationMs > SLOW_MS) this.#slow.add(webhookId);
    else this.#slow.delete(webhookId);
  }

  /** Slow webhooks with a delivery in flight. */
  paused(): string[] {
    return [...this.#slow].filter(webhookId => this.#inFlight.has(webhookId));
  }
}
