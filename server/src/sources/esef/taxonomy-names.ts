import type { XbrlFact } from '../../formats/xbrl/report.ts';
import { splitName } from '../../formats/xbrl/xml-element.ts';

/** Namespaces of taxonomies, of whatever year, and the prefixes that everybody uses for them. */
const STANDARD: readonly RegExp[] = [
  // https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full
  /^https?:\/\/xbrl\.i(?:frs|asb)\.org\/taxonomy\/\d{4}-\d{2}-\d{2}\/(ifrs-[a-z]+)/,
  // https://www.nltaxonomie.nl/jenv/2024-03-31/bw2-titel9-cor
  /^https?:\/\/www\.nltaxonomie\.nl\/[a-z]+\/\d{4}-\d{2}-\d{2}\/(bw2-titel9|rj|kvk)-cor$/,
  // http://xbrl.dcca.dk/fsa
  /^https?:\/\/xbrl\.dcca\.dk\/([a-z]+)$/,
];

/** How concepts, axes and members of one report are called: standard taxonomies by their usual prefix, others by the report's. */
export class TaxonomyNames {
  readonly #prefixes = new Map<string, string>();
  readonly #namespaces = new Map<string, string>();

  constructor(facts: readonly XbrlFact[]) {
    const seen = new Set<XbrlFact['dimensions']>();
    for (const { prefix, namespace, dimensions } of facts) {
      this.#learn(prefix, namespace);
      if (seen.has(dimensions)) continue;
      seen.add(dimensions);
      for (const { axis, axisNamespace } of dimensions) this.#learn(splitName(axis).prefix, axisNamespace);
    }
  }

  ofConcept({ prefix, namespace, localName }: Pick<XbrlFact, 'prefix' | 'namespace' | 'localName'>): string {
    return join(this.#prefixes.get(namespace) ?? prefix, localName);
  }

  /** A name as the document writes it, prefix and all. */
  ofQualifiedName(name: string): string {
    const { prefix, localName } = splitName(name);
    const namespace = this.#namespaces.get(prefix);
    return namespace === undefined ? name : join(this.#prefixes.get(namespace) ?? prefix, localName);
  }

  #learn(prefix: string, namespace: string): void {
    if (!this.#namespaces.has(prefix)) this.#namespaces.set(prefix, namespace);
    if (!this.#prefixes.has(namespace)) this.#prefixes.set(namespace, standardPrefix(namespace) ?? prefix);
  }
}

function standardPrefix(namespace: string): string | null {
  for (const pattern of STANDARD) {
    const prefix = pattern.exec(namespace)?.[1];
    if (prefix !== undefined) return prefix;
  }
  return null;
}

function join(prefix: string, localName: string): string {
  return prefix === '' ? localName : `${prefix}:${localName}`;
}
