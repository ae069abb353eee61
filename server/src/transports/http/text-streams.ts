import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TextStream } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { type ContentCoding, compressor, negotiateCoding } from './content-encoding.ts';

/** Open streams per account and process. */
const MAX_STREAMS_PER_ACCOUNT = 2;
/** Open streams per process: each may keep a connection to the database busy. */
const MAX_STREAMS = 4;
const RETRY_AFTER_SECONDS = 10;

/** The place of a stream among those of its account, until it has ended. */
export interface StreamPlace {
  leave(): void;
}

/** A text whose first piece is computed. */
export interface Sending {
  place: StreamPlace;
  first: IteratorResult<string, void>;
  /** The pieces after the first. */
  pieces: AsyncGenerator<string, void, undefined>;
  /** Called once, with why the service broke the response, or null if the text was sent or the client is gone. */
  onEnd: (failure: unknown) => void;
}

/** The responses of this process that are computed while they are sent. */
export class TextStreams {
  readonly #places = new Map<string, number>();
  readonly #open = new Set<Readable>();

  /** Throws `rate_limited` if the account or the process has too many open streams. */
  enter({ accountId }: TextStream): StreamPlace {
    const own = this.#places.get(accountId) ?? 0;
    const all = [...this.#places.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MAX_STREAMS_PER_ACCOUNT || all >= MAX_STREAMS) {
      const message =
        own >= MAX_STREAMS_PER_ACCOUNT
          ? `This account already reads ${own} exports. Wait until one has ended.`
          : `This service already writes ${all} exports. Try again later.`;
      throw new AsfiledError('rate_limited', message, { retry_after_seconds: RETRY_AFTER_SECONDS });
    }
    this.#places.set(accountId, own + 1);
    let isThere = true;
    return {
      leave: () => {
        if (!isThere) return;
        isThere = false;
        const left = (this.#places.get(accountId) ?? 1) - 1;
        if (left === 0) this.#places.delete(accountId);
        else this.#places.set(accountId, left);
      },
    };
  }

  /**
   * Sends the text as fast as the client reads. A failure of the computation breaks the connection, so that the client does not take
   * a part for the whole.
   */
  send(request: FastifyRequest, reply: FastifyReply, stream: TextStream, sending: Sending): FastifyReply {
    setHeaders(reply, stream);
    const body = Readable.from(allPieces(sending), { objectMode: false });
    this.#open.add(body);
    body.once('close', () => {
      this.#open.delete(body);
      sending.place.leave();
      sending.onEnd(isDisconnect(body.errored) ? null : body.errored);
    });
    const coding = negotiateCoding(request.headers['accept-encoding']);
    return reply.send(coding === null ? body : compressed(reply, body, coding));
  }

  /** Breaks off every stream. */
  close(): void {
    for (const body of this.#open) body.destroy(new Error('The service stops.'));
  }
}

/** Sends the headers of a text alone. */
export function sendHeaders(reply: FastifyReply, stream: TextStream): FastifyReply {
  setHeaders(reply, stream);
  return reply.send();
}

function setHeaders(reply: FastifyReply, { mediaType, fileName, describedBy }: TextStream): void {
  reply.headers({
    'content-type': `${mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="${fileName}"`,
    link: `<${describedBy}>; rel="describedby"`,
    'cache-control': 'private, no-store',
    vary: 'Accept-Encoding',
  });
}

async function* allPieces({ first, pieces }: Sending): AsyncGenerator<string, void, undefined> {
  if (first.done !== true) yield first.value;
  yield* pieces;
}

/** Whether the client went away while the text was compressed. */
function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function compressed(reply: FastifyReply, body: Readable, coding: ContentCoding): Readable {
  reply.header('content-encoding', coding);
  const packer = compressor(coding);
  pipeline(body, packer, () => undefined);
  return packer;
}
