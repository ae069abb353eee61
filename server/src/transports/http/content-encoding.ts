import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';

export type ContentCoding = 'zstd' | 'br' | 'gzip';

/** In order of preference for clients without one: zstd has the best ratio of size to cost. */
const CODINGS: readonly ContentCoding[] = ['zstd', 'br', 'gzip'];

/** Shorter bodies fit into one network packet, so compressing them gains nothing. */
const MIN_COMPRESSED_BYTES = 1_200;

/**
 * The best coding that a client accepts (RFC 9110 §12.5.3); null = uncompressed. Ignores a malformed header.
 */
export function negotiateCoding(acceptEncoding: string | undefined): ContentCoding | null {
  if (acceptEncoding === undefined || acceptEncoding === '') return null;
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';');
    const quality = parameters.map(parameter => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean);
    weights.set(coding.trim(), quality === undefined ? 1 : Number(quality));
  }
  const others = weights.get('*') ?? 0;
  let best: ContentCoding | null = null;
  let bestWeight = 0;
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? others;
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  return best;
}

/** Whether a body is worth compressing. */
export function isWorthCompressing(body: string): boolean {
  return body.length >= MIN_COMPRESSED_BYTES;
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
const zstdAsync = promisify(zstdCompress);

/** Compresses in the thread pool, at levels chosen for low latency. */
export function compress(body: string, coding: ContentCoding): Promise<Buffer> {
  if (coding === 'gzip') return gzipAsync(body, { level: 5 });
  if (coding === 'br') {
    return brotliAsync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
  }
  return zstdAsync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
}

/** Compresses a stream, at levels of low latency as those of whole bodies. */
export function compressor(coding: ContentCoding): Transform {
  if (coding === 'gzip') return createGzip({ level: 5 });
  if (coding === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
}
