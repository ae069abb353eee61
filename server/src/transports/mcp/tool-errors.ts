import type { z } from 'zod';
import { AsfiledError, type ErrorCode } from '../../kernel/errors.ts';

/** An error of a tool call, with a next step for the agent. */
export interface ToolError {
  error: ErrorCode;
  message: string;
  next_step: string;
  [detail: string]: unknown;
}

const TRY_AGAIN = 'Retry in a minute. If it persists, report the failure and the request_id to the user.';

const NEXT_STEPS: Record<ErrorCode, string> = {
  bad_request: 'Change the arguments as the message says, and call again.',
  invalid_cursor: 'Call again with the same arguments and without the cursor, to start from the first page.',
  ambiguous_ticker: 'Choose the candidate that the user means, and call again with its market_id or canonical_key.',
  listing_not_narrowed: 'Call again with an issuer, a market or a category.',
  pattern_with_kind: 'Call again with either the pattern, or the kind or family.',
  no_dated_mandate: 'Choose another relation, or omit min_tenure_years.',
  unauthorized: 'Tell the user that the API key is missing or invalid. Do not retry.',
  upgrade_required: 'Tell the user which plan is required, or use other tools.',
  forbidden: 'Tell the user that they are not allowed to do this.',
  not_found:
    'Find the issuer with search_ticker, or its filings with discover_filings, and call again with the result.',
  member_not_served: 'Fetch the package without file_id: its members are not available individually.',
  not_archived: 'The file is not archived. If retryable is true, call again later; otherwise use source_url.',
  conflict: 'Read the current state before you decide.',
  payload_too_large: 'Request less at once.',
  validation_error: 'Correct the named arguments, and call again.',
  rate_limited: 'Wait for retry_after_seconds, then call again.',
  quota_exceeded: 'Tell the user that the credits are used up until resets_at. Do not retry before then.',
  download_quota_exceeded: 'Tell the user that the daily download limit is reached.',
  upstream_error: TRY_AGAIN,
  delivery_unavailable: TRY_AGAIN,
  internal_error: TRY_AGAIN,
};

/** Converts anything thrown to a tool error. The text of unexpected errors is not disclosed. */
export function toToolError(error: unknown, requestId: string): ToolError {
  if (error instanceof AsfiledError && error.code !== 'internal_error') {
    const { code, message, details } = error;
    return { error: code, message, ...details, next_step: NEXT_STEPS[code], request_id: requestId };
  }
  return {
    error: 'internal_error',
    message: 'Internal error.',
    next_step: NEXT_STEPS.internal_error,
    request_id: requestId,
  };
}

const MAX_PROBLEMS = 20;

/** The error for invalid arguments, with all their problems; `argumentOf` names an input as the tool does. */
export function invalidArguments(
  issues: readonly z.core.$ZodIssue[],
  argumentOf: (input: string) => string,
): AsfiledError {
  const problems = issues.slice(0, MAX_PROBLEMS).map(issue => {
    const place = issue.path.map(part => argumentOf(String(part))).join('.');
    return place === '' ? issue.message : `${place}: ${issue.message}`;
  });
  return new AsfiledError('validation_error', `Invalid arguments: ${problems.join('; ')}.`);
}
