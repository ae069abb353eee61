import Provider, { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type Database, sql } from '../../db/database.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { SCOPES, type Scope } from '../account.ts';
import { checkClient, WEB_CLIENT_ID, webClient } from './client-rules.ts';
import type { OAuthKeys } from './oauth-keys.ts';
import { RecordAdapter } from './record-adapter.ts';
import { resourceIndicator, resourcePathOf } from './resources.ts';
import { type RenderPendingClientError, showErrorsFirst } from './show-errors-first.ts';

/** Paths of the authorization server. asfiled serves those under `interaction`, oidc-provider the others. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  end_session: '/oauth/end-session',
  interaction: '/oauth/interaction',
} as const;

/** The scope of a client that requests none. */
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
/** The web app renews its tokens in the background. */
const WEB_ACCESS_TOKEN = 10 * MINUTE;

export interface ProviderOptions {
  /** The issuer: the public origin of the service. */
  origin: string;
  db: Database;
  secretBox: SecretBox;
  keys: OAuthKeys;
  /** Fetches metadata documents of clients; must reach public addresses only. */
  fetch: NonNullable<Configuration['fetch']>;
  /** Shows an error to the user if it cannot be returned to a client. */
  renderError: NonNullable<Configuration['renderError']>;
  /** Shows an error to the user before it is returned to a client that the user has not approved. */
  renderPendingClientError: RenderPendingClientError;
}

/**
 * The authorization server (OAuth 2.1: RFC 6749 with PKCE by S256 only, RFC 7009, 7591, 8414, 8707, 9207, client id
 * metadata documents). All its state is in the database, so any process can serve any request.
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
      validator: (_context, _name, _value, metadata) => checkClient(metadata, origin),
    },
    ttl: {
      ...LIFETIMES,
      AccessToken: (_context, _token, client) => (client?.clientId === WEB_CLIENT_ID ? WEB_ACCESS_TOKEN : ACCESS_TOKEN),
    },
    rotateRefreshToken: rotatesRefreshToken,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    // Signing out ends the tokens of the web app; other apps stay connected until they are disconnected.
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
  // Makes the library read the host from the proxy headers, which transports/oauth/ sets to the issuer.
  provider.proxy = true;
  showErrorsFirst(provider, { db, path: OAUTH_PATHS.authorization, render: options.renderPendingClientError });
  return provider;
}

/** `__Host-` binds a cookie to this origin (RFC 6265bis); browsers accept the prefix over https only. */
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

/** Loads the grant of a session. The web app needs no consent, so its grant is created. */
async function loadGrant({ oidc }: KoaContextWithOIDC, origin: string) {
  const { client, session, provider } = oidc;
  if (client === undefined) return undefined;
  const grantId = oidc.result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (grant !== undefined || client.clientId !== WEB_CLIENT_ID || session?.accountId === undefined) return grant;
  const webGrant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  webGrant.addOIDCScope(['openid', ...SCOPES]);
  webGrant.addResourceScope(origin, [...SCOPES]);
  await webGrant.save();
  return webGrant;
}

/**
 * Whether a refresh token is rotated on use, as required for public clients (RFC 9700 §4.14.2). The token of the web app is
 * bound to the session cookie of its browser instead, so that several tabs can renew at the same time and a lost response
 * does no harm. Throws `InvalidGrant` if that cookie is missing.
 */
async function rotatesRefreshToken(context: KoaContextWithOIDC): Promise<boolean> {
  const { client, provider, entities } = context.oidc;
  if (client?.clientId !== WEB_CLIENT_ID) return true;
  const session = await provider.Session.get(context);
  if (session.uid === entities.RefreshToken?.sessionUid) return false;
  throw new errors.InvalidGrant('the refresh token belongs to another browser session');
}

function resourceServer(origin: string, indicator: string) {
  const path = resourcePathOf(origin, indicator);
  if (path === null) throw new errors.InvalidTarget('unknown resource');
  return {
    scope: SCOPES.join(' '),
    audience: resourceIndicator(origin, path),
    accessTokenFormat: 'opaque' as const,
  };
}
