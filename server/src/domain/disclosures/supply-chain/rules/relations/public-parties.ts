import { publicBodyIn } from '../names.ts';
import type { Party } from '../parties.ts';

/** True if a party is a department of a government or a statutory insurer; a government as a whole is too vague for a contract. */
export function hasPublicBody({ owners }: Party): boolean {
  return owners.some(({ name }) => name !== null && publicBodyIn(name) !== null && !/\bgovernment$/i.test(name));
}
