import yauzl from 'yauzl';
import { PACKAGE_LIMITS, ZipTally } from './zip-limits.ts';
import { ZipError, type ZipMember } from './zip-member.ts';

const MAX_MEMBERS = PACKAGE_LIMITS.members;

const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ENTRY_BYTES = 46;
const ENCRYPTED = 0x0001;
const UTF8_NAMES = 0x0800;

/**
 * Lists the members of an archive in memory from its central directory (PKWARE APPNOTE 4.3.12), in its order, without
 * folders. Names use `/` and stay inside the archive. Throws ZipError `not_a_zip` for a path that leaves the archive, a
 * missing directory, more than 20,000 members, or members larger than their archive can hold (zip64 is not supported),
 * and `zip_bomb` for one that exceeds {@link PACKAGE_LIMITS}.
 */
export function listZipBuffer(bytes: Buffer): ZipMember[] {
  const end = endRecordOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_MEMBERS) throw new ZipError('not_a_zip', `${count} members, more than the ${MAX_MEMBERS} allowed`);
  const members: ZipMember[] = [];
  const tally = new ZipTally(bytes.length, PACKAGE_LIMITS);
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const entry = readEntry(bytes, at, end);
    tally.add(entry.member);
    if (!entry.member.name.endsWith('/')) members.push(entry.member);
    at = entry.end;
  }
  return members;
}

/** The end record is the last part of an archive, except for a comment. */
function endRecordOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_RECORD_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_RECORD_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) === 0x06054b50 && at + END_RECORD_BYTES + bytes.readUInt16LE(at + 20) <= bytes.length) {
      return at;
    }
  }
  throw new ZipError('not_a_zip', 'not a zip archive, or its directory is cut off');
}

function readEntry(bytes: Buffer, at: number, directoryEnd: number): { member: ZipMember; end: number } {
  if (at + ENTRY_BYTES > directoryEnd || bytes.readUInt32LE(at) !== 0x02014b50) {
    throw new ZipError('not_a_zip', `the archive's directory is damaged at ${at}`);
  }
  const flags = bytes.readUInt16LE(at + 8);
  const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
  const end = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  if (end > directoryEnd) throw new ZipError('not_a_zip', `the archive's directory is damaged at ${at}`);
  const encoding = (flags & UTF8_NAMES) !== 0 ? 'utf8' : 'latin1';
  const name = safeName(bytes.toString(encoding, at + ENTRY_BYTES, nameEnd));
  const member: ZipMember = {
    name,
    method: bytes.readUInt16LE(at + 10),
    headerOffset: bytes.readUInt32LE(at + 42),
    compressedSize: bytes.readUInt32LE(at + 20),
    byteSize: bytes.readUInt32LE(at + 24),
    crc32: bytes.readUInt32LE(at + 16),
    isEncrypted: (flags & ENCRYPTED) !== 0,
  };
  return { member, end };
}

/** Some tools write `\`. */
function safeName(raw: string): string {
  const name = raw.replaceAll('\\', '/');
  if (/^\/|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)|\0/.test(name)) {
    throw new ZipError(
      'not_a_zip',
      `the path of the member ${JSON.stringify(raw.slice(0, 80))} points outside the archive`,
    );
  }
  return name;
}

/** A file as listed in the directory of a zip archive. */
export interface ZipDirectoryEntry {
  /** With `/`; neither absolute nor leaving the archive. */
  path: string;
  /** Uncompressed size. */
  byteSize: number;
}

/**
 * Lists the directory of an archive in memory, in its own order, without unpacking anything. Throws ZipError
 * `not_a_zip` if the bytes are not a zip archive, a path leaves it, or it has more than 20,000 entries.
 */
export async function listZipDirectory(bytes: Buffer): Promise<ZipDirectoryEntry[]> {
  const entries: ZipDirectoryEntry[] = [];
  try {
    const archive = await yauzl.fromBufferPromise(bytes);
    for await (const { fileName, uncompressedSize } of archive.eachEntry()) {
      if (!fileName.endsWith('/')) entries.push({ path: fileName, byteSize: uncompressedSize });
      if (entries.length > MAX_MEMBERS) throw new Error(`more than ${MAX_MEMBERS} entries`);
    }
  } catch (error) {
    throw new ZipError('not_a_zip', `the directory of the package cannot be read: ${error}`, error);
  }
  return entries;
}
