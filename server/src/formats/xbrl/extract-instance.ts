import { canonicalDecimal } from '../../kernel/exact-number.ts';
import { appendAll } from '../../kernel/lists.ts';
import { accuracyOf } from './accuracy.ts';
import { parseContext, type XbrlContext } from './contexts.ts';
import { findInconsistentDuplicates } from './duplicates.ts';
import { FootnoteLink } from './footnote-link.ts';
import { qualifiedAttribute, SCHEMA_INSTANCE, XLINK } from './qualified-attribute.ts';
import type { XbrlAnomaly, XbrlFact, XbrlFootnote, XbrlReport } from './report.ts';
import { parseUnit, type XbrlUnit } from './units.ts';
import { type XmlElement, XmlElementBuilder } from './xml-element.ts';
import { readXml, type XmlDocument, type XmlHandler, type XmlStartTag } from './xml-reader.ts';

const INSTANCE = 'http://www.xbrl.org/2003/instance';
const LINKBASE = 'http://www.xbrl.org/2003/linkbase';
const XBRL_NAMESPACES = new Set([INSTANCE, LINKBASE, XLINK, 'http://www.xbrl.org/2003/XLink']);

/** Far above any real instance; facts beyond it are counted and dropped. */
const MAX_FACTS = 5_000_000;
const MAX_TEXT = 100_000_000;
const MAX_TERM = 1_000;

/**
 * Extracts the facts of a plain instance document (XBRL 2.1): items, including those inside tuples, with their contexts
 * and units resolved, footnotes, and the URLs of its taxonomy, which is not fetched.
 *
 * Never throws for the content of the document: a fact that cannot be interpreted, such as an infinite number, is
 * dropped and reported as an anomaly.
 */
export function extractInstance(document: XmlDocument): XbrlReport {
  const reader = new InstanceReader(document.name);
  const anomalies = readXml(document, reader);
  return reader.finish(anomalies);
}

type Fraction = NonNullable<XbrlFact['fraction']>;

/** An item as written, its context and unit still unresolved ids. */
interface Item {
  prefix: string;
  namespace: string;
  localName: string;
  contextRef: string;
  unitRef: string | null;
  decimals: string | undefined;
  precision: string | undefined;
  isNil: boolean;
  language: string | null;
  id: string | null;
  text: string;
  fraction: Fraction | null;
  isInTuple: boolean;
  start: number;
  end: number;
}

class InstanceReader implements XmlHandler {
  readonly #document: string;
  readonly #items: Item[] = [];
  readonly #contexts = new Map<string, XbrlContext>();
  readonly #units = new Map<string, XbrlUnit>();
  /** Ids of invalid contexts and units: references to them are not reported again as unknown. */
  readonly #broken = new Set<string>();
  readonly #footnotes: XbrlFootnote[] = [];
  readonly #schemaRefs: string[] = [];
  readonly #linkbaseRefs: string[] = [];
  readonly #anomalies: XbrlAnomaly[] = [];
  /** Levels below the `xbrl` element; -1 outside of it. */
  #depth = -1;
  #sawInstance = false;
  #builder: XmlElementBuilder | null = null;
  #finish: (element: XmlElement) => void = () => {};
  #item: Item | null = null;
  #itemDepth = 0;
  /** The fraction term that is being read. */
  #term: keyof Fraction | null = null;
  #footnoteLink: FootnoteLink | null = null;
  #leftOut = 0;
  #textLength = 0;
  /** Numbers without decimals or precision: the first one, and how many. */
  #firstWithoutAccuracy: string | null = null;
  #withoutAccuracy = 0;

  constructor(document: string) {
    this.#document = document;
  }

  open(tag: XmlStartTag): void {
    if (this.#depth < 0) {
      if (tag.namespace !== INSTANCE || tag.localName !== 'xbrl') return;
      this.#sawInstance = true;
      this.#depth = 0;
      return;
    }
    this.#depth++;
    if (this.#builder !== null) this.#builder.open(tag);
    else if (this.#item !== null) this.#openInsideItem(tag);
    else if (this.#footnoteLink !== null) this.#build(tag, element => this.#footnoteLink?.add(element));
    else this.#openMember(tag);
  }

  text(text: string): void {
    if (this.#builder !== null) this.#builder.text(text);
    else if (this.#item !== null) this.#addText(this.#item, text);
  }

  close(end: number): void {
    if (this.#depth < 0) return;
    this.#depth--;
    if (this.#builder !== null) this.#closeBuilt();
    else if (this.#item !== null) this.#closeItem(this.#item, end);
    else if (this.#footnoteLink !== null && this.#depth === 0) this.#footnoteLink = this.#closeFootnotes();
  }

  #openMember(tag: XmlStartTag): void {
    if (tag.namespace === INSTANCE && tag.localName === 'context') {
      this.#build(tag, element => this.#addContext(element, tag.start));
    } else if (tag.namespace === INSTANCE && tag.localName === 'unit') {
      this.#build(tag, element => this.#addUnit(element, tag.start));
    } else if (tag.namespace === LINKBASE) this.#openLink(tag);
    else if (tag.attributes.has('contextRef')) this.#openItem(tag);
    else this.#checkTuple(tag);
  }

  /** Tuples must not have attributes of XBRL's own namespaces (XBRL 2.1 §4.9). */
  #checkTuple({ name, attributes, namespaceOf, start }: XmlStartTag): void {
    for (const attribute of attributes.keys()) {
      const colon = attribute.indexOf(':');
      if (colon < 0 || !XBRL_NAMESPACES.has(namespaceOf(attribute.slice(0, colon)) ?? '')) continue;
      const detail = `<${name.slice(0, 80)}> has attribute ${attribute.slice(0, 80)}`;
      this.#report('unknown_attribute', attributes.get('id')?.trim() || `@${start}`, detail);
    }
  }

  #build(tag: XmlStartTag, finish: (element: XmlElement) => void): void {
    this.#builder = new XmlElementBuilder(tag);
    this.#finish = finish;
  }

  #closeBuilt(): void {
    const element = this.#builder?.close();
    if (element === null || element === undefined) return;
    this.#builder = null;
    this.#finish(element);
  }

  #openLink(tag: XmlStartTag): void {
    if (tag.localName === 'footnoteLink') this.#footnoteLink = new FootnoteLink(this.#document, tag.start);
    const href = qualifiedAttribute(tag, XLINK, 'href');
    if (!href) return;
    if (tag.localName === 'schemaRef') this.#schemaRefs.push(href);
    if (tag.localName === 'linkbaseRef') this.#linkbaseRefs.push(href);
  }

  #closeFootnotes(): null {
    if (this.#footnoteLink === null) return null;
    const { footnotes, anomalies } = this.#footnoteLink.finish();
    appendAll(this.#footnotes, footnotes);
    appendAll(this.#anomalies, anomalies);
    return null;
  }

  #addContext(element: XmlElement, start: number): void {
    const context = parseContext(element);
    if (typeof context === 'string') this.#addBroken('invalid_context', element, start, context);
    else if (this.#contexts.has(context.id))
      this.#report('duplicate_id', context.id, 'two contexts of this id, first one used');
    else this.#contexts.set(context.id, context);
    const foreign = instanceElementInside(element);
    if (foreign !== null)
      this.#report('invalid_context', id(element) ?? `@${start}`, `<${foreign}> in a segment or scenario`);
  }

  #addUnit(element: XmlElement, start: number): void {
    const unit = parseUnit(element);
    if (typeof unit === 'string') this.#addBroken('invalid_unit', element, start, unit);
    else if (this.#units.has(unit.id)) this.#report('duplicate_id', unit.id, 'two units of this id, first one used');
    else {
      this.#units.set(unit.id, unit);
      if (unit.remark !== null) this.#report('questionable_unit', unit.id, unit.remark);
    }
  }

  #addBroken(kind: string, element: XmlElement, start: number, detail: string): void {
    const name = id(element);
    if (name !== null) this.#broken.add(name);
    this.#report(kind, name ?? `@${start}`, detail);
  }

  #openItem(tag: XmlStartTag): void {
    const { name, namespace, localName, attributes, language, start } = tag;
    const nil = qualifiedAttribute(tag, SCHEMA_INSTANCE, 'nil');
    this.#itemDepth = this.#depth;
    this.#item = {
      prefix: name.slice(0, Math.max(0, name.length - localName.length - 1)),
      namespace,
      localName,
      contextRef: attributes.get('contextRef')?.trim() ?? '',
      unitRef: attributes.get('unitRef')?.trim() ?? null,
      decimals: attributes.get('decimals'),
      precision: attributes.get('precision'),
      isNil: nil === 'true' || nil === '1',
      language,
      id: attributes.get('id')?.trim() || null,
      text: '',
      fraction: null,
      isInTuple: this.#depth > 1,
      start,
      end: start,
    };
  }

  #openInsideItem(tag: XmlStartTag): void {
    if (this.#item === null) return;
    const { localName } = tag;
    if (tag.namespace === INSTANCE && (localName === 'numerator' || localName === 'denominator')) {
      this.#item.fraction ??= { numerator: '', denominator: '' };
      this.#term = localName;
      return;
    }
    this.#report('markup_in_fact', place(this.#item), `<${tag.name.slice(0, 80)}> inside a fact; its text is kept`);
  }

  #addText(item: Item, text: string): void {
    this.#textLength += text.length;
    if (item.fraction !== null) {
      if (this.#term !== null && item.fraction[this.#term].length < MAX_TERM) item.fraction[this.#term] += text;
    } else if (this.#textLength <= MAX_TEXT || text.length < 1_000) item.text += text;
    else this.#report('text_too_long', place(item), `over ${MAX_TEXT} characters of text; this part is left out`);
  }

  #closeItem(item: Item, end: number): void {
    this.#term = null;
    if (this.#depth >= this.#itemDepth) return;
    item.end = end;
    this.#item = null;
    if (this.#items.length < MAX_FACTS) this.#items.push(item);
    else this.#leftOut++;
  }

  finish(markupAnomalies: XbrlAnomaly[]): XbrlReport {
    if (!this.#sawInstance) this.#report('not_an_instance', '@0', 'there is no xbrli:xbrl element');
    else if (this.#items.length === 0) this.#report('no_facts', '@0', 'the instance has no facts');
    if (this.#leftOut > 0)
      this.#report('too_many_facts', '', `${this.#leftOut} facts beyond ${MAX_FACTS} are left out`);
    const facts: XbrlFact[] = [];
    const comparable: XbrlFact[] = [];
    for (const item of this.#items) {
      const fact = this.#toFact(item);
      if (fact === null) continue;
      facts.push(fact);
      // A fact inside a tuple belongs to that tuple: it repeats with each of them.
      if (!item.isInTuple) comparable.push(fact);
    }
    const first = this.#firstWithoutAccuracy;
    if (first !== null)
      this.#report('no_accuracy', first, `${this.#withoutAccuracy} numbers state neither decimals nor precision`);
    return {
      facts,
      footnotes: this.#footnotesOf(facts),
      schemaRefs: this.#schemaRefs,
      linkbaseRefs: this.#linkbaseRefs,
      anomalies: [...markupAnomalies, ...this.#anomalies, ...findInconsistentDuplicates(comparable)],
    };
  }

  #footnotesOf(facts: readonly XbrlFact[]): XbrlFootnote[] {
    if (this.#footnotes.length === 0) return [];
    const ids = new Set(facts.map(fact => fact.elementId));
    for (const { id, factIds } of this.#footnotes) {
      for (const factId of factIds) {
        if (!ids.has(factId)) this.#report('footnote_without_fact', id ?? factId, `no fact has the id ${factId}`);
      }
    }
    return this.#footnotes;
  }

  #toFact(item: Item): XbrlFact | null {
    const context = this.#contextOf(item);
    if (context === null) return null;
    if (item.namespace === '') {
      this.#report('undeclared_prefix', place(item), `${item.prefix}:${item.localName} has no namespace`);
      return null;
    }
    const unit = this.#unitOf(item);
    if (unit === undefined) return null;
    const value = this.#valueOf(item);
    const fraction = this.#fractionOf(item);
    if (value === undefined || fraction === undefined) return null;
    return {
      prefix: item.prefix,
      namespace: item.namespace,
      localName: item.localName,
      contextId: context.id,
      entity: context.entity,
      periodStart: context.periodStart,
      periodEnd: context.periodEnd,
      dimensions: context.dimensions,
      unit,
      isNumeric: unit !== null,
      value,
      ...(fraction === null ? {} : { fraction }),
      decimals: this.#decimalsOf(item, value),
      language: unit === null ? item.language : null,
      target: null,
      isHidden: false,
      document: this.#document,
      elementId: item.id,
      start: item.start,
      end: item.end,
    };
  }

  #contextOf(item: Item): XbrlContext | null {
    const context = this.#contexts.get(item.contextRef);
    if (context !== undefined) return context;
    const reason = this.#broken.has(item.contextRef) ? 'is not understood' : 'does not exist';
    this.#report('unknown_context', place(item), `the context ${item.contextRef.slice(0, 80)} ${reason}`);
    return null;
  }

  /** Null for text, undefined if the item's unit does not exist. */
  #unitOf(item: Item): string | null | undefined {
    if (item.unitRef === null) return null;
    const unit = this.#units.get(item.unitRef);
    if (unit !== undefined) return unit.name;
    const reason = this.#broken.has(item.unitRef) ? 'is not understood' : 'does not exist';
    this.#report('unknown_unit', place(item), `the unit ${item.unitRef.slice(0, 80)} ${reason}`);
    return undefined;
  }

  /** Null for nil, undefined if the text is not a valid value. */
  #valueOf(item: Item): string | null | undefined {
    if (item.isNil) {
      if (item.text.trim() !== '') this.#report('nil_with_content', place(item), 'a nil fact has content; read as nil');
      return null;
    }
    if (item.fraction !== null) return null;
    if (item.unitRef === null) return item.text;
    const number = canonicalDecimal(item.text.trim());
    if (number !== null) return number;
    this.#report('not_a_number', place(item), `"${item.text.trim().slice(0, 80)}" is not a decimal number`);
    return undefined;
  }

  /** Null if the item is not a fraction, undefined if one of its terms is not a number. */
  #fractionOf({ fraction, isNil, id, start }: Item): Fraction | null | undefined {
    if (fraction === null || isNil) return null;
    const numerator = canonicalDecimal(fraction.numerator.trim());
    const denominator = canonicalDecimal(fraction.denominator.trim());
    if (numerator !== null && denominator !== null && denominator !== '0') return { numerator, denominator };
    const shown = `${fraction.numerator.trim().slice(0, 40)}/${fraction.denominator.trim().slice(0, 40)}`;
    this.#report('not_a_number', id ?? `@${start}`, `"${shown}" is not a fraction`);
    return undefined;
  }

  #decimalsOf(item: Item, value: string | null): number | 'INF' | null {
    const { decimals, precision } = item;
    if (decimals === undefined && precision === undefined) {
      const isNumber = item.unitRef !== null && !item.isNil && item.fraction === null;
      if (isNumber) {
        this.#firstWithoutAccuracy ??= place(item);
        this.#withoutAccuracy++;
      }
      return null;
    }
    const stated = `decimals "${decimals?.slice(0, 20) ?? ''}", precision "${precision?.slice(0, 20) ?? ''}"`;
    if (item.isNil) this.#report('accuracy_of_nil', place(item), `a nil fact has ${stated}`);
    else if (decimals !== undefined && precision !== undefined) this.#report('two_accuracies', place(item), stated);
    const accuracy = accuracyOf(decimals, precision, value);
    if (accuracy === undefined) this.#report('invalid_accuracy', place(item), `${stated} is not a valid accuracy`);
    return accuracy ?? null;
  }

  #report(kind: string, locator: string, detail: string): void {
    this.#anomalies.push({ kind, document: this.#document, locator, detail });
  }
}

function place(item: Item): string {
  return item.id ?? `@${item.start}`;
}

function id(element: XmlElement): string | null {
  return element.attributes.get('id')?.trim() || null;
}

/** Segments and scenarios may contain any elements except those of instances (XBRL 2.1 §4.7.3.2). */
function instanceElementInside(context: XmlElement): string | null {
  const containers = context.children
    .flatMap(child => [child, ...child.children])
    .filter(({ namespace, localName }) => namespace === INSTANCE && /^(?:segment|scenario)$/.test(localName));
  const pending = containers.flatMap(container => container.children);
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (element.namespace === INSTANCE) return element.name;
    appendAll(pending, element.children);
  }
  return null;
}
