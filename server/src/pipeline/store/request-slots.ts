import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql } from '../../db/database.ts';

/** One rate limit for all processes on a database: each request takes the next free slot of its registry. */
export class RequestSlots {
  readonly #db: Database;
  readonly #registry: string;
  readonly #intervalMs: number;

  constructor(db: Database, registry: string, requestsPerSecond: number) {
    this.#db = db;
    this.#registry = registry;
    this.#intervalMs = 1_000 / requestsPerSecond;
  }

  /** Returns when this request may be sent. */
  async take(signal?: AbortSignal): Promise<void> {
    const row = await this.#db.queryOne<{ delay_ms: number }>(sql`
      insert into request_slots as slot (registry, next_at)
      values (${this.#registry}, clock_timestamp() + ${this.#intervalMs}::float8 * interval '1 millisecond')
      on conflict (registry) do update set
        next_at = greatest(slot.next_at, clock_timestamp(), slot.paused_until) + ${this.#intervalMs}::float8 * interval '1 millisecond'
      returning greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000 - ${this.#intervalMs}::float8)::float8 as delay_ms`);
    const delayMs = row?.delay_ms ?? 0;
    if (delayMs > 0) await sleep(delayMs, undefined, signal === undefined ? {} : { signal });
  }

  /** Pauses requests of every process to the registry, because it requested a pause. */
  async pause(durationMs: number): Promise<void> {
    await this.#db.execute(sql`
      insert into request_slots as slot (registry, next_at, paused_until)
      values (${this.#registry}, clock_timestamp(), clock_timestamp() + ${durationMs}::float8 * interval '1 millisecond')
      on conflict (registry) do update set paused_until = greatest(slot.paused_until, excluded.paused_until)`);
  }
}
