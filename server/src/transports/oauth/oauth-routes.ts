import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../../accounts/limits/address-key.ts';
import type { Rate, RateLimiter } from '../../accounts/limits/rate-limiter.ts';
import { OAUTH_PATHS } from '../../accounts/oauth/provider.ts';
import type { Database } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { addAccountRoutes } from './account-routes.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { addInteractionRoutes } from './interaction-routes.ts';
import { addProviderRoutes } from './provider-routes.ts';
import { addResourceMetadata } from './resource-metadata.ts';
import { addSignOutRoute } from './sign-out-route.ts';

export interface OAuthServices {
  db: Database;
  secretBox: SecretBox;
  server: AuthorizationServer;
  limiter: RateLimiter;
  /** What one address may do here. */
  unauthenticatedRate: Rate;
  allowsSignUp: boolean;
  now: () => Date;
}

/** The authorization server, its metadata, and what the pages of sign-in, sign-up, reset and consent call. */
export function addOAuthRoutes(app: FastifyInstance, given: OAuthServices): void {
  const services = { ...given, admit: admission(given) };
  addProviderRoutes(app, given.server, services.admit);
  addResourceMetadata(app, given.server);
  addInteractionRoutes(app, services);
  addAccountRoutes(app, services);
  addSignOutRoute(app, services);
}

/** Clients that register themselves leave something behind: of these an address may make a tenth as many. */
const REGISTRATION_SHARE = 10;

/** Throws `rate_limited` where an address does more than it may. Metadata and the rest share one measure. */
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
    throw new AsfiledError('rate_limited', 'Too many requests from this address.', {
      retry_after_seconds: taken.retryAfterSeconds,
    });
  };
}
