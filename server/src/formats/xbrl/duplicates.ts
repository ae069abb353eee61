import { decimalPlaces, toScaledInteger } from '../../kernel/exact-number.ts';
import { maxOf } from '../../kernel/lists.ts';
import type { XbrlAnomaly, XbrlDimension, XbrlFact } from './report.ts';

/**
 * Finds numbers that are stated twice for the same concept, entity, period, dimensions and unit, and differ by more
 * than their accuracy allows. Both are kept; the second is reported.
 */
export function findInconsistentDuplicates(facts: readonly XbrlFact[]): XbrlAnomaly[] {
  const dimensionKeys = new Map<readonly XbrlDimension[], string>();
  const seen = new Map<string, XbrlFact>();
  const anomalies: XbrlAnomaly[] = [];
  for (const fact of facts) {
    if (!fact.isNumeric || fact.value === null) continue;
    const key = factKey(fact, dimensionKeys);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, fact);
    else if (!isConsistent(first, fact)) {
      anomalies.push({
        kind: 'inconsistent_duplicate',
        document: fact.document,
        locator: fact.elementId ?? `@${fact.start}`,
        detail: `${fact.prefix}:${fact.localName} is ${first.value} at ${first.elementId ?? `@${first.start}`} and ${fact.value} here`,
      });
    }
  }
  return anomalies;
}

function factKey(fact: XbrlFact, dimensionKeys: Map<readonly XbrlDimension[], string>): string {
  let dimensions = dimensionKeys.get(fact.dimensions);
  if (dimensions === undefined) {
    dimensions = fact.dimensions
      .map(({ axisNamespace, axis, member }) => `${axisNamespace} ${axis}=${member}`)
      .sort()
      .join('|');
    dimensionKeys.set(fact.dimensions, dimensions);
  }
  const { namespace, localName, unit, entity, periodStart, periodEnd, target } = fact;
  return [
    namespace,
    localName,
    unit,
    entity.scheme,
    entity.identifier,
    periodStart,
    periodEnd,
    target,
    dimensions,
  ].join('\n');
}

/** Whether the intervals overlap within which each number was rounded; a number without an accuracy is exact. */
function isConsistent(first: XbrlFact, second: XbrlFact): boolean {
  if (first.value === null || second.value === null || first.value === second.value) return true;
  const accuracies = [first.decimals, second.decimals].filter(decimals => typeof decimals === 'number');
  const places = Math.max(decimalPlaces(first.value), decimalPlaces(second.value), 0, maxOf(accuracies)) + 1;
  if (places > MAX_PLACES || accuracies.some(decimals => decimals < -MAX_PLACES)) return false;
  const difference = toScaledInteger(first.value, places) - toScaledInteger(second.value, places);
  const allowed = accuracies.reduce((sum, decimals) => sum + 10n ** BigInt(places - decimals), 0n);
  return (difference < 0n ? -difference : difference) * 2n <= allowed;
}

const MAX_PLACES = 1_000;
