import { useSyncExternalStore } from 'react';
import { onCredits, readCredits } from './credits.ts';

/** Credits that are left, as far as this page was told; null before the first priced answer. */
export function useCredits(): number | null {
  return useSyncExternalStore(onCredits, readCredits);
}
