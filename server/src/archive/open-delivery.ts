import { createHmac, timingSafeEqual } from 'node:crypto';
import { AsfiledError } from '../kernel/errors.ts';
import type { Archive, ArchiveSettings } from './archive.ts';
import { type Deliverable, type Delivery, LINK_LIFETIME_SECONDS, type OpenedFile } from './delivery.ts';
import { missingObject } from './digest-check.ts';
import { openArchive } from './open-archive.ts';
import type { S3Archive } from './s3-archive.ts';

/** Links to this service, `/downloads/<file name>?…`, signed with HMAC-SHA256 over the file and the expiry. */
export class DiskDelivery implements Delivery {
  readonly #archive: Archive;
  readonly #key: Buffer;

  constructor(archive: Archive, key: Buffer) {
    this.#archive = archive;
    this.#key = key;
  }

  async issue(file: Deliverable, now: Date): Promise<string> {
    if (!(await this.#archive.has(file.sha256))) throw missingObject(file.sha256);
    const expires = String(Math.floor(now.getTime() / 1000) + LINK_LIFETIME_SECONDS);
    const query = new URLSearchParams({
      sha256: file.sha256,
      type: file.contentType,
      expires,
      signature: this.#signature(file, expires),
    });
    return `/downloads/${encodeURIComponent(file.fileName)}?${query}`;
  }

  async open(fileName: string, query: Readonly<Record<string, unknown>>, now: Date): Promise<OpenedFile> {
    const { sha256, type: contentType, expires, signature } = query;
    if (!isText(sha256) || !isText(contentType) || !isText(expires) || !isText(signature)) throw notOurs();
    const file = { sha256, contentType, fileName };
    // Compares the text: several texts decode to the same bytes.
    const actual = Buffer.from(signature);
    const expected = Buffer.from(this.#signature(file, expires));
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw notOurs();
    // The signature proves that the link was issued here, so its parts are valid.
    if (Number(expires) * 1000 <= now.getTime()) {
      throw new AsfiledError('forbidden', 'This link has expired. Request the content again to get a new one.');
    }
    return { fileName, contentType, bytes: () => this.#archive.openStream(sha256) };
  }

  #signature({ sha256, fileName, contentType }: Deliverable, expires: string): string {
    // JSON, so that no two different links have the same signed text.
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([sha256, fileName, contentType, expires]))
      .digest('base64url');
  }
}

/** Returns the delivery that matches an archive; `key` signs the links of this service. */
export async function openDelivery(settings: ArchiveSettings, key: Buffer): Promise<Delivery> {
  if (settings.kind === 'disk') return new DiskDelivery(await openArchive(settings), key);
  const { S3Archive } = await import('./s3-archive.ts');
  return new S3Delivery(new S3Archive(settings));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function notOurs(): AsfiledError {
  return new AsfiledError('forbidden', 'This is not a download link of this service, or it was changed.');
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
