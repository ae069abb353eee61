import type { Archive } from './archive.ts';
import { DiskArchive } from './disk-archive.ts';
import type { ArchiveSettings } from './settings.ts';

/**
 * The archive that settings describe. Opening touches nothing; every thread and process opens its own. What speaks to a bucket
 * (17 MB of memory a thread) is loaded where there is one.
 */
export async function openArchive(settings: ArchiveSettings): Promise<Archive> {
  if (settings.kind === 'disk') return new DiskArchive(settings.folder);
  const { S3Archive } = await import('./s3-archive.ts');
  return new S3Archive(settings);
}
