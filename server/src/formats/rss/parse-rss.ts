import { readXml, type XmlStartTag } from '../xbrl/xml-reader.ts';

/** An element of an item without child elements. */
export interface RssElement {
  /** Qualified name as written: `title`, `dc:contributor`. */
  name: string;
  /** The `domain` attribute of a category; null if absent. */
  domain: string | null;
  /** Text with entities decoded and trimmed; escaped markup stays in it. */
  text: string;
}

export interface RssItem {
  /** Position in its channel, counted from 1. */
  position: number;
  elements: RssElement[];
}

/** A channel of RSS 2.0 as written. */
export interface RssChannel {
  /** Null if the document is not RSS. */
  title: string | null;
  description: string | null;
  /** `href` of its self link (Atom's `link rel="self"`); null if absent. */
  self: string | null;
  items: RssItem[];
  /** Number of items beyond {@link MAX_ITEMS}, which are not read. */
  unread: number;
  /** What is wrong with the markup: a kind (`not_well_formed`, `truncated`, `document_type` …) and a sentence. */
  faults: { kind: string; locator: string; detail: string }[];
}

/** Press wires publish 20 to 100 items at a time. */
export const MAX_ITEMS = 1_000;
const MAX_ELEMENTS = 200;
const MAX_CHARS = 100_000;

/**
 * Parses a channel of RSS 2.0 (https://www.rssboard.org/rss-specification) in linear time and bounded memory. Of
 * damaged markup, keeps what precedes the damage and drops an incomplete item. Resolves only the predefined entities of
 * XML and fetches nothing.
 */
export function parseRss(source: string): RssChannel {
  const reader = new ChannelReader(source);
  const faults = readXml({ name: '', source }, reader);
  return reader.channel(faults.map(({ kind, locator, detail }) => ({ kind, locator, detail })));
}

/** The non-empty texts of an item's elements with a name. */
export function textsOf(item: RssItem, name: string): string[] {
  return item.elements.flatMap(element => (element.name === name && element.text !== '' ? [element.text] : []));
}

/** Element depths: `rss` is the first, `channel` the second. */
const IN_CHANNEL = 3;
const IN_ITEM = 4;

class ChannelReader {
  readonly #source: string;
  readonly #open: string[] = [];
  readonly #items: RssItem[] = [];
  readonly #ofChannel = new Map<string, string>();
  #item: RssItem | null = null;
  #count = 0;
  #domain: string | null = null;
  #text = '';
  #self: string | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  open({ name, attributes }: XmlStartTag): void {
    this.#open.push(name);
    // Unescaped markup inside an element belongs to its text.
    if (this.#open.length > IN_ITEM) return;
    this.#text = '';
    if (!this.#isInChannel()) return;
    this.#domain = attributes.get('domain')?.trim() ?? null;
    if (this.#open.length !== IN_CHANNEL) return;
    if (name === 'item') this.#item = { position: ++this.#count, elements: [] };
    if (attributes.get('rel') === 'self') this.#self ??= attributes.get('href')?.trim() ?? null;
  }

  text(text: string): void {
    if (this.#text.length + text.length <= MAX_CHARS) this.#text += text;
  }

  close(end: number): void {
    const depth = this.#open.length;
    if (this.#isInChannel() && depth === IN_ITEM) this.#closeInItem();
    if (this.#isInChannel() && depth === IN_CHANNEL) this.#closeInChannel(end);
    this.#open.pop();
  }

  channel(faults: RssChannel['faults']): RssChannel {
    return {
      title: this.#ofChannel.get('title') ?? null,
      description: this.#ofChannel.get('description') ?? null,
      self: this.#self,
      items: this.#items,
      unread: Math.max(0, this.#count - MAX_ITEMS),
      faults,
    };
  }

  #isInChannel(): boolean {
    return this.#open[0] === 'rss' && this.#open[1] === 'channel';
  }

  #closeInItem(): void {
    const name = this.#open[IN_ITEM - 1] ?? '';
    const elements = this.#item?.elements ?? [];
    if (elements.length < MAX_ELEMENTS) elements.push({ name, domain: this.#domain, text: this.#text.trim() });
    this.#text = '';
  }

  #closeInChannel(end: number): void {
    const name = this.#open[IN_CHANNEL - 1] ?? '';
    if (name !== 'item') {
      if (!this.#ofChannel.has(name) && this.#ofChannel.size < MAX_ELEMENTS)
        this.#ofChannel.set(name, this.#text.trim());
      return;
    }
    const isCutOff = end >= this.#source.length && !this.#source.trimEnd().endsWith('</item>');
    if (this.#item !== null && !isCutOff && this.#items.length < MAX_ITEMS) this.#items.push(this.#item);
    this.#item = null;
  }
}
