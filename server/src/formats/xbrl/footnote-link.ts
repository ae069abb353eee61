import { addToList } from '../../kernel/lists.ts';
import { decodeFragment } from './parse-linkbase.ts';
import { qualifiedAttribute, XLINK } from './qualified-attribute.ts';
import type { XbrlAnomaly, XbrlFootnote } from './report.ts';
import type { XmlElement } from './xml-element.ts';

/** Labels are shared, so a small document can connect everything to everything. */
const MAX_TIES = 200_000;

/** Collects the members of a `link:footnoteLink` (XBRL 2.1 §4.11) and connects each footnote to its facts. */
export class FootnoteLink {
  readonly #document: string;
  readonly #start: number;
  /** Fact ids by locator label; several locators may share a label. */
  readonly #locators = new Map<string, string[]>();
  readonly #footnotes = new Map<string, XbrlFootnote[]>();
  readonly #arcs = new Map<string, { from: string; to: string }>();
  #ties = 0;
  readonly #anomalies: XbrlAnomaly[] = [];

  constructor(document: string, start: number) {
    this.#document = document;
    this.#start = start;
  }

  add(element: XmlElement): void {
    const type = qualifiedAttribute(element, XLINK, 'type');
    if (type === 'locator') this.#addLocator(element);
    else if (type === 'resource') this.#addFootnote(element);
    else if (type === 'arc') this.#addArc(element);
  }

  #addLocator(element: XmlElement): void {
    const href = qualifiedAttribute(element, XLINK, 'href') ?? '';
    const label = qualifiedAttribute(element, XLINK, 'label') ?? '';
    if (!href.startsWith('#') || href.length === 1) {
      this.#report('footnote_locator', label, `"${href.slice(0, 120)}" is not a fact of this document`);
      return;
    }
    addToList(this.#locators, label, decodeFragment(href.slice(1)));
  }

  #addFootnote(element: XmlElement): void {
    const { attributes, text } = element;
    const label = qualifiedAttribute(element, XLINK, 'label') ?? '';
    const language = attributes.get('xml:lang')?.trim() || null;
    if (language === null) this.#report('footnote_language', label, 'the footnote has no xml:lang');
    const id = attributes.get('id')?.trim() || null;
    addToList(this.#footnotes, label, { id, language, text, factIds: [] });
  }

  #addArc(element: XmlElement): void {
    if (element.attributes.get('use') === 'prohibited') return;
    const from = qualifiedAttribute(element, XLINK, 'from') ?? '';
    const to = qualifiedAttribute(element, XLINK, 'to') ?? '';
    this.#arcs.set(`${from}\n${to}`, { from, to });
  }

  finish(): { footnotes: XbrlFootnote[]; anomalies: XbrlAnomaly[] } {
    for (const { from, to } of this.#arcs.values()) this.#follow(from, to);
    const footnotes = [...this.#footnotes.values()].flat().filter(footnote => footnote.factIds.length > 0);
    return { footnotes, anomalies: this.#anomalies };
  }

  #follow(from: string, to: string): void {
    const [facts, footnotes] = [this.#locators.get(from), this.#footnotes.get(to)];
    if (facts === undefined) this.#report('footnote_arc', from, `no locator has the label ${from.slice(0, 80)}`);
    else if (footnotes === undefined) this.#report('footnote_arc', to, `no footnote has the label ${to.slice(0, 80)}`);
    else for (const footnote of footnotes) this.#tie(footnote, facts, from);
  }

  #tie(footnote: XbrlFootnote, facts: readonly string[], from: string): void {
    if (this.#ties > MAX_TIES) return;
    this.#ties += facts.length;
    if (this.#ties > MAX_TIES) {
      this.#report('too_many_footnotes', from, `facts have over ${MAX_TIES} footnotes; the rest is left out`);
      return;
    }
    const known = new Set(footnote.factIds);
    for (const fact of facts) known.add(fact);
    footnote.factIds = [...known];
  }

  #report(kind: string, locator: string, detail: string): void {
    this.#anomalies.push({ kind, document: this.#document, locator: locator || `@${this.#start}`, detail });
  }
}
