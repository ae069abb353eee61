import { ApiError, UnreachableError } from './errors.ts';
import { parseExactly } from './exact-numbers.ts';
import type { CompactOutputs, Inputs, OperationName, Outputs } from './operation-types.ts';
import { OPERATIONS } from './operations.ts';
import { toHttpCall } from './request.ts';
import { type RetryLimits, withRetries } from './retry.ts';

export interface ClientOptions {
  /** Origin of the service: `https://filings.example`. Defaults to the page's origin in a browser. */
  baseUrl?: string;
  /** API key or access token, or a function that returns it before each call and may renew it; null sends none. */
  credential?: string | null | (() => string | null | Promise<string | null>);
  /** Replaces the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Maximum retries after 429, 503 or a connection failure; 3 by default. */
  retries?: number;
  /** The longest `Retry-After` to wait for, in milliseconds; 20,000 by default. */
  maxWaitMs?: number;
  /** Called for every response, before the call returns. */
  onResponse?: (answer: ResponseInfo) => void;
}

/** Metadata from the headers of a response. */
export interface ResponseInfo {
  operation: OperationName;
  status: number;
  requestId: string | null;
  /** Credits debited by the call, and credits left; null for free operations. */
  creditsCost: number | null;
  creditsRemaining: number | null;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** One method per operation. */
export type Client = {
  [Name in OperationName]: Method<Name>;
};

type Call<Input, Output> = (input: Input, call?: CallOptions) => Promise<Output>;

/** A method whose output depends on `view`, if the operation has views. */
type Method<Name extends OperationName> = [CompactOutputs[Name]] extends [never]
  ? Call<Inputs[Name], Outputs[Name]>
  : Call<Inputs[Name] & { view: 'compact' }, CompactOutputs[Name]> & Call<Inputs[Name], Outputs[Name]>;

const DEFAULT_LIMITS: RetryLimits = { retries: 3, maxWaitMs: 20_000 };

/**
 * Creates a client: `await createClient({ baseUrl, credential }).lookupEntity({ ticker: 'AAPL' })`. Calls throw
 * {@link ApiError} for error responses and {@link UnreachableError} if there is no response.
 */
export function createClient(options: ClientOptions = {}): Client {
  const limits = {
    retries: options.retries ?? DEFAULT_LIMITS.retries,
    maxWaitMs: options.maxWaitMs ?? DEFAULT_LIMITS.maxWaitMs,
  };
  const methods = Object.keys(OPERATIONS).map(name => {
    const operation = name as OperationName;
    const call = (input: Inputs[OperationName], { signal }: CallOptions = {}) => {
      const mayRepeat = OPERATIONS[operation].method === 'GET';
      return withRetries(limits, mayRepeat, signal, () => callOnce(options, operation, input, signal));
    };
    return [operation, call] as const;
  });
  return Object.fromEntries(methods) as unknown as Client;
}

async function callOnce(
  options: ClientOptions,
  operation: OperationName,
  input: Inputs[OperationName],
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { method, path, body } = toHttpCall(operation, input);
  const headers = await reach(() => headersOf(options, body));
  const response = await reach(() =>
    (options.fetch ?? globalThis.fetch)(`${options.baseUrl ?? ''}${path}`, {
      method,
      headers,
      body,
      signal: signal ?? null,
    }),
  );
  options.onResponse?.(toResponseInfo(operation, response));
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.ok && !isJson) return response;
  const text = await reach(() => response.text());
  if (response.ok) return parseExactly(text);
  throw new ApiError(response, isJson ? JSON.parse(text) : null);
}

async function headersOf({ credential }: ClientOptions, body: string | null): Promise<Record<string, string>> {
  const secret = typeof credential === 'function' ? await credential() : credential;
  return {
    // Not X-API-Key: platforms drop `Authorization`, and only that, on a redirect to another host.
    ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
}

/** On every platform `fetch` throws a TypeError for a failed connection, with different messages. */
async function reach<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreachableError('The service could not be reached.', { cause: error });
  }
}

function toResponseInfo(operation: OperationName, { status, headers }: Response): ResponseInfo {
  return {
    operation,
    status,
    requestId: headers.get('x-request-id'),
    creditsCost: countOf(headers.get('x-credits-cost')),
    creditsRemaining: countOf(headers.get('x-credits-remaining')),
  };
}

function countOf(header: string | null): number | null {
  return header === null ? null : Number(header);
}
