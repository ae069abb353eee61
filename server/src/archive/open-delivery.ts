import type { Delivery } from './delivery.ts';
import { DiskDelivery } from './disk-delivery.ts';
import { openArchive } from './open-archive.ts';
import { S3Archive } from './s3-archive.ts';
import { S3Delivery } from './s3-delivery.ts';
import type { ArchiveSettings } from './settings.ts';

/** The delivery that fits an archive; `key` signs the links of this service's own. */
export function openDelivery(settings: ArchiveSettings, key: Buffer): Delivery {
  return settings.kind === 's3'
    ? new S3Delivery(new S3Archive(settings))
    : new DiskDelivery(openArchive(settings), key);
}
