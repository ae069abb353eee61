import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

export type ContentCoding = 'zstd' | 'br' | 'gzip';

/** In the order in which we prefer them where a client has no preference: zstd costs the least for the size it gives. */
const CODINGS: readonly ContentCoding[] = ['zstd', 'br', 'gzip'];

/** Below this a compressed answer still fills one network packet, and costs time for nothing. */
const SMALLEST_COMPRESSED_BYTES = 1_200;

/**
 * The best coding that a client takes (RFC 9110 §12.5.3), null = as it is. A header that can't be read counts as none.
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
  return body.length >= SMALLEST_COMPRESSED_BYTES;
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
const zstdAsync = promisify(zstdCompress);

/** Compresses on a thread of its own; levels are chosen for answers that are made while a client waits. */
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
