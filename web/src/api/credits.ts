import { useSyncExternalStore } from 'react';

let remaining: number | null = null;
const listeners = new Set<() => void>();

/** Keeps what the last answer said. */
export function noteCredits(left: number): void {
  remaining = left;
  for (const listener of listeners) listener();
}

/** Credits that are left, as far as this page was told; null before the first priced answer. */
export function useCredits(): number | null {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => remaining,
  );
}
