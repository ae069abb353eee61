import { type PrefixResolver, splitName } from '../xbrl/xml-element.ts';
import { detached } from './capture.ts';

/** A name as written, taken apart. */
export interface QualifiedName {
  /** '' where it has none. */
  prefix: string;
  localName: string;
  /** undefined where the prefix is not declared. */
  namespace: string | undefined;
}

/** A document names some thousands of concepts; hostile input could name millions. */
const MAX_REMEMBERED = 10_000;

const XML_ONLY: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/** The namespaces that prefixes stand for at some place of a document (Namespaces in XML 1.0); '' is the default one. */
export class NamespaceScope {
  /** {@link resolve} for those who need no more. */
  readonly resolver: PrefixResolver = prefix => this.resolve(prefix);
  readonly #declared: ReadonlyMap<string, string>;
  readonly #outer: NamespaceScope | null;
  readonly #depth: number;
  readonly #qualified = new Map<string, QualifiedName>();

  constructor(declared: ReadonlyMap<string, string>, outer: NamespaceScope | null) {
    this.#declared = declared;
    this.#outer = outer;
    this.#depth = outer === null ? 0 : outer.#depth + 1;
  }

  /** What holds in a document before its first declaration. */
  static ofDocument(): NamespaceScope {
    return new NamespaceScope(XML_ONLY, null);
  }

  /** Real documents declare on one or two levels; a look-up must not become slow where thousands are nested. */
  get isDeep(): boolean {
    return this.#depth >= 64;
  }

  /** undefined where the prefix is not declared. */
  resolve(prefix: string): string | undefined {
    for (let scope: NamespaceScope | null = this; scope !== null; scope = scope.#outer) {
      const namespace = scope.#declared.get(prefix);
      if (namespace !== undefined) return namespace === '' ? undefined : namespace;
    }
    return undefined;
  }

  /** Remembered, since a document has few names and many elements. */
  qualify(name: string): QualifiedName {
    const known = this.#qualified.get(name);
    if (known !== undefined) return known;
    const copy = detached(name);
    const { prefix, localName } = splitName(copy);
    const qualified = { prefix, localName, namespace: this.resolve(prefix) };
    if (this.#qualified.size < MAX_REMEMBERED) this.#qualified.set(copy, qualified);
    return qualified;
  }
}
