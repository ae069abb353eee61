/** The closed set of error codes that a response may carry; OpenAPI lists them. */
export const ERROR_CODES = [
  'bad_request',
  'invalid_cursor',
  'ambiguous_ticker',
  'listing_not_narrowed',
  'pattern_with_kind',
  'no_dated_mandate',
  'unauthorized',
  'upgrade_required',
  'forbidden',
  'not_found',
  'member_not_served',
  'not_archived',
  'validation_error',
  'rate_limited',
  'quota_exceeded',
  'download_quota_exceeded',
  'upstream_error',
  'delivery_unavailable',
  'conflict',
  'payload_too_large',
  'internal_error',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The only error class that reaches a caller: a code of the closed set, and a message that states what failed, for
 * which id, and what to do next. `details` are further members of the response body (candidates, resets_at …).
 */
export class AsfiledError extends Error {
  override readonly name = 'AsfiledError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/** The message of a caught value of unknown type. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
