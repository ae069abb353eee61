import { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

/** What an answer may hold. */
export interface BodyLimits {
  /** Of the decoded bytes. */
  maxBytes: number;
}

/** An answer that is larger than it may be, or packed in a way that nobody does honestly. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

const MAX_RATIO = 400;
const RATIO_COUNTS_FROM_BYTES = 8 << 20;

/**
 * The streams that undo an answer's `Content-Encoding` (RFC 9110 §8.4), outermost first, and hold its size within bounds.
 * Throws a TypeError for an encoding that was not asked for.
 */
export function decodingStreams(contentEncoding: string, limits: BodyLimits): Transform[] {
  const encodings = contentEncoding
    .split(',')
    .map(encoding => encoding.trim().toLowerCase())
    .filter(encoding => encoding !== '' && encoding !== 'identity');
  const counter = { packedBytes: 0 };
  const decoders = encodings.reverse().map(decoder);
  return [countingStream(counter), ...decoders, boundingStream(counter, limits, decoders.length > 0)];
}

function decoder(encoding: string): Transform {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'zstd') return createZstdDecompress();
  throw new TypeError(`an answer encoded as ${encoding}, which was not asked for`);
}

function countingStream(counter: { packedBytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counter.packedBytes += chunk.length;
      done(null, chunk);
    },
  });
}

function boundingStream(counter: { packedBytes: number }, limits: BodyLimits, isPacked: boolean): Transform {
  let byteSize = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length;
      const isBomb = isPacked && byteSize > RATIO_COUNTS_FROM_BYTES && byteSize > counter.packedBytes * MAX_RATIO;
      if (byteSize > limits.maxBytes) done(new BodyTooLarge(`more than the ${limits.maxBytes} bytes allowed`));
      else if (isBomb) done(new BodyTooLarge(`${byteSize} bytes and more out of ${counter.packedBytes}`));
      else done(null, chunk);
    },
  });
}
