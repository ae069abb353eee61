import { AsfiledError } from '../kernel/errors.ts';
import { type Deliverable, type Delivery, LINK_LIFETIME_SECONDS, type OpenedFile } from './delivery.ts';
import { missingObject } from './digest-check.ts';
import type { S3Archive } from './s3-archive.ts';

/** Presigned links straight to the bucket; the store sends the bytes as stored. */
export class S3Delivery implements Delivery {
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
