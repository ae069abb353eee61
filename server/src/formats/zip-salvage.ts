import type { FileHandle } from 'node:fs/promises';
import { MAX_RATIO, measureDeflated } from '../kernel/unpack.ts';
import type { ZipMember } from './zip-member.ts';

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const HEADER_BYTES = 30;
const UNKNOWN = 0xffffffff;
const BLOCK_BYTES = 1 << 18;

/**
 * Yields the complete members between `from` and the end of an archive whose directory is lost, by walking the local
 * headers (PKWARE APPNOTE 4.3.7). Stops at the first incomplete member or invalid header.
 */
export async function* scanLocalHeaders(file: FileHandle, size: number, from = 0): AsyncGenerator<ZipMember> {
  let at = from;
  for (;;) {
    const header = await readAt(file, at, HEADER_BYTES);
    if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER) return;
    const flags = header.readUInt16LE(6);
    const nameBytes = header.readUInt16LE(26);
    const extraBytes = header.readUInt16LE(28);
    const rest = await readAt(file, at + HEADER_BYTES, nameBytes + extraBytes);
    const method = header.readUInt16LE(8);
    const dataOffset = at + HEADER_BYTES + nameBytes + extraBytes;
    let sizes = sizesOf(header, rest.subarray(nameBytes));
    let next = dataOffset + sizes.compressedSize;
    if ((flags & 0x08) !== 0 && sizes.compressedSize === 0) {
      const measured = method === 8 ? await measureMember(file, dataOffset, size) : null;
      if (measured === null) return;
      ({ sizes, next } = measured);
    }
    if (next > size) return;
    const name = rest.subarray(0, nameBytes).toString('utf8');
    const member = { name, method, headerOffset: at, ...sizes, isEncrypted: (flags & 0x01) !== 0 };
    if (!name.endsWith('/')) yield member;
    at = next;
  }
}

interface Sizes {
  compressedSize: number;
  byteSize: number;
  crc32: number;
}

/** ZIP64 stores the true sizes in extra field 1, the uncompressed one first. */
function sizesOf(header: Buffer, extra: Buffer): Sizes {
  const sizes = {
    crc32: header.readUInt32LE(14),
    compressedSize: header.readUInt32LE(18),
    byteSize: header.readUInt32LE(22),
  };
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let field = at + 4;
    if (sizes.byteSize === UNKNOWN && field + 8 <= extra.length) {
      sizes.byteSize = Number(extra.readBigUInt64LE(field));
      field += 8;
    }
    if (sizes.compressedSize === UNKNOWN && field + 8 <= extra.length) {
      sizes.compressedSize = Number(extra.readBigUInt64LE(field));
    }
  }
  return sizes;
}

/** Written by a streaming tool: the sizes follow the data, whose end only inflating finds. */
async function measureMember(
  file: FileHandle,
  dataOffset: number,
  size: number,
): Promise<{ sizes: Sizes; next: number } | null> {
  const measured = await measureDeflated(blocksFrom(file, dataOffset, size), { maxBytes: size * MAX_RATIO });
  if (measured === null) return null;
  const { packedBytes: compressedSize, unpackedBytes: byteSize } = measured;
  const descriptor = await readAt(file, dataOffset + compressedSize, 24);
  const at = descriptor.length >= 4 && descriptor.readUInt32LE(0) === DATA_DESCRIPTOR ? 4 : 0;
  if (descriptor.length < at + 12) return null;
  const isZip64 = descriptor.readUInt32LE(at + 4) !== compressedSize || descriptor.readUInt32LE(at + 8) !== byteSize;
  return {
    sizes: { compressedSize, byteSize, crc32: descriptor.readUInt32LE(at) },
    next: dataOffset + compressedSize + at + (isZip64 ? 20 : 12),
  };
}

async function* blocksFrom(file: FileHandle, offset: number, end: number): AsyncGenerator<Buffer> {
  for (let at = offset; at < end; at += BLOCK_BYTES) yield await readAt(file, at, BLOCK_BYTES);
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
}
