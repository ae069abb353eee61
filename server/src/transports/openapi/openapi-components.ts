import { ERROR_CODES } from '../../kernel/errors.ts';

type JsonObject = Record<string, unknown>;

/** Schemas of the bodies that errors have. */
export function errorComponents(): JsonObject {
  return {
    Error: {
      type: 'object',
      description: 'What went wrong, in one code of a closed set, a text for people, and details by code.',
      required: ['error', 'message', 'request_id'],
      properties: {
        error: { type: 'string', enum: [...ERROR_CODES] },
        message: { type: 'string' },
        request_id: { type: 'string' },
        candidates: {
          type: 'array',
          description: 'ambiguous_ticker: the issuers that it may mean.',
          items: { $ref: '#/components/schemas/EntityRef' },
        },
        parameter: {
          type: 'string',
          enum: ['market', 'market_id'],
          description: 'ambiguous_ticker: the parameter to add.',
        },
        scope_required: { type: 'string', description: 'forbidden: what the key or token is not allowed.' },
        plan_required: { type: 'string', enum: ['free', 'pro', 'business'], description: 'upgrade_required.' },
        retry_after_seconds: { type: 'integer', description: 'rate_limited.' },
        window: { type: 'string', enum: ['day', 'month'], description: 'quota_exceeded.' },
        limit: { type: 'integer', description: 'quota_exceeded, download_quota_exceeded.' },
        resets_at: {
          type: 'string',
          format: 'date-time',
          description: 'quota_exceeded, download_quota_exceeded: when the window starts anew.',
        },
        archive_status: { type: 'string', description: 'not_archived.' },
        retryable: { type: 'boolean', description: 'not_archived.' },
      },
    },
    HTTPValidationError: {
      type: 'object',
      description: 'Every fault of a request, with its place.',
      required: ['detail'],
      properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } } },
    },
    ValidationError: {
      type: 'object',
      required: ['loc', 'msg', 'type'],
      properties: {
        loc: {
          type: 'array',
          description: 'path, query or body, then the name of the parameter and the place in it.',
          items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
        msg: { type: 'string' },
        type: { type: 'string', description: 'missing, extra_forbidden, int_parsing, enum, string_too_long …' },
        input: { description: 'What was given; long inputs are cut.' },
      },
    },
  };
}

const integer = { type: 'integer' };
const string = { type: 'string' };

/** Headers of answers. */
export const HEADERS: JsonObject = {
  RequestId: { description: 'Names the request in logs; the client may choose it.', schema: string },
  ETag: { description: 'Strong; send it back as If-None-Match.', schema: string },
  RateLimit: {
    description: 'What is left of the burst, and of the credits of day and month (IETF draft ratelimit-headers).',
    schema: string,
    example: '"burst";r=19;t=1, "day";r=99;t=46800, "month";r=999;t=910800',
  },
  RateLimitPolicy: {
    description: 'The limits themselves.',
    schema: string,
    example: '"burst";q=20;w=4, "day";q=100;w=86400;qu="credits", "month";q=1000;w=2592000;qu="credits"',
  },
  CreditsCost: { description: 'Credits that this call debited.', schema: integer },
  CreditsRemaining: { description: 'Credits that may still be spent now.', schema: integer },
  Location: { description: 'Where to go: good for 10 minutes, without a key.', schema: string },
  RetryAfter: { description: 'Seconds to wait.', schema: integer },
};

/** Which headers an answer of a status has. */
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
