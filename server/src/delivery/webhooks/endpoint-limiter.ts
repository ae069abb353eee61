/** A webhook that took longer the last time gets one delivery at a time until it is quicker. */
const SLOW_MS = 2_000;

/** How quick the webhooks are that this process delivers to, so that slow ones do not take up its room. */
export class EndpointLimiter {
  readonly #underWay = new Map<string, number>();
  readonly #slow = new Set<string>();

  began(webhookId: string): void {
    this.#underWay.set(webhookId, (this.#underWay.get(webhookId) ?? 0) + 1);
  }

  ended(webhookId: string, durationMs: number): void {
    const left = (this.#underWay.get(webhookId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(webhookId, left);
    else this.#underWay.delete(webhookId);
    if (durationMs > SLOW_MS) this.#slow.add(webhookId);
    else this.#slow.delete(webhookId);
  }

  /** Slow ones that something is under way to. */
  paused(): string[] {
    return [...this.#slow].filter(webhookId => this.#underWay.has(webhookId));
  }
}
