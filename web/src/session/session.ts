/**
 * The session of the app. Other modules use only this file and never depend on the kind of credential.
 */
import { getCredential, storeCredential } from './credential-store.ts';
import { endSession, freshAccessToken } from './tokens.ts';

export { onSessionChange } from './credential-store.ts';

/** Whether this browser has a credential. */
export function isSignedIn(): boolean {
  return getCredential() !== null;
}

/** The credential for calls; null if nobody is signed in. Renews tokens that are about to expire. */
export function currentCredential(): string | null | Promise<string | null> {
  const credential = getCredential();
  return credential?.kind === 'key' ? credential.key : credential && freshAccessToken(credential);
}

/** The API key that this browser is signed in with; null if it has none or uses a password session. */
export function ownKey(): string | null {
  const credential = getCredential();
  return credential?.kind === 'key' ? credential.key : null;
}

/** Stores an API key until {@link signOut}, without checking it. */
export function signInWithKey(key: string): void {
  storeCredential({ kind: 'key', key });
}

/** Removes the credential and ends the session at the service if there is one. */
export function signOut(): void {
  const credential = getCredential();
  storeCredential(null);
  if (credential?.kind === 'tokens') endSession();
}
