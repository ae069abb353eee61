import type { FastifyRequest } from 'fastify';
import { AsfiledError } from '../../kernel/errors.ts';

/**
 * Throws `forbidden` where a request is not known to come from a page of this service: browsers say on every POST where
 * its page came from, and no page can say otherwise (Fetch standard, `Origin` and `Sec-Fetch-Site`).
 */
export function requireSameOrigin({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin === origin && (site === undefined || site === 'same-origin')) return;
  throw new AsfiledError('forbidden', `This is for the sign-in pages at ${origin} alone.`);
}
