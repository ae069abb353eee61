import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { AsfiledError, messageOf } from '../kernel/errors.ts';
import type { Archive, ArchivedObject } from './archive.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * An archive in a folder: `ab/cd/<sha256>.zst` for documents (zstd), `ab/cd/<sha256>` for files taken in as they are.
 * Objects are written under `incoming/`, synced, and renamed into place, so that a killed process leaves none half done.
 */
export class DiskArchive implements Archive {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(bytes: Buffer): Promise<ArchivedObject> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const target = `${this.#path(sha256)}.zst`;
    if (!(await exists(target))) {
      const incoming = await this.#incoming();
      await writeSynced(incoming, await compress(bytes));
      await this.#place(incoming, target);
    }
    return { sha256, byteSize: bytes.length };
  }

  async putFile(path: string): Promise<ArchivedObject> {
    const incoming = await this.#incoming();
    const hash = createHash('sha256');
    let byteSize = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        byteSize += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), measure, createWriteStream(incoming));
      await syncFile(incoming);
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
    const sha256 = hash.digest('hex');
    await this.#place(incoming, this.#path(sha256));
    return { sha256, byteSize };
  }

  async read(sha256: string): Promise<Buffer> {
    const path = this.#path(sha256);
    const bytes = (await this.#decode(`${path}.zst`, sha256)) ?? (await readIfThere(path));
    if (bytes === null) throw new AsfiledError('not_archived', `The archive has no object ${sha256}.`);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new AsfiledError('not_archived', `The archived object ${sha256} is damaged: its digest differs.`);
    }
    return bytes;
  }

  async localPath(sha256: string): Promise<string> {
    const path = this.#path(sha256);
    if (await exists(path)) return path;
    throw new AsfiledError('not_archived', `The archive has no file ${sha256}.`);
  }

  /** Removes what killed processes left half written. Safe beside running ones. */
  async sweep(): Promise<number> {
    const folder = join(this.#root, 'incoming');
    let removed = 0;
    for (const name of await readdir(folder).catch(() => [])) {
      const pid = Number(name.split('-')[0]);
      if (isRunning(pid)) continue;
      await rm(join(folder, name), { force: true });
      removed++;
    }
    return removed;
  }

  async #decode(path: string, sha256: string): Promise<Buffer | null> {
    const packed = await readIfThere(path);
    if (packed === null) return null;
    try {
      return await decompress(packed);
    } catch (error) {
      const reason = messageOf(error);
      throw new AsfiledError('not_archived', `The archived object ${sha256} is damaged: ${reason}.`, {}, error);
    }
  }

  #path(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async #incoming(): Promise<string> {
    const folder = join(this.#root, 'incoming');
    await mkdir(folder, { recursive: true });
    return join(folder, `${process.pid}-${randomUUID()}`);
  }

  async #place(incoming: string, target: string): Promise<void> {
    const folder = join(target, '..');
    await mkdir(folder, { recursive: true });
    await rename(incoming, target);
    await syncFile(folder);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
