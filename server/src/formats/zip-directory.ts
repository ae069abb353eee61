import yauzl from 'yauzl';
import { ZipError } from './zip-member.ts';

/** A file as the directory of a zip archive lists it. */
export interface ZipDirectoryEntry {
  /** With `/`; never absolute, never leading out of the archive. */
  path: string;
  /** Unpacked. */
  byteSize: number;
}

/** More than any filing has; a directory beyond it is not a package but an attack. */
const MAX_ENTRIES = 20_000;

/**
 * What an archive in memory says that it holds, in its own order; nothing is unpacked. Throws ZipError `not_a_zip` where
 * it is none, where a path leads out of it, or where it has more than 20,000 entries.
 */
export async function listZipDirectory(bytes: Buffer): Promise<ZipDirectoryEntry[]> {
  const entries: ZipDirectoryEntry[] = [];
  try {
    const archive = await yauzl.fromBufferPromise(bytes);
    for await (const { fileName, uncompressedSize } of archive.eachEntry()) {
      if (!fileName.endsWith('/')) entries.push({ path: fileName, byteSize: uncompressedSize });
      if (entries.length > MAX_ENTRIES) throw new Error(`more than ${MAX_ENTRIES} entries`);
    }
  } catch (error) {
    throw new ZipError('not_a_zip', `no package whose directory can be read: ${error}`, error);
  }
  return entries;
}
