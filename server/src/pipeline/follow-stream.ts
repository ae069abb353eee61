import { setTimeout as sleep } from 'node:timers/promises';
import { applicationName, type ConnectionSettings } from '../db/connection.ts';
import { trySessionLock } from '../db/session-lock.ts';
import { replaceAnomalies } from '../domain/kit/anomalies.ts';
import type { JobSystem } from '../jobs/job-system.ts';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import { uuidV5 } from '../kernel/ids.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { Mirror } from '../sources/kit/http/mirror.ts';
import type { Source, StreamedChannel } from '../sources/kit/source.ts';
import { LineCutter } from './line-cutter.ts';
import type { Gateway } from './registry-gateway.ts';
import { startRun } from './start-run.ts';
import { recordArchived } from './store/fetches.ts';
import { readCursor, writeCursor } from './store/runs.ts';
import { StreamPiece } from './stream-piece.ts';
import type { PipelineTools } from './tools.ts';

/** How long a stream may take, in milliseconds. */
export interface StreamPatience {
  /** Lines are queued together for so long after the first of them. */
  pieceMs: number;
  /** Without a byte (a heartbeat is one) for so long, a connection counts as lost. */
  silenceMs: number;
  /** Who waits for another process to leave a stream looks so often. */
  lockAgainMs: number;
  /** First wait before a lost connection is opened again; doubles each time, up to five minutes, with jitter. */
  retryBaseMs: number;
}

export interface StreamWay {
  tools: PipelineTools;
  jobs: JobSystem;
  gateway: Gateway;
  connection: ConnectionSettings;
  source: Source;
  stream: StreamedChannel;
  /** A folder that keeps every piece as a mirror has it; null = none. */
  record: string | null;
  patience?: Partial<StreamPatience>;
}

const PATIENCE: StreamPatience = { pieceMs: 10_000, silenceMs: 90_000, lockAgainMs: 15_000, retryBaseMs: 1_000 };
const MAX_BACKOFF_MS = 300_000;
/** Events have some kilobytes. */
const MAX_LINE_BYTES = 1 << 20;

/**
 * Reads a stream of a registry until `signal`, one process of all at a time. Lines are archived and queued in pieces; the
 * position is written down after that, so that what a process did not come to queue is read again by the next: each event at
 * least once. A connection that ends, is refused or falls silent is opened again, after growing pauses. A position that the
 * registry does not know any more (or not yet) leaves a gap, which stands among the anomalies as `stream_gap`.
 */
export async function followStream(way: StreamWay, signal: AbortSignal): Promise<void> {
  const { connection, source, stream, tools } = way;
  const patience = { ...PATIENCE, ...way.patience };
  const { registry } = source.description;
  const name = `${registry} ${stream.channel}`;
  while (!signal.aborted) {
    const lock = await trySessionLock(connection, applicationName('stream'), name).catch((error: unknown) => {
      tools.log.warn({ registry, channel: stream.channel, error: messageOf(error) }, 'a stream could not be claimed');
      return null;
    });
    if (lock === null) {
      await pause(patience.lockAgainMs, signal);
      continue;
    }
    try {
      await keepReading(way, patience, AbortSignal.any([signal, lock.lost]));
    } finally {
      await lock.release();
    }
  }
}

async function keepReading(way: StreamWay, patience: StreamPatience, signal: AbortSignal): Promise<void> {
  const { registry } = way.source.description;
  let failures = 0;
  while (!signal.aborted) {
    let waitMs = 0;
    const reader = new StreamReader(way, patience, signal);
    try {
      await reader.read();
    } catch (error) {
      if (signal.aborted) return;
      waitMs = waitOf(error);
      way.tools.log.warn({ registry, channel: way.stream.channel, error: messageOf(error) }, 'a stream broke off');
    }
    failures = reader.hasRead ? 0 : failures + 1;
    await pause(Math.max(waitMs, backoffMs(patience.retryBaseMs, failures)), signal);
  }
}

/** A key that is refused is asked with seldom. */
function waitOf(error: unknown): number {
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
  readonly #way: StreamWay;
  readonly #patience: StreamPatience;
  readonly #signal: AbortSignal;
  /** Ends this connection, whatever ends the reading of it. */
  readonly #over = new AbortController();
  #piece: StreamPiece;
  #position: string | null = null;
  /** The position that the registry did not know, until the next one is there. */
  #lostAt: string | null = null;
  #hasRead = false;

  constructor(way: StreamWay, patience: StreamPatience, signal: AbortSignal) {
    this.#way = way;
    this.#patience = patience;
    this.#signal = signal;
    this.#piece = new StreamPiece(way.stream);
  }

  /** Whether any line came. */
  get hasRead(): boolean {
    return this.#hasRead;
  }

  /** Returns when the registry ends the connection; throws where it breaks. What was read until then is queued. */
  async read(): Promise<void> {
    const pieces = (await this.#open())[Symbol.asyncIterator]();
    const lines = new LineCutter(MAX_LINE_BYTES);
    try {
      for (let next = ahead(pieces); ; next = ahead(pieces)) {
        const got = await this.#orDue(next);
        if (got.done === true) break;
        for (const line of lines.cut(got.value)) {
          this.#hasRead = true;
          this.#piece.add(line);
          if (this.#piece.isFull) await this.#queue();
        }
      }
    } finally {
      this.#over.abort();
      if (!this.#signal.aborted && !this.#piece.isEmpty) await this.#queue();
    }
  }

  async #open(): Promise<AsyncIterable<Buffer>> {
    const { tools, source, stream, gateway } = this.#way;
    const { silenceMs } = this.#patience;
    const signal = AbortSignal.any([this.#signal, this.#over.signal]);
    this.#position = await readCursor(tools.db, source.description.registry, stream.channel);
    const answer = await gateway.follow(source, stream.urlFrom(this.#position), silenceMs, signal);
    if (answer.kind === 'open') return answer.pieces;
    if (this.#position !== null) {
      await this.#tellGap(this.#position, null);
      this.#lostAt = this.#position;
      const newest = await gateway.follow(source, stream.urlFrom(null), silenceMs, signal);
      if (newest.kind === 'open') return newest.pieces;
    }
    throw new AsfiledError('upstream_error', `${stream.channel}: the registry refuses its newest position (416)`);
  }

  /** The next bytes; what waits for its time is queued meanwhile. */
  async #orDue(next: Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
    while (!this.#piece.isEmpty && this.#piece.first !== null) {
      const dueMs = this.#piece.startedAtMs + this.#patience.pieceMs - performance.now();
      const timer = new AbortController();
      const due = sleep(Math.max(dueMs, 0), null, { signal: timer.signal }).catch(() => null);
      const got = await Promise.race([next, due]);
      timer.abort();
      if (got !== null) return got;
      await this.#queue();
    }
    return next;
  }

  /** Archives the piece, queues it, and then moves the position on. */
  async #queue(): Promise<void> {
    const { tools, jobs, source, stream, record } = this.#way;
    const { registry } = source.description;
    const piece = this.#piece;
    this.#piece = new StreamPiece(stream);
    const url = stream.urlFrom(piece.first ?? this.#position);
    const bytes = piece.bytes();
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
    if (piece.last === null) return;
    if (this.#lostAt !== null) await this.#tellGap(this.#lostAt, piece.first);
    this.#lostAt = null;
    await writeCursor(tools.db, registry, stream.channel, piece.last);
    this.#position = piece.last;
  }

  async #tellGap(lostAt: string, resumedAt: string | null): Promise<void> {
    const { tools, source, stream } = this.#way;
    const { registry } = source.description;
    const until = resumedAt === null ? 'what comes next' : resumedAt;
    const detail = `the registry does not know position ${lostAt} (416): nothing was read between it and ${until}`;
    const place = `stream/${stream.channel}`;
    const gap = { registry, source: `${place}/after/${lostAt}`, locator: '', kind: 'stream_gap', detail };
    await replaceAnomalies(tools.db, registry, [gap.source], [gap]);
    tools.log.warn({ registry, channel: stream.channel, lostAt, resumedAt }, 'a stream has a gap');
  }
}

/** The next bytes, asked for ahead: that they fail is heard when they are waited for. */
function ahead(pieces: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  const next = pieces.next();
  next.catch(() => undefined);
  return next;
}
