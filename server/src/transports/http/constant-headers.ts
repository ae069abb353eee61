import type { FastifyInstance } from 'fastify';

/**
 * HSTS (RFC 6797), for responses of a service whose public address is https. Without includeSubDomains, because other
 * services may use names below this one.
 */
export const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000' } as const;

/**
 * Allows any page to read responses (Fetch standard, CORS protocol). This is safe because callers authenticate by a header
 * that the page must set, never by credentials that browsers add. The headers are constant, so no CORS plugin is needed.
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

/** Responds to CORS preflight requests. */
export function addPreflight(app: FastifyInstance): void {
  app.options('*', { config: { operation: 'preflight' } }, async (_request, reply) =>
    reply.code(204).headers(PREFLIGHT_HEADERS).send(),
  );
}
