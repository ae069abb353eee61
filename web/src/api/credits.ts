let remaining: number | null = null;
const listeners = new Set<() => void>();

/** Keeps what the last answer said. */
export function noteCredits(left: number): void {
  remaining = left;
  for (const listener of listeners) listener();
}

/** Credits that are left, as far as this page was told; null before the first priced answer. */
export function readCredits(): number | null {
  return remaining;
}

/** Calls back whenever an answer says; returns what ends that. */
export function onCredits(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
