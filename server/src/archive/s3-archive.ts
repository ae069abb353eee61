import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import { unpackingStreams } from '../kernel/unpack.ts';
import {
  type Archive,
  type ArchivedObject,
  assertDocumentSize,
  type ListedObject,
  type S3Settings,
  UNPACK_LIMITS,
} from './archive.ts';
import { DigestCheck, damagedObject, missingObject } from './digest-check.ts';
import { ObjectFolder } from './object-folder.ts';
import { S3Client } from './s3-client.ts';

const compress = promisify(gzip);

/** Maximum size of one PUT (https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html). */
const MAX_PUT_BYTES = 5 * 2 ** 30;
/** Number of local copies of bulk files; the least recently used goes first. */
const LOCAL_COPIES = 6;

/**
 * An archive in a bucket: `<prefix>ab/cd/<sha256>`. Text is stored with `Content-Encoding: gzip`, so that a download is
 * sent as stored; other bytes are stored unchanged. Bulk files are copied to this machine for random access.
 */
export class S3Archive implements Archive {
  readonly #client: S3Client;
  readonly #settings: S3Settings;
  readonly #copies: ObjectFolder;
  readonly #pageSize: number;

  /** `pageSize` is the number of objects per page of a listing. */
  constructor(settings: S3Settings, pageSize = 1_000) {
    this.#pageSize = pageSize;
    this.#client = new S3Client(settings);
    this.#settings = settings;
    this.#copies = new ObjectFolder(settings.folder);
  }

  async put(bytes: Buffer): Promise<ArchivedObject> {
    assertDocumentSize(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!(await this.has(sha256))) {
      const packed = isText(bytes) ? await compress(bytes) : bytes;
      const digest = packed === bytes ? sha256 : createHash('sha256').update(packed).digest('hex');
      const encoding: Record<string, string> = packed === bytes ? {} : { 'content-encoding': 'gzip' };
      await this.#upload(sha256, encoding, { sha256: digest, byteSize: packed.length, open: () => packed });
    }
    return { sha256, byteSize: bytes.length };
  }

  async putFile(path: string): Promise<ArchivedObject> {
    const { path: incoming, sha256, byteSize } = await this.#copies.takeInFile(path);
    try {
      if (byteSize > MAX_PUT_BYTES)
        throw new AsfiledError('payload_too_large', `${path} is larger than 5 GiB, the limit of one upload.`);
      if (!(await this.has(sha256))) {
        await this.#upload(sha256, {}, { sha256, byteSize, open: () => createReadStream(incoming) });
      }
      await this.#copies.place(incoming, this.#copies.path(sha256));
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
    return { sha256, byteSize };
  }

  async read(sha256: string): Promise<Buffer> {
    return buffer(await this.openStream(sha256));
  }

  async openStream(sha256: string): Promise<Readable> {
    const response = await this.#client.send({ method: 'GET', key: this.#key(sha256) });
    if (response.statusCode === 404) {
      await response.body.dump();
      throw missingObject(sha256);
    }
    const check = new DigestCheck(sha256);
    const isPacked = response.headers['content-encoding'] === 'gzip';
    const unpack = isPacked ? unpackingStreams(['gzip'], UNPACK_LIMITS) : [];
    for (const step of unpack) step.on('error', error => check.destroy(damagedObject(sha256, messageOf(error), error)));
    pipeline([response.body, ...unpack, check], () => undefined);
    return check;
  }

  async localPath(sha256: string): Promise<string> {
    const path = this.#copies.path(sha256);
    const now = new Date();
    // Marks the copy as used, so that it is not the next to go.
    const isHere = await utimes(path, now, now).then(
      () => true,
      () => false,
    );
    if (isHere) return path;
    const { path: incoming } = await this.#copies.takeIn(await this.openStream(sha256));
    await this.#copies.place(incoming, path);
    await this.#dropOldCopies();
    return path;
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.encodingOf(sha256)) !== null;
  }

  /** The content encoding of an object in the bucket; null if the object does not exist. */
  async encodingOf(sha256: string): Promise<'gzip' | 'identity' | null> {
    const response = await this.#client.send({ method: 'HEAD', key: this.#key(sha256) });
    await response.body.dump();
    if (response.statusCode === 404) return null;
    return response.headers['content-encoding'] === 'gzip' ? 'gzip' : 'identity';
  }

  async *list(): AsyncGenerator<ListedObject> {
    const { prefix } = this.#settings;
    let query: Record<string, string> = { 'list-type': '2', prefix, 'max-keys': String(this.#pageSize) };
    for (;;) {
      const response = await this.#client.send({ method: 'GET', query });
      const xml = await response.body.text();
      if (response.statusCode === 404) throw new Error(`bucket ${this.#settings.bucket} does not exist`);
      yield* objectsIn(xml);
      const token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1];
      if (token === undefined) return;
      query = { ...query, 'continuation-token': token.replaceAll('&amp;', '&') };
    }
  }

  async remove(sha256: string): Promise<void> {
    const response = await this.#client.send({ method: 'DELETE', key: this.#key(sha256) });
    await response.body.dump();
    await rm(this.#copies.path(sha256), { force: true });
  }

  async sweep(): Promise<number> {
    const swept = await this.#copies.sweep();
    await this.#dropOldCopies();
    return swept;
  }

  /** A link straight to the bucket, valid until it expires. `headers` are the headers of the response. */
  presign(
    sha256: string,
    headers: Readonly<Record<string, string>>,
    expiresInSeconds: number,
    now: Date,
  ): Promise<string> {
    const query = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`response-${name}`, value]));
    return this.#client.presign(this.#key(sha256), query, expiresInSeconds, now);
  }

  async #upload(
    sha256: string,
    headers: Record<string, string>,
    body: { sha256: string; byteSize: number; open(): Buffer | Readable },
  ): Promise<void> {
    const response = await this.#client.send({ method: 'PUT', key: this.#key(sha256), headers, body });
    await response.body.dump();
    if (response.statusCode === 404) throw new Error(`bucket ${this.#settings.bucket} does not exist`);
  }

  #key(sha256: string): string {
    return `${this.#settings.prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
  }

  async #dropOldCopies(): Promise<void> {
    const copies: { path: string; usedMs: number }[] = [];
    const names = await readdir(this.#copies.root, { recursive: true }).catch(() => []);
    for (const name of names.filter(key => /(^|\/)[0-9a-f]{64}$/.test(key))) {
      const path = join(this.#copies.root, name);
      const found = await stat(path).catch(() => null);
      if (found !== null) copies.push({ path, usedMs: found.mtimeMs });
    }
    copies.sort((a, b) => b.usedMs - a.usedMs);
    for (const { path } of copies.slice(LOCAL_COPIES)) await rm(path, { force: true });
  }
}

/** Objects on one page of a listing; ignores keys that are not ours. */
function* objectsIn(xml: string): Generator<ListedObject> {
  for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const sha256 = /<Key>[^<]*\/([0-9a-f]{64})<\/Key>/.exec(entry)?.[1];
    const changedAt = /<LastModified>([^<]+)</.exec(entry)?.[1];
    if (sha256 !== undefined && changedAt !== undefined) yield { sha256, changedAt: new Date(changedAt) };
  }
}

const SAMPLED_BYTES = 64 << 10;

/** First bytes of compressed formats that may not contain a NUL. */
const PACKED: readonly Buffer[] = ['%PDF-', 'PK\u0003\u0004', 'GIF8', '\u001f\u008b', '\u00ff\u00d8\u00ff'].map(start =>
  Buffer.from(start, 'latin1'),
);

/** Whether bytes are text, and therefore worth compressing. Deterministic: depends on the bytes only. */
function isText(bytes: Buffer): boolean {
  if (PACKED.some(start => bytes.subarray(0, start.length).equals(start))) return false;
  return !bytes.subarray(0, SAMPLED_BYTES).includes(0);
}
