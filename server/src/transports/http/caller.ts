import type { FastifyRequest } from 'fastify';
import type { Access } from '../../accounts/account.ts';
import type { Authenticator } from '../../accounts/authenticator.ts';
import type { Rate, RateDecision, RateLimiter } from '../../accounts/limits/rate-limiter.ts';
import { addressKey } from '../../accounts/limits/throttle.ts';
import { isAllowedAt, type ResourcePath } from '../../accounts/oauth/resources.ts';
import type { PlanTable } from '../../accounts/plans.ts';
import { AsfiledError } from '../../kernel/errors.ts';

/** The caller of a request, and the state of its rate limit. */
export interface Caller {
  /** Null without credentials. */
  access: Access | null;
  rate: RateDecision;
}

export interface CallerRules {
  authenticator: Authenticator;
  limiter: RateLimiter;
  plans: PlanTable;
  /** The rate of one IP address without valid credentials: of requests without any, and of invalid ones, apart. */
  unauthenticatedRate: Rate;
}

/**
 * Authenticates a request and applies its rate limit, as `messages` requests. Throws `unauthorized` for invalid
 * credentials and for tokens restricted to another resource than `resource`; `rate_limited` for too many requests of an
 * account, or of an IP address without valid credentials; `payload_too_large` for more messages than the burst of the plan.
 */
export async function identifyCaller(
  rules: CallerRules,
  request: FastifyRequest,
  resource: ResourcePath,
  messages = 1,
): Promise<Caller> {
  const secret = secretOf(request);
  if (secret === null) return { access: null, rate: admitAddress(rules, request.ip) };
  const access = await accessOf(rules, secret, request.ip);
  if (!isAllowedAt(access.credential.resource, resource)) {
    throw new AsfiledError('unauthorized', `This token is restricted to ${access.credential.resource}.`);
  }
  const { account } = access;
  const { requestsPerSecond: perSecond, burst } = rules.plans[account.plan];
  if (messages > burst) {
    const message = `The batch has ${messages} messages; the plan ${account.plan} allows ${burst} at once. Send smaller batches.`;
    throw new AsfiledError('payload_too_large', message);
  }
  const rate = rules.limiter.take(account.accountId, { perSecond, burst }, messages);
  if (!rate.allowed) throw rateLimited(rate, 'This account exceeds the request rate of its plan.');
  return { access, rate };
}

/** Whether the credentials of a request are still valid; used by long-lived responses. */
export async function isStillAuthorized({ authenticator }: CallerRules, request: FastifyRequest): Promise<boolean> {
  const secret = secretOf(request);
  if (secret === null) return false;
  const known = authenticator.known(secret);
  return (known === undefined ? await authenticator.authenticate(secret) : known) !== null;
}

/**
 * Looks up the credential before any limit applies, so that bad credentials from an address never refuse a good one.
 * Failures are counted apart from requests without credentials. They only decide between 401 and 429.
 */
async function accessOf(
  { authenticator, limiter, ...rules }: CallerRules,
  secret: string,
  ip: string,
): Promise<Access> {
  const known = authenticator.known(secret);
  const access = known === undefined ? await authenticator.authenticate(secret) : known;
  if (access) return access;
  const failures = limiter.take(`failures ${addressKey(ip)}`, rules.unauthenticatedRate);
  if (!failures.allowed) throw rateLimited(failures, 'Too many invalid credentials from this address.');
  throw new AsfiledError('unauthorized', 'The API key or token is unknown, expired or revoked.');
}

function admitAddress(rules: CallerRules, address: string): RateDecision {
  const rate = rules.limiter.take(`address ${addressKey(address)}`, rules.unauthenticatedRate);
  if (!rate.allowed) throw rateLimited(rate, 'Too many requests without credentials from this address.');
  return rate;
}

function rateLimited(rate: RateDecision, message: string): AsfiledError {
  return new AsfiledError('rate_limited', message, { retry_after_seconds: rate.retryAfterSeconds });
}

/** Like {@link presentedSecret}, plus the password of Basic authentication (RFC 7617) if the route accepts it. */
function secretOf({ headers, routeOptions }: FastifyRequest): string | null {
  const basic = routeOptions.config.takesBasic ? BASIC.exec(headers.authorization ?? '')?.[1] : undefined;
  if (basic === undefined) return presentedSecret(headers);
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  return password === '' ? '\u0000' : password;
}

const BASIC = /^Basic +([A-Za-z0-9+/=]+)\s*$/i;
const BEARER = /^Bearer +(\S+)\s*$/i;

/** The key or token of a request: `X-API-Key`, else `Authorization: Bearer`; null if it has neither. */
export function presentedSecret(headers: FastifyRequest['headers']): string | null {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  const { authorization } = headers;
  if (authorization === undefined || authorization === '') return null;
  // A malformed Authorization header counts as an invalid credential, not as a missing one.
  return BEARER.exec(authorization)?.[1] ?? '\u0000';
}
