import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Listener } from '../../db/listener.ts';
import { EVENT_STREAM, type EventStream, type StreamedEvent } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';

/** Open streams per account and process. */
const MAX_STREAMS_PER_ACCOUNT = 10;
/** The interval of heartbeats and checks of an idle stream, well below the idle timeouts of sockets and proxies. */
const HEARTBEAT_MS = 15_000;
const POLL_INTERVAL_MS = 1_000;
/** Backpressure: a client with more unread data gets no more until it reads; one that reads nothing is closed as idle. */
const MAX_UNREAD_CHARACTERS = 64 * 1024;
/** The delay before a disconnected client reconnects. */
const RETRY_MS = 2_000;

interface Open {
  stream: EventStream;
  body: Readable;
  isStillAuthorized: () => Promise<boolean>;
  isReading: boolean;
  isWoken: boolean;
}

/** The open streams of server-sent events (WHATWG HTML §9.2) of this process. */
export class EventStreams {
  readonly #listener: Listener | undefined;
  readonly #open = new Map<string, Set<Open>>();
  readonly #listening = new Map<string, () => void>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #poll: NodeJS.Timeout | null;

  constructor(listener?: Listener) {
    this.#listener = listener;
    this.#heartbeat = setInterval(() => this.#each(open => this.#beat(open)), HEARTBEAT_MS).unref();
    this.#poll = listener ? null : setInterval(() => this.#each(open => this.#wake(open)), POLL_INTERVAL_MS).unref();
  }

  /**
   * Responds with a stream that ends when the client disconnects, `isStillAuthorized` returns false, or the server closes.
   * Throws `rate_limited` if the account has too many open streams.
   */
  open(reply: FastifyReply, stream: EventStream, isStillAuthorized: () => Promise<boolean>): FastifyReply {
    const { accountId } = stream;
    reply
      .header('content-type', EVENT_STREAM)
      .header('cache-control', 'private, no-store')
      .header('x-accel-buffering', 'no');
    if (reply.request.method === 'HEAD') return reply.send();
    const others = this.#open.get(accountId) ?? new Set();
    if (others.size >= MAX_STREAMS_PER_ACCOUNT) {
      throw new AsfiledError('rate_limited', `Stream limit reached (${others.size}). Close a stream first.`, {
        retry_after_seconds: HEARTBEAT_MS / 1000,
      });
    }
    const body = new Readable({ read: () => this.#wake(open) });
    const open: Open = { stream, body, isStillAuthorized, isReading: false, isWoken: false };
    this.#open.set(accountId, others.add(open));
    body.once('close', () => {
      others.delete(open);
      if (others.size === 0 && this.#open.get(accountId) === others) this.#open.delete(accountId);
    });
    this.#listenTo(stream.channel);
    body.push(`retry: ${RETRY_MS}\n\n`);
    this.#wake(open);
    return reply.send(body);
  }

  /** Ends every stream; clients reconnect by themselves. */
  close(): void {
    clearInterval(this.#heartbeat);
    if (this.#poll) clearInterval(this.#poll);
    for (const stop of this.#listening.values()) stop();
    this.#each(({ body }) => end(body));
  }

  #listenTo(channel: string): void {
    if (this.#listener === undefined || this.#listening.has(channel)) return;
    const stop = this.#listener.on(channel, accounts => {
      if (!accounts) return this.#each(open => this.#wake(open));
      for (const accountId of accounts.split(' ')) {
        for (const open of this.#open.get(accountId) ?? []) this.#wake(open);
      }
    });
    this.#listening.set(channel, stop);
  }

  #each(work: (open: Open) => void): void {
    for (const streams of this.#open.values()) for (const open of streams) work(open);
  }

  #beat(open: Open): void {
    send(open.body, ':\n\n');
    this.#wake(open);
  }

  /** Sends new events, now or right after the current read. */
  #wake(open: Open): void {
    open.isWoken = true;
    if (open.isReading) return;
    open.isReading = true;
    sendNewEvents(open)
      // If the database is unavailable, the next heartbeat retries.
      .catch(() => undefined)
      .finally(() => {
        open.isReading = false;
      });
  }
}

/** Sends all new events, as fast as the client reads. */
async function sendNewEvents(open: Open): Promise<void> {
  const { body, stream } = open;
  while (open.isWoken && !body.destroyed && body.readableLength < MAX_UNREAD_CHARACTERS) {
    open.isWoken = false;
    if (!(await open.isStillAuthorized())) {
      end(body);
      return;
    }
    const events = await stream.read();
    if (events.length === 0) continue;
    send(body, events.map(toText).join(''));
    open.isWoken = true;
  }
}

function send(body: Readable, text: string): void {
  if (!body.destroyed && !ended.has(body)) body.push(text);
}

function end(body: Readable): void {
  if (!body.destroyed && !ended.has(body)) body.push(null);
  ended.add(body);
}

const ended = new WeakSet<Readable>();

function toText({ id, name, data }: StreamedEvent): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
