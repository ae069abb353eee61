import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import { COMPILE_CACHE } from '../../kernel/compile-cache.js';
import { messageOf } from '../../kernel/errors.ts';
import type { SplitRequest, SplitResult } from '../bulk/split-bulk.ts';
import { type Processed, ReaderFailure, type ThreadRequest } from './process-types.ts';

/** What reads documents: threads, or a process of its own. */
export interface Threads {
  readonly size: number;
  process(request: ThreadRequest): Promise<Processed[]>;
  split(request: SplitRequest): Promise<SplitResult>;
  close(): Promise<void>;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Threads for processor-bound work, so that a process that also serves requests stays responsive. */
export class ThreadPool implements Threads {
  readonly size: number;
  readonly #pool: Piscina;
  #cancel = new AbortController();
  #startFailure: unknown = null;

  constructor(size: number) {
    this.size = size;
    // Set at the start: V8 begins with a megabyte by default and doubles it only after much copying.
    setFlagsFromString(`--min-semi-space-size=${THREAD_YOUNG_MB / 3}`);
    setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
    this.#pool = new Piscina({
      filename: new URL('./process-documents.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: size,
      idleTimeout: IDLE_MS,
      // The whole environment of threads: their configuration is in their requests.
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: THREAD_YOUNG_MB },
    });
    // A thread that fails to start has no task to fail: without this, all callers would wait forever.
    this.#pool.on('error', error => {
      this.#startFailure = error;
      this.#cancel.abort();
      this.#cancel = new AbortController();
    });
  }

  process(request: ThreadRequest): Promise<Processed[]> {
    return this.#run(request, {});
  }

  split(request: SplitRequest): Promise<SplitResult> {
    return this.#run(request, { filename: new URL('../bulk/split-bulk.ts', import.meta.url).href });
  }

  async #run<T>(request: unknown, options: { filename?: string }): Promise<T> {
    const { signal } = this.#cancel;
    try {
      return await this.#pool.run(request, { ...options, signal });
    } catch (error) {
      if (signal.aborted) throw new Error(`A thread failed to start: ${messageOf(this.#startFailure)}`);
      throw isOutOfMemory(error) ? new ReaderFailure('out_of_memory', OUT_OF_MEMORY) : error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

const IDLE_MS = 10_000;
/** A company's facts are some tens of megabytes as text and ten times that as objects. */
const THREAD_HEAP_MB = 512;
const OUT_OF_MEMORY = `reading it takes more than the ${THREAD_HEAP_MB} MB that a thread may use`;
/**
 * Two thirds of it are the semi-spaces that new objects are copied between. Smaller ones fill up before a company is
 * processed and copy its facts repeatedly (a fifth slower at a third of the size); larger ones cost memory and gain
 * nothing.
 */
const THREAD_YOUNG_MB = 36;
/** By default V8 lets garbage grow to twice the live heap before it collects: a fifth more memory, and no faster. */
const HEAP_GROWTH_PERCENT = 30;
