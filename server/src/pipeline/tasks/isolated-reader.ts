import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { COMPILE_CACHE } from '../../kernel/compile-cache.js';
import type { SplitRequest, SplitResult } from '../bulk/split-bulk.ts';
import { type Processed, ReaderFailure, type ThreadRequest } from './process-types.ts';
import type { Threads } from './thread-pool.ts';

export type IsolatedRequest = { kind: 'process'; request: ThreadRequest } | { kind: 'split'; request: SplitRequest };

export type IsolatedResponse =
  | { kind: 'ready' }
  | { kind: 'result'; result: Processed[] | SplitResult }
  | { kind: 'error'; message: string };

const HEAP_MB = 512;
/** Buffers are outside the heap; the largest documents need a few times their 256 MB. */
const MAX_RESIDENT_BYTES = 2 * 2 ** 30;
const LOOK_MS = 100;
const PAGE_BYTES = 4_096;

/**
 * A process that reads documents which may end it: those that were being read when a worker was killed. Once it has
 * ended, every request fails with {@link ReaderFailure} `killed_its_process`.
 */
export class IsolatedReader implements Threads {
  readonly size = 1;
  readonly #child: ChildProcess;
  readonly #watch: NodeJS.Timeout;
  /** Why the process ended; null while it runs. */
  #death: ReaderFailure | null = null;
  #answer: ((response: IsolatedResponse | ReaderFailure) => void) | null = null;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (response: IsolatedResponse) => this.#settle(response));
    child.on('error', error => this.#die(`it could not be started: ${error.message}`));
    child.on('exit', (code, signal) => this.#die(`it ended with ${signal ?? `exit code ${code}`}`));
    this.#watch = setInterval(() => this.#checkMemory(), LOOK_MS);
    this.#watch.unref();
  }

  static async start(): Promise<IsolatedReader> {
    const child = fork(new URL('./isolated-main.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const reader = new IsolatedReader(child);
    await reader.#next();
    return reader;
  }

  /** Why the process ended; null while it runs. */
  get death(): ReaderFailure | null {
    return this.#death;
  }

  async process(request: ThreadRequest): Promise<Processed[]> {
    return withOwnBuffers(await this.#ask({ kind: 'process', request })) as Processed[];
  }

  split(request: SplitRequest): Promise<SplitResult> {
    return this.#ask({ kind: 'split', request }) as Promise<SplitResult>;
  }

  /** The same for several tasks: its death is nobody's in particular, and their failure one that may be retried. */
  shared(): Threads {
    const orPlain = (error: unknown): never => {
      throw error instanceof ReaderFailure ? new Error(error.message) : error;
    };
    return {
      size: this.size,
      process: request => this.process(request).catch(orPlain),
      split: request => this.split(request).catch(orPlain),
      close: () => this.close(),
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    if (this.#death === null) this.#child.kill('SIGKILL');
  }

  async #ask(request: IsolatedRequest): Promise<Processed[] | SplitResult> {
    if (this.#death !== null) throw this.#death;
    const next = this.#next();
    this.#child.send(request, error => {
      // The process is about to end, or deaf: how it ended is known when it has.
      if (error !== null) this.#child.kill('SIGKILL');
    });
    const response = await next;
    if (response.kind === 'result') return response.result;
    throw new Error(response.kind === 'error' ? response.message : `unexpected response ${response.kind}`);
  }

  /** Requests come one after the other: a task waits for each. */
  #next(): Promise<IsolatedResponse> {
    return new Promise((resolve, reject) => {
      this.#answer = response => {
        this.#answer = null;
        if (response instanceof ReaderFailure) reject(response);
        else resolve(response);
      };
    });
  }

  #settle(response: IsolatedResponse | ReaderFailure): void {
    this.#answer?.(response);
  }

  #die(how: string): void {
    clearInterval(this.#watch);
    this.#death ??= new ReaderFailure('killed_its_process', `the process that read it did not survive: ${how}`);
    this.#settle(this.#death);
  }

  #checkMemory(): void {
    if (residentBytes(this.#child.pid) <= MAX_RESIDENT_BYTES) return;
    this.#die(`it used more than ${MAX_RESIDENT_BYTES} bytes of memory`);
    this.#child.kill('SIGKILL');
  }
}

/**
 * Copies the byte arrays of a message in place. Those of one message share a buffer, but the code that stores rows releases
 * the buffer of each.
 */
function withOwnBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) members[name] = withOwnBuffers(member);
  return value;
}

/** 0 on systems without /proc. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
