import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf, visitors } from '../../accounts/audit/visitor.ts';
import { addressKey, REGISTRATION_BY_CLIENT, takeAttempt } from '../../accounts/limits/throttle.ts';
import { DEFAULT_SCOPE, OAUTH_PATHS } from '../../accounts/oauth/provider.ts';
import type { Database } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { CROSS_ORIGIN_HEADERS, TRANSPORT_SECURITY } from '../http/constant-headers.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** The policy of oidc-provider's pages, which are self-submitting forms; it adds the digests of its scripts. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'";

export interface ProviderRouteServices {
  db: Database;
  server: AuthorizationServer;
  admit: (request: FastifyRequest) => void;
  now: () => Date;
}

/** Passes requests to oidc-provider, which reads their bodies and writes the responses. */
export function addProviderRoutes(app: FastifyInstance, { server, admit, db, now }: ProviderRouteServices): void {
  app.register(async scope => {
    // oidc-provider reads the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    const route = (method: 'GET' | 'POST', url: string, name: string) =>
      scope.route({
        method,
        url,
        config: { operation: name },
        onRequest: async request => admit(request),
        handler: async (request, reply) => {
          if (url === OAUTH_PATHS.registration) await admitRegistration(db, request, now());
          return forward(server, request, reply);
        },
      });
    route('GET', OAUTH_PATHS.authorization, 'oauth_authorize');
    route('GET', `${OAUTH_PATHS.authorization}/:uid`, 'oauth_authorize');
    route('POST', OAUTH_PATHS.token, 'oauth_token');
    route('POST', OAUTH_PATHS.registration, 'oauth_register');
    route('POST', OAUTH_PATHS.revocation, 'oauth_revoke');
    route('GET', OAUTH_PATHS.jwks, 'oauth_jwks');
    route('POST', `${OAUTH_PATHS.end_session}/confirm`, 'oauth_end_session');
    for (const url of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      route('GET', url, 'oauth_metadata');
    }
  });
}

/** Registrations of one address are counted in the database, across all processes, because each stores a record. */
async function admitRegistration(db: Database, request: FastifyRequest, now: Date): Promise<void> {
  const seconds = await takeAttempt(db, REGISTRATION_BY_CLIENT, addressKey(request.ip), now);
  if (seconds === 0) return;
  throw new AsfiledError('rate_limited', 'Too many clients registered from this IP address.', {
    retry_after_seconds: seconds,
  });
}

async function forward(server: AuthorizationServer, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { raw } = request;
  const issuer = new URL(server.origin);
  const isAuthorization = raw.url?.split('?', 1)[0] === OAUTH_PATHS.authorization;
  // Cookies are bound to one host, so requests to another host name are redirected to the issuer.
  if (isAuthorization && request.host !== issuer.host) return reply.redirect(`${issuer.origin}${raw.url}`, 302);
  const provider = await server.provider();
  reply.hijack();
  // Makes oidc-provider generate URLs of the issuer, whatever host the request names.
  raw.headers.host = issuer.host;
  raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  delete raw.headers['x-forwarded-host'];
  if (isAuthorization) raw.url = withScope(raw.url ?? '');
  for (const [name, value] of Object.entries({
    ...CROSS_ORIGIN_HEADERS,
    ...(server.isSecure ? TRANSPORT_SECURITY : {}),
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': CONTENT_SECURITY_POLICY,
  })) {
    reply.raw.setHeader(name, value);
  }
  await visitors.run(visitorOf(request), () => provider.callback()(raw, reply.raw));
  return reply;
}

/** Adds the default scope to a request without one, which oidc-provider would reject. */
function withScope(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (parameters.has('scope')) return url;
  return `${path}?${query}${query === '' ? '' : '&'}scope=${encodeURIComponent(DEFAULT_SCOPE)}`;
}
