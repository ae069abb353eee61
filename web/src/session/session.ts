/**
 * Who is signed in. The rest of the app asks here and nowhere else: it knows no more than that there is a credential or
 * none, so that another way to sign in changes this folder alone.
 */
const STORED_AS = 'asfiled.credential';

let credential = read();
const listeners = new Set<() => void>();

/** What calls are made with; null while nobody is signed in. */
export function currentCredential(): string | null {
  return credential;
}

/** Keeps the credential in this browser until {@link signOut}. It is not checked here. */
export function signIn(given: string): void {
  change(given);
}

export function signOut(): void {
  change(null);
}

/** Calls back whenever somebody signs in or out, in this tab or another; returns what ends that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('storage', event => {
  if (event.key !== STORED_AS && event.key !== null) return;
  credential = read();
  tell();
});

function change(to: string | null): void {
  credential = to;
  try {
    if (to === null) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, to);
  } catch {
    // A browser that keeps nothing: signed in until the page is left.
  }
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}
