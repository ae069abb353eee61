import { randomUUID } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AsfiledError, messageOf } from '../../kernel/errors.ts';
import { type MirrorRequest, mirrorPath, mirrorUrl } from './mirror-path.ts';

export type { MirrorRequest } from './mirror-path.ts';

const gunzipAsync = promisify(gunzip);
const gzipAsync = promisify(gzip);

const MAX_BYTES = 1 << 30;

/** A file of a mirror that answers a request. */
export interface MirrorFile {
  path: string;
  /** True where it has to be unpacked first. */
  isGzip: boolean;
}

/**
 * Recorded answers in a folder, one file a request (see {@link mirrorPath} for the names): as it is, or with `.gz`, or as
 * `<path>/index` where the path is a folder too. Reading never goes to the network; recording keeps answers with status
 * 200 only.
 */
export class Mirror {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file that answers a request, null where the mirror has none (a 404 to whoever asks). */
  async find(request: MirrorRequest): Promise<MirrorFile | null> {
    const path = join(this.#folder, mirrorPath(request));
    for (const spelling of [path, join(path, 'index')]) {
      if ((await statOrNull(spelling))?.isFile()) return { path: spelling, isGzip: false };
      if ((await statOrNull(`${spelling}.gz`))?.isFile()) return { path: `${spelling}.gz`, isGzip: true };
    }
    return null;
  }

  /** The plain bytes of an answer, null where there is none. Throws AsfiledError `upstream_error` for a damaged `.gz`. */
  async read(request: MirrorRequest): Promise<Buffer | null> {
    const file = await this.find(request);
    if (file === null) return null;
    const bytes = await readFile(file.path);
    if (!file.isGzip) return bytes;
    try {
      return await gunzipAsync(bytes, { maxOutputLength: MAX_BYTES });
    } catch (error) {
      const message = `the mirror's ${relative(this.#folder, file.path)} is damaged: ${messageOf(error)}`;
      throw new AsfiledError('upstream_error', message, { url: request.url }, error);
    }
  }

  /** URLs of all GETs that the mirror answers, sorted. Names that hold only a digest of their query are left out. */
  async list(): Promise<string[]> {
    const urls = new Set<string>();
    for (const path of await filesUnder(this.#folder)) {
      const name = relative(this.#folder, path).split(sep).join('/');
      const url = mirrorUrl(name.replace(/\.gz$/, ''));
      if (url !== null) urls.add(url);
    }
    return [...urls].sort();
  }

  /** Keeps an answer with status 200. A file whose path turns out to be a folder too is packed as `.gz` beside it. */
  async record(request: MirrorRequest, bytes: Buffer): Promise<void> {
    const path = join(this.#folder, mirrorPath(request));
    await this.#makeFolder(dirname(path));
    const isFolder = (await statOrNull(path))?.isDirectory() === true;
    if (isFolder) await writeWhole(`${path}.gz`, await gzipAsync(bytes));
    else await writeWhole(path, bytes);
  }

  async #makeFolder(folder: string): Promise<void> {
    for (let at = folder; at.length > this.#folder.length; at = dirname(at)) {
      if (!(await statOrNull(at))?.isFile()) continue;
      const packed = await gzipAsync(await readFile(at));
      await writeWhole(`${at}.gz`, packed);
      await rm(at);
    }
    await mkdir(folder, { recursive: true });
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  // ENOTDIR: what would be a folder is a file; ENAMETOOLONG: nothing of that name can be there.
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return null;
    throw error;
  });
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true, recursive: true });
  // Names with a dot in front are files that a recorder did not come to finish.
  return entries
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(entry => join(entry.parentPath, entry.name));
}

/** A reader never meets half a file. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const partial = join(dirname(path), `.${basename(path).slice(0, 60)}.${randomUUID()}`);
  await writeFile(partial, bytes);
  await rename(partial, path);
}
