import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import { unpackingStreams, unpackZstd } from '../kernel/unpack.ts';
import { type Archive, type ArchivedObject, assertDocumentSize, type ListedObject, UNPACK_LIMITS } from './archive.ts';
import { DigestCheck, damagedObject, missingObject } from './digest-check.ts';
import { ObjectFolder } from './object-folder.ts';

const compress = promisify(zstdCompress);

const UNAVAILABLE_FOR_SECONDS = 30;

/** An archive in a folder: `ab/cd/<sha256>.zst` for documents (zstd), `ab/cd/<sha256>` for files stored unchanged. */
export class DiskArchive implements Archive {
  readonly #folder: ObjectFolder;

  constructor(root: string) {
    this.#folder = new ObjectFolder(root);
  }

  async put(bytes: Buffer): Promise<ArchivedObject> {
    assertDocumentSize(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const target = this.#packedPath(sha256);
    if (!(await exists(target))) {
      await this.#folder.place(await this.#folder.writeIncoming(await compress(bytes)), target);
    }
    return { sha256, byteSize: bytes.length };
  }

  async putFile(path: string): Promise<ArchivedObject> {
    const { path: incoming, sha256, byteSize } = await this.#folder.takeInFile(path);
    await this.#folder.place(incoming, this.#folder.path(sha256));
    return { sha256, byteSize };
  }

  async read(sha256: string): Promise<Buffer> {
    const bytes = (await this.#readPacked(sha256)) ?? (await readIfExists(this.#folder.path(sha256)));
    if (bytes === null) throw missingObject(sha256);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damagedObject(sha256, 'the digest differs');
    return bytes;
  }

  async openStream(sha256: string): Promise<Readable> {
    const packed = await openIfExists(this.#packedPath(sha256));
    const file = packed ?? (await openIfExists(this.#folder.path(sha256)));
    if (file === null) throw missingObject(sha256);
    const check = new DigestCheck(sha256);
    const unpack = packed === null ? [] : unpackingStreams(['zstd'], UNPACK_LIMITS);
    for (const step of unpack) step.on('error', error => check.destroy(damagedObject(sha256, messageOf(error), error)));
    // Errors reach the reader through the stream; a reader that stops early closes the file.
    pipeline([file.createReadStream(), ...unpack, check], () => undefined);
    return check;
  }

  async localPath(sha256: string): Promise<string> {
    const path = this.#folder.path(sha256);
    if (await exists(path)) return path;
    throw new AsfiledError('not_archived', `The archive has no file ${sha256}.`);
  }

  /** A missing root folder (an unmounted disk) is an outage, not an empty archive. */
  async has(sha256: string): Promise<boolean> {
    if ((await exists(this.#packedPath(sha256))) || (await exists(this.#folder.path(sha256)))) return true;
    if (await exists(this.#folder.root)) return false;
    throw new AsfiledError('delivery_unavailable', 'The archive cannot be reached at the moment.', {
      retry_after_seconds: UNAVAILABLE_FOR_SECONDS,
    });
  }

  async *list(): AsyncGenerator<ListedObject> {
    for (const first of await hexFolders(this.#folder.root)) {
      for (const second of await hexFolders(join(this.#folder.root, first))) {
        yield* listFolder(join(this.#folder.root, first, second));
      }
    }
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#packedPath(sha256), { force: true });
    await rm(this.#folder.path(sha256), { force: true });
  }

  sweep(): Promise<number> {
    return this.#folder.sweep();
  }

  async #readPacked(sha256: string): Promise<Buffer | null> {
    const packed = await readIfExists(this.#packedPath(sha256));
    if (packed === null) return null;
    try {
      return await unpackZstd(packed, UNPACK_LIMITS);
    } catch (error) {
      throw damagedObject(sha256, messageOf(error), error);
    }
  }

  #packedPath(sha256: string): string {
    return `${this.#folder.path(sha256)}.zst`;
  }
}

async function hexFolders(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter(name => /^[0-9a-f]{2}$/.test(name));
}

async function* listFolder(folder: string): AsyncGenerator<ListedObject> {
  let last = '';
  for (const name of await namesIn(folder)) {
    const sha256 = /^([0-9a-f]{64})(\.zst)?$/.exec(name)?.[1];
    if (sha256 === undefined || sha256 === last) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found === null) continue;
    last = sha256;
    yield { sha256, changedAt: found.mtime };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

async function readIfExists(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

async function openIfExists(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
