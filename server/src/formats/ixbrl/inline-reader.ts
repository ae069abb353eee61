import { XmlElementBuilder, type XmlElementTag } from '../xbrl/xml-element.ts';
import type { TagAttributes } from './attributes.ts';
import { detached } from './capture.ts';
import { TagRewriter } from './captured-tags.ts';
import { escapeText, indexOfReference, indexOfSuspect, RangeSearch } from './character-references.ts';
import { openInline } from './inline-elements.ts';
import { type Close, XHTML } from './inline-facts.ts';
import { HOLDS_NO_MARKUP, INLINE } from './inline-rules.ts';
import type { InlineSet } from './inline-set.ts';
import { type MarkupHandler, MarkupScanner, type StartTag } from './markup-scanner.ts';
import { matchesAt } from './name-table.ts';
import { NamespaceScope, type QualifiedName } from './namespace-scope.ts';
import { ReadingPlace } from './reading-place.ts';
import { addReference, addResource } from './resources.ts';
import { TagReader } from './tag-reader.ts';

const INSTANCE = 'http://www.xbrl.org/2003/instance';
const LINKBASE = 'http://www.xbrl.org/2003/linkbase';

/** Real documents nest some dozens of levels; elements below this depth are counted but not kept. */
const MAX_DEPTH = 250_000;
/** How many levels up an end tag searches for its start tag. */
const MAX_UNCLOSED = 64;

/** An open element that changes the scope of its content or has a meaning. */
interface Frame {
  scope: NamespaceScope;
  language: string | null;
  base: string | null;
  /** Nearest enclosing inline element. */
  element: string | null;
  /** Inline elements are not part of captured markup. */
  isInline: boolean;
  close: Close | null;
}

/** Reads the inline elements of one document into its set (Inline XBRL 1.0 and 1.1). */
export class InlineReader implements MarkupHandler {
  readonly #place: ReadingPlace;
  readonly #scanner: MarkupScanner;
  readonly #tags: TagReader;
  readonly #names: string[] = [];
  readonly #frames: (Frame | null)[] = [];
  #tooDeep = 0;
  #baseAddress: string | null = null;
  /** `href` of the HTML element `base`. */
  #documentBase: string | null = null;
  #isDefaultInline = false;
  #builder: XmlElementBuilder | null = null;
  /** Names of open elements inside the context or unit, starting with itself. */
  #builderNames: string[] = [];
  #isFirstPiece = true;
  readonly #rewriter = new TagRewriter();
  readonly #references = new RangeSearch(indexOfReference);
  readonly #suspects = new RangeSearch(indexOfSuspect);

  constructor(set: InlineSet, document: string) {
    this.#place = new ReadingPlace(set, document);
    this.#scanner = new MarkupScanner(this);
    this.#tags = new TagReader(this.#place, this.#scanner);
  }

  /** Reads the next piece of the decoded document. */
  write(piece: string): void {
    if (this.#isFirstPiece && /^\s+<\?xml\s/.test(piece)) {
      this.problem('misplaced_declaration', 0, 'the XML declaration is not the first thing in the document');
    }
    this.#isFirstPiece = false;
    this.#place.mayNeedCleaning ||= NEEDS_CLEANING.some(pattern => pattern.test(piece));
    this.#scanner.write(piece);
  }

  /** Ends the document: elements that are still open were cut off. */
  end(): void {
    this.#scanner.end();
    const end = this.#scanner.base;
    if (this.#names.length > 0) this.problem('truncated', end, `${this.#names.length} elements are not closed`);
    this.#builder = null;
    while (this.#names.length > 0) this.#pop(end, false);
    if (!this.#place.hasInline) this.problem('not_inline', 0, 'the document contains no inline XBRL');
  }

  problem(kind: string, offset: number, detail: string): void {
    this.#place.problem(kind, offset, detail);
  }

  text(source: string, start: number, end: number): void {
    if (this.#builder !== null) {
      this.#builder.text(this.#tags.decode(source.slice(start, end), start));
      return;
    }
    const { text, markup } = this.#place.content;
    if (!text.isOpen && !markup.isOpen) {
      // Text that belongs to no fact: only invalid references matter.
      const isSuspect = this.#suspects.isWithin(source, this.#scanner.base, start, end);
      if (isSuspect) this.#tags.decode(source.slice(start, end), start);
      return;
    }
    if (!this.#hasReference(source, start, end)) {
      if (text.isOpen) text.take(source, this.#scanner.base, start, end);
      if (markup.isOpen) markup.take(source, this.#scanner.base, start, end);
      return;
    }
    const decoded = this.#tags.decode(source.slice(start, end), start);
    if (text.isOpen) text.push(decoded);
    if (markup.isOpen) markup.push(escapeText(decoded));
  }

  cdata(source: string, start: number, end: number): void {
    const text = source.slice(start, end);
    this.#builder?.text(text);
    if (this.#builder !== null) return;
    if (this.#place.content.text.isOpen) this.#place.content.text.push(text);
    if (this.#place.content.markup.isOpen) this.#place.content.markup.push(escapeText(text));
  }

  doctype(declaration: string): void {
    this.#tags.hasHtmlEntities = /\bDTD XHTML\b/i.test(declaration);
    if (/<!(?:ENTITY|ATTLIST)/.test(declaration)) {
      this.problem('entities_declared', this.#scanner.base, 'declared entities are neither expanded nor fetched');
    }
  }

  openTag(source: string, tag: StartTag): void {
    if (this.#builder !== null && this.#openInBuilder(this.#builder, source, tag)) return;
    if (tag.colon >= 0 || tag.hasXmlAttribute || this.#isDefaultInline) this.#openSpecial(source, tag);
    else {
      if (this.#place.content.isStrict) this.#checkMarkup(source, tag);
      this.#openPlain(source, tag, null);
    }
  }

  /** Reports an element where only text, inline elements or a header's content may be. */
  #checkMarkup(source: string, tag: StartTag): void {
    const { content, element } = this.#place;
    const name = `<${this.#tags.nameOf(source, tag)}>`;
    const number = content.numbers.at(-1)?.locator ?? content.termAt;
    if (number !== null) this.#place.anomaly('markup_in_number', number, `${name} inside a number`);
    else if (element !== null && HOLDS_NO_MARKUP.has(element))
      this.problem('misplaced_element', this.#scanner.base + tag.start, `${name} is inside ix:${element}`);
  }

  closeTag(source: string, start: number, end: number, nameEnd: number): void {
    const offset = this.#scanner.base + start;
    if (
      this.#builder !== null &&
      this.#closeInBuilder(this.#builder, this.#tags.endName(source, start, nameEnd), offset)
    )
      return;
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const name = this.#names.at(-1);
    if (name === undefined || name.length !== nameEnd - start - 2 || !matchesAt(source, start + 2, name)) {
      this.#recover(this.#tags.endName(source, start, nameEnd), offset, this.#scanner.base + end);
      return;
    }
    const { markup } = this.#place.content;
    if (markup.isOpen && this.#frames.at(-1)?.isInline !== true) markup.take(source, this.#scanner.base, start, end);
    this.#pop(this.#scanner.base + end, true);
  }

  /** Handles an end tag that does not match the innermost element: closes the elements left open, or ignores it. */
  #recover(name: string, offset: number, end: number): void {
    const lowest = Math.max(0, this.#names.length - MAX_UNCLOSED);
    let at = this.#names.length - 1;
    while (at >= lowest && this.#names[at] !== name) at--;
    if (at < lowest) {
      this.problem('stray_end_tag', offset, `</${name}> closes nothing`);
      return;
    }
    const innermost = this.#names.at(-1)?.slice(0, 80);
    this.problem('not_closed', offset, `</${name}> found where <${innermost}> is open`);
    while (this.#names.length > at + 1) this.#pop(offset, false);
    if (this.#frames.at(-1)?.isInline !== true && this.#place.content.markup.isOpen)
      this.#place.content.markup.push(`</${name}>`);
    this.#pop(end, true);
  }

  #pop(end: number, isWhole: boolean): void {
    const name = this.#names.pop();
    const frame = this.#frames.pop() ?? null;
    if (!isWhole && frame?.isInline !== true && this.#place.content.markup.isOpen)
      this.#place.content.markup.push(`</${name}>`);
    if (frame !== null) this.#leave(frame, end, isWhole);
  }

  #leave(frame: Frame, end: number, isWhole: boolean): void {
    frame.close?.(end, isWhole);
    if (this.#place.scope !== frame.scope) {
      this.#place.scope = frame.scope;
      this.#isDefaultInline = INLINE.has(this.#place.scope.resolve('') ?? '');
    }
    this.#place.language = frame.language;
    this.#baseAddress = frame.base;
    this.#place.element = frame.element;
  }

  #openPlain(source: string, tag: StartTag, frame: Frame | null): void {
    const { markup } = this.#place.content;
    if (tag.nameEnd - tag.start === 5 && source.startsWith('base', tag.start + 1)) {
      this.#documentBase = URL.parse(this.#tags.attributes(source, tag).get('href') ?? '')?.href ?? null;
    }
    if (markup.isOpen) this.#keepTag(source, tag);
    if (!tag.isEmpty) this.#push(this.#tags.nameOf(source, tag), frame);
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

  #keepTag(source: string, tag: StartTag): void {
    const { markup } = this.#place.content;
    const name = tag.isEmpty ? this.#tags.nameOf(source, tag) : '';
    const base = this.#baseAddress ?? this.#documentBase;
    const hasReference = this.#hasReference(source, tag.start, tag.end);
    const rewritten = this.#rewriter.rewrite(source, tag, name, base, hasReference);
    if (rewritten === null) markup.take(source, this.#scanner.base, tag.start, tag.end);
    else markup.push(rewritten);
  }

  #hasReference(source: string, start: number, end: number): boolean {
    return this.#references.isWithin(source, this.#scanner.base, start, end);
  }

  #openSpecial(source: string, tag: StartTag): void {
    const frame: Frame = {
      scope: this.#place.scope,
      language: this.#place.language,
      base: this.#baseAddress,
      element: this.#place.element,
      isInline: false,
      close: null,
    };
    let attributes: TagAttributes | null = null;
    if (tag.hasXmlAttribute) {
      attributes = this.#tags.attributes(source, tag);
      this.#applyXmlAttributes(attributes, tag);
    }
    const name = this.#tags.nameOf(source, tag);
    const qualified = this.#place.scope.qualify(name);
    const { prefix, localName, namespace } = qualified;
    if (namespace === undefined && prefix !== '') {
      this.problem(
        'undeclared_prefix',
        this.#scanner.base + tag.start,
        `prefix ${prefix.slice(0, 80)} is not declared`,
      );
    }
    if (namespace !== undefined && INLINE.has(namespace)) {
      frame.isInline = true;
      const start = this.#scanner.base + tag.start;
      this.#place.isInHead = this.#names[1] === 'head';
      frame.close = openInline(
        this.#place,
        localName,
        attributes ?? this.#tags.attributes(source, tag),
        start,
        tag.isEmpty,
      );
      if (tag.isEmpty) this.#leave(frame, this.#scanner.base + tag.end, true);
      else {
        this.#place.element = localName;
        this.#push(name, frame);
      }
      return;
    }
    if (namespace === XHTML && attributes?.get('xml:base') !== undefined)
      this.problem(
        'misplaced_base',
        this.#scanner.base + tag.start,
        `<${name}> has xml:base; XHTML has no such attribute`,
      );
    if (namespace === INSTANCE && (localName === 'context' || localName === 'unit')) {
      const element = this.#elementTag(name, qualified, attributes ?? this.#tags.attributes(source, tag));
      this.#beginBuilder(element, tag, frame);
      return;
    }
    if (namespace === LINKBASE) {
      const own = attributes ?? this.#tags.attributes(source, tag);
      addReference(this.#place, localName, own, this.#scanner.base + tag.start);
    } else if (this.#place.content.isStrict) this.#checkMarkup(source, tag);
    if (namespace?.includes('inlineXBRL') === true) {
      this.problem(
        'unknown_inline_version',
        this.#scanner.base + tag.start,
        `namespace ${namespace} is not a known version of inline XBRL`,
      );
    }
    this.#openPlain(source, tag, tag.hasXmlAttribute ? frame : null);
  }

  #applyXmlAttributes(attributes: TagAttributes, tag: StartTag): void {
    const declared = new Map<string, string>();
    for (let at = 0; at < attributes.size; at++) {
      const name = attributes.nameAt(at);
      const value = attributes.valueAt(at);
      if (name === 'xmlns') declared.set('', this.#place.set.intern(value.trim()));
      else if (name.startsWith('xmlns:')) declared.set(detached(name.slice(6)), this.#place.set.intern(value.trim()));
      else if (name === 'xml:lang') this.#place.language = value === '' ? null : this.#place.set.intern(value);
      else if (name === 'xml:base')
        this.#baseAddress = URL.parse(value, this.#baseAddress ?? this.#documentBase ?? undefined)?.href ?? null;
    }
    if (declared.size === 0) return;
    if (this.#place.scope.isDeep) {
      this.problem(
        'namespaces_nested_too_deep',
        this.#scanner.base + tag.start,
        'namespaces declared this deep are not read',
      );
      return;
    }
    this.#place.scope = new NamespaceScope(declared, this.#place.scope);
    this.#isDefaultInline = INLINE.has(this.#place.scope.resolve('') ?? '');
  }

  #beginBuilder(element: XmlElementTag, tag: StartTag, frame: Frame): void {
    const { name } = element;
    const builder = new XmlElementBuilder(element);
    this.#builder = builder;
    this.#builderNames = [name];
    frame.isInline = true;
    this.#push(name, frame);
    if (tag.isEmpty) this.#closeInBuilder(builder, name, this.#scanner.base + tag.start);
  }

  #elementTag(name: string, { localName, namespace }: QualifiedName, attributes: TagAttributes): XmlElementTag {
    const namespaceOf = this.#place.scope.resolver;
    return { name, namespace: namespace ?? '', localName, attributes, namespaceOf };
  }

  /** Handles a tag inside a context or unit; false if it shows that the end tag of that is missing. */
  #openInBuilder(builder: XmlElementBuilder, source: string, tag: StartTag): boolean {
    const name = this.#tags.nameOf(source, tag);
    let qualified = this.#place.scope.qualify(name);
    const { localName, namespace } = qualified;
    const isNext = namespace === INSTANCE && (localName === 'context' || localName === 'unit');
    if (isNext || (namespace !== undefined && INLINE.has(namespace))) {
      this.#abandonBuilder(this.#scanner.base + tag.start);
      return false;
    }
    const attributes = this.#tags.attributes(source, tag);
    const outer = this.#place.scope;
    if (tag.hasXmlAttribute) {
      this.#applyXmlAttributes(attributes, tag);
      qualified = this.#place.scope.qualify(name);
    }
    builder.open(this.#elementTag(name, qualified, attributes));
    // Declarations inside a context apply until its end: prefixes are never redeclared there.
    if (!tag.isEmpty) {
      this.#builderNames.push(name);
      return true;
    }
    builder.close();
    this.#place.scope = outer;
    return true;
  }

  #abandonBuilder(offset: number): void {
    this.problem('not_closed', offset, `the end tag of ${this.#builderNames[0]} is missing; it is left out`);
    this.#builder = null;
    this.#pop(offset, false);
  }

  /** Handles an end tag inside a context or unit; false if it belongs to an enclosing element. */
  #closeInBuilder(builder: XmlElementBuilder, name: string, offset: number): boolean {
    if (this.#builderNames.at(-1) !== name && !this.#builderNames.slice(-MAX_UNCLOSED).includes(name)) {
      this.#abandonBuilder(offset);
      return false;
    }
    let element = null;
    for (let closed: string | undefined; closed !== name; ) {
      closed = this.#builderNames.pop();
      if (closed !== name) this.problem('not_closed', offset, `</${name}> found where <${closed}> is open`);
      element = builder.close();
    }
    if (element === null) return true;
    this.#builder = null;
    this.#pop(offset, true);
    addResource(this.#place, element, offset, builder.isCut);
    return true;
  }
}

/** V8 searches for up to sixteen characters at once, and for more one by one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NEEDS_CLEANING = [/[\x00-\x08\x0B-\x0F\uFFFE\uFFFF]/, /[\x10-\x1F]/];
