import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitLines } from '../../server/src/formats/tsv.ts';
import { SOURCES } from '../../server/src/sources/sources.ts';
import { readFolders } from './explanations.ts';
import { type FileReading, openFile, readByConnector } from './read-file.ts';
import { readBySpecialParser } from './special-readers.ts';

/** A row of the corpus's manifest with the result of reading the file. */
export interface ReadFile {
  path: string;
  kind: string;
  /** The registry of the file; empty for other sources and reference lists. */
  registry: string;
  /** Null if no connector reads it. */
  reading: FileReading | null;
}

/** Reads every file of the manifest with the connector of its folder. */
export async function readCorpus(corpus: string): Promise<ReadFile[]> {
  const [, ...lines] = splitLines(readFileSync(join(corpus, 'MANIFEST.tsv'), 'utf8'));
  const recorded = recordedUrls(corpus);
  const folders = readFolders();
  const files: ReadFile[] = [];
  for (const line of lines) {
    const [path = '', , , kind = ''] = line.split('\t');
    if (path === '' || !existsSync(join(corpus, path))) continue;
    const registry = folders.find(folder => path.startsWith(folder.folder))?.registry ?? '';
    files.push({ path, kind, registry, reading: await readOne(corpus, path, registry, recorded.get(path) ?? null) });
  }
  return files;
}

/** The request that a file was recorded from, if the corpus's mirror contains it. */
function recordedUrls(corpus: string): Map<string, string> {
  const urls = new Map<string, string>();
  for (const line of splitLines(readFileSync(join(corpus, 'mirror/INDEX.tsv'), 'utf8'))) {
    const [method, url = '', , path = '', source = ''] = line.split('\t');
    if (method !== 'GET' || !existsSync(join(corpus, source))) continue;
    const mirrored = [path, `${path}.gz`].map(value => join(corpus, 'mirror', value)).find(value => existsSync(value));
    if (mirrored === undefined) continue;
    if (openFile(mirrored).bytes.equals(openFile(join(corpus, source)).bytes)) urls.set(source, url);
  }
  return urls;
}

async function readOne(
  corpus: string,
  path: string,
  registry: string,
  recordedUrl: string | null,
): Promise<FileReading | null> {
  if (registry === '') return null;
  const file = openFile(join(corpus, path));
  const special = readBySpecialParser(registry, path, file);
  const source = SOURCES.find(source => source.description.registry === registry);
  return special ?? (source === undefined ? null : readByConnector(source, file, recordedUrl));
}
