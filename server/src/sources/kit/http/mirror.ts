import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type Dirent, type Stats } from 'node:fs';
import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AsfiledError, messageOf } from '../../../kernel/errors.ts';
import { DecompressionBomb, unpackingStreams } from '../../../kernel/unpack.ts';
import { readDocumentFile } from '../document-size.ts';
import { encodeForm, isDigestName, type MirrorRequest, mirrorPath, mirrorUrl } from './mirror-path.ts';

export type { MirrorRequest } from './mirror-path.ts';

const gzipAsync = promisify(gzip);

/** Bulk files are zips already: compressing them again gains nothing. */
const BULK_LIMITS = { maxBytes: 16 * 2 ** 30, maxRatio: 20 };

/** The requests, one per line: method, url, form, path. It resolves names that contain a digest. */
const INDEX = 'INDEX.tsv';
const INDEX_COLUMNS = ['method', 'url', 'form', 'path'] as const;

/** The file of a mirror with the response to a request. */
export interface MirrorFile {
  path: string;
  /** True if the file is compressed. */
  isGzip: boolean;
}

/**
 * Recorded responses in a folder, one file per request ({@link mirrorPath} defines the names): plain, or with `.gz`, or as
 * `<path>/index` if the path is a folder too. Reading never uses the network; only responses with status 200 are recorded.
 */
export class Mirror {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file with the response to a request; null if the mirror has none, which callers treat as a 404. */
  async find(request: MirrorRequest): Promise<MirrorFile | null> {
    const path = join(this.#folder, mirrorPath(request));
    for (const spelling of [path, join(path, 'index')]) {
      if ((await statOrNull(spelling))?.isFile()) return { path: spelling, isGzip: false };
      if ((await statOrNull(`${spelling}.gz`))?.isFile()) return { path: `${spelling}.gz`, isGzip: true };
    }
    return null;
  }

  /**
   * The plain bytes of a response, null if there is none. Throws AsfiledError `upstream_error` for a damaged `.gz`,
   * `payload_too_large` for one that unpacks to more than a document may hold.
   */
  async read(request: MirrorRequest): Promise<Buffer | null> {
    const file = await this.find(request);
    if (file === null) return null;
    try {
      return await readDocumentFile(file.path, file.isGzip);
    } catch (error) {
      throw error instanceof AsfiledError ? error : this.#damaged(request, file, error);
    }
  }

  /** Copies the plain bytes of a bulk file to `target`; false if the mirror has none. Throws like {@link read}. */
  async copyTo(request: MirrorRequest, target: string): Promise<boolean> {
    const file = await this.find(request);
    if (file === null) return false;
    if (!file.isGzip) {
      await copyFile(file.path, target);
      return true;
    }
    try {
      const unpack = unpackingStreams(['gzip'], BULK_LIMITS);
      await pipeline([createReadStream(file.path), ...unpack, createWriteStream(target)]);
    } catch (error) {
      if (!(error instanceof DecompressionBomb)) throw this.#damaged(request, file, error);
      const message = `${relative(this.#folder, file.path)}: ${error.message}`;
      throw new AsfiledError('payload_too_large', message, { url: request.url, fault: error.kind }, error);
    }
    return true;
  }

  #damaged(request: MirrorRequest, file: MirrorFile, error: unknown): AsfiledError {
    const message = `the mirror's ${relative(this.#folder, file.path)} is damaged: ${messageOf(error)}`;
    return new AsfiledError('upstream_error', message, { url: request.url }, error);
  }

  /**
   * The addresses of all recorded responses, sorted; those of forms as in kit/http/form-address.ts. A name that contains a
   * digest is resolved by the mirror's INDEX.tsv, and skipped without it.
   */
  async list(): Promise<string[]> {
    const urls = new Set<string>();
    const digests = new Set<string>();
    for (const path of await filesUnder(this.#folder)) {
      const name = relative(this.#folder, path).split(sep).join('/').replace(/\.gz$/, '');
      const url = mirrorUrl(name);
      if (url !== null) urls.add(url);
      else if (isDigestName(name)) digests.add(name);
    }
    if (digests.size > 0) for (const url of await this.#indexed(digests)) urls.add(url);
    return [...urls].sort();
  }

  async #indexed(names: ReadonlySet<string>): Promise<string[]> {
    const text = await readFile(join(this.#folder, INDEX), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const [header = '', ...lines] = text.split(/\r?\n/);
    const columns = header.split('\t');
    const [method, url, form, path] = INDEX_COLUMNS.map(column => columns.indexOf(column));
    return lines.flatMap(line => {
      const cells = line.split('\t');
      const cell = (at: number | undefined): string => cells[at ?? -1] ?? '';
      if (!names.has(cell(path).replace(/\.gz$/, ''))) return [];
      return [cell(method) === 'POST' ? `${cell(url)}@@${cell(form)}` : cell(url)];
    });
  }

  /** Records a response with status 200. A file whose path is a folder too is stored as `.gz` next to it. */
  async record(request: MirrorRequest, bytes: Buffer): Promise<void> {
    const path = await this.#placeOf(request);
    if (await isFolder(path)) await writeWhole(`${path}.gz`, await gzipAsync(bytes));
    else await writeWhole(path, bytes);
  }

  /** The same for a file, which is copied. */
  async recordFile(request: MirrorRequest, file: string): Promise<void> {
    const path = await this.#placeOf(request);
    if (await isFolder(path)) return this.record(request, await readFile(file));
    const partial = partialOf(path);
    await copyFile(file, partial);
    await rename(partial, path);
  }

  /** The path of a response, after creating its folder; a name that contains a digest is added to the index. */
  async #placeOf(request: MirrorRequest): Promise<string> {
    const name = mirrorPath(request);
    const path = join(this.#folder, name);
    await this.#makeFolder(dirname(path));
    if (isDigestName(name)) await this.#index(request, name);
    return path;
  }

  async #index({ url, form }: MirrorRequest, name: string): Promise<void> {
    const index = join(this.#folder, INDEX);
    await writeFile(index, `${INDEX_COLUMNS.join('\t')}\n`, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const row = [form === undefined ? 'GET' : 'POST', url, form === undefined ? '' : encodeForm(form), name];
    await appendFile(index, `${row.join('\t')}\n`);
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
  // ENOTDIR: a folder of the path is a file; ENAMETOOLONG: no such file can exist.
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return null;
    throw error;
  });
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true, recursive: true });
  // A recorder that was interrupted leaves names that begin with a dot.
  return entries
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(entry => join(entry.parentPath, entry.name));
}

async function isFolder(path: string): Promise<boolean> {
  return (await statOrNull(path))?.isDirectory() === true;
}

function partialOf(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 60)}.${randomUUID()}`);
}

/** Readers never see a partial file. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const partial = partialOf(path);
  await writeFile(partial, bytes);
  await rename(partial, path);
}
