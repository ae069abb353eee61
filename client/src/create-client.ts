import { ApiError, UnreachableError } from './errors.ts';
import { parseExactly } from './exact-numbers.ts';
import type { Inputs, OperationName, Outputs } from './operation-types.ts';
import { OPERATIONS } from './operations.ts';
import { toHttpCall } from './request.ts';
import { type Patience, withPatience } from './retry.ts';

export interface ClientOptions {
  /** Where the service is: `https://filings.example`. In a browser it may be left out: the page's own. */
  baseUrl?: string;
  /** API key or access token, or what gives it before each call (and may renew it first); null calls without. */
  credential?: string | null | (() => string | null | Promise<string | null>);
  /** What to call with instead of the platform's own `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Tries after the first where the service asks to come back (429, 503) or can't be reached; 3 by default. */
  retries?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; 20,000 by default. */
  longestWaitMs?: number;
  /** Told of every answer, before the call returns. */
  onAnswer?: (answer: AnswerInfo) => void;
}

/** What the headers of an answer say. */
export interface AnswerInfo {
  operation: OperationName;
  status: number;
  requestId: string | null;
  /** Credits that the call debited, and those left; null on operations that debit nothing. */
  creditsCost: number | null;
  creditsRemaining: number | null;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** One method an operation, named like it. */
export type Client = {
  [Name in OperationName]: (input: Inputs[Name], call?: CallOptions) => Promise<Outputs[Name]>;
};

const DEFAULT_PATIENCE: Patience = { retries: 3, longestWaitMs: 20_000 };

/**
 * A client of a service: `await createClient({ baseUrl, credential }).lookupEntity({ ticker: 'AAPL' })`. Calls throw
 * {@link ApiError} for answers that are no success, and {@link UnreachableError} where there is none.
 */
export function createClient(options: ClientOptions = {}): Client {
  const patience = {
    retries: options.retries ?? DEFAULT_PATIENCE.retries,
    longestWaitMs: options.longestWaitMs ?? DEFAULT_PATIENCE.longestWaitMs,
  };
  const methods = Object.keys(OPERATIONS).map(name => {
    const operation = name as OperationName;
    const call = (input: Inputs[OperationName], { signal }: CallOptions = {}) => {
      const mayRepeat = OPERATIONS[operation].method === 'GET';
      return withPatience(patience, mayRepeat, signal, () => callOnce(options, operation, input, signal));
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
  options.onAnswer?.(toAnswerInfo(operation, response));
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.ok && !isJson) return response;
  const text = await reach(() => response.text());
  if (response.ok) return parseExactly(text);
  throw new ApiError(response, isJson ? JSON.parse(text) : null);
}

async function headersOf({ credential }: ClientOptions, body: string | null): Promise<Record<string, string>> {
  const secret = typeof credential === 'function' ? await credential() : credential;
  return {
    // Not X-API-Key: platforms drop `Authorization` where a download sends them to another host.
    ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
}

/** What `fetch` throws for a lost connection is a TypeError in every platform, in words of its own. */
async function reach<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreachableError('The service could not be reached.', { cause: error });
  }
}

function toAnswerInfo(operation: OperationName, { status, headers }: Response): AnswerInfo {
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
