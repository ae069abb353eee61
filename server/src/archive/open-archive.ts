import type { Archive } from './archive.ts';
import { DiskArchive } from './disk-archive.ts';
import { S3Archive } from './s3-archive.ts';
import type { ArchiveSettings } from './settings.ts';

/** The archive that settings describe. Opening touches nothing; every thread and process opens its own. */
export function openArchive(settings: ArchiveSettings): Archive {
  return settings.kind === 'disk' ? new DiskArchive(settings.folder) : new S3Archive(settings);
}
