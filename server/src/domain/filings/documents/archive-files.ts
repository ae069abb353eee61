import type { Archive } from '../../../archive/archive.ts';
import type { FilingFile, PackageMember } from '../filings/model/filing-contents.ts';
import { listPackageMembers } from './rules/package-members.ts';
import type { FiledFile, FileOutcome } from './store.ts';

/** Larger files are catalogued, not kept: the largest that registries publish are a third of it. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/**
 * Puts the files of a filing into the archive, before anything is told to the store: a process killed between the two
 * leaves objects that nobody counts on, never the opposite.
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
    return { event: 'over_limit', reason: `${bytes.length} bytes, more than the ${maxFileBytes} that are kept` };
  }
  const inside = members ?? (await listPackageMembers(bytes, contentType));
  return { event: 'obtained', ...(await archive.put(bytes)), members: inside };
}
