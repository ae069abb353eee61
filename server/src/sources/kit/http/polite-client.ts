import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { AsfiledError, messageOf } from '../../../kernel/errors.ts';
import { OperatorError } from '../../../kernel/operator-error.ts';
import { DecompressionBomb } from '../../../kernel/unpack.ts';
import { assertParsable, MAX_DOCUMENT_BYTES } from '../document-size.ts';
import { decodingStreams } from './decode-body.ts';
import { type RequestSecret, withoutSecret, withSecret } from './request-secret.ts';
import { refusesAutomation, retryAfterMs } from './response-form.ts';

/** Spaces the requests to one registry over all callers. */
export interface Throttle {
  /** Resolves when the next request may be sent. */
  take(signal?: AbortSignal): Promise<void>;
  /** Pauses all callers at the request of the registry. */
  pause(durationMs: number): Promise<void>;
}

export interface PoliteClientOptions {
  registry: string;
  /**
   * The contact in the user agent: a name and an address, `Example Ltd admin@example.com`. Null: the client refuses to send.
   */
  contact: string | null;
  /** Hosts of the registry, with a port unless it is the default. Requests and redirects to other hosts are refused. */
  hosts: readonly string[];
  throttle: Throttle;
  /** First wait before a second attempt; doubles each time, up to a minute, with jitter. */
  retryBaseMs?: number;
  maxAttempts?: number;
  /** How long all callers pause after a page that refuses automated tools. */
  refusalPauseMs?: number;
}

export interface PoliteRequest {
  url: string;
  /** A form or a JSON body makes it a POST. */
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Added to requests to the host of `url` only. No message contains it, and no other host receives it. */
  secret?: RequestSecret;
  /** From the last response: only a newer one is requested. */
  etag?: string | null;
  lastModified?: string | null;
  /** `json`: an HTML page with status 200 is a refusal or a fault, not a response. */
  expects?: 'json' | 'any';
  /** Of the decoded body. */
  maxBytes?: number;
  /** For one attempt, from the first byte sent to the last received. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface ResponseHead {
  etag: string | null;
  lastModified: string | null;
  contentType: string | null;
}

export type PoliteResponse =
  | ({ kind: 'ok'; bytes: Buffer } & ResponseHead)
  | { kind: 'not_modified' }
  | { kind: 'not_found' };
export type DownloadResponse = ({ kind: 'ok' } & ResponseHead) | { kind: 'not_modified' } | { kind: 'not_found' };

const DEFAULTS = {
  retryBaseMs: 1_000,
  maxAttempts: 6,
  refusalPauseMs: 600_000,
  maxBytes: MAX_DOCUMENT_BYTES,
  timeoutMs: 120_000,
};
const MAX_BACKOFF_MS = 60_000;
/** The longest pause within a job. After a longer `Retry-After` the job fails, and the queue retries it. */
const MAX_RETRY_AFTER_MS = 120_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PEEK_BYTES = 4_096;

/** A status that a retry does not change. */
class RefusedStatus extends TypeError {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** A failed attempt that may succeed on retry. */
class Transient extends Error {
  override readonly name = 'Transient';
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfter;
  }
}

/** A response that continues until one side closes it. */
export type FollowedResponse = { kind: 'open'; pieces: AsyncIterable<Buffer> } | { kind: 'out_of_range' };

/** The destination of a body. `first` is its beginning, already inspected. */
type Sink = { stream: Writable; discard(): Promise<void> };

/**
 * A client of one registry that follows the registry's rules. Requests identify the operator and are throttled across all
 * processes; they are conditional if a validator is known. The client retries with growing pauses after 429, 5xx, lost
 * connections and time-outs. After a page that refuses automated tools it sends nothing for ten minutes. A missing page
 * (404, or the 403 of S3 for a missing object) is `not_found`. Other failures throw AsfiledError `upstream_error`; a missing
 * contact throws an OperatorError.
 */
export class PoliteClient {
  readonly #options: Required<Omit<PoliteClientOptions, 'contact'>> & { contact: string | null };
  readonly #agent = new Agent({ connect: { timeout: 15_000 }, connections: 8, keepAliveTimeout: 10_000 });

  constructor(options: PoliteClientOptions) {
    const { retryBaseMs, maxAttempts, refusalPauseMs } = DEFAULTS;
    this.#options = { retryBaseMs, maxAttempts, refusalPauseMs, ...options };
  }

  /** The decoded bytes of a response. */
  async get(wanted: PoliteRequest): Promise<PoliteResponse> {
    const chunks: Buffer[] = [];
    const sink = (): Sink => {
      chunks.length = 0;
      const stream = new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk);
          done();
        },
      });
      return { stream, discard: async () => undefined };
    };
    const response = await this.#ask(wanted, sink);
    if (response.kind !== 'ok') return response;
    const bytes = Buffer.concat(chunks);
    assertParsable(wanted.url, bytes);
    return { ...response, bytes };
  }

  /** Writes the response to a file, for responses too large for memory. The output of a failed attempt is removed. */
  async download(wanted: PoliteRequest, path: string): Promise<DownloadResponse> {
    return this.#ask(wanted, () => {
      return { stream: createWriteStream(path), discard: () => rm(path, { force: true }) };
    });
  }

  /**
   * Opens a response that does not end by itself; `out_of_range` for status 416. It is closed after `silenceMs` without a
   * byte. There is no retry. Throws AsfiledError `unauthorized` for a refused key, and `upstream_error` (with
   * `retry_after_s` if stated) for every other failure.
   */
  async follow(wanted: PoliteRequest & { silenceMs: number; signal: AbortSignal }): Promise<FollowedResponse> {
    const { url, secret, silenceMs, signal } = wanted;
    const { registry } = this.#options;
    const userAgent = this.#identity();
    this.#checkHost(url);
    await this.#options.throttle.take(signal);
    const { headers } = toUndici(wanted, userAgent, secret);
    const response = await request(withSecret(url, secret), {
      headers: { ...headers, 'accept-encoding': 'identity' },
      dispatcher: this.#agent,
      signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    }).catch((error: unknown) => {
      throw new AsfiledError('upstream_error', `${registry} cannot be reached: ${messageOf(error)}`, { url }, error);
    });
    const { statusCode } = response;
    const isMarkup = /\bhtml\b/.test(header(response, 'content-type') ?? '');
    if (statusCode === 200 && !isMarkup) return { kind: 'open', pieces: response.body };
    await readStart(response);
    if (statusCode === 416) return { kind: 'out_of_range' };
    if (statusCode === 401 || statusCode === 403) {
      throw new AsfiledError('unauthorized', `${registry} refused the request for ${url}: status ${statusCode}`, {
        url,
      });
    }
    const waitMs = retryAfterMs(header(response, 'retry-after'), Date.now());
    const detail = isMarkup ? 'a page of HTML' : `status ${statusCode}`;
    throw new AsfiledError('upstream_error', `${registry} returned no stream at ${url}: ${detail}`, {
      url,
      ...(waitMs === null ? {} : { retry_after_s: Math.ceil(waitMs / 1_000) }),
    });
  }

  /** Pauses all callers after a response that requires it in the registry's own format. Returns the pause in ms. */
  async keepAway(): Promise<number> {
    await this.#options.throttle.pause(this.#options.refusalPauseMs);
    return this.#options.refusalPauseMs;
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #ask(wanted: PoliteRequest, sink: () => Sink): Promise<DownloadResponse> {
    const userAgent = this.#identity();
    const { registry, maxAttempts } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(wanted, userAgent, sink);
      } catch (error) {
        if (error instanceof AsfiledError || wanted.signal?.aborted) throw error;
        const isTransient = !(error instanceof TypeError || error instanceof DecompressionBomb);
        const waitMs = error instanceof Transient ? error.retryAfterMs : null;
        if (!isTransient || attempt >= maxAttempts || (waitMs ?? 0) > MAX_RETRY_AFTER_MS) {
          const attempts = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
          throw new AsfiledError(
            error instanceof DecompressionBomb ? 'payload_too_large' : 'upstream_error',
            `${registry} returned no valid response for ${wanted.url} after ${attempts}: ${messageOf(error)}`,
            {
              url: wanted.url,
              ...(waitMs === null ? {} : { retry_after_s: Math.ceil(waitMs / 1000) }),
              ...(error instanceof RefusedStatus ? { status: error.status } : {}),
            },
            error,
          );
        }
        await sleep(
          waitMs ?? this.#backoffMs(attempt),
          undefined,
          wanted.signal === undefined ? {} : { signal: wanted.signal },
        );
      }
    }
  }

  #identity(): string {
    const { contact, registry } = this.#options;
    if (contact !== null && /^[\x20-\x7e]*\S+@\S+\.\S+[\x20-\x7e]*$/.test(contact)) return `${contact} asfiled/0.1`;
    throw new OperatorError(
      'wrong_setting',
      `${registry} requires a contact in each request: set ASFILED_CONTACT to a name and an email address, such as ` +
        `"Example Ltd admin@example.com" (plain ASCII). Nothing was sent.`,
    );
  }

  #backoffMs(attempt: number): number {
    const ceiling = Math.min(this.#options.retryBaseMs * 2 ** (attempt - 1), MAX_BACKOFF_MS);
    return ceiling / 2 + (Math.random() * ceiling) / 2;
  }

  async #attempt(wanted: PoliteRequest, userAgent: string, sink: () => Sink): Promise<DownloadResponse> {
    let url = wanted.url;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      this.#checkHost(url);
      const secret = new URL(url).host === new URL(wanted.url).host ? wanted.secret : undefined;
      await this.#options.throttle.take(wanted.signal);
      const timeout = AbortSignal.timeout(wanted.timeoutMs ?? DEFAULTS.timeoutMs);
      const signal = wanted.signal === undefined ? timeout : AbortSignal.any([timeout, wanted.signal]);
      const response = await request(withSecret(url, secret), {
        ...toUndici(wanted, userAgent, secret),
        dispatcher: this.#agent,
        signal,
        headersTimeout: 30_000,
        bodyTimeout: 30_000,
      });
      const location = header(response, 'location');
      if (!REDIRECTS.has(response.statusCode) || location === null) return this.#read(response, wanted, sink);
      await response.body.dump();
      url = withoutSecret(new URL(location, url), wanted.secret);
    }
    throw new TypeError(`more than ${MAX_REDIRECTS} redirects`);
  }

  #checkHost(url: string): void {
    const { protocol, host } = new URL(url);
    const isAllowed = (protocol === 'https:' || protocol === 'http:') && this.#options.hosts.includes(host);
    if (!isAllowed) throw new TypeError(`${host} is not a host of ${this.#options.registry}`);
  }

  async #read(response: Dispatcher.ResponseData, wanted: PoliteRequest, sink: () => Sink): Promise<DownloadResponse> {
    if (response.statusCode === 304) {
      await response.body.dump();
      return { kind: 'not_modified' };
    }
    if (response.statusCode === 200) return this.#readBody(response, wanted, sink);
    const page = await readStart(response);
    if (response.statusCode === 404 || (response.statusCode === 403 && /<Code>AccessDenied<\/Code>/.test(page))) {
      return { kind: 'not_found' };
    }
    if (refusesAutomation(response.statusCode, page)) return this.#refused(wanted.url);
    const waitMs = retryAfterMs(header(response, 'retry-after'), Date.now());
    if (response.statusCode === 429) await this.#options.throttle.pause(waitMs ?? this.#options.retryBaseMs);
    if (response.statusCode === 401) {
      const message = `${this.#options.registry} refused the request for ${wanted.url}: status 401. Check its key.`;
      throw new AsfiledError('unauthorized', message, { url: wanted.url });
    }
    if (response.statusCode === 429 || response.statusCode === 408 || response.statusCode >= 500) {
      throw new Transient(`status ${response.statusCode}`, waitMs);
    }
    throw new RefusedStatus(response.statusCode);
  }

  async #readBody(
    response: Dispatcher.ResponseData,
    wanted: PoliteRequest,
    sink: () => Sink,
  ): Promise<DownloadResponse> {
    const limits = { maxBytes: wanted.maxBytes ?? DEFAULTS.maxBytes };
    const { stream, discard } = sink();
    const start: Buffer[] = [];
    const decoded = decodingStreams(header(response, 'content-encoding') ?? '', limits);
    decoded.at(-1)?.on('data', (chunk: Buffer) => {
      if (start.length === 0) start.push(chunk.subarray(0, PEEK_BYTES));
    });
    try {
      await pipeline([response.body, ...decoded, stream]);
      if (wanted.expects === 'json') await this.#refuseHtml(start[0]?.toString('latin1') ?? '', wanted.url);
    } catch (error) {
      await discard();
      throw error;
    }
    return {
      kind: 'ok',
      etag: header(response, 'etag'),
      lastModified: header(response, 'last-modified'),
      contentType: header(response, 'content-type'),
    };
  }

  async #refuseHtml(start: string, url: string): Promise<void> {
    if (!/^[\s\u00ef\u00bb\u00bf]*</.test(start)) return;
    if (refusesAutomation(403, start)) await this.#refused(url);
    throw new Transient('a page of HTML where JSON was requested');
  }

  async #refused(url: string): Promise<never> {
    const { registry } = this.#options;
    const refusalPauseMs = await this.keepAway();
    const minutes = Math.round(refusalPauseMs / 60_000);
    throw new AsfiledError(
      'upstream_error',
      `${registry} refuses automated requests (${url}); requests to it pause for ${minutes} minutes`,
      { url, retry_after_s: Math.ceil(refusalPauseMs / 1000) },
    );
  }
}

function toUndici(
  wanted: PoliteRequest,
  userAgent: string,
  secret: RequestSecret | undefined,
): Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> {
  const headers: Record<string, string> = {
    ...wanted.headers,
    ...secret?.headers,
    'user-agent': userAgent,
    'accept-encoding': 'gzip, deflate, br',
    ...(wanted.etag ? { 'if-none-match': wanted.etag } : {}),
    ...(wanted.lastModified ? { 'if-modified-since': wanted.lastModified } : {}),
  };
  if (wanted.form !== undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { method: 'POST', headers, body: new URLSearchParams(wanted.form).toString() };
  }
  if (wanted.json !== undefined) {
    headers['content-type'] = 'application/json';
    return { method: 'POST', headers, body: JSON.stringify(wanted.json) };
  }
  return { method: 'GET', headers };
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The first bytes of an error page, decoded where that works. */
async function readStart(response: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  try {
    await pipeline([
      response.body,
      ...decodingStreams(header(response, 'content-encoding') ?? '', { maxBytes: 1 << 20 }),
      stream,
    ]);
  } catch {
    // The status is sufficient.
  }
  return Buffer.concat(chunks).toString('latin1');
}
