import { reloadCredential, storeCredential, type TokenCredential } from './credential-store.ts';

/** The OAuth client id of the web app: server/src/accounts/oauth/client-rules.ts. */
export const CLIENT_ID = 'asfiled-web';

const RENEWED_BEFORE_END_MS = 30_000;
const LOCK = 'asfiled.session';

interface TokenResponse {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** An access token that does not expire soon; null if the session has ended. */
export function freshAccessToken(credential: TokenCredential): string | Promise<string | null> {
  return isFresh(credential) ? credential.accessToken : renewOnce();
}

let renewing: Promise<string | null> | null = null;

/** Concurrent calls and tabs share one renewal. */
function renewOnce(): Promise<string | null> {
  renewing ??= navigator.locks.request(LOCK, renew).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<string | null> {
  const credential = reloadCredential();
  if (credential?.kind !== 'tokens') return credential?.key ?? null;
  if (isFresh(credential)) return credential.accessToken;
  const renewed = await requestTokens({ grant_type: 'refresh_token', refresh_token: credential.refreshToken });
  const current = reloadCredential();
  if (current?.kind !== 'tokens') return current?.key ?? null;
  // Another tab has signed in again in the meantime: its credential wins.
  if (current.refreshToken !== credential.refreshToken) return current.accessToken;
  storeCredential(renewed);
  return renewed?.accessToken ?? null;
}

function isFresh({ endsAtMs }: TokenCredential): boolean {
  return endsAtMs - Date.now() > RENEWED_BEFORE_END_MS;
}

/** Requests tokens; null if the service rejects the request. Throws if it cannot be reached or fails. */
export async function requestTokens(form: Record<string, string>): Promise<TokenCredential | null> {
  const response = await fetch('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ ...form, client_id: CLIENT_ID }),
  });
  if (response.status === 400 || response.status === 401) return null;
  if (!response.ok) throw new TypeError(`the token endpoint returned ${response.status}`);
  const { access_token, refresh_token, expires_in } = (await response.json()) as TokenResponse;
  return {
    kind: 'tokens',
    accessToken: access_token,
    refreshToken: refresh_token,
    endsAtMs: Date.now() + expires_in * 1000,
  };
}

/** Ends this browser's session and its tokens at the service, without waiting for the response. */
export function endSession(): void {
  fetch('/oauth/sign-out', { method: 'POST', keepalive: true }).catch(() => undefined);
}
