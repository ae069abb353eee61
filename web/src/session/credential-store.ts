/** The stored credential: an API key, or the tokens of the web app as an OAuth client. */
export type Credential = KeyCredential | TokenCredential;

export interface KeyCredential {
  kind: 'key';
  key: string;
}

export interface TokenCredential {
  kind: 'tokens';
  accessToken: string;
  refreshToken: string;
  /** When the access token expires, in milliseconds since 1970 by the local clock. */
  endsAtMs: number;
}

const KEY_STORED_AS = 'asfiled.credential';
const TOKENS_STORED_AS = 'asfiled.session';

let credential = read();
const listeners = new Set<() => void>();

export function getCredential(): Credential | null {
  return credential;
}

/** Reads the store again, since another tab may have changed it. */
export function reloadCredential(): Credential | null {
  credential = read();
  return credential;
}

/** Stores the credential; null removes it. Notifies listeners unless only the tokens were renewed. */
export function storeCredential(to: Credential | null): void {
  const isRenewal = credential?.kind === 'tokens' && to?.kind === 'tokens';
  credential = to;
  store(KEY_STORED_AS, to?.kind === 'key' ? to.key : null);
  store(TOKENS_STORED_AS, to?.kind === 'tokens' ? JSON.stringify(to) : null);
  if (!isRenewal) notify();
}

/** Subscribes to sign-in and sign-out in any tab; returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY_STORED_AS && key !== TOKENS_STORED_AS && key !== null) return;
  const before = credential?.kind;
  if (reloadCredential()?.kind !== before || before === 'key') notify();
});

function notify(): void {
  for (const listener of listeners) listener();
}

function store(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is unavailable: signed in until the page is closed.
  }
}

function read(): Credential | null {
  try {
    const key = localStorage.getItem(KEY_STORED_AS);
    if (key !== null) return { kind: 'key', key };
    const tokens = localStorage.getItem(TOKENS_STORED_AS);
    return tokens === null ? null : (JSON.parse(tokens) as TokenCredential);
  } catch {
    return null;
  }
}
