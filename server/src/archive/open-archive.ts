import type { Archive, ArchiveSettings } from './archive.ts';
import { DiskArchive } from './disk-archive.ts';

/**
 * Opens the archive that the settings describe. Performs no I/O; every thread and process opens its own. The S3 client
 * (17 MB of memory a thread) is loaded only for a bucket.
 */
export async function openArchive(settings: ArchiveSettings): Promise<Archive> {
  if (settings.kind === 'disk') return new DiskArchive(settings.folder);
  const { S3Archive } = await import('./s3-archive.ts');
  return new S3Archive(settings);
}
