import type { XbrlReport } from '../../formats/xbrl/report.ts';
import { splitName } from '../../formats/xbrl/xml-element.ts';

const DART = /^https?:\/\/dart\.fss\.or\.kr\/taxonomy\/.*\/(dart(?:-gcd)?)$/;
const IFRS = /^https?:\/\/xbrl\.i(?:frs|asb)\.org\/taxonomy\/[0-9-]+\/(ifrs[a-z-]*)$/;

/** The prefix that everybody uses for a taxonomy, of whatever year: `ifrs-full`, `dart`, `dart-gcd`; null for a filer's own. */
export function standardPrefix(namespace: string): string | null {
  const ifrs = IFRS.exec(namespace)?.[1];
  if (ifrs !== undefined) return ifrs === 'ifrs' ? 'ifrs-full' : ifrs;
  return DART.exec(namespace)?.[1] ?? null;
}

/** How a package's concepts and members are called: usual prefixes for taxonomies, the document's for the filer's own. */
export class XbrlNames {
  readonly #canonical = new Map<string, string>();

  constructor(report: XbrlReport) {
    for (const { prefix, namespace, dimensions } of report.facts) {
      this.#learn(prefix, namespace);
      for (const { axis, axisNamespace } of dimensions) this.#learn(splitName(axis).prefix, axisNamespace);
    }
  }

  /** `prefix:LocalName`, as written or with the usual prefix. */
  ofName(name: string): string {
    const { prefix, localName } = splitName(name);
    return prefix === '' ? localName : `${this.#canonical.get(prefix) ?? prefix}:${localName}`;
  }

  /** Ids of elements are `prefix_LocalName` in the taxonomies of the registry, the filer's included. */
  ofElement(id: string): string {
    const at = id.indexOf('_');
    return at <= 0 ? id : this.ofName(`${id.slice(0, at)}:${id.slice(at + 1)}`);
  }

  #learn(prefix: string, namespace: string): void {
    if (prefix === '' || this.#canonical.has(prefix)) return;
    this.#canonical.set(prefix, standardPrefix(namespace) ?? prefix);
  }
}
