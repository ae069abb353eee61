import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { Anomaly } from '../kernel/anomaly.ts';
import { COMPILE_CACHE } from '../kernel/compile-cache.js';
import { messageOf } from '../kernel/errors.ts';
import type { Processed, ThreadRequest } from './process-types.ts';
import type { SplitRequest } from './split-bulk.ts';

/** Threads for what takes processor time, so that a process that serves meanwhile stays quick. */
export class ThreadPool {
  readonly size: number;
  readonly #pool: Piscina;
  #cancel = new AbortController();
  #startFailure: unknown = null;

  constructor(size: number) {
    this.size = size;
    // From the start: by itself V8 begins with a megabyte and doubles it only after copying much.
    setFlagsFromString(`--min-semi-space-size=${THREAD_YOUNG_MB / 3}`);
    setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
    this.#pool = new Piscina({
      filename: new URL('./process-documents.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: size,
      idleTimeout: IDLE_MS,
      // All that threads get of the environment: what they need of the configuration stands in their requests.
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: THREAD_YOUNG_MB },
    });
    // A thread that cannot even start has no task to fail: without this, all would wait for it for ever.
    this.#pool.on('error', error => {
      this.#startFailure = error;
      this.#cancel.abort();
      this.#cancel = new AbortController();
    });
  }

  process(request: ThreadRequest): Promise<Processed[]> {
    return this.#run(request, {});
  }

  /** Returns what was not understood. */
  split(request: SplitRequest): Promise<Anomaly[]> {
    return this.#run(request, { filename: new URL('./split-bulk.ts', import.meta.url).href });
  }

  async #run<T>(request: unknown, options: { filename?: string }): Promise<T> {
    const { signal } = this.#cancel;
    try {
      return await this.#pool.run(request, { ...options, signal });
    } catch (error) {
      throw signal.aborted ? new Error(`a thread could not start: ${messageOf(this.#startFailure)}`) : error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

const IDLE_MS = 10_000;
/** A company's facts are some tens of megabytes as text and ten times that as objects. */
const THREAD_HEAP_MB = 512;
/**
 * Two thirds of it are the halves that new objects are copied between. Smaller ones fill up before a company is through
 * and copy its facts again and again (a fifth slower at a third of the size); larger ones cost memory and gain nothing.
 */
const THREAD_YOUNG_MB = 36;
/** Left to itself V8 lets garbage grow to twice what is in use before it looks: a fifth more memory, and no faster. */
const HEAP_GROWTH_PERCENT = 30;
