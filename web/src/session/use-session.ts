import { useSyncExternalStore } from 'react';
import { currentCredential, onSessionChange } from './session.ts';

/** Whether somebody is signed in. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, () => currentCredential() !== null);
}
