import { keep } from './credential-store.ts';
import { askForTokens, CLIENT_ID } from './tokens.ts';

const SCOPE = 'data:read account:read account:write';
const PENDING = 'asfiled.signing-in';
const RANDOM_BYTES = 32;

/** What is remembered while somebody is at the pages of the service: RFC 7636, RFC 6749 §10.12. */
interface Pending {
  state: string;
  verifier: string;
  /** Where to go on, within the app. */
  to: string;
}

/** Browsers have no cryptography for pages that came by plain http, but from this computer. */
export function canSignIn(): boolean {
  return window.isSecureContext;
}

/** Leaves for the service to sign in there; whoever is signed in comes back at once. */
export async function leaveToSignIn(to: string): Promise<void> {
  const issuer = await readIssuer();
  // Cookies are those of one name: this machine has several.
  if (issuer !== location.origin) return location.replace(`${issuer}/signin?${new URLSearchParams({ to })}`);
  const pending: Pending = { state: randomText(), verifier: randomText(), to };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: redirectUri(),
    scope: SCOPE,
    state: pending.state,
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: 'S256',
  });
  location.replace(`/oauth/authorize?${query}`);
}

/** Where a sign-in that is under way is to go on, within the app. */
export function pendingTarget(): string {
  return readPending()?.to ?? '/';
}

/**
 * Takes up what the service sent back, and answers where to go on; or what went wrong, in words. Only an answer to what
 * this tab asked, from whom it asked, counts (RFC 9207).
 */
export async function finishSignIn(query: URLSearchParams): Promise<{ to: string } | { fault: string }> {
  const pending = readPending();
  sessionStorage.removeItem(PENDING);
  const isOurs = pending !== null && query.get('state') === pending.state && query.get('iss') === location.origin;
  if (!isOurs) return { fault: 'This sign-in was begun in another tab, or is over.' };
  const code = query.get('code');
  if (code === null) {
    const isCancelled = query.get('error') === 'access_denied';
    return { fault: isCancelled ? 'You were not signed in.' : 'The service did not let this app sign you in.' };
  }
  try {
    const tokens = await askForTokens({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      code_verifier: pending.verifier,
    });
    if (tokens === null) return { fault: 'This sign-in took too long.' };
    keep(tokens);
    return { to: pending.to };
  } catch {
    return { fault: 'The service cannot be reached.' };
  }
}

function redirectUri(): string {
  return `${location.origin}/signin/done`;
}

async function readIssuer(): Promise<string> {
  const response = await fetch('/.well-known/oauth-authorization-server');
  const { issuer } = (await response.json()) as { issuer: string };
  return issuer;
}

function readPending(): Pending | null {
  const text = sessionStorage.getItem(PENDING);
  return text === null ? null : (JSON.parse(text) as Pending);
}

function randomText(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}
