import { ZipError } from '../../../../formats/zip.ts';
import { listZipDirectory } from '../../../../formats/zip-buffer.ts';
import { mediaTypeOf } from '../../../../kernel/media-types.ts';
import type { PackageMember } from '../../filings/model/filing-contents.ts';

const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Zips too, but documents of their own kind rather than packages of documents. */
const OFFICE_TYPES = /^application\/vnd\.(openxmlformats|oasis)/;

/**
 * What a file holds that is a package; empty where it is none, or where its directory is damaged or hostile: what can't
 * be listed is not listed.
 */
export async function listPackageMembers(bytes: Buffer, contentType: string): Promise<PackageMember[]> {
  if (!bytes.subarray(0, ZIP_START.length).equals(ZIP_START) || OFFICE_TYPES.test(contentType)) return [];
  try {
    const entries = await listZipDirectory(bytes);
    return entries.map(({ path, byteSize }) => ({ path, contentType: mediaTypeOf(path), byteSize }));
  } catch (error) {
    if (error instanceof ZipError) return [];
    throw error;
  }
}
