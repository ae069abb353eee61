import { type ClientMetadata, errors } from 'oidc-provider';
import { SCOPES } from '../account.ts';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Bounds of what a client may register, so that a registration stays small in the store and on the consent page. */
const MAX_METADATA_CHARACTERS = 8_192;
const MAX_NAME_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 1_024;
const MAX_LIST_LENGTH = 10;

/** Validates the metadata of a client. Throws `invalid_client_metadata` or `invalid_redirect_uri`. */
export function checkClient(metadata: ClientMetadata, origin: string): void {
  const { client_name: name = '' } = metadata;
  if (JSON.stringify(metadata).length > MAX_METADATA_CHARACTERS) {
    throw badMetadata(`metadata must not exceed ${MAX_METADATA_CHARACTERS} characters`);
  }
  if (name.length > MAX_NAME_CHARACTERS) {
    throw badMetadata(`client_name must not exceed ${MAX_NAME_CHARACTERS} characters`);
  }
  for (const [field, value] of Object.entries(metadata)) {
    const texts: unknown[] = [value].flat();
    if (texts.length > MAX_LIST_LENGTH)
      throw badMetadata(`${field} must not have more than ${MAX_LIST_LENGTH} entries`);
    if (texts.some(text => typeof text === 'string' && text.length > MAX_TEXT_CHARACTERS)) {
      throw badMetadata(`${field} must not exceed ${MAX_TEXT_CHARACTERS} characters`);
    }
  }
  checkRedirects(metadata, origin);
}

function badMetadata(description: string): errors.InvalidClientMetadata {
  return new errors.InvalidClientMetadata(description);
}

/**
 * Validates the redirect URIs of a client (OAuth 2.1 §2.3.1): https, http to loopback only, or a private-use scheme in
 * reverse domain notation, which its owner can defend (RFC 8252 §7.1). The web app may use the origin of this service. A client with loopback or private-use URIs is treated
 * as native whatever it declares: its port may vary (RFC 8252 §7.3), and it needs consent each time, because any program
 * can claim to be it. Throws `invalid_redirect_uri`.
 */
function checkRedirects(metadata: ClientMetadata, origin: string): void {
  const uris = (metadata.redirect_uris ?? []).map(uri => URL.parse(uri));
  for (const url of uris) {
    if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') throw refused();
    if (url.protocol === 'https:' || url.origin === origin) continue;
    const isLoopback = url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname);
    if (!isLoopback && !REVERSE_DOMAIN_SCHEME.test(url.protocol)) throw refused();
    metadata.application_type = 'native';
  }
}

/** `com.example.app:` */
const REVERSE_DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

function refused(): errors.InvalidRedirectUri {
  const error = new errors.InvalidRedirectUri();
  error.error_description =
    'redirect_uris must use https, http to localhost, 127.0.0.1 or [::1], or a private-use scheme in reverse domain notation (com.example.app), without credentials or fragment';
  return error;
}

/** The name and destination of a client, for people. */
export function labelClient(
  client: { clientName?: string | undefined } | undefined,
  clientId: string,
  redirectUri: string,
): { name: string; host: string } {
  // The client chooses its name, so control characters and line breaks are removed.
  const name = (client?.clientName ?? clientId)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN_NAME);
  return { name, host: hostOfClient(clientId, redirectUri) };
}

const MAX_SHOWN_NAME = 80;

/** The destination of a client's redirects, for people: the only verifiable part of its identity. */
export function hostOfClient(clientId: string, redirectUri: string): string {
  const id = clientId.startsWith('https://') ? URL.parse(clientId) : null;
  if (id !== null) return id.hostname;
  const url = URL.parse(redirectUri);
  if (url === null) return '';
  if (url.protocol === 'https:') return url.host;
  return LOOPBACK_HOSTS.has(url.hostname) ? 'this computer' : `an app on this computer (${url.protocol})`;
}

/** The client id of the web app. */
export const WEB_CLIENT_ID = 'asfiled-web';

/** The page that receives the authorization code. */
const WEB_REDIRECT_PATH = '/signin/done';

/** The web app as a preregistered public client of the authorization server. */
export function webClient(origin: string): ClientMetadata {
  return {
    client_id: WEB_CLIENT_ID,
    client_name: 'asfiled',
    application_type: 'web',
    redirect_uris: [origin + WEB_REDIRECT_PATH],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPES.join(' '),
  };
}
