import { finished, pipeline, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  inflateRawSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';

/** How bytes are compressed. `deflate` has the zlib header, `deflate-raw` has none. */
export type Packing = 'gzip' | 'deflate' | 'deflate-raw' | 'br' | 'zstd';

/** What compressed bytes may become. */
export interface UnpackLimits {
  /** Of the unpacked bytes. */
  maxBytes: number;
  /** Of unpacked to packed bytes, from {@link RATIO_COUNTS_FROM_BYTES} on; {@link MAX_RATIO} if absent. */
  maxRatio?: number;
}

/**
 * Tables and JSON compress to a twentieth. Deflate cannot exceed 1:1032, so a ratio near that is a decompression bomb.
 * Brotli and zstd have no such bound.
 */
export const MAX_RATIO = 400;
/** For bytes that this service packed itself: their size alone is limited. */
export const ANY_RATIO = Number.MAX_SAFE_INTEGER;
/** Small texts of one repeated character are harmless. */
export const RATIO_COUNTS_FROM_BYTES = 1 << 20;

/** Bytes that unpack to more than they may; `kind` is used for anomalies. */
export class DecompressionBomb extends Error {
  override readonly name = 'DecompressionBomb';
  readonly kind = 'decompression_bomb';
}

/**
 * The streams that unpack bytes and fail with {@link DecompressionBomb} as soon as the limits are exceeded. They hold
 * one chunk in memory. This module is the only one that decompresses; the linter refuses other imports.
 */
export function unpackingStreams(packings: readonly Packing[], limits: UnpackLimits): Transform[] {
  const packed = { bytes: 0 };
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      packed.bytes += chunk.length;
      done(null, chunk);
    },
  });
  const isPacked = packings.length > 0;
  return [count, ...packings.map(decoder), boundingStream(limits, isPacked ? packed : null)];
}

/** Unpacks a stream into memory. Throws {@link DecompressionBomb}, or the error of damaged bytes. */
export async function unpackStream(source: Readable, packing: Packing, limits: UnpackLimits): Promise<Buffer> {
  const streams = unpackingStreams([packing], limits);
  const last = streams.at(-1) as Transform;
  // Errors reach the consumer through the last stream.
  pipeline([source, ...streams], () => undefined);
  return buffer(last);
}

/** Unpacks bytes in memory. Throws {@link DecompressionBomb}, or the error of damaged bytes. */
export function unpackSync(packed: Uint8Array, packing: 'deflate-raw' | 'zstd', limits: UnpackLimits): Buffer {
  const maxOutputLength = Math.max(1, mostBytes(packed.length, limits));
  try {
    return UNPACK_SYNC[packing](packed, { maxOutputLength });
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(maxOutputLength, packed.length) : error;
  }
}

/** {@link unpackSync} for zstd, off the main thread. */
export async function unpackZstd(packed: Uint8Array, limits: UnpackLimits): Promise<Buffer> {
  const maxOutputLength = Math.max(1, mostBytes(packed.length, limits));
  try {
    return await zstdDecompressAsync(packed, { maxOutputLength });
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(maxOutputLength, packed.length) : error;
  }
}

const zstdDecompressAsync = promisify(zstdDecompress);
const UNPACK_SYNC = { 'deflate-raw': inflateRawSync, zstd: zstdDecompressSync };

/** The end of a deflated stream whose packed size is unknown. */
export interface DeflatedSize {
  packedBytes: number;
  unpackedBytes: number;
}

/**
 * Measures a raw deflate stream that ends somewhere inside `blocks`, keeping none of its bytes. Returns null if the
 * stream is damaged or cut off. Throws {@link DecompressionBomb}.
 */
export async function measureDeflated(
  blocks: AsyncIterable<Buffer>,
  limits: UnpackLimits,
): Promise<DeflatedSize | null> {
  const inflate = createInflateRaw();
  const packed = { bytes: 0 };
  const bound = boundingStream(limits, packed);
  let unpackedBytes = 0;
  bound.on('data', (chunk: Buffer) => {
    unpackedBytes += chunk.length;
  });
  const ended = new Promise<Error | null>(resolve => {
    pipeline([inflate, bound], error => resolve(error ?? null));
  });
  let isOver = false;
  finished(bound, () => {
    isOver = true;
  });
  for await (const block of blocks) {
    if (isOver) break;
    packed.bytes += block.length;
    await new Promise<void>(resolve => {
      inflate.write(block, () => resolve());
    });
  }
  inflate.end();
  const error = await ended;
  if (error instanceof DecompressionBomb) throw error;
  return error === null ? { packedBytes: inflate.bytesWritten, unpackedBytes } : null;
}

function decoder(packing: Packing): Transform {
  if (packing === 'gzip') return createGunzip();
  if (packing === 'deflate') return createInflate();
  if (packing === 'deflate-raw') return createInflateRaw({ chunkSize: 1 << 18 });
  if (packing === 'br') return createBrotliDecompress();
  return createZstdDecompress();
}

/** `packed` counts the bytes that went in; null for bytes that are not packed. */
function boundingStream(limits: UnpackLimits, packed: { readonly bytes: number } | null): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const most = packed === null ? limits.maxBytes : mostBytes(packed.bytes, limits);
      done(bytes > most ? tooLarge(most, packed?.bytes ?? bytes) : null, chunk);
    },
  });
}

function mostBytes(packedBytes: number, { maxBytes, maxRatio = MAX_RATIO }: UnpackLimits): number {
  return Math.min(maxBytes, Math.max(RATIO_COUNTS_FROM_BYTES, packedBytes * maxRatio));
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

function tooLarge(most: number, packedBytes: number): DecompressionBomb {
  return new DecompressionBomb(`${packedBytes} bytes unpack to more than the ${most} bytes allowed`);
}
