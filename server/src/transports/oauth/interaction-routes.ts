import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { default as Provider } from 'oidc-provider';
import { z } from 'zod';
import { visitorOf, visitors } from '../../accounts/audit/visitor.ts';
import { describeGrant } from '../../accounts/oauth/apps.ts';
import { labelClient, WEB_CLIENT_ID } from '../../accounts/oauth/client-rules.ts';
import { OAUTH_PATHS } from '../../accounts/oauth/provider.ts';
import { digestOfId } from '../../accounts/oauth/record-adapter.ts';
import { resourcePathOf } from '../../accounts/oauth/resources.ts';
import { signOutSession } from '../../accounts/oauth/sessions.ts';
import { type SignInServices, signIn } from '../../accounts/sign-in/sign-in.ts';
import { type Database, sql } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { readBody, requireSameOrigin } from './page-requests.ts';

/** Dependencies of the sign-in and consent routes. */
export interface InteractionServices extends SignInServices {
  server: AuthorizationServer;
  allowsSignUp: boolean;
  now: () => Date;
  admit: (request: FastifyRequest) => void;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const credentials = z.strictObject({
  email: z.string().max(320),
  password: z.string().max(1024),
  code: z.string().max(64).optional(),
});
const nothing = z.strictObject({});

/**
 * The JSON routes of the sign-in and consent pages. Each authorization request has its own path and an HTTP-only cookie,
 * which other sites cannot make a browser send with a change.
 */
export function addInteractionRoutes(app: FastifyInstance, services: InteractionServices): void {
  const { server, admit } = services;
  const base = `${OAUTH_PATHS.interaction}/:uid`;
  const config = { operation: 'oauth_interaction' };
  const onRequest = async (request: FastifyRequest) => admit(request);
  const post = (name: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.post(`${base}/${name}`, { config, onRequest }, async (request, reply) => {
      requireSameOrigin(request, server.origin);
      reply.header('cache-control', 'no-store');
      return visitors.run(visitorOf(request), () => handler(request, reply));
    });

  app.get(base, { config, onRequest }, async (request, reply) => {
    const found = await interactionOf(server, request, reply).catch(() => null);
    const page = found?.prompt.name === 'consent' ? '/consent' : '/signin';
    const query = found === null ? 'expired=1' : `interaction=${encodeURIComponent(found.uid)}`;
    return reply.header('cache-control', 'no-store').redirect(`${page}?${query}`, 303);
  });
  app.get(`${base}/details`, { config, onRequest }, async (request, reply) => {
    const found = await interactionOf(server, request, reply);
    return reply.header('cache-control', 'no-store').send(await describe(services, found));
  });
  post('sign-in', (request, reply) => handleSignIn(services, request, reply));
  post('consent', (request, reply) => handleConsent(services, request, reply));
  post('cancel', async (request, reply) => {
    readBody(nothing, request);
    await interactionOf(server, request, reply);
    return finish(server, request, reply, { error: 'access_denied', error_description: 'the user denied access' });
  });
}

async function interactionOf(
  server: AuthorizationServer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const provider = await server.provider();
  const { uid } = request.params as { uid: string };
  const found = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
  if (found === null || found.uid !== uid) {
    throw new AsfiledError('not_found', 'This sign-in has expired or was started in another browser. Start again.');
  }
  return found;
}

/** Completes an interaction; returns the URL where the browser continues. */
async function finish(
  server: AuthorizationServer,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Parameters<Provider['interactionResult']>[2],
) {
  const provider = await server.provider();
  return { state: 'done', next: await provider.interactionResult(request.raw, reply.raw, result) };
}

async function handleSignIn(services: InteractionServices, request: FastifyRequest, reply: FastifyReply) {
  const { server, db, secretBox, now } = services;
  const body = readBody(credentials, request);
  const interaction = await interactionOf(server, request, reply);
  const result = await signIn({ db, secretBox }, { ...body, address: request.ip, now: now() });
  switch (result.state) {
    case 'signed_in': {
      const { accountId } = result.account;
      await leaveOtherSession(db, interaction, accountId);
      return finish(server, request, reply, { login: { accountId, remember: true } });
    }
    case 'code_needed':
      return { state: 'code_needed' };
    case 'refused':
      throw new AsfiledError(
        'forbidden',
        body.code === undefined
          ? 'Incorrect email address or password.'
          : 'Incorrect email address, password or code, or the code was already used.',
      );
    case 'throttled':
      throw new AsfiledError('rate_limited', 'Too many attempts. Try again later, or reset your password.', {
        retry_after_seconds: result.retryAfterSeconds,
      });
  }
}

/** Ends the session of another account in the same browser, so that two accounts never share a session. */
async function leaveOtherSession(db: Database, interaction: Interaction, accountId: string): Promise<void> {
  const { session } = interaction;
  if (session === undefined || session.accountId === accountId) return;
  await signOutSession(db, session.accountId, session.uid);
  interaction.session = undefined;
  await interaction.persist();
}

async function handleConsent(services: InteractionServices, request: FastifyRequest, reply: FastifyReply) {
  const { server, db } = services;
  readBody(nothing, request);
  const interaction = await interactionOf(server, request, reply);
  const { accountId } = interaction.session ?? {};
  if (interaction.prompt.name !== 'consent' || accountId === undefined) {
    throw new AsfiledError('conflict', 'No pending consent. Sign in first.');
  }
  const provider = await server.provider();
  const clientId = String(interaction.params.client_id);
  const existing = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId);
  const grant = existing ?? new provider.Grant({ accountId, clientId });
  const { missingOIDCScope, missingResourceScopes } = interaction.prompt.details;
  if (Array.isArray(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.map(String));
  for (const [indicator, scopes] of Object.entries(missingResourceScopes ?? {})) {
    grant.addResourceScope(indicator, (scopes as string[]).map(String));
  }
  const grantId = await grant.save();
  const client = await clientOf(provider, interaction);
  await describeGrant(db, digestOfId(grantId), client);
  return finish(server, request, reply, { consent: { grantId } });
}

/** The details of an interaction for its page. */
async function describe({ server, db, allowsSignUp }: InteractionServices, interaction: Interaction) {
  const provider = await server.provider();
  const { prompt, params, session } = interaction;
  const clientId = String(params.client_id);
  const resource = [params.resource].flat()[0];
  return {
    prompt: prompt.name,
    client: { ...(await clientOf(provider, interaction)), is_own: clientId === WEB_CLIENT_ID },
    scopes: String(params.scope ?? '').split(' '),
    resource: typeof resource === 'string' ? resourcePathOf(server.origin, resource) : '/',
    email: session === undefined ? null : await emailOf(db, session.accountId),
    allows_sign_up: allowsSignUp,
  };
}

async function clientOf(provider: Provider, { params }: Interaction): Promise<{ name: string; host: string }> {
  const clientId = String(params.client_id);
  return labelClient(await provider.Client.find(clientId), clientId, String(params.redirect_uri ?? ''));
}

async function emailOf(db: Database, accountId: string): Promise<string | null> {
  const row = await db.queryOne<{ email: string }>(sql`select email from accounts where account_id = ${accountId}`);
  return row?.email ?? null;
}
