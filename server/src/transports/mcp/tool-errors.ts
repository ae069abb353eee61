import type { z } from 'zod';
import { AsfiledError, type ErrorCode } from '../../kernel/errors.ts';

/** What went wrong with a call, in words that tell an agent what to do next. */
export interface ToolError {
  error: ErrorCode;
  message: string;
  next_step: string;
  [detail: string]: unknown;
}

const TRY_AGAIN = 'Try again in a minute; if it stays, tell the user that the service fails, with the request_id.';

const NEXT_STEPS: Record<ErrorCode, string> = {
  bad_request: 'Change the arguments as the message says, and call again.',
  invalid_cursor: 'Call again with the same arguments and without the cursor to start anew.',
  ambiguous_ticker:
    'Choose one of the candidates with the user in mind, and call again with its market_id or canonical_key.',
  listing_not_narrowed: 'Call again with an issuer, a market or a category.',
  pattern_with_kind: 'Call again with either the pattern, or the kind or family.',
  no_dated_mandate: 'Choose another relation, or leave min_tenure_years out.',
  unauthorized: 'Tell the user that an API key is missing or wrong; nothing else helps.',
  upgrade_required: 'Tell the user which plan this needs, or answer from other tools.',
  forbidden: 'Tell the user that this is not allowed to them.',
  not_found:
    'Find the issuer with search_ticker, or its filings with discover_filings, and call again with what they give.',
  member_not_served: 'Fetch the package without file_id: its members are not served one by one.',
  not_archived: 'The file is not here yet: where retryable is true call again later, else use the source_url.',
  conflict: 'Read the present state first, then decide.',
  payload_too_large: 'Ask for less at once.',
  validation_error: 'Correct the arguments that are named, and call again.',
  rate_limited: 'Wait for retry_after_seconds, then call again.',
  quota_exceeded: 'Tell the user that the credits are used up until resets_at; do not call again before.',
  download_quota_exceeded: 'Tell the user that no more downloads are possible today.',
  upstream_error: TRY_AGAIN,
  delivery_unavailable: TRY_AGAIN,
  internal_error: TRY_AGAIN,
};

/** What an agent learns of anything that was thrown; text of unexpected errors stays inside. */
export function toToolError(error: unknown, requestId: string): ToolError {
  if (error instanceof AsfiledError && error.code !== 'internal_error') {
    const { code, message, details } = error;
    return { error: code, message, ...details, next_step: NEXT_STEPS[code], request_id: requestId };
  }
  return {
    error: 'internal_error',
    message: 'Something went wrong on our side.',
    next_step: NEXT_STEPS.internal_error,
    request_id: requestId,
  };
}

const MOST_FAULTS = 20;

/** All faults of the arguments of a call at once. */
export function invalidArguments(issues: readonly z.core.$ZodIssue[]): AsfiledError {
  const faults = issues.slice(0, MOST_FAULTS).map(issue => {
    const place = issue.path.map(String).join('.');
    return place === '' ? issue.message : `${place}: ${issue.message}`;
  });
  return new AsfiledError('validation_error', `The arguments can't be used: ${faults.join('; ')}.`);
}
