import { ZipError } from '../../../../formats/zip.ts';
import { listZipDirectory } from '../../../../formats/zip-buffer.ts';
import { mediaTypeOf } from '../../../../kernel/media-types.ts';
import type { PackageMember } from '../../filings/model/filing-contents.ts';

const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Zip formats that are documents of their own rather than packages of documents. */
const OFFICE_TYPES = /^application\/vnd\.(openxmlformats|oasis)/;

/** The members of a package; empty if the file is not a package, or if its directory is damaged or hostile. */
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
