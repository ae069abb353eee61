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
