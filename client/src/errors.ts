import type { ErrorResponse, HTTPValidationError } from './generated.ts';

export type ErrorCode = ErrorResponse['error'];

/** An answer of the service that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** One of the closed set of codes; `validation_error` for faults of the request that `faults` lists. */
  readonly code: ErrorCode;
  /** What to quote when asking the operator. */
  readonly requestId: string | null;
  /** Seconds after which another try may succeed; null where the service does not say. */
  readonly retryAfterSeconds: number | null;
  /** What comes with the code: `candidates`, `plan_required`, `resets_at` … */
  readonly details: Readonly<Record<string, unknown>>;
  /** Every fault of the request at once, by the place of the value. */
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

/** The service could not be reached, or the connection broke before its answer was whole. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

function messageOf(answer: Record<string, unknown>, faults: HTTPValidationError['detail'], response: Response): string {
  if (typeof answer.message === 'string') return answer.message;
  const [fault] = faults;
  return fault ? `${fault.loc.join('.')}: ${fault.msg}` : `The service answered ${response.status}.`;
}

function codeOfStatus(status: number): ErrorCode {
  return status === 422 ? 'validation_error' : status >= 500 ? 'internal_error' : 'bad_request';
}

/** `Retry-After` as seconds: a number of them, or an HTTP date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
