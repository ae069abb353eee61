import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SCOPES } from '../../accounts/account.ts';
import { isSameService, RESOURCE_PATHS, type ResourcePath, resourceIndicator } from '../../accounts/oauth/resources.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { presentedSecret } from '../http/caller.ts';
import { requestOrigin } from '../http/request-origin.ts';
import type { AuthorizationServer } from './authorization-server.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

const NAMES: Record<ResourcePath, string> = {
  '/': 'asfiled: REST and MCP',
  '/api': 'asfiled: REST',
  '/mcp': 'asfiled: MCP',
};

/** Serves the protected resource metadata (RFC 9728) of the whole service, of REST and of MCP. */
export function addResourceMetadata(app: FastifyInstance, server: AuthorizationServer): void {
  for (const path of RESOURCE_PATHS) {
    const url = path === '/' ? WELL_KNOWN : WELL_KNOWN + path;
    app.get(url, { config: { operation: 'oauth_resource_metadata' } }, async (request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send({
        resource: resourceIndicator(addressOf(request, server.origin), path),
        authorization_servers: [server.origin],
        scopes_supported: path === '/mcp' ? ['data:read'] : [...SCOPES],
        bearer_methods_supported: ['header'],
        resource_name: NAMES[path],
        resource_documentation: `${addressOf(request, server.origin)}/llms.txt`,
      }),
    );
  }
}

/** The URL of the metadata of a resource. */
function resourceMetadataUrl(request: FastifyRequest, origin: string, path: ResourcePath): string {
  return addressOf(request, origin) + (path === '/' ? WELL_KNOWN : WELL_KNOWN + path);
}

/** Clients compare the resource with the URL they were given, so loopback names are kept as requested. */
function addressOf(request: FastifyRequest, origin: string): string {
  const own = requestOrigin(request);
  return isSameService(own, origin) ? own : origin;
}

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
