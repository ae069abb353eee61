import { createReadStream, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { DecompressionBomb, unpackingStreams, unpackSync } from '../kernel/unpack.ts';
import { BULK_LIMITS, isBomb, ZipTally } from './zip-limits.ts';
import { ZipError, type ZipMember } from './zip-member.ts';
import { scanLocalHeaders } from './zip-salvage.ts';

export { listZipBuffer } from './zip-buffer.ts';
export { ZipError, type ZipErrorKind, type ZipMember } from './zip-member.ts';

/** Default limit for reading a member into memory. */
const MAX_MEMBER_BYTES = 256 << 20;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_BLOCK_BYTES = 1 << 20;

/**
 * Lists the members of an archive from its central directory, one by one and in its order, reading the directory in
 * blocks. If the directory is lost or damaged (an interrupted download), yields the members that are complete and then
 * throws a ZipError `truncated_zip`; a file that is not an archive throws `not_a_zip` at once, one that exceeds
 * {@link BULK_LIMITS} `zip_bomb`.
 */
export async function* listZipMembers(path: string): AsyncGenerator<ZipMember> {
  const file = await open(path);
  let highestOffset = -1;
  try {
    const { size } = await file.stat();
    const tally = new ZipTally(size, BULK_LIMITS);
    try {
      const reader = new BlockReader(file, size);
      const archive = await yauzl.fromRandomAccessReaderPromise(reader, size, { autoClose: false });
      for await (const entry of archive.eachEntry()) {
        highestOffset = Math.max(highestOffset, entry.relativeOffsetOfLocalHeader);
        const member = toMember(entry);
        tally.add(member);
        if (!member.name.endsWith('/')) yield member;
      }
    } catch (error) {
      if (error instanceof ZipError) throw error;
      if (!(await startsLikeZip(file))) throw new ZipError('not_a_zip', `${path} is not a zip archive`, error);
      for await (const member of scanned(path, scanLocalHeaders(file, size))) {
        tally.add(member);
        if (member.headerOffset > highestOffset) yield member;
      }
      throw new ZipError('truncated_zip', `${path}: the archive's directory is cut off or damaged: ${error}`, error);
    }
  } finally {
    await file.close();
  }
}

async function* scanned(path: string, members: AsyncIterable<ZipMember>): AsyncGenerator<ZipMember> {
  try {
    yield* members;
  } catch (error) {
    if (error instanceof DecompressionBomb) throw new ZipError('zip_bomb', `${path}: ${error.message}`, error);
    throw error;
  }
}

function toMember(entry: yauzl.Entry): ZipMember {
  return {
    name: entry.fileName,
    method: entry.compressionMethod,
    headerOffset: entry.relativeOffsetOfLocalHeader,
    compressedSize: entry.compressedSize,
    byteSize: entry.uncompressedSize,
    crc32: entry.crc32,
    isEncrypted: entry.isEncrypted(),
  };
}

/**
 * Reads one member, checked against its size and CRC. Synchronous, since workers have no other task. `fd` is an open
 * file descriptor. Throws a ZipError; never inflates more than `maxBytes`.
 */
export function readZipMemberSync(fd: number, member: ZipMember, maxBytes = MAX_MEMBER_BYTES): Buffer {
  checkMember(member, maxBytes);
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  readSync(fd, header, 0, header.length, member.headerOffset);
  const packed = Buffer.allocUnsafe(member.compressedSize);
  const bytesRead = readSync(fd, packed, 0, packed.length, dataOffset(member, header));
  if (bytesRead < packed.length) throw new ZipError('truncated_zip', `${member.name}: the archive ends inside it`);
  if (member.method === 0) return checkContent(member, packed);
  return inflate(member, packed);
}

/** Reads one member of an archive in memory (see {@link listZipBuffer}), with the same checks. Throws a ZipError. */
export function readZipBufferMember(archive: Buffer, member: ZipMember, maxBytes = MAX_MEMBER_BYTES): Buffer {
  checkMember(member, maxBytes);
  const { headerOffset, compressedSize } = member;
  if (headerOffset + LOCAL_HEADER_BYTES > archive.length) {
    throw new ZipError('truncated_zip', `${member.name}: the archive ends before it`);
  }
  const start = dataOffset(member, archive.subarray(headerOffset, headerOffset + LOCAL_HEADER_BYTES));
  if (start + compressedSize > archive.length) {
    throw new ZipError('truncated_zip', `${member.name}: the archive ends inside it`);
  }
  const packed = archive.subarray(start, start + compressedSize);
  if (member.method === 0) return checkContent(member, Buffer.from(packed));
  return inflate(member, packed);
}

/**
 * Streams one member, for members too large to hold in memory. Bytes are valid unless the stream fails later, since
 * size and CRC are known only at the end. Fails with a ZipError.
 */
export async function streamZipMember(path: string, member: ZipMember): Promise<Readable> {
  checkMember(member, Number.MAX_SAFE_INTEGER);
  const file = await open(path);
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  try {
    await file.read(header, 0, header.length, member.headerOffset);
  } finally {
    await file.close();
  }
  if (member.compressedSize === 0) return Readable.from([]);
  const start = dataOffset(member, header);
  const packed = createReadStream(path, { start, end: start + member.compressedSize - 1, highWaterMark: 1 << 18 });
  const checked = checkingStream(member);
  const unpack = member.method === 0 ? [] : unpackingStreams(['deflate-raw'], { maxBytes: member.byteSize });
  const stages = [packed, ...unpack];
  let last: Readable = packed;
  for (const stage of stages) {
    stage.on('error', (error: Error) => checked.destroy(toZipError(member, error)));
    if (stage instanceof Transform) last = last.pipe(stage);
  }
  checked.on('close', () => {
    for (const stage of stages) stage.destroy();
  });
  return last.pipe(checked);
}

function checkMember(member: ZipMember, maxBytes: number): void {
  const { name, byteSize, compressedSize } = member;
  if (member.isEncrypted || (member.method !== 0 && member.method !== 8)) {
    throw new ZipError('unsupported_member', `${name}: encrypted, or packed by method ${member.method}`);
  }
  if (byteSize > maxBytes)
    throw new ZipError('zip_bomb', `${name}: ${byteSize} bytes, more than the ${maxBytes} allowed`);
  if (isBomb(member)) throw new ZipError('zip_bomb', `${name}: ${byteSize} bytes out of ${compressedSize}`);
}

function dataOffset(member: ZipMember, header: Buffer): number {
  if (header.readUInt32LE(0) !== 0x04034b50) {
    throw new ZipError('corrupt_member', `${member.name}: no local header at ${member.headerOffset}`);
  }
  return member.headerOffset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** A member that holds more than its directory states is corrupt. */
function inflate(member: ZipMember, packed: Buffer): Buffer {
  let inflated: Buffer;
  try {
    inflated = unpackSync(packed, 'deflate-raw', { maxBytes: member.byteSize });
  } catch (error) {
    return throwCorrupt(member, error);
  }
  return checkContent(member, inflated);
}

function checkContent(member: ZipMember, content: Buffer): Buffer {
  if (content.length === member.byteSize && crc32(content) === member.crc32) return content;
  return throwCorrupt(member, `${content.length} bytes of ${member.byteSize}, or another checksum`);
}

function throwCorrupt(member: ZipMember, cause: unknown): never {
  throw toZipError(member, cause);
}

function toZipError(member: ZipMember, cause: unknown): ZipError {
  return cause instanceof ZipError ? cause : new ZipError('corrupt_member', `${member.name}: ${cause}`, cause);
}

/** Passes no more than the member's stated size and compares the checksum at the end. */
function checkingStream(member: ZipMember): Transform {
  let byteSize = 0;
  let checksum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length;
      checksum = crc32(chunk, checksum);
      if (byteSize > member.byteSize) done(new ZipError('corrupt_member', `${member.name}: more bytes than stated`));
      else done(null, chunk);
    },
    flush(done) {
      const isWhole = byteSize === member.byteSize && checksum === member.crc32;
      done(isWhole ? null : new ZipError('corrupt_member', `${member.name}: ${byteSize} bytes of ${member.byteSize}`));
    },
  });
}

async function startsLikeZip(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(4);
  await file.read(start, 0, 4, 0);
  return start.toString('latin1') === 'PK\u0003\u0004';
}

/**
 * yauzl reads the directory entry by entry with two short reads each; this reader serves them from a block in memory.
 */
class BlockReader extends yauzl.RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;
  #block = Buffer.alloc(0);
  #blockStart = 0;

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#load(position, length).then(
      () => {
        const from = position - this.#blockStart;
        if (this.#block.length < from + length) return callback(new Error('unexpected end of file'));
        this.#block.copy(target, offset, from, from + length);
        callback(null);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #load(position: number, length: number): Promise<void> {
    const isLoaded = position >= this.#blockStart && position + length <= this.#blockStart + this.#block.length;
    if (isLoaded) return;
    const blockBytes = Math.min(Math.max(DIRECTORY_BLOCK_BYTES, length), Math.max(this.#size - position, 0));
    const block = Buffer.alloc(blockBytes);
    const { bytesRead } = await this.#file.read(block, 0, blockBytes, position);
    this.#block = block.subarray(0, bytesRead);
    this.#blockStart = position;
  }
}
