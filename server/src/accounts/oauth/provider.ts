import Provider, { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type Database, sql } from '../../db/database.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { SCOPES, type Scope } from '../account.ts';
import { checkRedirects } from './client-rules.ts';
import type { OAuthKeys } from './oauth-keys.ts';
import { RecordAdapter } from './record-adapter.ts';
import { resourceIndicator, resourcePathOf } from './resources.ts';
import { WEB_CLIENT_ID, webClient } from './web-client.ts';

/** Paths of the authorization server; what is under the last one is ours and not the library's. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  end_session: '/oauth/end-session',
  interaction: '/oauth/interaction',
} as const;

/** What a client may do that asks for nothing in particular. */
export const DEFAULT_SCOPE: Scope = 'data:read';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIFETIMES = {
  AuthorizationCode: MINUTE,
  Interaction: HOUR,
  IdToken: HOUR,
  RefreshToken: 30 * DAY,
  Session: 30 * DAY,
  Grant: 365 * DAY,
} as const;
const ACCESS_TOKEN = HOUR;
/** The web app renews its tokens by itself, in the background. */
const WEB_ACCESS_TOKEN = 10 * MINUTE;

export interface ProviderOptions {
  /** The issuer: where people and programs reach the service. */
  origin: string;
  db: Database;
  secretBox: SecretBox;
  keys: OAuthKeys;
  /** Fetches metadata documents of clients: from public addresses alone. */
  fetch: NonNullable<Configuration['fetch']>;
  /** Tells a person what went wrong where there is no client to tell. */
  renderError: NonNullable<Configuration['renderError']>;
}

/**
 * The authorization server (OAuth 2.1, RFC 6749 with PKCE by S256 alone, RFC 7009, 7591, 8414, 8707, 9207, client id
 * metadata documents). It keeps everything in the database, so that any process may answer any request.
 */
export function createProvider(options: ProviderOptions): Provider {
  const { origin, db, secretBox, keys } = options;
  const isSecure = origin.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const provider = new Provider(origin, {
    adapter: model => new RecordAdapter(model, db, secretBox),
    clients: [webClient(origin)],
    jwks: keys.jwks,
    cookies: {
      names: cookieNames(isSecure),
      keys: keys.cookieKeys,
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: OAUTH_PATHS.authorization,
      token: OAUTH_PATHS.token,
      registration: OAUTH_PATHS.registration,
      revocation: OAUTH_PATHS.revocation,
      jwks: OAUTH_PATHS.jwks,
      end_session: OAUTH_PATHS.end_session,
    },
    scopes: ['openid', ...SCOPES],
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    extraClientMetadata: {
      properties: ['redirect_rules'],
      validator: (_context, _name, _value, metadata) => checkRedirects(metadata, origin),
    },
    ttl: {
      ...LIFETIMES,
      AccessToken: (_context, _token, client) => (client?.clientId === WEB_CLIENT_ID ? WEB_ACCESS_TOKEN : ACCESS_TOKEN),
    },
    rotateRefreshToken: rotatesRefreshToken,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    // Signing out of the web app ends what it holds; an app goes on until it is disconnected.
    expiresWithSession: async ({ oidc }) => oidc.client?.clientId === WEB_CLIENT_ID,
    clientBasedCORS: () => true,
    allowOmittingSingleRegisteredRedirectUri: false,
    findAccount: (_context, accountId) => findAccount(db, accountId),
    loadExistingGrant: context => loadGrant(context, origin),
    interactions: { url: (_context, { uid }) => `${OAUTH_PATHS.interaction}/${uid}` },
    renderError: options.renderError,
    fetch: options.fetch,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context, client, token) => client.clientId === token.clientId,
      },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_context, _client, several) => several?.[0] ?? origin,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_context, indicator) => resourceServer(origin, indicator),
      },
    },
  });
  // What a request says of the name it came to is taken from the issuer: transports/oauth/ writes the headers.
  provider.proxy = true;
  return provider;
}

/** `__Host-` ties a cookie to this very origin (RFC 6265bis); browsers take such names over https alone. */
function cookieNames(isSecure: boolean) {
  const [host, secure] = isSecure ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    session: `${host}asfiled_session`,
    interaction: `${secure}asfiled_interaction`,
    resume: `${secure}asfiled_resume`,
  };
}

async function findAccount(db: Database, accountId: string) {
  const row = await db.queryOne<{ account_id: string }>(sql`
    select account_id from accounts where account_id = ${accountId}`);
  return row === null ? undefined : { accountId, claims: async () => ({ sub: accountId }) };
}

/** The web app needs nobody's consent; others have it as long as the session that gave it. */
async function loadGrant({ oidc }: KoaContextWithOIDC, origin: string) {
  const { client, session, provider } = oidc;
  if (client === undefined) return undefined;
  const known = oidc.result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const grant = known === undefined ? undefined : await provider.Grant.find(known);
  if (grant !== undefined || client.clientId !== WEB_CLIENT_ID || session?.accountId === undefined) return grant;
  const made = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  made.addOIDCScope(['openid', ...SCOPES]);
  made.addResourceScope(origin, [...SCOPES]);
  await made.save();
  return made;
}

/**
 * Whether a refresh token is good for one use, as those of public clients are (RFC 9700 §4.14.2). That of the web app is
 * tied to its browser instead: without the cookie of its session it is worth nothing, so that tabs may renew at the same
 * time and one that never hears the answer has lost nothing. Throws `InvalidGrant` where the cookie is not there.
 */
async function rotatesRefreshToken(context: KoaContextWithOIDC): Promise<boolean> {
  const { client, provider, entities } = context.oidc;
  if (client?.clientId !== WEB_CLIENT_ID) return true;
  const session = await provider.Session.get(context);
  if (session.uid === entities.RefreshToken?.sessionUid) return false;
  throw new errors.InvalidGrant('not in the browser that it was given to');
}

function resourceServer(origin: string, indicator: string) {
  const path = resourcePathOf(origin, indicator);
  if (path === null) throw new errors.InvalidTarget('there is no such resource here');
  return {
    scope: SCOPES.join(' '),
    audience: resourceIndicator(origin, path),
    accessTokenFormat: 'opaque' as const,
  };
}
