import type { FastifyRequest } from 'fastify';
import { AsfiledError } from '../../kernel/errors.ts';

/**
 * Throws `forbidden` unless a request provably comes from a page of this service. Browsers send the origin of the page
 * with every POST, and pages cannot forge it (Fetch standard, `Origin` and `Sec-Fetch-Site`).
 */
export function requireSameOrigin({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin === origin && (site === undefined || site === 'same-origin')) return;
  throw new AsfiledError('forbidden', `Only the sign-in pages at ${origin} may call this route.`);
}
