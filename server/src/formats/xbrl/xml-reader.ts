import { Tokenizer } from 'htmlparser2';
import type { XbrlAnomaly } from './report.ts';
import { type PrefixResolver, splitName } from './xml-element.ts';

export interface XmlDocument {
  /** File name. */
  name: string;
  /** Decoded text. */
  source: string;
}

/** The start tag of an element. */
export interface XmlStartTag {
  /** As written, with its prefix. */
  name: string;
  /** '' if it has none, or if its prefix is not declared. */
  namespace: string;
  localName: string;
  /** By name as written, without namespace declarations. */
  attributes: ReadonlyMap<string, string>;
  namespaceOf: PrefixResolver;
  /** `xml:lang`, inherited; null if none is given. */
  language: string | null;
  /** UTF-16 offset of `<`. */
  start: number;
}

export interface XmlHandler {
  open(tag: XmlStartTag): void;
  text(text: string): void;
  /** `end` is the offset after the element. Also called for elements that are never closed. */
  close(end: number): void;
}

/** Instances have some twenty levels, escaped markup aside. Deeper levels are not read. */
const MAX_DEPTH = 1_000;
const MAX_ATTRIBUTE = 1_000_000;
const MAX_REPORTED = 20;

/** The prefixes in scope of an element: its own declarations and those around it. */
interface Scope {
  outer: Scope | null;
  own: ReadonlyMap<string, string>;
  language: string | null;
  resolve: PrefixResolver;
}

/**
 * Reads an XML document from start to end, in linear time and bounded memory. Resolves only the five predefined
 * entities and character references; skips document type declarations and fetches nothing. Reports violations of
 * well-formedness and continues after them.
 */
export function readXml(document: XmlDocument, handler: XmlHandler): XbrlAnomaly[] {
  const tokens = new XmlTokens(document, handler);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, tokens);
  tokenizer.write(document.source);
  tokenizer.end();
  return tokens.anomalies();
}

type TokenHandlers = ConstructorParameters<typeof Tokenizer>[1];

class XmlTokens implements TokenHandlers {
  readonly #source: string;
  readonly #document: string;
  readonly #handler: XmlHandler;
  readonly #hasNul: boolean;
  readonly #anomalies: XbrlAnomaly[] = [];
  readonly #open: { name: string; scope: Scope }[] = [];
  /** Number of open elements of a name. */
  readonly #openNames = new Map<string, number>();
  #unreported = 0;
  /** Levels below {@link MAX_DEPTH}, whose content is skipped. */
  #tooDeep = 0;
  #sawRoot = false;
  #name = '';
  #start = 0;
  #attribute = '';
  #value = '';
  #valueIsCut = false;
  #attributes = new Map<string, string>();
  #prefixes: Map<string, string> | null = null;

  constructor({ name, source }: XmlDocument, handler: XmlHandler) {
    this.#document = name;
    this.#source = source;
    this.#handler = handler;
    this.#hasNul = source.includes('\u0000');
    if (this.#hasNul) this.#report('nul_character', source.indexOf('\u0000'), 'NUL characters, read as U+FFFD');
  }

  anomalies(): XbrlAnomaly[] {
    const silent = this.#unreported;
    if (silent === 0) return this.#anomalies;
    const detail = `${silent} more places that are not well-formed`;
    return [...this.#anomalies, { kind: 'not_well_formed', document: this.#document, locator: '', detail }];
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#source.slice(start, end);
    this.#start = start - 1;
    this.#attributes = new Map();
    this.#prefixes = null;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#source.slice(start, Math.min(end, start + MAX_ATTRIBUTE));
    this.#value = '';
    this.#valueIsCut = false;
  }

  onattribdata(start: number, end: number): void {
    this.#addToValue(this.#source.slice(start, end));
  }

  onattribentity(codepoint: number): void {
    this.#addToValue(fromCodePoint(codepoint));
  }

  #addToValue(part: string): void {
    if (this.#value.length + part.length <= MAX_ATTRIBUTE) this.#value += part;
    else this.#valueIsCut = true;
  }

  onattribend(): void {
    const name = this.#attribute;
    if (this.#valueIsCut) {
      this.#report('attribute_too_long', this.#start, `attribute ${name.slice(0, 80)} of ${this.#name.slice(0, 80)}`);
    }
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      this.#prefixes ??= new Map();
      this.#prefixes.set(name.slice(6), this.#clean(this.#value.trim()));
      return;
    }
    if (this.#attributes.has(name)) this.#report('not_well_formed', this.#start, `attribute ${name} is given twice`);
    else this.#attributes.set(name, this.#clean(this.#value));
  }

  onopentagend(end: number): void {
    this.#openElement(end + 1);
  }

  onselfclosingtag(end: number): void {
    this.#openElement(end + 1);
    this.#closeInnermost(end + 1);
  }

  #openElement(end: number): void {
    if (this.#open.length === 0 && this.#sawRoot) {
      this.#report('not_well_formed', this.#start, `<${this.#name.slice(0, 80)}> follows the root element`);
    }
    this.#sawRoot = true;
    if (this.#open.length >= MAX_DEPTH) {
      if (this.#tooDeep === 0) this.#report('too_deep', this.#start, `elements nest over ${MAX_DEPTH} deep`);
      this.#tooDeep++;
      return;
    }
    const scope = this.#scope();
    const { prefix, localName } = splitName(this.#name);
    const namespace = scope.resolve(prefix);
    if (namespace === undefined && prefix !== '') {
      this.#report('undeclared_prefix', this.#start, `the prefix of <${this.#name.slice(0, 80)}> is not declared`);
    }
    this.#open.push({ name: this.#name, scope });
    this.#openNames.set(this.#name, (this.#openNames.get(this.#name) ?? 0) + 1);
    this.#handler.open({
      name: this.#name,
      namespace: namespace ?? '',
      localName,
      attributes: this.#attributes,
      namespaceOf: scope.resolve,
      language: scope.language,
      start: this.#start,
    });
    if (end > this.#source.length) this.#report('not_well_formed', this.#start, 'the document ends within a tag');
  }

  #scope(): Scope {
    const outer = this.#open.at(-1)?.scope ?? ROOT_SCOPE;
    const language = this.#attributes.get('xml:lang')?.trim();
    if (this.#prefixes === null && language === undefined) return outer;
    const scope: Scope = {
      outer,
      own: this.#prefixes ?? NO_PREFIXES,
      language: language === undefined ? outer.language : language || null,
      resolve: prefix => resolve(scope, prefix),
    };
    return scope;
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end);
    const after = this.#source.indexOf('>', end) + 1 || this.#source.length;
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    if (this.#open.at(-1)?.name !== name && !this.#closeUpTo(name, start)) return;
    this.#closeInnermost(after);
  }

  /** Closes everything still open inside the element of that name; false if no such element is open. */
  #closeUpTo(name: string, at: number): boolean {
    this.#report('not_well_formed', at, `</${name.slice(0, 80)}> closes no open element`);
    if ((this.#openNames.get(name) ?? 0) === 0) return false;
    while (this.#open.at(-1)?.name !== name) this.#closeInnermost(at - 2);
    return true;
  }

  #closeInnermost(end: number): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const closed = this.#open.pop();
    if (closed === undefined) return;
    this.#openNames.set(closed.name, (this.#openNames.get(closed.name) ?? 1) - 1);
    this.#handler.close(end);
  }

  ontext(start: number, end: number): void {
    if (this.#open.length === 0 || this.#tooDeep > 0) return;
    const text = this.#source.slice(start, end);
    if (text.startsWith('&')) this.#reportReference(text, start);
    this.#handler.text(this.#clean(text));
  }

  #reportReference(text: string, at: number): void {
    const reference = /^&[^\s;&<]{0,40};?/.exec(text)?.[0] ?? '&';
    this.#report('unknown_entity', at, `${reference} is not an XML entity; it stays in the text as written`);
  }

  ontextentity(codepoint: number): void {
    if (this.#open.length === 0 || this.#tooDeep > 0) return;
    this.#handler.text(fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#open.length === 0 || this.#tooDeep > 0) return;
    this.#handler.text(this.#clean(this.#source.slice(start, Math.max(start, end - endOffset))));
  }

  ondeclaration(start: number, end: number): void {
    const declaration = this.#source.slice(start, Math.min(end, start + 4_096));
    if (!/^DOCTYPE/i.test(declaration)) return;
    const detail = 'the document type is passed over: no entity of its own is expanded, nothing is fetched';
    if (/\[|SYSTEM|PUBLIC/.test(declaration)) this.#report('document_type', start, detail);
  }

  oncomment(): void {}

  onprocessinginstruction(): void {}

  onend(): void {
    if (!this.#sawRoot) this.#report('not_well_formed', 0, 'there is no element at all');
    const innermost = this.#open.at(-1);
    if (innermost !== undefined) {
      const detail = `the document ends within <${innermost.name.slice(0, 80)}>`;
      this.#report('truncated', this.#source.length, detail);
    }
    this.#tooDeep = 0;
    while (this.#open.length > 0) this.#closeInnermost(this.#source.length);
  }

  #clean(text: string): string {
    return this.#hasNul ? text.replaceAll('\u0000', '\uFFFD') : text;
  }

  #report(kind: string, at: number, detail: string): void {
    if (this.#anomalies.length >= MAX_REPORTED) this.#unreported++;
    else this.#anomalies.push({ kind, document: this.#document, locator: `@${at}`, detail });
  }
}

const NO_PREFIXES: ReadonlyMap<string, string> = new Map();

const ROOT_SCOPE: Scope = {
  outer: null,
  own: new Map([
    ['xml', 'http://www.w3.org/XML/1998/namespace'],
    ['xmlns', 'http://www.w3.org/2000/xmlns/'],
  ]),
  language: null,
  resolve: prefix => resolve(ROOT_SCOPE, prefix),
};

function resolve(from: Scope, prefix: string): string | undefined {
  for (let scope: Scope | null = from; scope !== null; scope = scope.outer) {
    const namespace = scope.own.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

function fromCodePoint(codepoint: number): string {
  const isCharacter = codepoint > 0 && codepoint <= 0x10ffff && !(codepoint >= 0xd800 && codepoint <= 0xdfff);
  return isCharacter ? String.fromCodePoint(codepoint) : '\uFFFD';
}
