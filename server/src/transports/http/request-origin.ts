import type { FastifyRequest } from 'fastify';

/** The origin at which the caller reached this service, such as `https://filings.example`. */
export function requestOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${safeHost(request.host)}`;
}

/** The caller chooses the Host header, so it is echoed only if it has the form of a host. */
function safeHost(host: string): string {
  return /^[A-Za-z0-9.:[\]-]{1,255}$/.test(host) ? host : 'localhost';
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host name means this machine for every resolver. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname);
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address);
}

/**
 * Whether a request comes from this machine: not through a proxy on it, and not from a page whose host name was made to
 * resolve to it (DNS rebinding).
 */
export function isLoopbackRequest(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  const isForwarded = (headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via) !== undefined;
  return (
    !isForwarded && isLoopbackAddress(socket.remoteAddress) && isLoopbackName(new URL(requestOrigin(request)).hostname)
  );
}
