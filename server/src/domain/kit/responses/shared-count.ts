import type { Database } from '../../../db/database.ts';

interface Counted<T> {
  counts: T;
  atMs: number;
  /** Minimum time between counts. It grows with the time that counting takes, so that counting stays a small share of the work. */
  goodForMs: number;
}

const AT_LEAST_GOOD_FOR_MS = 2_000;
const SHARE_OF_TIME_SPENT_COUNTING = 1 / 100;

/**
 * Caches counts over whole tables. Counting takes one to two seconds at 18 million filings, so one count serves all callers;
 * while a new count runs, they get the previous one. An empty store is counted on every call.
 */
export class SharedCount<T> {
  readonly #count: (db: Database) => Promise<T>;
  readonly #isEmpty: (counts: T) => boolean;
  readonly #counted = new WeakMap<Database, Counted<T>>();
  readonly #counting = new WeakMap<Database, Promise<Counted<T>>>();

  constructor(count: (db: Database) => Promise<T>, isEmpty: (counts: T) => boolean) {
    this.#count = count;
    this.#isEmpty = isEmpty;
  }

  async of(db: Database, now: Date): Promise<T> {
    const known = this.#counted.get(db);
    const isFilled = known !== undefined && !this.#isEmpty(known.counts);
    if (isFilled && now.getTime() - known.atMs < known.goodForMs) return known.counts;
    const running = this.#counting.get(db) ?? this.#start(db, now);
    if (!isFilled) return (await running).counts;
    running.catch(() => undefined);
    return known.counts;
  }

  #start(db: Database, now: Date): Promise<Counted<T>> {
    const running = this.#recount(db, now).finally(() => this.#counting.delete(db));
    this.#counting.set(db, running);
    return running;
  }

  async #recount(db: Database, now: Date): Promise<Counted<T>> {
    const startedMs = performance.now();
    const counts = await this.#count(db);
    const tookMs = performance.now() - startedMs;
    const goodForMs = Math.max(AT_LEAST_GOOD_FOR_MS, tookMs / SHARE_OF_TIME_SPENT_COUNTING);
    const counted = { counts, atMs: now.getTime(), goodForMs };
    this.#counted.set(db, counted);
    return counted;
  }
}
