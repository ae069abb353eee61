import { createHmac, timingSafeEqual } from 'node:crypto';
import { AsfiledError } from '../kernel/errors.ts';
import type { Archive } from './archive.ts';
import { type Deliverable, type Delivery, LINK_LIFETIME_SECONDS, type OpenedFile } from './delivery.ts';
import { missingObject } from './digest-check.ts';

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

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function notOurs(): AsfiledError {
  return new AsfiledError('forbidden', 'This is not a download link of this service, or it was changed.');
}
