import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  ANY_RATIO,
  DecompressionBomb,
  measureDeflated,
  type Packing,
  unpackingStreams,
  unpackStream,
  unpackSync,
  unpackZstd,
} from './unpack.ts';

const COMPRESS: Record<Packing, (bytes: Buffer) => Buffer> = {
  gzip: gzipSync,
  deflate: deflateSync,
  'deflate-raw': deflateRawSync,
  br: bytes => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  zstd: zstdCompressSync,
};
const PACKINGS = Object.keys(COMPRESS) as Packing[];
const MB = 1 << 20;
const TEXT = Buffer.from(Array.from({ length: 5_000 }, (_, n) => `row ${n * 7_919}\n`).join(''));

function counter(): Writable & { bytes: number } {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      counted.bytes += chunk.length;
      done();
    },
  });
  const counted = Object.assign(sink, { bytes: 0 });
  return counted;
}

describe('every packing', () => {
  test.each(PACKINGS)('%s: returns what was packed', async packing => {
    const packed = COMPRESS[packing](TEXT);
    expect(await unpackStream(Readable.from([packed]), packing, { maxBytes: TEXT.length })).toEqual(TEXT);
  });

  test.each(PACKINGS)('%s: stops a bomb at the limit', async packing => {
    const packed = COMPRESS[packing](Buffer.alloc(32 * MB));
    const sink = counter();
    await expect(
      pipeline([Readable.from([packed]), ...unpackingStreams([packing], { maxBytes: 4 * MB }), sink]),
    ).rejects.toThrow(DecompressionBomb);
    expect(sink.bytes).toBeLessThanOrEqual(4 * MB);
  });

  test.each(PACKINGS)('%s: refuses one byte more than the limit', async packing => {
    const unpacking = unpackStream(Readable.from([COMPRESS[packing](TEXT)]), packing, { maxBytes: TEXT.length - 1 });
    await expect(unpacking).rejects.toThrow(/unpack to more than the \d+ bytes allowed/);
  });

  test.each(PACKINGS)('%s: reports damaged bytes as damage, not as a bomb', async packing => {
    const packed = COMPRESS[packing](TEXT);
    const cut = packed.subarray(0, packed.length / 2);
    const error = await unpackStream(Readable.from([cut]), packing, { maxBytes: MB }).catch(caught => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DecompressionBomb);
  });
});

test('bytes packed twice are bounded by what goes in', async () => {
  const packed = gzipSync(gzipSync(Buffer.alloc(32 * MB)));
  const streams = unpackingStreams(['gzip', 'gzip'], { maxBytes: 1024 * MB });
  await expect(pipeline([Readable.from([packed]), ...streams, counter()])).rejects.toThrow(DecompressionBomb);
});

describe('in memory', () => {
  test('limits size and ratio', async () => {
    const zeros = Buffer.alloc(8 * MB);
    expect(() => unpackSync(deflateRawSync(zeros), 'deflate-raw', { maxBytes: 16 * MB })).toThrow(DecompressionBomb);
    expect(() => unpackSync(deflateRawSync(TEXT), 'deflate-raw', { maxBytes: 10 })).toThrow(DecompressionBomb);
    await expect(unpackZstd(zstdCompressSync(zeros), { maxBytes: 16 * MB })).rejects.toThrow(DecompressionBomb);
  });

  test('allows any ratio for bytes that this service packed', async () => {
    const zeros = Buffer.alloc(8 * MB);
    const limits = { maxBytes: zeros.length, maxRatio: ANY_RATIO };
    expect(unpackSync(zstdCompressSync(zeros), 'zstd', limits)).toHaveLength(zeros.length);
    expect(await unpackZstd(zstdCompressSync(zeros), limits)).toHaveLength(zeros.length);
  });
});

describe('measureDeflated', () => {
  const blocks = (bytes: Buffer) =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, n) => bytes.subarray(n * 1_000, (n + 1) * 1_000)),
    );

  test('finds the end of a stream followed by other bytes', async () => {
    const packed = deflateRawSync(TEXT);
    const bytes = Buffer.concat([packed, Buffer.alloc(5_000, 7)]);
    const expected = { packedBytes: packed.length, unpackedBytes: TEXT.length };
    expect(await measureDeflated(blocks(bytes), { maxBytes: MB })).toEqual(expected);
  });

  test('returns null for a cut stream and refuses a bomb', async () => {
    expect(await measureDeflated(blocks(deflateRawSync(TEXT).subarray(0, 4_000)), { maxBytes: MB })).toBeNull();
    const bomb = blocks(deflateRawSync(Buffer.alloc(64 * MB)));
    await expect(measureDeflated(bomb, { maxBytes: 1024 * MB })).rejects.toThrow(DecompressionBomb);
  });
});
