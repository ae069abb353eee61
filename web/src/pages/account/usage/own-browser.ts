import type { UserKey } from '@asfiled/client';
import { ownKey } from '../../../session/session.ts';

/** Whether this browser is signed in with the key, by its first characters. */
export function isOfThisBrowser({ hint }: UserKey): boolean {
  return ownKey()?.startsWith(hint) ?? false;
}
