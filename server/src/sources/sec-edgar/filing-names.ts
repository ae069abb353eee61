import type { XbrlReport } from '../../formats/xbrl/report.ts';
import { splitName } from '../../formats/xbrl/xml-element.ts';
import { standardPrefix } from './taxonomy-prefixes.ts';

/** How the concepts of one filing are called: standard taxonomies by their usual prefix, the filer's own by the document's. */
export interface FilingNames {
  ofConcept(prefix: string, namespace: string, localName: string): string;
  /** A member's or axis' name as written, prefix and all. */
  ofQualifiedName(name: string): string;
  /** The document's prefix for a namespace of the filer's own. */
  prefixOf(namespace: string): string | null;
}

/** Learns the prefixes of a report from its facts and axes. */
export function namesOf(report: XbrlReport): FilingNames {
  const namespaces = new Map<string, string>();
  const prefixes = new Map<string, string>();
  const learn = (prefix: string, namespace: string): void => {
    if (!namespaces.has(prefix)) namespaces.set(prefix, namespace);
    if (!prefixes.has(namespace)) prefixes.set(namespace, standardPrefix(namespace) ?? prefix);
  };
  const sets = new Set<XbrlReport['facts'][number]['dimensions']>();
  for (const { prefix, namespace, dimensions } of report.facts) {
    learn(prefix, namespace);
    if (sets.has(dimensions)) continue;
    sets.add(dimensions);
    for (const { axis, axisNamespace } of dimensions) learn(splitName(axis).prefix, axisNamespace);
  }
  const canonical = (prefix: string, namespace: string): string => prefixes.get(namespace) ?? prefix;
  return {
    ofConcept: (prefix, namespace, localName) => join(canonical(prefix, namespace), localName),
    ofQualifiedName: name => {
      const { prefix, localName } = splitName(name);
      const namespace = namespaces.get(prefix);
      return namespace === undefined ? name : join(canonical(prefix, namespace), localName);
    },
    prefixOf: namespace => prefixes.get(namespace) ?? standardPrefix(namespace),
  };
}

function join(prefix: string, localName: string): string {
  return prefix === '' ? localName : `${prefix}:${localName}`;
}
