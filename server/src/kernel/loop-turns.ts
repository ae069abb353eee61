/** Work of one turn before the event loop continues with input and output. */
const BUDGET_MS = 8;

/**
 * Shares the event loop between long computations. A computation calls {@link take} between pieces of its work. As soon as
 * the pieces of one iteration of the loop have used their budget, the next ones wait, and each iteration resumes one of
 * them, in the order of arrival. The loop is then delayed by one unit, however many computations run at once.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];
  readonly #nowMs: () => number;
  #startedMs = 0;
  #isOpen = false;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Resolves when the next piece of work may run. */
  async take(): Promise<void> {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#begin();
      return;
    }
    if (this.#waiting.length === 0 && this.#nowMs() - this.#startedMs < BUDGET_MS) return;
    await new Promise<void>(resolve => this.#waiting.push(resolve));
  }

  #begin(): void {
    this.#startedMs = this.#nowMs();
    setImmediate(() => {
      const resume = this.#waiting.shift();
      if (resume === undefined) {
        this.#isOpen = false;
        return;
      }
      this.#begin();
      resume();
    });
  }
}

/** The turns of this process. */
export const loopTurns = new LoopTurns();
