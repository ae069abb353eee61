import { useSyncExternalStore } from 'react';
import { isSignedIn, onSessionChange } from './session.ts';

/** Whether somebody is signed in. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn);
}
