import type { FastifyRequest } from 'fastify';
import { AsfiledError } from '../../kernel/errors.ts';
import { presentedSecret } from '../http/caller.ts';
import { resourceMetadataUrl } from './resource-metadata.ts';

/**
 * The `WWW-Authenticate` header (RFC 6750 §3, RFC 9728 §5.1) of a response that requires other credentials: the URL of the
 * resource metadata, and what is wrong with the credentials. Null for other responses.
 */
export function challengeFor(request: FastifyRequest, error: unknown, origin: string): string | null {
  if (!(error instanceof AsfiledError)) return null;
  const isMcp = request.url.split('?', 1)[0] === '/mcp';
  const metadata = `resource_metadata="${resourceMetadataUrl(request, origin, isMcp ? '/mcp' : '/')}"`;
  if (error.code === 'unauthorized') {
    const fault = presentedSecret(request.headers) === null ? '' : 'error="invalid_token", ';
    return `Bearer realm="asfiled", ${fault}${metadata}`;
  }
  const { scope_required: scope } = error.details;
  if (error.code !== 'forbidden' || typeof scope !== 'string') return null;
  return `Bearer realm="asfiled", error="insufficient_scope", scope="${scope}", ${metadata}`;
}
