import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf, visitors } from '../../accounts/audit/visitor.ts';
import type { Rate, RateLimiter } from '../../accounts/limits/rate-limiter.ts';
import { addressKey } from '../../accounts/limits/throttle.ts';
import { OAUTH_PATHS } from '../../accounts/oauth/provider.ts';
import { signOutSession } from '../../accounts/oauth/sessions.ts';
import type { Database } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { addAccountRoutes } from './account-routes.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { addInteractionRoutes } from './interaction-routes.ts';
import { requireSameOrigin } from './page-requests.ts';
import { addProviderRoutes } from './provider-routes.ts';
import { addResourceMetadata } from './resource-metadata.ts';

export interface OAuthServices {
  db: Database;
  secretBox: SecretBox;
  server: AuthorizationServer;
  limiter: RateLimiter;
  /** The rate of one IP address. */
  unauthenticatedRate: Rate;
  allowsSignUp: boolean;
  now: () => Date;
}

/** Adds the authorization server, its metadata, and the routes of the sign-in, sign-up, reset and consent pages. */
export function addOAuthRoutes(app: FastifyInstance, options: OAuthServices): void {
  const services = { ...options, admit: admission(options) };
  addProviderRoutes(app, services);
  addResourceMetadata(app, options.server);
  addInteractionRoutes(app, services);
  addAccountRoutes(app, services);
  addSignOutRoute(app, services);
}

/** `POST /oauth/sign-out`: ends the session of this browser with its tokens, and clears its cookies. */
function addSignOutRoute(
  app: FastifyInstance,
  { server, db, admit }: { server: AuthorizationServer; db: Database; admit: (request: FastifyRequest) => void },
): void {
  app.post(
    '/oauth/sign-out',
    { config: { operation: 'oauth_sign_out' }, onRequest: async request => admit(request) },
    async (request, reply) => {
      requireSameOrigin(request, server.origin);
      const provider = await server.provider();
      const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
      const { accountId, uid } = session;
      if (accountId !== undefined) {
        await visitors.run(visitorOf(request), () => signOutSession(db, accountId, uid));
      }
      clearCookie(reply, provider.cookieName('session'), server.isSecure);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}

function clearCookie(reply: FastifyReply, name: string, isSecure: boolean): void {
  const past = `Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  reply.header('set-cookie', [`${name}=; ${past}`, `${name}.sig=; ${past}`]);
}

/** Registrations are limited to a tenth of the rate, because each one stores a record. */
const REGISTRATION_SHARE = 10;

/** Returns a function that throws `rate_limited` for an IP address that exceeds its rate. */
function admission({ limiter, unauthenticatedRate: rate }: OAuthServices): (request: FastifyRequest) => void {
  const registrations = {
    perSecond: rate.perSecond / REGISTRATION_SHARE,
    burst: Math.max(1, Math.floor(rate.burst / REGISTRATION_SHARE)),
  };
  return request => {
    const address = addressKey(request.ip);
    const isRegistration = request.url.startsWith(OAUTH_PATHS.registration);
    const taken = isRegistration
      ? limiter.take(`registrations ${address}`, registrations)
      : limiter.take(`oauth ${address}`, rate);
    if (taken.allowed) return;
    throw new AsfiledError('rate_limited', 'Too many requests from this IP address.', {
      retry_after_seconds: taken.retryAfterSeconds,
    });
  };
}
