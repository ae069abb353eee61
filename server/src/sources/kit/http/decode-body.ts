import type { Transform } from 'node:stream';
import { type Packing, type UnpackLimits, unpackingStreams } from '../../../kernel/unpack.ts';

const PACKINGS: Readonly<Record<string, Packing>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/**
 * The streams that undo a response's `Content-Encoding` (RFC 9110 §8.4), outermost first, and bound its size. Throws a
 * TypeError for an encoding that was not requested.
 */
export function decodingStreams(contentEncoding: string, limits: UnpackLimits): Transform[] {
  const encodings = contentEncoding
    .split(',')
    .map(encoding => encoding.trim().toLowerCase())
    .filter(encoding => encoding !== '' && encoding !== 'identity');
  if (encodings.length > MAX_ENCODINGS) throw new TypeError(`${encodings.length} content encodings`);
  return unpackingStreams(encodings.reverse().map(packingOf), limits);
}

/** More encodings than this are refused. */
const MAX_ENCODINGS = 2;

function packingOf(encoding: string): Packing {
  const packing = PACKINGS[encoding];
  if (packing === undefined) throw new TypeError(`a response encoded as ${encoding}, which was not requested`);
  return packing;
}
