import { useSyncExternalStore } from 'react';
import { getCredits, onCreditsChange } from './credits.ts';

/** Credits left according to the last priced response; null before the first one. */
export function useCredits(): number | null {
  return useSyncExternalStore(onCreditsChange, getCredits);
}
