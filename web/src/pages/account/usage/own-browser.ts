import type { UserKey } from '@asfiled/client';
import { ownKey } from '../../../session/session.ts';

/** Whether this browser is signed in with a key, as far as its first characters tell. */
export function isOfThisBrowser({ hint }: UserKey): boolean {
  return ownKey()?.startsWith(hint) ?? false;
}
