import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request } from 'undici';
import { AsfiledError } from '../kernel/errors.ts';
import type { S3Settings } from './archive.ts';

/** Server errors and broken connections are retried: all our requests are idempotent. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;
const HEADERS_TIMEOUT_MS = 30_000;
const BODY_TIMEOUT_MS = 60_000;
const UNAVAILABLE_FOR_SECONDS = 30;
/** SHA-256 of the empty body. */
const EMPTY_DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A request to the bucket; without `key` it addresses the bucket itself. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: S3Body;
}

/** A request body that can be sent again. */
export interface S3Body {
  /** SHA-256 of the bytes as sent. */
  sha256: string;
  byteSize: number;
  open(): NonNullable<Dispatcher.DispatchOptions['body']>;
}

/** A response with status 2xx or 404. Its body must be read or dumped. */
export type S3Response = Dispatcher.ResponseData;

/**
 * The part of the S3 protocol that an archive needs, signed with Signature Version 4
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /** Throws AsfiledError `delivery_unavailable` if the store does not respond or refuses the request. */
  async send(request: S3Request): Promise<S3Response> {
    let reason = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      try {
        const response = await this.#sendOnce(request);
        if (response.statusCode < 300 || response.statusCode === 404) return response;
        reason = `status ${response.statusCode} ${codeOf(await response.body.text())}`;
        if (response.statusCode < 500 && response.statusCode !== 429) break;
      } catch (error) {
        reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      }
    }
    throw new AsfiledError(
      'delivery_unavailable',
      'The archive cannot be reached at the moment.',
      { retry_after_seconds: UNAVAILABLE_FOR_SECONDS },
      new Error(`${request.method} ${request.key ?? this.#settings.bucket}: ${reason.trim()}`),
    );
  }

  /** A presigned link for a GET of `key`, with the `response-…` headers in `query`. */
  async presign(
    key: string,
    query: Readonly<Record<string, string>>,
    expiresInSeconds: number,
    now: Date,
  ): Promise<string> {
    const url = this.#url(this.#settings.publicEndpoint, key, { ...query, 'X-Amz-Expires': String(expiresInSeconds) });
    const signer = new AwsV4Signer({
      ...this.#identity(),
      method: 'GET',
      url: url.href,
      signQuery: true,
      datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    const signed = await signer.sign();
    // The signature covers `%20`; not every store treats `+` as equivalent.
    return signed.url.href.replaceAll('+', '%20');
  }

  async #sendOnce({ method, key, query = {}, headers = {}, body }: S3Request): Promise<S3Response> {
    const signer = new AwsV4Signer({
      ...this.#identity(),
      method,
      url: this.#url(this.#settings.endpoint, key, query).href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_DIGEST },
    });
    const signed = await signer.sign();
    return request(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body === undefined ? {} : { 'content-length': String(body.byteSize) }),
      },
      body: body?.open() ?? null,
      headersTimeout: HEADERS_TIMEOUT_MS,
      bodyTimeout: BODY_TIMEOUT_MS,
    });
  }

  #identity() {
    const { accessKeyId, secretAccessKey, region } = this.#settings;
    return { accessKeyId, secretAccessKey, region, service: 's3', cache: this.#signingKeys };
  }

  #url(endpoint: string, key: string | undefined, query: Readonly<Record<string, string>>): URL {
    const { bucket, pathStyle } = this.#settings;
    const url = new URL(endpoint);
    if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `${pathStyle ? `/${bucket}` : ''}/${key ?? ''}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

/** `<Code>` of an error response. */
function codeOf(xml: string): string {
  return /<Code>([A-Za-z0-9.]+)<\/Code>/.exec(xml)?.[1] ?? '';
}
