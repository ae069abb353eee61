import type { Archive } from '../../../archive/archive.ts';
import { ZipError } from '../../../formats/zip.ts';
import { listZipDirectory } from '../../../formats/zip-buffer.ts';
import { mediaTypeOf } from '../../../kernel/media-types.ts';
import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import type { FilingFile, PackageMember } from '../filings/model/filing-contents.ts';
import { type FiledFile, type FileOutcome, upsertFilingFiles } from './store.ts';

export const documentsPart: Part<FiledFile[], never, void> = {
  name: 'documents',
  after: ['filings'],
  tables: [
    ofFilings('filing_files', ['stored_at'], 'position'),
    ofFilings('package_members', [], 'file_id C', 'position'),
  ],
  readFiling: ({ files }, _filing, { archive }) => archiveFiles(archive, files),
  async persist(tx, batch) {
    for (const { registry, nativeId, value: files } of batch.openedBy(documentsPart)) {
      await upsertFilingFiles(tx, { registry, nativeId }, files, new Date());
    }
  },
};

/** Larger files are catalogued but not stored; the largest that registries publish are a third of this. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/**
 * Archives the files of a filing before the store references them: if the process is killed in between, the archive has
 * unreferenced objects, but the store never references missing ones.
 */
export async function archiveFiles(
  archive: Archive,
  files: readonly FilingFile[],
  maxFileBytes = MAX_FILE_BYTES,
): Promise<FiledFile[]> {
  const filed: FiledFile[] = [];
  for (const { bytes, members, ...description } of files) {
    const outcome = await archiveBytes(archive, { bytes, members, ...description }, maxFileBytes);
    filed.push({ file: description, outcome });
  }
  return filed;
}

async function archiveBytes(
  archive: Archive,
  { bytes, members, contentType }: Pick<FilingFile, 'bytes' | 'contentType'> & { members: PackageMember[] | undefined },
  maxFileBytes: number,
): Promise<FileOutcome> {
  if (bytes.length > maxFileBytes) {
    return { event: 'over_limit', reason: `${bytes.length} bytes exceed the limit of ${maxFileBytes}` };
  }
  const inside = members ?? (await listPackageMembers(bytes, contentType));
  return { event: 'obtained', ...(await archive.put(bytes)), members: inside };
}

const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Zip formats that are documents of their own rather than packages of documents. */
const OFFICE_TYPES = /^application\/vnd\.(openxmlformats|oasis)/;

/** The members of a package; empty if the file is not a package, or if its directory is damaged or hostile. */
async function listPackageMembers(bytes: Buffer, contentType: string): Promise<PackageMember[]> {
  if (!bytes.subarray(0, ZIP_START.length).equals(ZIP_START) || OFFICE_TYPES.test(contentType)) return [];
  try {
    const entries = await listZipDirectory(bytes);
    return entries.map(({ path, byteSize }) => ({ path, contentType: mediaTypeOf(path), byteSize }));
  } catch (error) {
    if (error instanceof ZipError) return [];
    throw error;
  }
}
