import { AsfiledError } from '../kernel/errors.ts';
import { type Deliverable, type Delivery, LINK_LIFETIME_SECONDS, type OpenedFile } from './delivery.ts';
import { missingObject } from './digest-check.ts';
import { DiskDelivery } from './disk-delivery.ts';
import { openArchive } from './open-archive.ts';
import type { S3Archive } from './s3-archive.ts';
import type { ArchiveSettings } from './settings.ts';

/** Returns the delivery that matches an archive; `key` signs the links of this service. */
export async function openDelivery(settings: ArchiveSettings, key: Buffer): Promise<Delivery> {
  if (settings.kind === 'disk') return new DiskDelivery(await openArchive(settings), key);
  const { S3Archive } = await import('./s3-archive.ts');
  return new S3Delivery(new S3Archive(settings));
}

/** Issues presigned links to the bucket, which sends the bytes as stored. */
class S3Delivery implements Delivery {
  readonly #archive: S3Archive;

  constructor(archive: S3Archive) {
    this.#archive = archive;
  }

  async issue({ sha256, fileName, contentType }: Deliverable, now: Date): Promise<string> {
    const encoding = await this.#archive.encodingOf(sha256);
    if (encoding === null) throw missingObject(sha256);
    const headers = {
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-type': contentType,
      ...(encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
    };
    return this.#archive.presign(sha256, headers, LINK_LIFETIME_SECONDS, now);
  }

  async open(): Promise<OpenedFile> {
    throw new AsfiledError('forbidden', 'This service issues no links of its own: its files are in an S3 bucket.');
  }
}
