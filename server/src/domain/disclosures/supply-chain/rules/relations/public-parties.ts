import { publicBodyIn } from '../names.ts';
import type { Party } from '../parties.ts';

/** True if a party is a government, one of its departments or a statutory insurer. */
export function hasPublicBody({ owners }: Party): boolean {
  return owners.some(({ name }) => name !== null && publicBodyIn(name) !== null);
}
