/** What this browser holds of whoever is signed in: an API key, or the tokens of the web app as an OAuth client. */
export type Held = HeldKey | HeldTokens;

export interface HeldKey {
  kind: 'key';
  key: string;
}

export interface HeldTokens {
  kind: 'tokens';
  accessToken: string;
  refreshToken: string;
  /** When the access token ends, in milliseconds by the clock of this computer. */
  endsAtMs: number;
}

const KEY_STORED_AS = 'asfiled.credential';
const TOKENS_STORED_AS = 'asfiled.session';

let held = read();
const listeners = new Set<() => void>();

export function readHeld(): Held | null {
  return held;
}

/** What another tab may have kept meanwhile. */
export function readHeldAnew(): Held | null {
  held = read();
  return held;
}

/** Keeps it in this browser; null forgets. Tells whoever listens, unless only tokens were renewed. */
export function keep(to: Held | null): void {
  const isRenewal = held?.kind === 'tokens' && to?.kind === 'tokens';
  held = to;
  store(KEY_STORED_AS, to?.kind === 'key' ? to.key : null);
  store(TOKENS_STORED_AS, to?.kind === 'tokens' ? JSON.stringify(to) : null);
  if (!isRenewal) tell();
}

/** Calls back whenever somebody signs in or out, in this tab or another; returns what ends that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY_STORED_AS && key !== TOKENS_STORED_AS && key !== null) return;
  const before = held?.kind;
  if (readHeldAnew()?.kind !== before || before === 'key') tell();
});

function tell(): void {
  for (const listener of listeners) listener();
}

function store(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing: signed in until the page is left.
  }
}

function read(): Held | null {
  try {
    const key = localStorage.getItem(KEY_STORED_AS);
    if (key !== null) return { kind: 'key', key };
    const tokens = localStorage.getItem(TOKENS_STORED_AS);
    return tokens === null ? null : (JSON.parse(tokens) as HeldTokens);
  } catch {
    return null;
  }
}
