import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Day, type IsoDate, parseDay } from './dates.ts';

/** No stored part unpacks to more than this, so that damaged bytes can't take all memory. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** JSON packed with zstd; the same value gives the same bytes. */
export function pack(json: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(json), { params: { [constants.ZSTD_c_compressionLevel]: 6 } });
}

/** The value that {@link pack} packed. Throws where the bytes are no such thing. */
export function unpack(packed: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8'));
}

/** A date as it is packed. Throws where it is none. */
export function dayOf(date: IsoDate): Day {
  const day = parseDay(date);
  if (day === null) throw new Error(`not a date: ${date}`);
  return day;
}

/** The same of a date that may be absent. */
export function dayOrNull(date: IsoDate | null): Day | null {
  return date === null ? null : dayOf(date);
}
