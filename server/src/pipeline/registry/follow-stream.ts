import { setTimeout as sleep } from 'node:timers/promises';
import { applicationName, type ConnectionSettings } from '../../db/connection.ts';
import { trySessionLock } from '../../db/session-lock.ts';
import { replaceAnomalies } from '../../domain/kit/store/anomalies.ts';
import type { JobSystem } from '../../jobs/job-system.ts';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import { uuidV5 } from '../../kernel/ids.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { Mirror } from '../../sources/kit/http/mirror.ts';
import type { Source, StreamedChannel } from '../../sources/kit/source.ts';
import { startRun } from '../runs/start-run.ts';
import { recordArchived } from '../store/fetches.ts';
import { readCursor, writeCursor } from '../store/runs.ts';
import type { PipelineTools } from '../tools.ts';
import { LineSplitter } from './line-splitter.ts';
import type { Gateway } from './registry-gateway.ts';

/** Timings of a stream in milliseconds. */
export interface StreamTimings {
  /** Maximum time that lines wait in a batch before it is queued. */
  batchMs: number;
  /** A connection without a byte (heartbeats count) for this long is considered lost. */
  silenceMs: number;
  /** Interval between attempts to take over a stream that another process reads. */
  lockRetryMs: number;
  /** First wait before a lost connection is reopened. It doubles each time, up to five minutes, with jitter. */
  retryBaseMs: number;
}

export interface StreamOptions {
  tools: PipelineTools;
  jobs: JobSystem;
  gateway: Gateway;
  connection: ConnectionSettings;
  source: Source;
  stream: StreamedChannel;
  /** Folder that records every batch in the layout of a mirror; null records nothing. */
  record: string | null;
  timings?: Partial<StreamTimings>;
}

const DEFAULT_TIMINGS: StreamTimings = { batchMs: 10_000, silenceMs: 90_000, lockRetryMs: 15_000, retryBaseMs: 1_000 };
const MAX_BACKOFF_MS = 300_000;
/** Events are a few kilobytes each. */
const MAX_LINE_BYTES = 1 << 20;

/**
 * Reads a stream of a registry until `signal` aborts. One process reads a stream at a time. Lines are archived and
 * queued in batches, and the position is written after each batch: if a process dies in between, the next one reads
 * those events again (at-least-once). A connection that ends, is refused or falls silent is reopened with growing
 * pauses. If the registry no longer (or not yet) knows the position, the gap is recorded as the anomaly `stream_gap`.
 */
export async function followStream(options: StreamOptions, signal: AbortSignal): Promise<void> {
  const { connection, source, stream, tools } = options;
  const timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const { registry } = source.description;
  const name = `${registry} ${stream.channel}`;
  while (!signal.aborted) {
    const lock = await trySessionLock(connection, applicationName('stream'), name).catch((error: unknown) => {
      tools.log.warn({ registry, channel: stream.channel, error: messageOf(error) }, 'stream lock failed');
      return null;
    });
    if (lock === null) {
      await pause(timings.lockRetryMs, signal);
      continue;
    }
    try {
      await keepReading(options, timings, AbortSignal.any([signal, lock.lost]));
    } finally {
      await lock.release();
    }
  }
}

async function keepReading(options: StreamOptions, timings: StreamTimings, signal: AbortSignal): Promise<void> {
  const { registry } = options.source.description;
  let failures = 0;
  while (!signal.aborted) {
    let waitMs = 0;
    const reader = new StreamReader(options, timings, signal);
    try {
      await reader.read();
    } catch (error) {
      if (signal.aborted) return;
      waitMs = retryAfterMs(error);
      options.tools.log.warn(
        { registry, channel: options.stream.channel, error: messageOf(error) },
        'stream connection failed',
      );
    }
    failures = reader.hasRead ? 0 : failures + 1;
    await pause(Math.max(waitMs, backoffMs(timings.retryBaseMs, failures)), signal);
  }
}

/** A refused key is retried rarely. */
function retryAfterMs(error: unknown): number {
  if (error instanceof OperatorError) return MAX_BACKOFF_MS;
  if (!(error instanceof AsfiledError)) return 0;
  const seconds = error.details.retry_after_s;
  return error.code === 'unauthorized' ? MAX_BACKOFF_MS : typeof seconds === 'number' ? seconds * 1_000 : 0;
}

function backoffMs(baseMs: number, failures: number): number {
  const ceiling = Math.min(baseMs * 2 ** failures, MAX_BACKOFF_MS);
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}

/** One connection to a stream. */
class StreamReader {
  readonly #options: StreamOptions;
  readonly #timings: StreamTimings;
  readonly #signal: AbortSignal;
  /** Aborts this connection, whatever ended the reading. */
  readonly #closing = new AbortController();
  #batch: StreamBatch;
  #position: string | null = null;
  /** The position that the registry did not know; null once the next position is read. */
  #unknownPosition: string | null = null;
  #hasRead = false;

  constructor(options: StreamOptions, timings: StreamTimings, signal: AbortSignal) {
    this.#options = options;
    this.#timings = timings;
    this.#signal = signal;
    this.#batch = new StreamBatch(options.stream);
  }

  /** Whether at least one line arrived. */
  get hasRead(): boolean {
    return this.#hasRead;
  }

  /** Returns when the registry closes the connection and throws if it breaks. Lines read until then are queued. */
  async read(): Promise<void> {
    const chunks = (await this.#open())[Symbol.asyncIterator]();
    const lines = new LineSplitter(MAX_LINE_BYTES);
    try {
      for (let next = requestAhead(chunks); ; next = requestAhead(chunks)) {
        const chunk = await this.#nextOrDue(next);
        if (chunk.done === true) break;
        for (const line of lines.split(chunk.value)) {
          this.#hasRead = true;
          this.#batch.add(line);
          if (this.#batch.isFull) await this.#queue();
        }
      }
    } finally {
      this.#closing.abort();
      if (!this.#signal.aborted && !this.#batch.isEmpty) await this.#queue();
    }
  }

  async #open(): Promise<AsyncIterable<Buffer>> {
    const { tools, source, stream, gateway } = this.#options;
    const { silenceMs } = this.#timings;
    const signal = AbortSignal.any([this.#signal, this.#closing.signal]);
    this.#position = await readCursor(tools.db, source.description.registry, stream.channel);
    const response = await gateway.follow(source, stream.urlFrom(this.#position), silenceMs, signal);
    if (response.kind === 'open') return response.pieces;
    if (this.#position !== null) {
      await this.#recordGap(this.#position, null);
      this.#unknownPosition = this.#position;
      const newest = await gateway.follow(source, stream.urlFrom(null), silenceMs, signal);
      if (newest.kind === 'open') return newest.pieces;
    }
    throw new AsfiledError('upstream_error', `${stream.channel}: the registry rejects its newest position (416)`);
  }

  /** The next bytes; queues the batch if it is due before they arrive. */
  async #nextOrDue(next: Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
    while (!this.#batch.isEmpty && this.#batch.first !== null) {
      const dueMs = this.#batch.startedAtMs + this.#timings.batchMs - performance.now();
      const timer = new AbortController();
      const due = sleep(Math.max(dueMs, 0), null, { signal: timer.signal }).catch(() => null);
      const chunk = await Promise.race([next, due]);
      timer.abort();
      if (chunk !== null) return chunk;
      await this.#queue();
    }
    return next;
  }

  /** Archives the batch, queues it, and then advances the position. */
  async #queue(): Promise<void> {
    const { tools, jobs, source, stream, record } = this.#options;
    const { registry } = source.description;
    const batch = this.#batch;
    this.#batch = new StreamBatch(stream);
    const url = stream.urlFrom(batch.first ?? this.#position);
    const bytes = batch.bytes();
    const { sha256, byteSize } = await tools.archive.put(bytes);
    await recordArchived(tools.db, sha256, byteSize, 'application/json');
    if (record !== null) await new Mirror(record).record({ url }, bytes);
    await startRun(tools.db, jobs, {
      runId: uuidV5(`asfiled stream ${registry} ${url} ${sha256}`),
      registry,
      command: `stream ${stream.channel}`,
      options: { mirror: null, record: null, force: false },
      wanted: { kind: 'documents', documents: [{ url, sha256, bulk: null, member: null }] },
    });
    if (batch.last === null) return;
    if (this.#unknownPosition !== null) await this.#recordGap(this.#unknownPosition, batch.first);
    this.#unknownPosition = null;
    await writeCursor(tools.db, registry, stream.channel, batch.last);
    this.#position = batch.last;
  }

  async #recordGap(unknownPosition: string, resumedAt: string | null): Promise<void> {
    const { tools, source, stream } = this.#options;
    const { registry } = source.description;
    const until = resumedAt ?? 'the next event';
    const detail = `the registry does not know position ${unknownPosition} (416): events between it and ${until} were not read`;
    const channel = `stream/${stream.channel}`;
    const gap = { registry, source: `${channel}/after/${unknownPosition}`, locator: '', kind: 'stream_gap', detail };
    await replaceAnomalies(tools.db, registry, [gap.source], [gap]);
    tools.log.warn({ registry, channel: stream.channel, lostAt: unknownPosition, resumedAt }, 'stream has a gap');
  }
}

/** Requests the next bytes ahead of use. A failure is reported when they are awaited. */
function requestAhead(chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  const next = chunks.next();
  next.catch(() => undefined);
  return next;
}

/** A batch is full at either limit. */
const MAX_LINES = 500;
const MAX_BYTES = 1 << 20;

/** Lines of a stream that are stored together. */
class StreamBatch {
  readonly #stream: StreamedChannel;
  readonly #lines: Buffer[] = [];
  #byteSize = 0;
  #first: string | null = null;
  #last: string | null = null;
  #startedAtMs = 0;

  constructor(stream: StreamedChannel) {
    this.#stream = stream;
  }

  add(line: Buffer): void {
    if (this.#lines.length === 0) this.#startedAtMs = performance.now();
    this.#lines.push(line);
    this.#byteSize += line.length + 1;
    const position = this.#stream.positionOf(line.toString('utf8'));
    this.#first ??= position;
    this.#last = position ?? this.#last;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get isFull(): boolean {
    return this.#lines.length >= MAX_LINES || this.#byteSize >= MAX_BYTES;
  }

  /** Position of the first line that states one; null if none does. */
  get first(): string | null {
    return this.#first;
  }

  get last(): string | null {
    return this.#last;
  }

  get startedAtMs(): number {
    return this.#startedAtMs;
  }

  /** The lines as received, each followed by LF. */
  bytes(): Buffer {
    const newline = Buffer.from('\n');
    return Buffer.concat(this.#lines.flatMap(line => [line, newline]));
  }
}
