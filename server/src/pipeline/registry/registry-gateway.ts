import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import type { Database } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { maxOf } from '../../kernel/lists.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { formAddress } from '../../sources/kit/http/form-address.ts';
import { Mirror } from '../../sources/kit/http/mirror.ts';
import { type FollowedResponse, PoliteClient, type ResponseHead } from '../../sources/kit/http/polite-client.ts';
import type { RequestSecret } from '../../sources/kit/http/request-secret.ts';
import type {
  BulkFile,
  HostAccess,
  HostKey,
  RegistryClient,
  ResponseFault,
  SentForm,
  Source,
  SourceDocument,
} from '../../sources/kit/source.ts';
import { type Fetch, readFetch, upsertFetch } from '../store/fetches.ts';
import { RequestSlots } from '../store/request-slots.ts';
import type { RunOptions } from '../store/runs.ts';
import { type RegistryKeys, secretFor } from './registry-keys.ts';

export interface GatewayOptions {
  db: Database;
  archive: Archive;
  /** Folder of temporary files. */
  spoolFolder: string;
  /** Contact stated to registries; null disables outgoing requests. */
  contact: string | null;
  keys: RegistryKeys;
  /** Origins that replace a registry's own in tests, such as `https://data.sec.gov` by `http://127.0.0.1:9000/data`. */
  originOverrides?: Readonly<Record<string, string>>;
  /** Clock that sets the requested days; the system clock by default. */
  now?: () => Date;
  /** Timings of the client; the client's and the registry's defaults apply otherwise. */
  clientTimings?: {
    retryBaseMs?: number;
    maxAttempts?: number;
    refusalPauseMs?: number;
    timeoutMs?: number;
    requestsPerSecond?: number;
  };
}

/** Time limit of a bulk download; a minute without a byte ends it sooner. */
const DOWNLOAD_TIMEOUT_MS = 3 * 3_600_000;
const MAX_DOWNLOAD_BYTES = 16 * 2 ** 30;
/** Bytes of a bulk file that are checked for an error page. */
const HEAD_BYTES = 1 << 16;

const NO_HEAD: ResponseHead = { etag: null, lastModified: null, contentType: null };

/** Opens clients for the runs of one process: one client per registry, closed together. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #clients = new Map<string, PoliteClient>();

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** The client that a run's options ask for: recorded responses or the registry itself. */
  open(source: Source, run: RunOptions): RegistryClient {
    return run.mirror === null ? this.#openRegistry(source, run.record) : this.#openMirror(source, run.mirror);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map(client => client.close()));
  }

  /** Opens a stream of the registry at the URL of a position, until `signal` aborts or `silenceMs` pass without a byte. */
  follow(source: Source, url: string, silenceMs: number, signal: AbortSignal): Promise<FollowedResponse> {
    const { access, secret } = this.#accessTo(source, url);
    const request = { url: this.#actualUrl(url), headers: access?.headers ?? {}, silenceMs, signal };
    return this.#client(source).follow({ ...request, ...(secret === null ? {} : { secret }) });
  }

  #openMirror(source: Source, folder: string): RegistryClient {
    const mirror = new Mirror(folder);
    const respond = async (address: string, bytes: Buffer | null): Promise<SourceDocument | null> => {
      if (bytes === null || (await this.#isAbsent(source, address, bytes, null))) return null;
      return this.#archive(source, address, bytes, NO_HEAD);
    };
    return {
      origin: 'replay',
      now: this.#options.now ?? (() => new Date()),
      list: () => mirror.list(),
      get: async url => respond(url, await mirror.read({ url })),
      post: async (url, form) => respond(formAddress(url, form.fields), await mirror.read({ url, ...bodyOf(form) })),
      download: url => this.#download(source, url, path => copyOf(mirror, url, path)),
    };
  }

  #openRegistry(source: Source, record: string | null): RegistryClient {
    const recorder = record === null ? null : new Mirror(record);
    return {
      origin: 'registry',
      now: this.#options.now ?? (() => new Date()),
      list: async () => null,
      kept: async (url, notBefore) => {
        const fetch = await readFetch(this.#options.db, source.description.registry, url, notBefore);
        return fetch === null ? null : this.#readStored(url, fetch);
      },
      get: async url => {
        const document = await this.#get(source, url);
        if (document !== null) await recorder?.record({ url }, document.bytes);
        return document;
      },
      post: async (url, form) => {
        const document = await this.#post(source, url, form);
        if (document !== null) await recorder?.record({ url, ...bodyOf(form) }, document.bytes);
        return document;
      },
      download: url =>
        this.#download(source, url, async path => {
          const { access, secret } = this.#accessTo(source, url);
          const { headers = {} } = access ?? {};
          const limits = { maxBytes: MAX_DOWNLOAD_BYTES, timeoutMs: DOWNLOAD_TIMEOUT_MS };
          const request = { url: this.#actualUrl(url), headers, ...limits, ...(secret === null ? {} : { secret }) };
          const response = await this.#client(source).download(request, path);
          if (response.kind !== 'ok') return null;
          await recorder?.recordFile({ url }, path);
          return response;
        }),
    };
  }

  async #get(source: Source, url: string): Promise<SourceDocument | null> {
    const { db } = this.#options;
    const { registry } = source.description;
    const { access, secret } = this.#accessTo(source, url);
    const lastFetch = await readFetch(db, registry, url);
    const stored = lastFetch === null ? null : await this.#readStored(url, lastFetch);
    const timeoutMs = this.#options.clientTimings?.timeoutMs;
    const client = this.#client(source);
    const response = await client.get({
      url: this.#actualUrl(url),
      expects: url.endsWith('.json') ? 'json' : 'any',
      headers: access?.headers ?? {},
      ...(secret === null ? {} : { secret }),
      ...(stored === null ? {} : { etag: lastFetch?.etag ?? null, lastModified: lastFetch?.lastModified ?? null }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    if (response.kind === 'not_found') return null;
    if (response.kind === 'not_modified') {
      if (stored !== null) return stored;
      throw new AsfiledError('upstream_error', `${registry} returned 304 for an unconditional request to ${url}`);
    }
    if (await this.#isAbsent(source, url, response.bytes, client)) return null;
    return this.#archive(source, url, response.bytes, response);
  }

  async #post(source: Source, url: string, form: SentForm): Promise<SourceDocument | null> {
    const { access, secret } = this.#accessTo(source, url);
    const timeoutMs = this.#options.clientTimings?.timeoutMs;
    const client = this.#client(source);
    const response = await client.get({
      url: this.#actualUrl(url),
      ...bodyOf(form),
      headers: access?.headers ?? {},
      ...(secret === null ? {} : { secret }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    if (response.kind !== 'ok') return null;
    const address = formAddress(url, form.fields);
    if (await this.#isAbsent(source, address, response.bytes, client)) return null;
    return this.#archive(source, address, response.bytes, NO_HEAD);
  }

  /** `fill` writes the file, or returns null if it does not exist. */
  async #download(
    source: Source,
    url: string,
    fill: (path: string) => Promise<ResponseHead | null>,
  ): Promise<(BulkFile & { url: string }) | null> {
    const { archive, db, spoolFolder } = this.#options;
    await mkdir(spoolFolder, { recursive: true });
    const path = join(spoolFolder, `${process.pid}-${randomUUID()}`);
    try {
      const head = await fill(path);
      const client = this.#clients.get(source.description.registry) ?? null;
      if (head === null || (await this.#isAbsent(source, url, await headOf(path), client))) return null;
      const { sha256, byteSize } = await archive.putFile(path);
      await upsertFetch(db, source.description.registry, url, { ...head, sha256, byteSize, fetchedAt: new Date() });
      return { url, sha256, name: decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') };
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * Whether the response states that there is no data. Throws if the response is invalid; `client` is null for recorded
   * responses.
   */
  async #isAbsent(source: Source, url: string, bytes: Buffer, client: PoliteClient | null): Promise<boolean> {
    const fault = source.validateResponse(url, bytes);
    if (fault === null) return false;
    if (fault.action === 'absent') return true;
    const { registry } = source.description;
    if (fault.action === 'reject_key' && client !== null)
      throw rejectedKey(registry, url, fault, source.description.access);
    const waitMs = fault.action === 'back_off' && client !== null ? await client.keepAway() : null;
    throw new AsfiledError('upstream_error', `${registry} returned no data at ${url}: ${fault.kind}: ${fault.detail}`, {
      url,
      fault: fault.kind,
      ...(waitMs === null ? {} : { retry_after_s: Math.ceil(waitMs / 1_000) }),
    });
  }

  /** The headers and the secret that a host requires. Throws OperatorError if its key is not set. */
  #accessTo(source: Source, url: string): { access: HostAccess | null; secret: RequestSecret | null } {
    const { host } = new URL(url);
    const access = source.description.access?.find(entry => entry.host === host) ?? null;
    if (access?.key === undefined || this.#isOptional(access.key)) return { access, secret: null };
    return { access, secret: secretFor(source.description.registry, access.key, this.#options.keys) };
  }

  /** The archived last response; null if it was lost, so that it is requested in full again. */
  async #readStored(url: string, lastFetch: Fetch): Promise<SourceDocument | null> {
    try {
      return { url, sha256: lastFetch.sha256, bytes: await this.#options.archive.read(lastFetch.sha256) };
    } catch (error) {
      if (error instanceof AsfiledError && error.code === 'not_archived') return null;
      throw error;
    }
  }

  async #archive(source: Source, url: string, bytes: Buffer, head: ResponseHead): Promise<SourceDocument> {
    const { sha256, byteSize } = await this.#options.archive.put(bytes);
    const { etag, lastModified, contentType } = head;
    const fetch = { sha256, etag, lastModified, contentType, byteSize, fetchedAt: new Date() };
    await upsertFetch(this.#options.db, source.description.registry, url, fetch);
    return { url, sha256, bytes };
  }

  #actualUrl(url: string): string {
    for (const [origin, override] of Object.entries(this.#options.originOverrides ?? {})) {
      if (url.startsWith(`${origin}/`)) return override + url.slice(origin.length);
    }
    return url;
  }

  #isOptional({ setting, raisesTo }: HostKey): boolean {
    return raisesTo !== undefined && this.#options.keys[setting] === undefined;
  }

  #client(source: Source): PoliteClient {
    const { registry, hosts, access = [] } = source.description;
    const raised = access.flatMap(({ key }) =>
      key === undefined || this.#isOptional(key) ? [] : (key.raisesTo ?? []),
    );
    const known = this.#clients.get(registry);
    if (known !== undefined) return known;
    const {
      timeoutMs: _,
      requestsPerSecond = Math.max(source.description.requestsPerSecond, maxOf(raised)),
      ...patience
    } = this.#options.clientTimings ?? {};
    const client = new PoliteClient({
      registry,
      contact: this.#options.contact,
      hosts: [...hosts, ...Object.values(this.#options.originOverrides ?? {}).map(override => new URL(override).host)],
      throttle: new RequestSlots(this.#options.db, registry, requestsPerSecond),
      ...patience,
    });
    this.#clients.set(registry, client);
    return client;
  }
}

/** The body that a form is sent as. */
function bodyOf({ fields, hidden, json }: SentForm): { form: Record<string, string> } | { json: unknown } {
  return json === undefined ? { form: { ...fields, ...hidden } } : { json };
}

function rejectedKey(
  registry: string,
  url: string,
  fault: ResponseFault,
  access: readonly HostAccess[] | undefined,
): OperatorError {
  const setting = access?.find(entry => entry.host === new URL(url).host)?.key?.setting ?? 'its key';
  return new OperatorError(
    'wrong_setting',
    `${registry} rejects the key in ${setting}: ${fault.kind}: ${fault.detail}.`,
  );
}

async function copyOf(mirror: Mirror, url: string, path: string): Promise<ResponseHead | null> {
  return (await mirror.copyTo({ url }, path)) ? NO_HEAD : null;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
