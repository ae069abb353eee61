import type { Archive } from '../../../archive/archive.ts';
import type { FilingFile, PackageMember } from '../filings/model/filing-contents.ts';
import { listPackageMembers } from './rules/package-members.ts';
import type { FiledFile, FileOutcome } from './store.ts';

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
