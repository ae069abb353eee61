import { Piscina } from 'piscina';
import type { ArchiveSettings } from '../../archive/archive.ts';
import type { FactReader, Reread, RereadRequest } from '../../domain/figures/verification/model.ts';
import { COMPILE_CACHE } from '../../kernel/compile-cache.js';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import type { RereadInThread } from './reread-facts.ts';

/** Documents are read one after another, so that a process that serves requests keeps a processor. */
const THREADS = 1;
const THREAD_HEAP_MB = 512;
const IDLE_MS = 10_000;
/** A filing of hundreds of megabytes takes seconds; one that takes longer ends its thread. */
const MAX_READING_MS = 30_000;
const MAX_PER_ACCOUNT = 2;
const MAX_WAITING = 16;
const RETRY_AFTER_SECONDS = 2;

/** Reads archived documents again in a thread of its own. */
export class FactRereader implements FactReader {
  readonly #archive: ArchiveSettings;
  readonly #underWay = new Map<string, number>();
  #pool: Piscina | null = null;

  constructor(archive: ArchiveSettings) {
    this.#archive = archive;
  }

  async reread(accountId: string, requests: readonly RereadRequest[]): Promise<Reread[]> {
    const own = this.#underWay.get(accountId) ?? 0;
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MAX_PER_ACCOUNT || all >= MAX_WAITING) {
      const who = own >= MAX_PER_ACCOUNT ? 'This account' : 'This service';
      const message = `${who} already verifies ${own >= MAX_PER_ACCOUNT ? own : all} values. Wait until one has ended.`;
      throw new AsfiledError('rate_limited', message, { retry_after_seconds: RETRY_AFTER_SECONDS });
    }
    this.#underWay.set(accountId, own + 1);
    try {
      const results: Reread[] = [];
      for (const request of requests) results.push(await this.#read(request));
      return results;
    } finally {
      const left = (this.#underWay.get(accountId) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(accountId);
      else this.#underWay.set(accountId, left);
    }
  }

  /** Documents that the reader does not survive are unreadable, not a failure of the service. */
  async #read(request: RereadRequest): Promise<Reread> {
    this.#pool ??= new Piscina({
      filename: new URL('./reread-facts.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    });
    const inThread: RereadInThread = { ...request, archive: this.#archive };
    try {
      return await this.#pool.run(inThread, { signal: AbortSignal.timeout(MAX_READING_MS) });
    } catch (error) {
      const failure = messageOf(error);
      return {
        documents: request.documents.map(({ url }) => ({ url, sha256: null, byteSize: null, failure })),
        facts: request.wanted.map(() => null),
      };
    }
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}
