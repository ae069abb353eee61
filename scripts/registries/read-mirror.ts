import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AsfiledError, messageOf } from '../../server/src/kernel/errors.ts';
import { formAddress } from '../../server/src/sources/kit/http/form-address.ts';
import { Mirror, type MirrorRequest } from '../../server/src/sources/kit/http/mirror.ts';
import type { RegistryClient, Source, SourceDocument } from '../../server/src/sources/kit/source.ts';
import { SOURCES } from '../../server/src/sources/sources.ts';
import { countRecords, type FileReading, type ParsedRecords, parseBulkFile } from './read-file.ts';

/** The result of a full ingest of the corpus's mirror by a connector. */
export interface MirrorReading {
  registry: string;
  /** Files of the mirror under the registry's hosts. */
  files: number;
  /** Requested files. */
  requested: number;
  tasks: number;
  /** Failed tasks and discovery gaps as messages. */
  failed: string[];
  reading: FileReading;
}

/** Runs discovery, fetch and parse of every connector with files in the mirror. */
export async function readMirror(folder: string): Promise<MirrorReading[]> {
  const readings: MirrorReading[] = [];
  for (const source of SOURCES) {
    const files = source.description.hosts.reduce((sum, host) => sum + countFiles(join(folder, host)), 0);
    if (files > 0) readings.push(await readOwn(source, folder, files));
  }
  return readings;
}

function countFiles(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length;
}

async function readOwn(source: Source, folder: string, files: number): Promise<MirrorReading> {
  const recorded = new Recorded(source, new Mirror(folder));
  const { tasks, missing, anomalies, bulk = [] } = await source.discover(recorded, { kind: 'everything', since: null });
  const parsed: ParsedRecords[] = [{ records: [], anomalies }];
  const failed = missing.map(({ kind, key, reason }) => `${kind} ${key}: ${reason}`);
  for (const task of tasks) {
    try {
      const known = (task.documents ?? []).map(document => document.url);
      const documents = known.length > 0 ? await recorded.all(known) : await source.fetch(recorded, task);
      parsed.push(await source.parse(documents));
    } catch (error) {
      if (!(error instanceof AsfiledError)) throw error;
      failed.push(`${task.kind} ${task.key}: ${messageOf(error)}`);
    }
  }
  for (const { sha256, name } of bulk) {
    parsed.push(...((await parseBulkFile(source, name, recorded.pathOf(sha256))) ?? []));
  }
  const reading = countRecords('mirror', parsed);
  return {
    registry: source.description.registry,
    files,
    requested: recorded.requested.size,
    tasks: tasks.length,
    failed,
    reading,
  };
}

/** A registry client over the mirror. */
class Recorded implements RegistryClient {
  readonly origin = 'replay';
  /** Addresses that returned a file. */
  readonly requested = new Set<string>();
  readonly #source: Source;
  readonly #mirror: Mirror;
  readonly #downloads = new Map<string, string>();

  constructor(source: Source, mirror: Mirror) {
    this.#source = source;
    this.#mirror = mirror;
  }

  /** A time after the last recording. */
  now(): Date {
    return new Date('2026-11-01T00:00:00Z');
  }

  get(url: string): Promise<SourceDocument | null> {
    return this.#answer(url, { url });
  }

  post(url: string, { fields }: { fields: Readonly<Record<string, string>> }): Promise<SourceDocument | null> {
    return this.#answer(formAddress(url, fields), { url, form: fields });
  }

  async download(url: string): Promise<{ url: string; sha256: string; name: string } | null> {
    const file = await this.#mirror.find({ url });
    if (file === null) return null;
    if (file.isGzip) throw new Error(`${file.path}: unexpected gzip around a bulk file`);
    const { sha256 } = (await this.get(url)) ?? { sha256: '' };
    this.#downloads.set(sha256, file.path);
    return { url, sha256, name: basename(new URL(url).pathname) };
  }

  list(): Promise<string[]> {
    return this.#mirror.list();
  }

  async all(urls: readonly string[]): Promise<SourceDocument[]> {
    const documents = await Promise.all(urls.map(url => this.get(url)));
    return documents.filter(document => document !== null);
  }

  pathOf(sha256: string): string {
    const path = this.#downloads.get(sha256);
    if (path === undefined) throw new Error(`${sha256} is not downloaded`);
    return path;
  }

  async #answer(url: string, request: MirrorRequest): Promise<SourceDocument | null> {
    const bytes = await this.#mirror.read(request);
    if (bytes === null) return null;
    this.requested.add(url.replace(/#.*$/, ''));
    const fault = this.#source.validateResponse(url, bytes);
    if (fault?.action === 'absent') return null;
    if (fault !== null) throw new AsfiledError('upstream_error', `${fault.kind}: ${fault.detail}`);
    return { url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
}
