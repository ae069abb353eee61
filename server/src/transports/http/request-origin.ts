import type { FastifyRequest } from 'fastify';

/** Where a caller reaches this service: `https://filings.example`. */
export function requestOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${safeHost(request.host)}`;
}

/** The Host header is the caller's to choose: repeated only where it can be nothing but a host. */
function safeHost(host: string): string {
  return /^[A-Za-z0-9.:[\]-]{1,255}$/.test(host) ? host : 'localhost';
}
