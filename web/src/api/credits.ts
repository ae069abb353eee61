let remaining: number | null = null;
const listeners = new Set<() => void>();

/** Records the balance from a response header. */
export function setCredits(left: number): void {
  remaining = left;
  for (const listener of listeners) listener();
}

/** Credits left according to the last priced response; null before the first one. */
export function getCredits(): number | null {
  return remaining;
}

/** Subscribes to changes of the balance; returns the unsubscribe function. */
export function onCreditsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
