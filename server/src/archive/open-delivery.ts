import type { Delivery } from './delivery.ts';
import { DiskDelivery } from './disk-delivery.ts';
import { openArchive } from './open-archive.ts';
import type { ArchiveSettings } from './settings.ts';

/** The delivery that matches an archive; `key` signs the links of this service. */
export async function openDelivery(settings: ArchiveSettings, key: Buffer): Promise<Delivery> {
  if (settings.kind === 'disk') return new DiskDelivery(await openArchive(settings), key);
  const [{ S3Archive }, { S3Delivery }] = await Promise.all([import('./s3-archive.ts'), import('./s3-delivery.ts')]);
  return new S3Delivery(new S3Archive(settings));
}
