/**
 * Who is signed in. The rest of the app asks here and nowhere else: it knows no more than that there is a credential or
 * none.
 */
import { keep, readHeld } from './credential-store.ts';
import { endSession, freshAccessToken } from './tokens.ts';

export { onSessionChange } from './credential-store.ts';

/** Whether somebody is signed in, as far as this browser knows. */
export function isSignedIn(): boolean {
  return readHeld() !== null;
}

/** What calls are made with; null while nobody is signed in. Renews what is about to end. */
export function currentCredential(): string | null | Promise<string | null> {
  const held = readHeld();
  return held?.kind === 'key' ? held.key : held && freshAccessToken(held);
}

/** The API key that this browser is signed in with; null where nobody is, or by a password. */
export function ownKey(): string | null {
  const held = readHeld();
  return held?.kind === 'key' ? held.key : null;
}

/** Keeps an API key in this browser until {@link signOut}. It is not checked here. */
export function signInWithKey(key: string): void {
  keep({ kind: 'key', key });
}

/** Forgets what this browser holds, and ends the session at the service where there is one. */
export function signOut(): void {
  const held = readHeld();
  keep(null);
  if (held?.kind === 'tokens') endSession();
}
