import { DatabaseError } from '../../db/database-error.ts';
import { AsfiledError, type ErrorCode } from '../../kernel/errors.ts';

/** The HTTP status of every error code. */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  invalid_cursor: 400,
  ambiguous_ticker: 400,
  listing_not_narrowed: 400,
  pattern_with_kind: 400,
  no_dated_mandate: 400,
  unauthorized: 401,
  upgrade_required: 403,
  forbidden: 403,
  not_found: 404,
  member_not_served: 404,
  not_archived: 409,
  conflict: 409,
  payload_too_large: 413,
  validation_error: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  download_quota_exceeded: 429,
  upstream_error: 502,
  delivery_unavailable: 503,
  internal_error: 500,
};

/** An error as it is sent. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: object;
  /** Whether it is a server-side fault to log. */
  isFault: boolean;
}

const INTERNAL_MESSAGE = 'Internal error. Retry; if it persists, report the request_id.';
const DATABASE_RETRY_AFTER_SECONDS = '5';

/** Converts anything thrown to an error response. The text of unexpected errors is not disclosed. */
export function toErrorResponse(error: unknown, requestId: string, now: Date): ErrorResponse {
  if (error instanceof InvalidInputError) {
    return { status: 422, headers: {}, body: { detail: error.detail }, isFault: false };
  }
  if (error instanceof DatabaseError) return databaseResponse(error, requestId);
  if (error instanceof AsfiledError && error.code !== 'internal_error') return knownResponse(error, requestId, now);
  return frameworkResponse(error, requestId) ?? internalResponse(requestId);
}

function knownResponse({ code, message, details }: AsfiledError, requestId: string, now: Date): ErrorResponse {
  const headers: Record<string, string> = {};
  const { retry_after_seconds: seconds, resets_at: resetsAt } = details;
  if (typeof seconds === 'number') headers['retry-after'] = String(seconds);
  else if (typeof resetsAt === 'string') headers['retry-after'] = String(secondsUntil(resetsAt, now));
  if (code === 'unauthorized') headers['www-authenticate'] = 'Bearer realm="asfiled"';
  // The cause of the error says why the archive is unreachable; it is only logged.
  const isFault = code === 'delivery_unavailable';
  return { status: STATUS_OF[code], headers, body: errorBody(code, message, requestId, details), isFault };
}

function secondsUntil(instant: string, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}

/** The JSON body of an error. */
export function errorBody(code: ErrorCode, message: string, requestId: string, details: object = {}): object {
  return { error: code, message, request_id: requestId, ...details };
}

function internalResponse(requestId: string): ErrorResponse {
  return { status: 500, headers: {}, body: errorBody('internal_error', INTERNAL_MESSAGE, requestId), isFault: true };
}

function databaseResponse(error: DatabaseError, requestId: string): ErrorResponse {
  if (error.sqlState !== null) return internalResponse(requestId);
  const body = errorBody('internal_error', 'The database is temporarily unavailable.', requestId);
  return { status: 503, headers: { 'retry-after': DATABASE_RETRY_AFTER_SECONDS }, body, isFault: true };
}

/** Errors of Fastify for malformed requests, with our own messages because its messages may contain paths. */
function frameworkResponse(error: unknown, requestId: string): ErrorResponse | null {
  const status = statusOfFramework(error);
  if (status === null) return null;
  const [code, message] = FRAMEWORK_TEXT[status] ?? ['bad_request', 'The request is malformed.'];
  return { status, headers: {}, body: errorBody(code, message, requestId), isFault: false };
}

const FRAMEWORK_TEXT: Record<number, [ErrorCode, string]> = {
  400: ['bad_request', 'The request is malformed: check its URL, headers and body.'],
  413: ['payload_too_large', 'The request body is too large.'],
  414: ['payload_too_large', 'The URL is too long.'],
  415: ['bad_request', 'The body must be application/json.'],
};

function statusOfFramework(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error) || !('code' in error)) return null;
  const { statusCode, code } = error;
  const isFramework = typeof code === 'string' && code.startsWith('FST_');
  return isFramework && typeof statusCode === 'number' && statusCode < 500 ? statusCode : null;
}

/** One problem with a request's input, in the form of HTTPValidationError. */
export interface InputIssue {
  loc: (string | number)[];
  msg: string;
  type: string;
  input: unknown;
}

/** Invalid input of a request, with all its problems. */
export class InvalidInputError extends Error {
  readonly detail: readonly InputIssue[];

  constructor(detail: readonly InputIssue[]) {
    super('invalid input');
    this.detail = detail;
  }
}
