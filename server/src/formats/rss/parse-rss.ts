import { type Instant, parseDay, toInstant } from '../../kernel/dates.ts';
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Time zones of RFC 822 §5.1, in minutes ahead of UTC; military letters carry no information (RFC 5322 §4.3). */
const ZONES: Readonly<Record<string, number>> = {
  GMT: 0,
  UT: 0,
  UTC: 0,
  Z: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

const DATE =
  /^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+([A-Za-z]{1,3}|[+-]\d{2}:?\d{2})$/;

/** Dates before 1970 or in the year 9999 are placeholders. */
const END_MS = Date.UTC(9999, 0, 1);

/**
 * The instant of an RSS 2.0 date (RFC 822 with a four-digit year, seconds optional). Null for any other text, and for a
 * date without a zone or with an undefined one.
 */
export function parseRssDate(text: string): Instant | null {
  const match = DATE.exec(text.trim());
  if (match === null) return null;
  const [, day = '', monthName = '', year = '', hour = '', minute = '', second = '00', zone = ''] = match;
  const month = String(MONTHS.indexOf(monthName.toLowerCase()) + 1).padStart(2, '0');
  const date = `${year}-${month}-${day.padStart(2, '0')}`;
  const ahead = minutesAhead(zone);
  if (parseDay(date) === null || ahead === null) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const wallMs = Date.parse(`${date}T${hour.padStart(2, '0')}:${minute}:${second}Z`);
  const epochMs = wallMs - ahead * 60_000;
  return epochMs < 0 || epochMs >= END_MS ? null : toInstant(epochMs);
}

function minutesAhead(zone: string): number | null {
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (offset === null) return ZONES[zone.toUpperCase()] ?? null;
  const [, sign, hours, minutes] = offset;
  const ahead = Number(hours) * 60 + Number(minutes);
  if (ahead > 14 * 60 || Number(minutes) > 59) return null;
  return sign === '-' ? -ahead : ahead;
}
