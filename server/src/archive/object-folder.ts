import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Measure } from './digest-check.ts';

/** Incoming files older than this are abandoned, whichever process wrote them: no write takes a day. */
const ABANDONED_AFTER_MS = 86_400_000;
const READ_BLOCK_BYTES = 1 << 20;

/** A complete, synced file that has not been renamed to its final name yet. */
export interface IncomingFile {
  path: string;
  sha256: string;
  byteSize: number;
}

/**
 * A folder of objects as `ab/cd/<sha256>`. Objects are written under `incoming/`, synced and renamed into place, so
 * that a killed process leaves no partial object.
 */
export class ObjectFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  path(sha256: string): string {
    return join(this.root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async writeIncoming(bytes: Buffer): Promise<string> {
    const path = await this.#incoming();
    const file = await open(path, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return path;
  }

  /** Writes a stream to a file in bounded memory; a failure leaves no file behind. */
  async takeIn(source: NodeJS.ReadableStream): Promise<IncomingFile> {
    const path = await this.#incoming();
    const measure = new Measure();
    try {
      await pipeline(source, measure, createWriteStream(path, { flags: 'wx' }));
      await sync(path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, sha256: measure.sha256(), byteSize: measure.byteSize };
  }

  takeInFile(path: string): Promise<IncomingFile> {
    return this.takeIn(createReadStream(path, { highWaterMark: READ_BLOCK_BYTES }));
  }

  async place(incoming: string, target: string): Promise<void> {
    await makeFolder(dirname(target));
    await rename(incoming, target);
    await sync(dirname(target));
  }

  async sweep(): Promise<number> {
    const folder = join(this.root, 'incoming');
    let removed = 0;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (await isInUse(name, path)) continue;
      await rm(path, { force: true });
      removed++;
    }
    return removed;
  }

  async #incoming(): Promise<string> {
    const folder = join(this.root, 'incoming');
    await mkdir(folder, { recursive: true });
    return join(folder, `${process.pid}-${HOST}-${randomUUID()}`);
  }
}

// Machines that share the folder must not consider each other's processes dead.
const HOST = hostname().replace(/[^A-Za-z0-9]/g, '_');

async function isInUse(name: string, path: string): Promise<boolean> {
  const [pid = '', host = ''] = name.split('-');
  if (host === HOST) return isRunning(Number(pid));
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < ABANDONED_AFTER_MS;
}

/** Creates a folder so that every new level survives a power cut. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let level = folder; level.length >= first.length; level = dirname(level)) await sync(dirname(level));
}

async function sync(path: string): Promise<void> {
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
