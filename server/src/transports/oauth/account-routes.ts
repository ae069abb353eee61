import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { visitorOf, visitors } from '../../accounts/audit/visitor.ts';
import { requestReset, resetPassword } from '../../accounts/sign-in/password-reset.ts';
import { confirmSignUp, signUp } from '../../accounts/sign-in/sign-up.ts';
import type { Database } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { InvalidInputError } from '../http/error-responses.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { bodyIssue, readBody, requireSameOrigin } from './page-requests.ts';

export interface AccountRouteServices {
  db: Database;
  server: AuthorizationServer;
  allowsSignUp: boolean;
  now: () => Date;
  admit: (request: FastifyRequest) => void;
}

const email = z.string().max(320);
const password = z.string().max(1024);
const token = z.string().min(1).max(256);

/**
 * The JSON routes of the sign-up and password-reset pages. Responses never disclose whether an email address has an
 * account; only mails to it do.
 */
export function addAccountRoutes(app: FastifyInstance, services: AccountRouteServices): void {
  const { db, server, now } = services;
  const post = (url: string, handler: (request: FastifyRequest) => Promise<unknown>) =>
    app.post(
      url,
      { config: { operation: 'oauth_account' }, onRequest: async request => services.admit(request) },
      async (request, reply) => {
        requireSameOrigin(request, server.origin);
        reply.header('cache-control', 'no-store');
        return visitors.run(visitorOf(request), () => handler(request));
      },
    );

  post('/oauth/sign-up', async request => {
    if (!services.allowsSignUp)
      throw new AsfiledError('forbidden', 'Sign-up is disabled. The operator of this service creates accounts.');
    const body = readBody(z.strictObject({ email, password }), request);
    const result = await signUp(db, { ...body, address: request.ip, now: now() });
    if (result.state === 'throttled') throw tooMany(result.retryAfterSeconds);
    if (result.state === 'refused') throw refusal(result);
    return { state: 'accepted' };
  });
  post('/oauth/sign-up/confirm', async request => {
    const body = readBody(z.strictObject({ token, password }), request);
    const result = await confirmSignUp(db, { ...body, now: now() });
    if (result.state === 'confirmed') return { state: 'confirmed' };
    throw new AsfiledError(
      'forbidden',
      'This link has expired or was already used, or the password differs from the one you chose.',
    );
  });
  post('/oauth/reset/ask', async request => {
    const body = readBody(z.strictObject({ email }), request);
    const waitSeconds = await requestReset({ db, now }, body.email, request.ip);
    if (waitSeconds > 0) throw tooMany(waitSeconds);
    return { state: 'accepted' };
  });
  post('/oauth/reset', async request => {
    const body = readBody(z.strictObject({ token, password }), request);
    const result = await resetPassword({ db, now }, body.token, body.password);
    if (result.state === 'reset') return { state: 'reset' };
    if (result.state === 'bad_password') throw refusal({ field: 'password', message: result.message });
    throw new AsfiledError('forbidden', 'This link has expired or was already used. Request a new one.');
  });
}

function tooMany(seconds: number): AsfiledError {
  return new AsfiledError('rate_limited', 'Too many emails requested from this IP address.', {
    retry_after_seconds: seconds,
  });
}

function refusal({ field, message }: { field: string; message: string }): InvalidInputError {
  return new InvalidInputError([bodyIssue([field], message)]);
}
