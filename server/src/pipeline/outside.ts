import type { Archive } from '../archive/archive.ts';
import type { Database } from '../db/database.ts';
import { AsfiledError } from '../kernel/errors.ts';
import { Mirror } from '../sources/http/mirror.ts';
import { PoliteClient } from '../sources/http/polite-client.ts';
import type { Outside, Source, SourceDocument } from '../sources/source.ts';
import { type Fetch, readFetch, upsertFetch } from '../store/fetches.ts';
import { RequestSlots } from '../store/request-slots.ts';
import type { RunOptions } from '../store/runs.ts';

export interface OutsideOptions {
  db: Database;
  archive: Archive;
  /** Who asks; null = nothing goes out. */
  contact: string | null;
  /** Origins that stand in for a registry's own (`https://data.sec.gov` → `http://127.0.0.1:9000/data`), for tests. */
  standIns?: Readonly<Record<string, string>>;
  /** How patient the client is; its own defaults otherwise. */
  patience?: { retryBaseMs?: number; maxAttempts?: number; refusalPauseMs?: number; timeoutMs?: number };
}

/** Opens ways to the outside for the runs of one process: one client a registry, closed together. */
export class Gateway {
  readonly #options: OutsideOptions;
  readonly #clients = new Map<string, PoliteClient>();

  constructor(options: OutsideOptions) {
    this.#options = options;
  }

  /** The outside as a run's options want it: recorded answers, or the registry itself. */
  open(source: Source, run: RunOptions): Outside {
    return run.mirror === null ? this.#openRegistry(source, run.record) : this.#openReplay(source, run.mirror);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map(client => client.close()));
  }

  #openReplay(source: Source, folder: string): Outside {
    const mirror = new Mirror(folder);
    return {
      origin: 'replay',
      now: () => new Date(),
      list: () => mirror.list(),
      get: async url => {
        const bytes = await mirror.read({ url });
        if (bytes === null) return null;
        return this.#keep(source, url, bytes, { etag: null, lastModified: null, contentType: null });
      },
    };
  }

  #openRegistry(source: Source, record: string | null): Outside {
    const recorder = record === null ? null : new Mirror(record);
    return {
      origin: 'registry',
      now: () => new Date(),
      list: async () => null,
      get: async url => {
        const document = await this.#ask(source, url);
        if (document !== null) await recorder?.record({ url }, document.bytes);
        return document;
      },
    };
  }

  async #ask(source: Source, url: string): Promise<SourceDocument | null> {
    const { db } = this.#options;
    const { registry } = source.description;
    const known = await readFetch(db, registry, url);
    const kept = known === null ? null : await this.#readKept(url, known);
    const timeoutMs = this.#options.patience?.timeoutMs;
    const answer = await this.#client(source).get({
      url: this.#actual(url),
      expects: url.endsWith('.json') ? 'json' : 'any',
      ...(kept === null ? {} : { etag: known?.etag ?? null, lastModified: known?.lastModified ?? null }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    if (answer.kind === 'not_found') return null;
    if (answer.kind === 'not_modified') {
      if (kept !== null) return kept;
      throw new AsfiledError('upstream_error', `${registry} calls ${url} unchanged, which it was not asked`);
    }
    return this.#keep(source, url, answer.bytes, answer);
  }

  /** What the archive holds of the last answer; null where it was lost, so that all of it is asked for again. */
  async #readKept(url: string, known: Fetch): Promise<SourceDocument | null> {
    try {
      return { url, sha256: known.sha256, bytes: await this.#options.archive.read(known.sha256) };
    } catch (error) {
      if (error instanceof AsfiledError && error.code === 'not_archived') return null;
      throw error;
    }
  }

  async #keep(
    source: Source,
    url: string,
    bytes: Buffer,
    head: { etag: string | null; lastModified: string | null; contentType: string | null },
  ): Promise<SourceDocument> {
    const { sha256, byteSize } = await this.#options.archive.put(bytes);
    const { etag, lastModified, contentType } = head;
    const fetch = { sha256, etag, lastModified, contentType, byteSize, fetchedAt: new Date() };
    await upsertFetch(this.#options.db, source.description.registry, url, fetch);
    return { url, sha256, bytes };
  }

  #actual(url: string): string {
    for (const [origin, standIn] of Object.entries(this.#options.standIns ?? {})) {
      if (url.startsWith(`${origin}/`)) return standIn + url.slice(origin.length);
    }
    return url;
  }

  #client(source: Source): PoliteClient {
    const { registry, requestsPerSecond, hosts } = source.description;
    const known = this.#clients.get(registry);
    if (known !== undefined) return known;
    const { timeoutMs: _, ...patience } = this.#options.patience ?? {};
    const client = new PoliteClient({
      registry,
      contact: this.#options.contact,
      hosts: [...hosts, ...Object.values(this.#options.standIns ?? {}).map(standIn => new URL(standIn).host)],
      throttle: new RequestSlots(this.#options.db, registry, requestsPerSecond),
      ...patience,
    });
    this.#clients.set(registry, client);
    return client;
  }
}
