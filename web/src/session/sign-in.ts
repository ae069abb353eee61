import { storeCredential } from './credential-store.ts';
import { CLIENT_ID, requestTokens } from './tokens.ts';

const SCOPE = 'data:read account:read account:write';
const PENDING = 'asfiled.signing-in';
const RANDOM_BYTES = 32;

/** The pending authorisation request: RFC 7636, RFC 6749 §10.12. */
interface Pending {
  state: string;
  verifier: string;
  /** Path within the app to open afterwards. */
  to: string;
}

/** Web Crypto needs a secure context: https or localhost. */
export function canSignIn(): boolean {
  return window.isSecureContext;
}

/** Redirects to the authorisation endpoint; with a live session it redirects back immediately. */
export async function redirectToSignIn(to: string): Promise<void> {
  const issuer = await readIssuer();
  // Cookies belong to one host name; `localhost` and `127.0.0.1` differ.
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

/** The path to open after the pending sign-in. */
export function pendingPath(): string {
  return readPending()?.to ?? '/';
}

/**
 * Completes the sign-in and returns the path to open, or an error message. Accepts only the response to this tab's own
 * request from the expected issuer (RFC 9207).
 */
export async function finishSignIn(query: URLSearchParams): Promise<{ to: string } | { errorMessage: string }> {
  const pending = readPending();
  sessionStorage.removeItem(PENDING);
  const isOurs = pending !== null && query.get('state') === pending.state && query.get('iss') === location.origin;
  if (!isOurs) return { errorMessage: 'This sign-in was started in another tab or has already ended.' };
  const code = query.get('code');
  if (code === null) {
    const isCancelled = query.get('error') === 'access_denied';
    return { errorMessage: isCancelled ? 'You were not signed in.' : 'The service rejected the sign-in.' };
  }
  try {
    const tokens = await requestTokens({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      code_verifier: pending.verifier,
    });
    if (tokens === null) return { errorMessage: 'The sign-in has expired.' };
    storeCredential(tokens);
    return { to: pending.to };
  } catch {
    return { errorMessage: 'The service cannot be reached.' };
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
