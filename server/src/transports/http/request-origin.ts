import type { FastifyRequest } from 'fastify';

/** The origin at which the caller reached this service, such as `https://filings.example`. */
export function requestOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${safeHost(request.host)}`;
}

/** The caller chooses the Host header, so it is echoed only if it has the form of a host. */
function safeHost(host: string): string {
  return /^[A-Za-z0-9.:[\]-]{1,255}$/.test(host) ? host : 'localhost';
}
