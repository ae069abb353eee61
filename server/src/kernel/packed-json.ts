import { constants, zstdCompressSync } from 'node:zlib';
import { type Day, type IsoDate, parseDay } from './dates.ts';
import { loopTurns } from './loop-turns.ts';
import { parseJsonInTurns } from './parse-json-in-turns.ts';
import { ANY_RATIO, unpackSync, unpackZstd } from './unpack.ts';

/** Limit of the unpacked size of a stored part, so that damaged bytes cannot exhaust memory. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** JSON compressed with zstd; the same value always gives the same bytes. */
export function pack(json: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(json), { params: { [constants.ZSTD_c_compressionLevel]: 6 } });
}

const LIMITS = { maxBytes: MAX_UNPACKED_BYTES, maxRatio: ANY_RATIO };

/** The value packed by {@link pack}. Throws if the bytes are invalid. */
export function unpack(packed: Uint8Array): unknown {
  return JSON.parse(unpackSync(packed, 'zstd', LIMITS).toString('utf8'));
}

/** The same for large values: unpacks off the main thread, and parses long lists in pieces. */
export async function unpackInTurn(packed: Uint8Array): Promise<unknown> {
  const bytes = await unpackZstd(packed, LIMITS);
  await loopTurns.take();
  return parseJsonInTurns(bytes);
}

/** The packed form of a date: its day number. Throws if the text is not a date. */
export function dayOf(date: IsoDate): Day {
  const day = parseDay(date);
  if (day === null) throw new Error(`not a date: ${date}`);
  return day;
}

/** The packed form of an optional date. */
export function dayOrNull(date: IsoDate | null): Day | null {
  return date === null ? null : dayOf(date);
}
