import type { FastifyInstance } from 'fastify';

/**
 * Any page may read any answer (Fetch standard, CORS protocol): who calls is told by a header that the page must know,
 * never by what a browser adds of itself. The same on every answer, so no plugin works it out for each.
 */
export const CROSS_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'ETag',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Credits-Cost',
    'X-Credits-Remaining',
    'X-Request-Id',
  ].join(', '),
} as const;

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, X-API-Key, X-Request-Id',
  'access-control-max-age': '86400',
} as const;

/** Answers what browsers ask before they call. */
export function addPreflight(app: FastifyInstance): void {
  app.options('*', { config: { operation: 'preflight' } }, async (_request, reply) =>
    reply.code(204).headers(PREFLIGHT_HEADERS).send(),
  );
}
