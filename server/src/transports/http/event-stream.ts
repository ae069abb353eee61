import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Listener } from '../../db/listener.ts';
import { EVENT_STREAM, type EventStream, type StreamedEvent } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';

/** Streams that an account may have open in one process at once. */
const STREAMS_OF_ACCOUNT = 10;
/** So often a silent stream says that it is alive, and is looked at: well below what sockets and proxies bear. */
const HEARTBEAT_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
/** A client that has so much to read still gets no more until it has; one that reads nothing is cut off as idle. */
const UNREAD_CHARACTERS = 64 * 1024;
/** What a client that is cut off waits before it comes back. */
const RETRY_MS = 2_000;

interface Open {
  stream: EventStream;
  body: Readable;
  isStillAuthorized: () => Promise<boolean>;
  isLooking: boolean;
  isWoken: boolean;
}

/** The answers of this process that go on: server-sent events (WHATWG HTML §9.2). */
export class EventStreams {
  readonly #listener: Listener | undefined;
  readonly #open = new Map<string, Set<Open>>();
  readonly #listening = new Map<string, () => void>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #looks: NodeJS.Timeout | null;

  constructor(listener?: Listener) {
    this.#listener = listener;
    this.#heartbeat = setInterval(() => this.#each(one => this.#beat(one)), HEARTBEAT_MS).unref();
    this.#looks = listener ? null : setInterval(() => this.#each(one => this.#wake(one)), LOOK_EVERY_MS).unref();
  }

  /**
   * Answers with a stream, until the client goes, `isStillAuthorized` says no, or the server closes. Throws `rate_limited`
   * where the account has too many open.
   */
  open(reply: FastifyReply, stream: EventStream, isStillAuthorized: () => Promise<boolean>): FastifyReply {
    const { accountId } = stream;
    reply
      .header('content-type', EVENT_STREAM)
      .header('cache-control', 'private, no-store')
      .header('x-accel-buffering', 'no');
    if (reply.request.method === 'HEAD') return reply.send();
    const others = this.#open.get(accountId) ?? new Set();
    if (others.size >= STREAMS_OF_ACCOUNT) {
      throw new AsfiledError('rate_limited', `This account has ${others.size} streams open; close one first.`, {
        retry_after_seconds: HEARTBEAT_MS / 1000,
      });
    }
    const body = new Readable({ read: () => this.#wake(one) });
    const one: Open = { stream, body, isStillAuthorized, isLooking: false, isWoken: false };
    this.#open.set(accountId, others.add(one));
    body.once('close', () => {
      others.delete(one);
      if (others.size === 0 && this.#open.get(accountId) === others) this.#open.delete(accountId);
    });
    this.#listenTo(stream.channel);
    body.push(`retry: ${RETRY_MS}\n\n`);
    this.#wake(one);
    return reply.send(body);
  }

  /** Ends every stream; clients come back to whoever serves then. */
  close(): void {
    clearInterval(this.#heartbeat);
    if (this.#looks) clearInterval(this.#looks);
    for (const stop of this.#listening.values()) stop();
    this.#each(({ body }) => end(body));
  }

  #listenTo(channel: string): void {
    if (this.#listener === undefined || this.#listening.has(channel)) return;
    const stop = this.#listener.on(channel, accounts => {
      if (!accounts) return this.#each(one => this.#wake(one));
      for (const accountId of accounts.split(' ')) {
        for (const one of this.#open.get(accountId) ?? []) this.#wake(one);
      }
    });
    this.#listening.set(channel, stop);
  }

  #each(work: (one: Open) => void): void {
    for (const streams of this.#open.values()) for (const one of streams) work(one);
  }

  #beat(one: Open): void {
    send(one.body, ':\n\n');
    this.#wake(one);
  }

  /** Sends what is new, now or right after what is under way. */
  #wake(one: Open): void {
    one.isWoken = true;
    if (one.isLooking) return;
    one.isLooking = true;
    look(one)
      // Where the store cannot be asked at the moment, the next heartbeat asks it.
      .catch(() => undefined)
      .finally(() => {
        one.isLooking = false;
      });
  }
}

/** Sends all that there is, as fast as the client reads. */
async function look(one: Open): Promise<void> {
  const { body, stream } = one;
  while (one.isWoken && !body.destroyed && body.readableLength < UNREAD_CHARACTERS) {
    one.isWoken = false;
    if (!(await one.isStillAuthorized())) {
      end(body);
      return;
    }
    const events = await stream.read();
    if (events.length === 0) continue;
    send(body, events.map(toText).join(''));
    one.isWoken = true;
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
