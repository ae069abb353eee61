import type { Registrant } from '../../model/identity.ts';
import { isOnePerEntity, numberOfKey } from './schemes.ts';

/** Why two registrants cannot be one company; null if nothing contradicts it. */
export function vetoAgainst(a: Registrant, b: Registrant): string | null {
  return differentNumbers(a, b) ?? relationBetween(a, b) ?? relationBetween(b, a);
}

/** Numbers of a registrant, including the one in its key. */
export function numbersOf({ canonicalKey, identifiers }: Registrant): { scheme: string; identifier: string }[] {
  const own = numberOfKey(canonicalKey);
  if (own === null) return identifiers;
  const isStated = identifiers.some(
    identifier => identifier.scheme === own.scheme && identifier.identifier === own.identifier,
  );
  return isStated ? identifiers : [own, ...identifiers];
}

function differentNumbers(a: Registrant, b: Registrant): string | null {
  const ofA = bySchemes(a);
  for (const [scheme, numbers] of bySchemes(b)) {
    const others = ofA.get(scheme);
    if (others === undefined || [...numbers].some(number => others.has(number))) continue;
    return `different ${scheme}: ${[...others].sort().join(', ')} and ${[...numbers].sort().join(', ')}`;
  }
  return null;
}

function bySchemes(registrant: Registrant): Map<string, Set<string>> {
  const schemes = new Map<string, Set<string>>();
  for (const { scheme, identifier } of numbersOf(registrant)) {
    if (!isOnePerEntity(scheme)) continue;
    const known = schemes.get(scheme);
    if (known === undefined) schemes.set(scheme, new Set([identifier]));
    else known.add(identifier);
  }
  return schemes;
}

function relationBetween(a: Registrant, b: Registrant): string | null {
  const keys = new Set([b.canonicalKey, ...numbersOf(b).map(number => `${number.scheme}:${number.identifier}`)]);
  const relation = a.relations.find(relation => keys.has(relation.relatedKey));
  if (relation !== undefined)
    return `${relation.relatedKey} is the ${relation.kind.replace('_', ' ')} of ${a.canonicalKey}`;
  if (a.successorKey !== null && keys.has(a.successorKey)) return `${a.successorKey} succeeded ${a.canonicalKey}`;
  return null;
}
