import { ERROR_CODES } from '../../kernel/errors.ts';

type JsonObject = Record<string, unknown>;

/** Schemas of error bodies. */
export function errorComponents(): JsonObject {
  return {
    Error: {
      type: 'object',
      description: 'An error: a code of a closed set, a message for people, and details that depend on the code.',
      required: ['error', 'message', 'request_id'],
      properties: {
        error: { type: 'string', enum: [...ERROR_CODES] },
        message: { type: 'string' },
        request_id: { type: 'string' },
        candidates: {
          type: 'array',
          description: 'ambiguous_ticker: the matching issuers.',
          items: { $ref: '#/components/schemas/EntityRef' },
        },
        suggestions: {
          type: 'array',
          description: 'not_found of a ticker: the companies with the nearest tickers and names, most prominent first.',
          items: { $ref: '#/components/schemas/EntityRef' },
        },
        parameter: {
          type: 'string',
          enum: ['market', 'market_id'],
          description: 'ambiguous_ticker: the parameter to add.',
        },
        scope_required: { type: 'string', description: 'forbidden: the scope that the key or token lacks.' },
        plan_required: {
          type: 'string',
          enum: ['free', 'pro', 'business'],
          description: 'upgrade_required: the lowest plan that suffices.',
        },
        retry_after_seconds: { type: 'integer', description: 'rate_limited: seconds to wait.' },
        window: { type: 'string', enum: ['day', 'month'], description: 'quota_exceeded: the exceeded window.' },
        limit: { type: 'integer', description: 'quota_exceeded, download_quota_exceeded: the limit of the window.' },
        resets_at: {
          type: 'string',
          format: 'date-time',
          description: 'quota_exceeded, download_quota_exceeded: when the window resets.',
        },
        archive_status: { type: 'string', description: 'not_archived: the status of the file.' },
        retryable: { type: 'boolean', description: 'not_archived: whether the file may become available later.' },
      },
    },
    HTTPValidationError: {
      type: 'object',
      description: 'All problems of a request, each with its location.',
      required: ['detail'],
      properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } } },
    },
    ValidationError: {
      type: 'object',
      required: ['loc', 'msg', 'type'],
      properties: {
        loc: {
          type: 'array',
          description: 'path, query or body, then the name of the parameter and the path within it.',
          items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
        msg: { type: 'string' },
        type: { type: 'string', description: 'missing, extra_forbidden, int_parsing, enum, string_too_long …' },
        input: { description: 'The rejected input; long inputs are truncated.' },
      },
    },
  };
}

const integer = { type: 'integer' };
const string = { type: 'string' };

/** Response headers. */
export const HEADERS: JsonObject = {
  RequestId: { description: 'Identifies the request in logs; the client may choose it.', schema: string },
  ETag: { description: 'Strong; send it back as If-None-Match.', schema: string },
  RateLimit: {
    description: 'Remaining burst, and remaining credits of the day and month (IETF draft ratelimit-headers).',
    schema: string,
    example: '"burst";r=19;t=1, "day";r=99;t=46800, "month";r=999;t=910800',
  },
  RateLimitPolicy: {
    description: 'The limits.',
    schema: string,
    example: '"burst";q=20;w=4, "day";q=100;w=86400;qu="credits", "month";q=1000;w=2592000;qu="credits"',
  },
  CreditsCost: { description: 'Credits that this call debited.', schema: integer },
  CreditsRemaining: { description: 'Credits that can be spent now.', schema: integer },
  Location: { description: 'The target, valid for 10 minutes without a key.', schema: string },
  RetryAfter: { description: 'Seconds to wait.', schema: integer },
};

/** The headers of a response by status. */
export function responseHeaders(status: string, isMetered: boolean): JsonObject {
  const names: [string, string][] = [['X-Request-Id', 'RequestId']];
  if (status === '200' || status === '304') names.push(['ETag', 'ETag']);
  if (status === '302') names.push(['Location', 'Location']);
  if (status === '429' || status === '503') names.push(['Retry-After', 'RetryAfter']);
  if (isMetered && ['200', '302', '304', '429'].includes(status)) {
    names.push(['RateLimit', 'RateLimit'], ['RateLimit-Policy', 'RateLimitPolicy']);
    names.push(['X-Credits-Cost', 'CreditsCost'], ['X-Credits-Remaining', 'CreditsRemaining']);
  }
  return Object.fromEntries(names.map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]));
}
