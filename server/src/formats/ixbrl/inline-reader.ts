import { parseContext } from '../xbrl/contexts.ts';
import type { XbrlFact } from '../xbrl/report.ts';
import { parseUnit } from '../xbrl/units.ts';
import { splitName, XmlElementBuilder } from '../xbrl/xml-element.ts';
import { parseAttributes, type TagAttributes } from './attributes.ts';
import { Capture, detached } from './capture.ts';
import { decodeReferences, escapeAttribute, escapeText } from './character-references.ts';
import { isProblem, numberOf, readAccuracy, readFormat, readScaleAndSign, textOf } from './fact-value.ts';
import type { InlineSet, PendingFact, PendingTuple } from './inline-set.ts';
import { type MarkupHandler, MarkupScanner, type StartTag } from './markup-scanner.ts';
import { NamespaceScope } from './namespace-scope.ts';

const INLINE = new Set(['http://www.xbrl.org/2013/inlineXBRL', 'http://www.xbrl.org/2008/inlineXBRL']);
const INSTANCE = 'http://www.xbrl.org/2003/instance';
const LINKBASE = 'http://www.xbrl.org/2003/linkbase';
const XHTML = 'http://www.w3.org/1999/xhtml';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Real documents nest some dozens deep; elements below this depth are counted, not kept. */
const MAX_DEPTH = 250_000;
/** Names of concepts, which typed members bear, come near 200 characters. */
const MAX_NAME = 2_000;
/** How far up an end tag looks for its start. */
const MAX_UNCLOSED = 64;

/** Does what the end of an inline element asks; `isWhole` is false where its end tag is missing. */
type Close = (end: number, isWhole: boolean) => void;

/** An open element that changed what holds for its content, or that means something. */
interface Frame {
  scope: NamespaceScope;
  language: string | null;
  base: string | null;
  /** Inline elements are no part of the markup that is kept. */
  isInline: boolean;
  close: Close | null;
}

/** What is being kept of the text here; the content of ix:exclude and ix:header is none of the facts around them. */
class Content {
  readonly text = new Capture();
  readonly markup = new Capture();
  readonly numbers: OpenNumber[] = [];
  isInFraction = false;
  readonly outer: Content | null;

  constructor(outer: Content | null) {
    this.outer = outer;
  }

  get isKept(): boolean {
    return this.text.isOpen || this.markup.isOpen;
  }
}

interface OpenNumber {
  index: number;
  locator: string;
  unitRef: string | null;
  scale: string;
  format: string | null;
  nested: string | null;
}

interface OpenFraction {
  numerators: (string | null)[];
  denominators: (string | null)[];
}

/** Reads the inline elements of one document into its set (Inline XBRL 1.0 and 1.1). */
export class InlineReader implements MarkupHandler {
  readonly #set: InlineSet;
  readonly #document: string;
  readonly #scanner: MarkupScanner;
  readonly #names: string[] = [];
  readonly #frames: (Frame | null)[] = [];
  #tooDeep = 0;
  #scope = NamespaceScope.ROOT;
  #language: string | null = null;
  #baseAddress: string | null = null;
  /** Of the HTML element `base`. */
  #documentBase: string | null = null;
  #isDefaultInline = false;
  #content = new Content(null);
  #builder: XmlElementBuilder | null = null;
  /** Names of what is open inside the context or unit, itself first. */
  #builderNames: string[] = [];
  #isFirstPiece = true;
  /** The document holds carriage returns or characters that XML forbids. */
  #mayNeedCleaning = false;
  #hiddenDepth = 0;
  #hiddenFacts = 0;
  #hasDoctype = false;
  #hasInline = false;
  #fraction: OpenFraction | null = null;
  #tuple: PendingTuple | null = null;
  readonly #nameCache: (string | undefined)[] = [];
  /** First ampersand at or behind where was looked last. */
  #ampersand = { base: -1, from: 0, at: 0 };

  constructor(set: InlineSet, document: string) {
    this.#set = set;
    this.#document = document;
    this.#scanner = new MarkupScanner(this);
  }

  /** The next piece of the decoded document. */
  write(piece: string): void {
    if (this.#isFirstPiece && /^\s+<\?xml\s/.test(piece)) {
      this.problem('misplaced_declaration', 0, 'the XML declaration is not the first thing in the document');
    }
    this.#isFirstPiece = false;
    this.#mayNeedCleaning ||= NEEDS_CLEANING.test(piece);
    this.#scanner.write(piece);
  }

  /** Everything was written: what is still open was cut off. */
  end(): void {
    this.#scanner.end();
    const end = this.#scanner.base;
    if (this.#names.length > 0) this.problem('truncated', end, `${this.#names.length} elements are not closed`);
    this.#builder = null;
    while (this.#names.length > 0) this.#pop(end, false);
    if (!this.#hasInline) this.problem('not_inline', 0, 'the document holds no inline XBRL');
  }

  problem(kind: string, offset: number, detail: string): void {
    this.#anomaly(kind, `@${offset}`, detail);
  }

  text(source: string, start: number, end: number): void {
    if (this.#builder !== null) {
      this.#builder.text(this.#decode(source.slice(start, end), start));
      return;
    }
    const { text, markup } = this.#content;
    if (!text.isOpen && !markup.isOpen) return;
    if (!this.#hasAmpersand(source, start, end)) {
      if (text.isOpen) text.take(source, this.#scanner.base, start, end);
      if (markup.isOpen) markup.take(source, this.#scanner.base, start, end);
      return;
    }
    const decoded = this.#decode(source.slice(start, end), start);
    if (text.isOpen) text.push(decoded);
    if (markup.isOpen) markup.push(escapeText(decoded));
  }

  cdata(source: string, start: number, end: number): void {
    const text = source.slice(start, end);
    this.#builder?.text(text);
    if (this.#builder !== null) return;
    if (this.#content.text.isOpen) this.#content.text.push(text);
    if (this.#content.markup.isOpen) this.#content.markup.push(escapeText(text));
  }

  doctype(declaration: string): void {
    this.#hasDoctype = true;
    if (/<!(?:ENTITY|ATTLIST)/.test(declaration)) {
      this.problem('entities_declared', this.#scanner.base, 'declared entities are neither expanded nor fetched');
    }
  }

  openTag(source: string, tag: StartTag): void {
    if (this.#builder !== null && this.#openInBuilder(this.#builder, source, tag)) return;
    if (tag.colon >= 0 || tag.hasXmlAttribute || this.#isDefaultInline) this.#openSpecial(source, tag);
    else this.#openPlain(source, tag, null);
  }

  closeTag(source: string, start: number, end: number, nameEnd: number): void {
    const offset = this.#scanner.base + start;
    const written = source.slice(start + 2, Math.min(nameEnd, start + MAX_NAME));
    if (this.#builder !== null && this.#closeInBuilder(this.#builder, written, offset)) return;
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const name = this.#names.at(-1);
    if (name === undefined || name.length !== nameEnd - start - 2 || !source.startsWith(name, start + 2)) {
      this.#recover(written, offset, this.#scanner.base + end);
      return;
    }
    const isPlain = this.#frames.at(-1)?.isInline !== true;
    if (isPlain && this.#content.markup.isOpen) this.#content.markup.take(source, this.#scanner.base, start, end);
    this.#pop(this.#scanner.base + end, true);
  }

  /** An end tag that does not belong to the innermost element: closes what was left open, or is ignored. */
  #recover(name: string, offset: number, end: number): void {
    const lowest = Math.max(0, this.#names.length - MAX_UNCLOSED);
    let at = this.#names.length - 1;
    while (at >= lowest && this.#names[at] !== name) at--;
    if (at < lowest) {
      this.problem('stray_end_tag', offset, `</${name}> closes nothing`);
      return;
    }
    const innermost = this.#names.at(-1)?.slice(0, 80);
    this.problem('not_closed', offset, `</${name}> stands where <${innermost}> is open`);
    while (this.#names.length > at + 1) this.#pop(offset, false);
    if (this.#frames.at(-1)?.isInline !== true && this.#content.markup.isOpen) this.#content.markup.push(`</${name}>`);
    this.#pop(end, true);
  }

  #pop(end: number, isWhole: boolean): void {
    const name = this.#names.pop();
    const frame = this.#frames.pop() ?? null;
    if (!isWhole && frame?.isInline !== true && this.#content.markup.isOpen) this.#content.markup.push(`</${name}>`);
    if (frame !== null) this.#leave(frame, end, isWhole);
  }

  #leave(frame: Frame, end: number, isWhole: boolean): void {
    frame.close?.(end, isWhole);
    if (this.#scope !== frame.scope) {
      this.#scope = frame.scope;
      this.#isDefaultInline = INLINE.has(this.#scope.resolve('') ?? '');
    }
    this.#language = frame.language;
    this.#baseAddress = frame.base;
  }

  #openPlain(source: string, tag: StartTag, frame: Frame | null): void {
    const { markup, numbers } = this.#content;
    if (tag.nameEnd - tag.start === 5 && source.startsWith('base', tag.start + 1)) {
      this.#documentBase = URL.parse(this.#attributes(source, tag).get('href') ?? '')?.href ?? null;
    }
    if (markup.isOpen) this.#keepTag(source, tag);
    if (numbers.length > 0) {
      const locator = numbers.at(-1)?.locator ?? '';
      this.#anomaly('markup_in_number', locator, `<${this.#nameOf(source, tag)}> inside a number`);
    }
    if (!tag.isEmpty) this.#push(this.#nameOf(source, tag), frame);
    else if (frame !== null) this.#leave(frame, this.#scanner.base + tag.end, true);
  }

  #push(name: string, frame: Frame | null): void {
    if (this.#names.length >= MAX_DEPTH) {
      if (this.#tooDeep++ === 0)
        this.problem('nested_too_deep', this.#scanner.base, `more than ${MAX_DEPTH} open elements`);
      if (frame !== null) this.#leave(frame, this.#scanner.base, false);
      return;
    }
    this.#names.push(name);
    this.#frames.push(frame);
  }

  #nameOf(source: string, tag: StartTag): string {
    const length = tag.nameEnd - tag.start - 1;
    const key = (source.charCodeAt(tag.start + 1) & 127) * 16 + (length & 15);
    const cached = this.#nameCache[key];
    if (cached !== undefined && cached.length === length && source.startsWith(cached, tag.start + 1)) return cached;
    const name = detached(source.slice(tag.start + 1, tag.nameEnd));
    this.#nameCache[key] = name;
    if (/^[^:]*[A-Z]/.test(name) && tag.colon < 0 && this.#scope.resolve('') === XHTML && HTML_CAPITALS.test(name)) {
      this.problem('not_xhtml', this.#scanner.base + tag.start, `<${name}> is not in small letters, so it is no XHTML`);
    }
    return name;
  }

  /** A start tag as part of markup that is kept: as written where that is well-formed. */
  #keepTag(source: string, tag: StartTag): void {
    const { markup } = this.#content;
    const hasBase = this.#baseAddress !== null || this.#documentBase !== null;
    const mayRefer = hasBase && /\s(?:href|src)\s*=/.test(source.slice(tag.nameEnd, tag.end));
    const isClosed = tag.isEmpty && !VOID_ELEMENTS.has(this.#nameOf(source, tag));
    if (
      !isClosed &&
      !mayRefer &&
      !this.#hasAmpersand(source, tag.start, tag.end) &&
      source.charCodeAt(tag.end - 1) === 62
    ) {
      markup.take(source, this.#scanner.base, tag.start, tag.end);
      return;
    }
    let written = `<${source.slice(tag.start + 1, tag.nameEnd)}`;
    for (const [name, value] of parseAttributes(source, tag.nameEnd, tag.end))
      written += ` ${name}="${escapeAttribute(this.#resolved(name, value))}"`;
    // Readers of HTML take <td/> for a cell that is not closed.
    const end = isClosed ? `></${this.#nameOf(source, tag)}>` : tag.isEmpty ? '/>' : '>';
    markup.push(written + end);
  }

  #resolved(name: string, value: string): string {
    const base = this.#baseAddress ?? this.#documentBase;
    if (base === null || (name !== 'href' && name !== 'src')) return value;
    return URL.parse(value, base)?.href ?? value;
  }

  #hasAmpersand(source: string, start: number, end: number): boolean {
    const base = this.#scanner.base;
    const known = this.#ampersand;
    if (known.base !== base || start < known.from || (known.at >= 0 && known.at < start)) {
      this.#ampersand = { base, from: start, at: source.indexOf('&', start) };
    }
    return this.#ampersand.at >= 0 && this.#ampersand.at < end;
  }

  #decode(text: string, start: number): string {
    if (!text.includes('&')) return text;
    const decoded = decodeReferences(text);
    for (const problem of decoded.problems) {
      if (this.#hasDoctype && problem.endsWith('is of HTML')) continue;
      this.problem('invalid_reference', this.#scanner.base + start, problem);
    }
    return decoded.text;
  }

  #openSpecial(source: string, tag: StartTag): void {
    const frame: Frame = {
      scope: this.#scope,
      language: this.#language,
      base: this.#baseAddress,
      isInline: false,
      close: null,
    };
    let attributes: TagAttributes | null = null;
    if (tag.hasXmlAttribute) {
      attributes = this.#attributes(source, tag);
      this.#applyXmlAttributes(attributes, tag);
    }
    const prefix = tag.colon < 0 ? '' : source.slice(tag.start + 1, tag.colon);
    const namespace = this.#scope.resolve(prefix);
    if (namespace === undefined && prefix !== '') {
      this.problem(
        'undeclared_prefix',
        this.#scanner.base + tag.start,
        `prefix ${prefix.slice(0, 80)} is not declared`,
      );
    }
    const localName = source.slice(tag.colon < 0 ? tag.start + 1 : tag.colon + 1, tag.nameEnd);
    if (namespace !== undefined && INLINE.has(namespace)) {
      frame.isInline = true;
      const start = this.#scanner.base + tag.start;
      frame.close = this.#openInline(localName, attributes ?? this.#attributes(source, tag), start, tag);
      if (tag.isEmpty) this.#leave(frame, this.#scanner.base + tag.end, true);
      else this.#push(this.#nameOf(source, tag), frame);
      return;
    }
    if (namespace === INSTANCE && (localName === 'context' || localName === 'unit')) {
      this.#beginBuilder(attributes ?? this.#attributes(source, tag), source, tag, frame);
      return;
    }
    if (namespace === LINKBASE) this.#openReference(localName, attributes ?? this.#attributes(source, tag));
    if (namespace?.includes('inlineXBRL') === true) {
      this.problem(
        'unknown_inline_version',
        this.#scanner.base + tag.start,
        `namespace ${namespace} is no inline XBRL known`,
      );
    }
    this.#openPlain(source, tag, tag.hasXmlAttribute ? frame : null);
  }

  #attributes(source: string, tag: StartTag): TagAttributes {
    const attributes = parseAttributes(source, tag.nameEnd, tag.end);
    for (const problem of attributes.problems) {
      this.problem('invalid_attribute', this.#scanner.base + tag.start, problem);
    }
    return attributes;
  }

  #applyXmlAttributes(attributes: TagAttributes, tag: StartTag): void {
    const declared = new Map<string, string>();
    for (const [name, value] of attributes) {
      if (name === 'xmlns') declared.set('', this.#set.intern(value.trim()));
      else if (name.startsWith('xmlns:')) declared.set(detached(name.slice(6)), this.#set.intern(value.trim()));
      else if (name === 'xml:lang') this.#language = value === '' ? null : this.#set.intern(value);
      else if (name === 'xml:base')
        this.#baseAddress = URL.parse(value, this.#baseAddress ?? this.#documentBase ?? undefined)?.href ?? null;
    }
    if (declared.size === 0) return;
    if (this.#scope.isDeep) {
      this.problem(
        'namespaces_nested_too_deep',
        this.#scanner.base + tag.start,
        'namespaces declared this deep are not read',
      );
      return;
    }
    this.#scope = new NamespaceScope(declared, this.#scope);
    this.#isDefaultInline = INLINE.has(this.#scope.resolve('') ?? '');
  }

  #openReference(localName: string, attributes: TagAttributes): void {
    const address = attributes.get('xlink:href')?.trim();
    if (address === undefined) return;
    if (localName === 'schemaRef') this.#set.schemaRefs.add(this.#set.intern(address));
    if (localName === 'linkbaseRef') this.#set.linkbaseRefs.add(this.#set.intern(address));
  }

  #beginBuilder(attributes: TagAttributes, source: string, tag: StartTag, frame: Frame): void {
    const name = detached(source.slice(tag.start + 1, tag.nameEnd));
    const builder = new XmlElementBuilder(name, attributes.toMap(), this.#resolver());
    this.#builder = builder;
    this.#builderNames = [name];
    frame.isInline = true;
    this.#push(name, frame);
    if (tag.isEmpty) this.#closeInBuilder(builder, name, this.#scanner.base + tag.start);
  }

  /** A tag inside a context or unit; false where it shows that the end of that is missing. */
  #openInBuilder(builder: XmlElementBuilder, source: string, tag: StartTag): boolean {
    const name = source.slice(tag.start + 1, tag.nameEnd);
    const { prefix, localName } = splitName(name);
    const namespace = this.#scope.resolve(prefix) ?? '';
    const isNext = namespace === INSTANCE && (localName === 'context' || localName === 'unit');
    if (isNext || INLINE.has(namespace)) {
      this.#abandonBuilder(this.#scanner.base + tag.start);
      return false;
    }
    const attributes = this.#attributes(source, tag);
    const outer = this.#scope;
    if (tag.hasXmlAttribute) this.#applyXmlAttributes(attributes, tag);
    builder.open(name, attributes.toMap(), this.#resolver());
    // What is declared inside a context holds to the end of the context here: nobody declares a prefix twice in one.
    if (!tag.isEmpty) {
      this.#builderNames.push(detached(name));
      return true;
    }
    builder.close();
    this.#scope = outer;
    return true;
  }

  #abandonBuilder(offset: number): void {
    this.problem('not_closed', offset, `the end tag of ${this.#builderNames[0]} is missing; it is left out`);
    this.#builder = null;
    this.#pop(offset, false);
  }

  #resolver(): (prefix: string) => string | undefined {
    const scope = this.#scope;
    return prefix => scope.resolve(prefix);
  }

  /** An end tag inside a context or unit; false where it belongs to something around that. */
  #closeInBuilder(builder: XmlElementBuilder, name: string, offset: number): boolean {
    if (!this.#builderNames.slice(-MAX_UNCLOSED).includes(name)) {
      this.#abandonBuilder(offset);
      return false;
    }
    let element = null;
    for (let closed: string | undefined; closed !== name; ) {
      closed = this.#builderNames.pop();
      if (closed !== name) this.problem('not_closed', offset, `</${name}> stands where <${closed}> is open`);
      element = builder.close();
    }
    if (element === null) return true;
    this.#builder = null;
    this.#pop(offset, true);
    const id = element.attributes.get('id');
    const locator = id ?? `@${offset}`;
    if (builder.isCut) this.#anomaly('too_large', locator, `${element.name} holds more than any real one`);
    if (splitName(element.name).localName === 'unit') {
      this.#define('unit', this.#set.units, parseUnit(element), id, locator);
    } else {
      this.#define('context', this.#set.contexts, parseContext(element), id, locator);
    }
    return true;
  }

  #define<T extends object>(
    what: string,
    known: Map<string, T | null>,
    parsed: T | string,
    id: string | undefined,
    locator: string,
  ): void {
    if (typeof parsed === 'string') this.#anomaly(`invalid_${what}`, locator, parsed);
    if (id === undefined) return;
    if (known.has(id)) {
      this.#anomaly(`duplicate_${what}`, locator, `${what} ${id} is defined more than once; the first one holds`);
      return;
    }
    known.set(this.#set.intern(id), typeof parsed === 'string' ? null : parsed);
  }

  #openInline(name: string, attributes: TagAttributes, start: number, tag: StartTag): Close | null {
    this.#hasInline = true;
    switch (name) {
      case 'nonFraction':
        return this.#openNumber(attributes, start);
      case 'nonNumeric':
        return this.#openText(attributes, start);
      case 'fraction':
        return this.#openFraction(attributes, start);
      case 'numerator':
      case 'denominator':
        return this.#openTerm(name, attributes, start);
      case 'continuation':
        return this.#openContinuation(attributes, start);
      case 'footnote':
        return this.#openFootnote(attributes, start);
      case 'exclude':
        return this.#openExclude(start);
      case 'tuple':
        return this.#openTuple(attributes, start);
      case 'header':
        return this.#openHeader(start, tag.isEmpty);
      case 'hidden':
        return this.#openHidden(start);
      case 'references':
        return this.#openReferences(start);
      case 'resources':
        this.#set.hasResources = true;
        return null;
      case 'relationship':
        this.#addRelationship(attributes, start);
        return null;
      default:
        this.problem('unknown_inline_element', start, `ix:${name.slice(0, 80)} is no element of inline XBRL`);
        return null;
    }
  }

  #openHeader(start: number, isEmpty: boolean): Close | null {
    this.#set.hasHeader = true;
    if (this.#names[1] === 'head') this.problem('misplaced_header', start, 'ix:header stands in the head');
    if (isEmpty) return null;
    return this.#openApart();
  }

  #openHidden(start: number): Close {
    this.#hiddenDepth++;
    this.#hiddenFacts = 0;
    return () => {
      this.#hiddenDepth--;
      if (this.#hiddenFacts === 0) this.problem('empty_hidden', start, 'ix:hidden holds no fact');
    };
  }

  #openReferences(start: number): null {
    if (this.#set.hasResources && !this.#set.hasReferences) {
      this.problem('misplaced_references', start, 'ix:references stands behind ix:resources');
    }
    this.#set.hasReferences = true;
    return null;
  }

  /** What stands inside belongs to none of the elements around it. */
  #openApart(): Close {
    this.#content = new Content(this.#content);
    return () => {
      this.#content = this.#content.outer ?? this.#content;
    };
  }

  #openExclude(start: number): Close {
    if (!this.#content.isKept)
      this.problem('misplaced_exclude', start, 'ix:exclude stands in no text that it could be excluded from');
    const number = this.#content.numbers.at(-1);
    if (number !== undefined) this.#anomaly('misplaced_exclude', number.locator, 'ix:exclude stands inside a number');
    return this.#openApart();
  }

  /** The fact with all that its tag says; null where it has no usable name or context, which is reported. */
  #newFact(
    attributes: TagAttributes,
    start: number,
    isNumeric: boolean,
  ): { pending: PendingFact; locator: string } | null {
    const elementId = attributes.get('id') ?? null;
    const locator = elementId ?? `@${start}`;
    const name = attributes.get('name')?.trim() ?? '';
    const { prefix, localName } = splitName(name);
    const namespace = this.#scope.resolve(prefix);
    this.#hiddenFacts++;
    if (localName === '') {
      this.#anomaly('fact_without_name', locator, 'a fact has no name');
      return null;
    }
    if (namespace === undefined) {
      this.#anomaly('undeclared_prefix', locator, `the prefix of ${name} is not declared; the fact is left out`);
      return null;
    }
    const contextId = attributes.get('contextRef')?.trim() ?? '';
    if (contextId === '') {
      this.#anomaly('missing_context', locator, `${name} names no context; the fact is left out`);
      return null;
    }
    const { intern } = this.#set;
    const kept = (text: string): string => intern.call(this.#set, text);
    const target = attributes.get('target');
    const unitRef = attributes.get('unitRef')?.trim();
    const fact: XbrlFact = {
      prefix: kept(prefix),
      namespace,
      localName: kept(localName),
      contextId: kept(contextId),
      entity: NO_ENTITY,
      periodStart: null,
      periodEnd: null,
      dimensions: [],
      unit: null,
      isNumeric,
      value: null,
      decimals: null,
      language: isNumeric ? null : this.#language,
      target: target === undefined ? null : kept(target),
      isHidden: this.#hiddenDepth > 0,
      document: this.#document,
      elementId: elementId === null ? null : detached(elementId),
      start,
      end: start,
    };
    this.#relateFootnotes(attributes, fact);
    const pending: PendingFact = {
      fact,
      unitRef: unitRef === undefined ? null : kept(unitRef),
      continuedAt: null,
      complete: null,
      isMarkup: false,
      tuple: this.#tuple,
      tupleRef: attributes.get('tupleRef') ?? null,
      order: attributes.get('order') ?? null,
    };
    return { pending, locator };
  }

  /** Inline XBRL 1.0 names the footnotes at the fact. */
  #relateFootnotes(attributes: TagAttributes, fact: XbrlFact): void {
    const to = references(attributes.get('footnoteRefs'));
    if (to.length === 0) return;
    const locator = fact.elementId ?? `@${fact.start}`;
    this.#set.relationships.push({ document: this.#document, locator, from: [locator], to });
  }

  #isNil(attributes: TagAttributes, locator: string): boolean {
    for (const [name, value] of attributes) {
      if (!name.endsWith(':nil') || this.#scope.resolve(name.slice(0, -4)) !== XSI) continue;
      if (value === 'true' || value === '1') return true;
      if (value !== 'false' && value !== '0') this.#anomaly('invalid_nil', locator, `xsi:nil "${value}" is no boolean`);
    }
    return false;
  }

  #openNumber(attributes: TagAttributes, start: number): Close {
    const made = this.#newFact(attributes, start, true);
    const { text, numbers } = this.#content;
    const index = this.#set.facts.length;
    if (made !== null) this.#set.facts.push(made.pending);
    const locator = made?.locator ?? `@${start}`;
    const outer = numbers.at(-1);
    const own: OpenNumber = {
      index: made === null ? -1 : index,
      locator,
      unitRef: made?.pending.unitRef ?? null,
      scale: attributes.get('scale')?.trim() ?? '',
      format: attributes.get('format')?.trim() ?? null,
      nested: null,
    };
    if (outer !== undefined) this.#compareNested(outer, own);
    if (made !== null && own.unitRef === null) this.#reject(index, 'missing_unit', locator, 'a number names no unit');
    const isNil = this.#isNil(attributes, locator);
    const rules = this.#numberRules(attributes, index, locator, isNil);
    const position = text.open();
    numbers.push(own);
    return (end, isWhole) => {
      numbers.pop();
      if (made !== null) made.pending.fact.end = end;
      if (!isWhole) this.#reject(index, 'unclosed_fact', locator, 'the end tag of a number is missing');
      text.close(position, content => {
        if (outer !== undefined) outer.nested = content;
        this.#checkNested(own, content, index);
        if (made !== null && rules !== null)
          this.#finishNumber(made.pending.fact, index, locator, content, isNil, rules);
      });
    };
  }

  #compareNested(outer: OpenNumber, inner: OpenNumber): void {
    if (outer.unitRef === inner.unitRef && outer.scale === inner.scale && outer.format === inner.format) return;
    const detail = `a number inside ${outer.locator} has another unit, scale or format than that`;
    this.#anomaly('nested_number_differs', inner.locator, detail);
  }

  #checkNested(own: OpenNumber, content: string, index: number): void {
    if (own.nested === null || own.nested.trim() === content.trim()) return;
    this.#reject(
      index,
      'text_beside_nested_number',
      own.locator,
      'a number holds both another number and text of its own',
    );
  }

  #numberRules(attributes: TagAttributes, index: number, locator: string, isNil: boolean): NumberRules | null {
    const format = this.#format(attributes, locator);
    const scaled = readScaleAndSign(attributes);
    const accuracy = readAccuracy(attributes);
    for (const found of [format, scaled, accuracy]) {
      if (isProblem(found)) this.#reject(index, found.kind, locator, found.detail);
    }
    if (isProblem(format) || isProblem(scaled) || isProblem(accuracy)) return null;
    if (accuracy.areBoth) this.#anomaly('decimals_and_precision', locator, 'both decimals and precision are given');
    if (accuracy.isStated && isNil) this.#anomaly('nil_with_decimals', locator, 'a nil number states how exact it is');
    if (!accuracy.isStated && !isNil) this.#anomaly('no_decimals', locator, 'neither decimals nor precision is given');
    return { transform: format.transform, ...scaled, decimalsFor: accuracy.decimalsFor };
  }

  #format(attributes: TagAttributes, locator: string): ReturnType<typeof readFormat> {
    const found = readFormat(attributes.get('format'), prefix => this.#scope.resolve(prefix));
    if (!isProblem(found) && found.remark !== null) this.#anomaly('format_of_other_registry', locator, found.remark);
    return found;
  }

  #finishNumber(
    fact: XbrlFact,
    index: number,
    locator: string,
    content: string,
    isNil: boolean,
    rules: NumberRules,
  ): void {
    if (isNil) {
      if (content.trim() !== '') this.#anomaly('nil_with_content', locator, 'a nil number has content');
      return;
    }
    const number = numberOf(content, rules);
    if (isProblem(number)) {
      this.#reject(index, number.kind, locator, `${fact.prefix}:${fact.localName}: ${number.detail}`);
      return;
    }
    fact.value = number.value;
    fact.decimals = rules.decimalsFor(number.value);
  }

  #openText(attributes: TagAttributes, start: number): Close {
    const made = this.#newFact(attributes, start, false);
    const index = this.#set.facts.length;
    if (made !== null) this.#set.facts.push(made.pending);
    const locator = made?.locator ?? `@${start}`;
    const isMarkup = isTrue(attributes.get('escape'));
    const capture = isMarkup ? this.#content.markup : this.#content.text;
    const next = attributes.get('continuedAt')?.trim();
    if (next !== undefined) this.#set.awaited.set(detached(next), isMarkup ? 'markup' : 'text');
    const isNil = this.#isNil(attributes, locator);
    const format = this.#format(attributes, locator);
    if (isProblem(format)) this.#reject(index, format.kind, locator, format.detail);
    const position = capture.open();
    return (end, isWhole) => {
      if (made !== null) made.pending.fact.end = end;
      if (!isWhole) this.#reject(index, 'unclosed_fact', locator, 'the end tag of a fact is missing');
      capture.close(position, content => {
        if (made === null || isProblem(format)) return;
        const finish = (whole: string): void =>
          this.#finishText(made.pending.fact, index, locator, whole, isNil, format.transform);
        if (next === undefined) {
          finish(content);
          return;
        }
        made.pending.continuedAt = next;
        made.pending.isMarkup = isMarkup;
        made.pending.complete = rest => finish(content + rest);
      });
    };
  }

  #finishText(
    fact: XbrlFact,
    index: number,
    locator: string,
    content: string,
    isNil: boolean,
    transform: NumberRules['transform'],
  ): void {
    if (isNil) {
      if (content.trim() !== '') this.#anomaly('nil_with_content', locator, 'a nil fact has content');
      return;
    }
    const text = textOf(this.#clean(content, locator), transform);
    if (!isProblem(text)) {
      fact.value = text.value;
      return;
    }
    this.#reject(index, text.kind, locator, `${fact.prefix}:${fact.localName}: ${text.detail}`);
  }

  /** Line ends as XML has them; characters that XML forbids are taken out and reported. */
  #clean(content: string, locator: string): string {
    if (!this.#mayNeedCleaning) return content;
    const lines = content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content;
    if (!CONTROL.test(lines)) return lines;
    this.#anomaly('control_characters', locator, 'characters that XML forbids are taken out of the text');
    return lines.replace(ALL_CONTROL, '');
  }

  #openFraction(attributes: TagAttributes, start: number): Close {
    const made = this.#newFact(attributes, start, true);
    const index = this.#set.facts.length;
    if (made !== null) this.#set.facts.push(made.pending);
    const locator = made?.locator ?? `@${start}`;
    if (made !== null && made.pending.unitRef === null)
      this.#reject(index, 'missing_unit', locator, 'a fraction names no unit');
    const isNil = this.#isNil(attributes, locator);
    const outer = this.#fraction;
    const own: OpenFraction = outer ?? { numerators: [], denominators: [] };
    this.#fraction = own;
    return end => {
      this.#fraction = outer;
      if (made === null) return;
      made.pending.fact.end = end;
      if (isNil) return;
      const [numerator, denominator] = [own.numerators[0], own.denominators[0]];
      const areTwo = own.numerators.length === 1 && own.denominators.length === 1;
      if (areTwo && numerator != null && denominator != null) made.pending.fact.fraction = { numerator, denominator };
      else this.#reject(index, 'invalid_fraction', locator, 'a fraction needs one numerator and one denominator');
    };
  }

  #openTerm(name: 'numerator' | 'denominator', attributes: TagAttributes, start: number): Close {
    const locator = attributes.get('id') ?? `@${start}`;
    const fraction = this.#fraction;
    if (fraction === null) this.#anomaly('invalid_fraction', locator, `ix:${name} stands in no fraction`);
    const terms = name === 'numerator' ? fraction?.numerators : fraction?.denominators;
    const format = this.#format(attributes, locator);
    const scaled = readScaleAndSign(attributes);
    // A fraction's terms are needed when it closes, whatever encloses it.
    const content = new Content(this.#content);
    this.#content = content;
    const position = content.text.open();
    return () => {
      this.#content = content.outer ?? content;
      content.text.close(position, text => {
        if (isProblem(format)) this.#anomaly(format.kind, locator, format.detail);
        if (isProblem(scaled)) this.#anomaly(scaled.kind, locator, scaled.detail);
        if (isProblem(format) || isProblem(scaled)) {
          terms?.push(null);
          return;
        }
        const term = numberOf(text, { transform: format.transform, ...scaled });
        if (isProblem(term)) this.#anomaly(term.kind, locator, term.detail);
        terms?.push(isProblem(term) ? null : term.value);
        if (this.#content.text.isOpen) this.#content.text.push(text);
        if (this.#content.markup.isOpen) this.#content.markup.push(escapeText(text));
      });
    };
  }

  #openContinuation(attributes: TagAttributes, start: number): Close {
    const id = attributes.get('id')?.trim();
    const locator = id ?? `@${start}`;
    if (id === undefined) this.#anomaly('continuation_without_id', locator, 'a continuation has no id');
    const continuedAt = attributes.get('continuedAt')?.trim() ?? null;
    const made = { document: this.#document, locator, text: '', markup: '', continuedAt };
    if (id !== undefined && this.#set.continuations.has(id)) {
      this.#anomaly('duplicate_id', locator, `two continuations have the id ${id}; the first one holds`);
    } else if (id !== undefined) {
      this.#set.continuations.set(detached(id), made);
    }
    const form = this.#set.awaited.get(id ?? '');
    if (form !== undefined && continuedAt !== null) this.#set.awaited.set(detached(continuedAt), form);
    const { text, markup } = this.#content;
    const textAt = form === 'markup' ? null : text.open();
    const markupAt = form === 'text' ? null : markup.open();
    return () => {
      if (textAt !== null) {
        text.close(textAt, content => {
          made.text = content;
        });
      }
      if (markupAt !== null) {
        markup.close(markupAt, content => {
          made.markup = content;
        });
      }
    };
  }

  #openFootnote(attributes: TagAttributes, start: number): Close {
    const id = attributes.get('id') ?? attributes.get('footnoteID') ?? null;
    const locator = id ?? `@${start}`;
    if (id === null) this.#anomaly('footnote_without_id', locator, 'a footnote has no id');
    if (this.#language === null)
      this.#anomaly('footnote_without_language', locator, 'no language holds for a footnote');
    const footnote = { id: id === null ? null : detached(id), language: this.#language, text: '', factIds: [] };
    const continuedAt = attributes.get('continuedAt')?.trim() ?? null;
    if (continuedAt !== null) this.#set.awaited.set(continuedAt, 'markup');
    this.#set.footnotes.push({ footnote, document: this.#document, continuedAt });
    const { markup } = this.#content;
    const position = markup.open();
    return () =>
      markup.close(position, content => {
        footnote.text = this.#clean(content, locator);
      });
  }

  #addRelationship(attributes: TagAttributes, start: number): void {
    const from = references(attributes.get('fromRefs'));
    const to = references(attributes.get('toRefs'));
    if (from.length === 0 || to.length === 0) {
      this.problem('invalid_relationship', start, 'a relationship needs fromRefs and toRefs');
    }
    this.#set.relationships.push({ document: this.#document, locator: `@${start}`, from, to });
  }

  #openTuple(attributes: TagAttributes, start: number): Close | null {
    const elementId = attributes.get('id') ?? null;
    const locator = elementId ?? attributes.get('tupleID') ?? `@${start}`;
    const name = attributes.get('name')?.trim() ?? '';
    const { prefix, localName } = splitName(name);
    const namespace = this.#scope.resolve(prefix);
    if (namespace === undefined || localName === '') {
      this.#anomaly('undeclared_prefix', locator, `the prefix of tuple ${name} is not declared; it is left out`);
      return null;
    }
    const outer = this.#tuple;
    const tuple = {
      prefix: this.#set.intern(prefix),
      namespace,
      localName: this.#set.intern(localName),
      document: this.#document,
      elementId,
      start,
      end: start,
      facts: [],
      tuples: [],
    };
    const own: PendingTuple = {
      tuple,
      tupleId: attributes.get('tupleID') ?? null,
      parent: outer,
      tupleRef: attributes.get('tupleRef') ?? null,
      order: attributes.get('order') ?? null,
    };
    this.#set.tuples.push(own);
    this.#tuple = own;
    return end => {
      tuple.end = end;
      this.#tuple = outer;
    };
  }

  #reject(index: number, kind: string, locator: string, detail: string): void {
    this.#anomaly(kind, locator, `${detail}; the fact is left out`);
    if (index >= 0) this.#set.facts[index] = null;
  }

  #anomaly(kind: string, locator: string, detail: string): void {
    this.#set.anomalies.add(kind, this.#document, locator, detail);
  }
}

interface NumberRules {
  transform: ((text: string) => string | null) | null;
  scale: number;
  isNegative: boolean;
  decimalsFor: (value: string) => number | 'INF' | null;
}

export const NO_ENTITY = { scheme: '', identifier: '' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NEEDS_CLEANING = /[\x00-\x08\x0B-\x1F\uFFFE\uFFFF]/;
const ALL_CONTROL = new RegExp(CONTROL.source, 'g');
/** The elements of HTML that have no end tag. */
const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const HTML_CAPITALS =
  /^(?:A|B|BODY|BR|DIV|EM|FONT|H[1-6R]|HEAD|HTML|I|IMG|LI|META|OL|P|SPAN|STRONG|SU[BP]|TABLE|TBODY|T[DHR]|TITLE|U|UL)$/i;

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1';
}

function references(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).filter(id => id !== '');
}
