/** Resolves a prefix at a position of a document, '' being the default namespace; undefined = undeclared. */
export type PrefixResolver = (prefix: string) => string | undefined;

/** The content of an element's start tag. */
export interface XmlElementTag {
  /** As written, with its prefix. */
  name: string;
  /** '' if it has none. */
  namespace: string;
  localName: string;
  /** By name as written. */
  attributes: { get(name: string): string | undefined };
  /** The prefixes in scope at the element. */
  namespaceOf: PrefixResolver;
}

/** A small element with its content: a context or a unit. */
export interface XmlElement extends XmlElementTag {
  children: XmlElement[];
  /** Own text and that of all descendants, entities decoded. */
  text: string;
}

/** Real contexts have a dozen elements; larger ones are cut off. */
const MAX_ELEMENTS = 10_000;
const MAX_TEXT = 1_000_000;

/** Builds one {@link XmlElement} from the events of any streaming parser, in bounded memory. */
export class XmlElementBuilder {
  readonly #open: XmlElement[];
  readonly #root: XmlElement;
  #elements = 1;
  #characters = 0;
  #ignoredDepth = 0;

  /** Starts with the start tag of the element itself. */
  constructor(tag: XmlElementTag) {
    this.#root = newElement(tag);
    this.#open = [this.#root];
  }

  /** Whether the element exceeded the limit, so that its end is missing. */
  get isCut(): boolean {
    return this.#elements >= MAX_ELEMENTS || this.#characters >= MAX_TEXT;
  }

  open(tag: XmlElementTag): void {
    if (this.#ignoredDepth > 0 || this.isCut) {
      this.#ignoredDepth++;
      return;
    }
    this.#elements++;
    const element = newElement(tag);
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  text(text: string): void {
    const innermost = this.#open.at(-1);
    if (innermost === undefined || this.#ignoredDepth > 0 || this.isCut) return;
    this.#characters += text.length;
    innermost.text += text;
  }

  /** The finished element at its own end tag, null before. */
  close(): XmlElement | null {
    if (this.#ignoredDepth > 0) {
      this.#ignoredDepth--;
      return null;
    }
    const closed = this.#open.pop();
    const parent = this.#open.at(-1);
    if (parent === undefined || closed === undefined) return this.#root;
    parent.text += closed.text;
    return null;
  }
}

/** Prefix and local name of a name as written; the prefix is '' if there is none. */
export function splitName(name: string): { prefix: string; localName: string } {
  const colon = name.indexOf(':');
  return colon < 0
    ? { prefix: '', localName: name }
    : { prefix: name.slice(0, colon), localName: name.slice(colon + 1) };
}

function newElement({ name, namespace, localName, attributes, namespaceOf }: XmlElementTag): XmlElement {
  return { name, namespace, localName, attributes, namespaceOf, children: [], text: '' };
}
