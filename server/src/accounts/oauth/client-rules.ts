import { type ClientMetadata, errors } from 'oidc-provider';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Validates the redirect URIs of a client (OAuth 2.1 §2.3.1): https, http to loopback only, or a private-use scheme
 * (RFC 8252 §7.1). The web app may use the origin of this service. A client with loopback or private-use URIs is treated
 * as native whatever it declares: its port may vary (RFC 8252 §7.3), and it needs consent each time, because any program
 * can claim to be it. Throws `invalid_redirect_uri`.
 */
export function checkRedirects(metadata: ClientMetadata, origin: string): void {
  const uris = (metadata.redirect_uris ?? []).map(uri => URL.parse(uri));
  for (const url of uris) {
    if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') throw refused();
    if (url.protocol === 'https:' || url.origin === origin) continue;
    const isPlain = url.protocol === 'http:' && !LOOPBACK_HOSTS.has(url.hostname);
    if (isPlain || FORBIDDEN_SCHEMES.has(url.protocol)) throw refused();
    metadata.application_type = 'native';
  }
}

const FORBIDDEN_SCHEMES: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'ws:',
  'wss:',
  'ftp:',
]);

function refused(): errors.InvalidRedirectUri {
  const error = new errors.InvalidRedirectUri();
  error.error_description =
    'redirect_uris must use https, http to localhost, 127.0.0.1 or [::1], or a private-use scheme, without credentials or fragment';
  return error;
}

/** The destination of a client's redirects, for people: the only verifiable part of its identity. */
export function hostOfClient(clientId: string, redirectUri: string): string {
  const id = clientId.startsWith('https://') ? URL.parse(clientId) : null;
  if (id !== null) return id.hostname;
  const url = URL.parse(redirectUri);
  if (url === null) return '';
  if (url.protocol === 'https:') return url.host;
  return LOOPBACK_HOSTS.has(url.hostname) ? 'this computer' : `an app on this computer (${url.protocol})`;
}
