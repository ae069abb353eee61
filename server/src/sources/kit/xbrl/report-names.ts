import type { XbrlFact } from '../../../formats/xbrl/report.ts';
import { splitName } from '../../../formats/xbrl/xml-element.ts';
import { standardPrefix } from './standard-prefixes.ts';

/** How concepts, axes and members of one report are called: standard taxonomies by their usual prefix, others by the report's. */
export interface ReportNames {
  ofConcept(prefix: string, namespace: string, localName: string): string;
  /** An axis' or a member's name as written, prefix and all. */
  ofQualifiedName(name: string): string;
  /** An element of a schema by its id, which is `prefix_LocalName` in the taxonomies that all these registries take. */
  ofElementId(id: string): string;
  /** The prefix for a namespace; null if the report uses no name of it. */
  prefixOf(namespace: string): string | null;
}

/** Learns the prefixes of a report from its facts, axes and members. */
export function namesOf(facts: readonly XbrlFact[]): ReportNames {
  const namespaces = new Map<string, string>();
  const prefixes = new Map<string, string>();
  const learn = (prefix: string, namespace: string): void => {
    if (!namespaces.has(prefix)) namespaces.set(prefix, namespace);
    if (!prefixes.has(namespace)) prefixes.set(namespace, standardPrefix(namespace) ?? prefix);
  };
  const sets = new Set<XbrlFact['dimensions']>();
  for (const { prefix, namespace, dimensions } of facts) {
    learn(prefix, namespace);
    if (sets.has(dimensions)) continue;
    sets.add(dimensions);
    for (const { axis, axisNamespace, member, memberNamespace } of dimensions) {
      learn(splitName(axis).prefix, axisNamespace);
      if (memberNamespace !== null) learn(splitName(member).prefix, memberNamespace);
    }
  }
  const canonical = (prefix: string, namespace: string): string => prefixes.get(namespace) ?? prefix;
  const ofQualifiedName = (name: string): string => {
    const { prefix, localName } = splitName(name);
    const namespace = namespaces.get(prefix);
    return namespace === undefined ? name : join(canonical(prefix, namespace), localName);
  };
  // The longest first: one prefix may be the beginning of another.
  const known = [...namespaces.keys()].filter(prefix => prefix !== '').sort((a, b) => b.length - a.length);
  return {
    ofConcept: (prefix, namespace, localName) => join(canonical(prefix, namespace), localName),
    ofQualifiedName,
    ofElementId: id => {
      const prefix = known.find(one => id.startsWith(`${one}_`)) ?? unknownPrefixOf(id);
      return prefix === '' ? id : ofQualifiedName(`${prefix}:${id.slice(prefix.length + 1)}`);
    },
    prefixOf: namespace => prefixes.get(namespace) ?? standardPrefix(namespace),
  };
}

/** Japanese prefixes have a low line themselves: `jppfs_cor`, `jpcrp030000-asr_E02367-000`. */
function unknownPrefixOf(id: string): string {
  return /^jp[a-z0-9-]+_(?:cor|[A-Z]\d{5}-\d{3})(?=_)/.exec(id)?.[0] ?? id.slice(0, Math.max(0, id.indexOf('_')));
}

function join(prefix: string, localName: string): string {
  return prefix === '' ? localName : `${prefix}:${localName}`;
}
