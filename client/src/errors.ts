import type { ErrorResponse, HTTPValidationError } from './generated.ts';

export type ErrorCode = ErrorResponse['error'];

/** An error response of the service. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** One of a closed set of codes; `validation_error` for an invalid request, with its fields in `faults`. */
  readonly code: ErrorCode;
  /** Id to quote to the operator. */
  readonly requestId: string | null;
  /** Seconds after which a retry may succeed; null if the service states none. */
  readonly retryAfterSeconds: number | null;
  /** Details of the code: `candidates`, `plan_required`, `resets_at` … */
  readonly details: Readonly<Record<string, unknown>>;
  /** All invalid fields of the request with their locations. */
  readonly faults: HTTPValidationError['detail'];

  constructor(response: Response, body: unknown) {
    const answer = isRecord(body) ? body : {};
    const faults = Array.isArray(answer.detail) ? (answer.detail as HTTPValidationError['detail']) : [];
    super(messageOf(answer, faults, response));
    this.status = response.status;
    this.code = typeof answer.error === 'string' ? (answer.error as ErrorCode) : codeOfStatus(response.status);
    this.requestId = response.headers.get('x-request-id');
    this.retryAfterSeconds = secondsOf(response.headers.get('retry-after'));
    this.details = answer;
    this.faults = faults;
  }
}

/** The service could not be reached, or the connection broke before the response was complete. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

function messageOf(answer: Record<string, unknown>, faults: HTTPValidationError['detail'], response: Response): string {
  if (typeof answer.message === 'string') return answer.message;
  const [fault] = faults;
  return fault ? `${fault.loc.join('.')}: ${fault.msg}` : `The service returned ${response.status}.`;
}

function codeOfStatus(status: number): ErrorCode {
  return status === 422 ? 'validation_error' : status >= 500 ? 'internal_error' : 'bad_request';
}

/** `Retry-After` in seconds, from a number or an HTTP date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
