/** The namespaces that prefixes stand for at some place of a document (Namespaces in XML 1.0); '' is the default one. */
export class NamespaceScope {
  /** The bindings of a document without declarations. */
  static readonly ROOT = new NamespaceScope(new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]), null);

  readonly #declared: ReadonlyMap<string, string>;
  readonly #outer: NamespaceScope | null;
  readonly #depth: number;

  constructor(declared: ReadonlyMap<string, string>, outer: NamespaceScope | null) {
    this.#declared = declared;
    this.#outer = outer;
    this.#depth = outer === null ? 0 : outer.#depth + 1;
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
}
