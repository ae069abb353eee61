import { type PrefixResolver, splitName } from '../xbrl/xml-element.ts';
import { detached } from './capture.ts';

/** A qualified name, split into its parts. */
export interface QualifiedName {
  /** '' if it has none. */
  prefix: string;
  localName: string;
  /** undefined if the prefix is not declared. */
  namespace: string | undefined;
}

/** A document uses some thousands of concepts; hostile input could use millions. */
const MAX_REMEMBERED = 10_000;

const XML_ONLY: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/**
 * The namespaces of prefixes in scope at a position of a document (Namespaces in XML 1.0); '' is the default namespace.
 */
export class NamespaceScope {
  /** The part of {@link NamespaceScope} that only resolves names. */
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

  /** The scope before a document's first declaration. */
  static ofDocument(): NamespaceScope {
    return new NamespaceScope(XML_ONLY, null);
  }

  /** Real documents declare on one or two levels; lookups must stay fast with thousands of nested ones. */
  get isDeep(): boolean {
    return this.#depth >= 64;
  }

  /** undefined if the prefix is not declared. */
  resolve(prefix: string): string | undefined {
    for (let scope: NamespaceScope | null = this; scope !== null; scope = scope.#outer) {
      const namespace = scope.#declared.get(prefix);
      if (namespace !== undefined) return namespace === '' ? undefined : namespace;
    }
    return undefined;
  }

  /** All prefixes in scope with their namespaces. */
  bindings(): Map<string, string> {
    const bindings = new Map(this.#outer?.bindings());
    for (const [prefix, namespace] of this.#declared) bindings.set(prefix, namespace);
    return bindings;
  }

  /** Cached, since a document has few names and many elements. */
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
