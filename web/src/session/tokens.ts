import { type HeldTokens, keep, readHeldAnew } from './credential-store.ts';

/** The web app as the service knows it: server/src/accounts/oauth/web-client.ts. */
export const CLIENT_ID = 'asfiled-web';

const RENEWED_BEFORE_END_MS = 30_000;
const LOCK = 'asfiled.session';

interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** An access token that is good for a while yet. Null where the session is over: somebody has to sign in again. */
export function freshAccessToken(held: HeldTokens): string | Promise<string | null> {
  return isFresh(held) ? held.accessToken : renewOnce();
}

let renewing: Promise<string | null> | null = null;

/** Of all calls and tabs that need another token at once, one asks and the others take its. */
function renewOnce(): Promise<string | null> {
  renewing ??= navigator.locks.request(LOCK, renew).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<string | null> {
  const held = readHeldAnew();
  if (held?.kind !== 'tokens') return held?.key ?? null;
  if (isFresh(held)) return held.accessToken;
  const renewed = await askForTokens({ grant_type: 'refresh_token', refresh_token: held.refreshToken });
  const kept = readHeldAnew();
  if (kept?.kind !== 'tokens') return kept?.key ?? null;
  // Somebody signed in anew meanwhile, in another tab: that stands.
  if (kept.refreshToken !== held.refreshToken) return kept.accessToken;
  keep(renewed);
  return renewed?.accessToken ?? null;
}

function isFresh({ endsAtMs }: HeldTokens): boolean {
  return endsAtMs - Date.now() > RENEWED_BEFORE_END_MS;
}

/** Asks for tokens; null where the service refuses. Throws where it cannot be reached or fails. */
export async function askForTokens(form: Record<string, string>): Promise<HeldTokens | null> {
  const response = await fetch('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ ...form, client_id: CLIENT_ID }),
  });
  if (response.status === 400 || response.status === 401) return null;
  if (!response.ok) throw new TypeError(`the service answered ${response.status}`);
  const { access_token, refresh_token, expires_in } = (await response.json()) as TokenAnswer;
  return {
    kind: 'tokens',
    accessToken: access_token,
    refreshToken: refresh_token,
    endsAtMs: Date.now() + expires_in * 1000,
  };
}

/** Ends the session of this browser and all that it lent out. Nobody waits: what is forgotten here works no more. */
export function endSession(): void {
  fetch('/oauth/sign-out', { method: 'POST', keepalive: true }).catch(() => undefined);
}
