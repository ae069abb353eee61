import { Tokenizer } from 'htmlparser2';
import { firstEndingAfter } from './blocks-between.ts';
import { type Attributes, DocumentBuilder } from './document-builder.ts';
import { decodeEntities } from './fold-text.ts';
import { type Tag, tagOf } from './html-tags.ts';
import { mergePageFurniture } from './page-furniture.ts';
import type { Block, TaggedElement, TextDocument } from './text-document.ts';

/** Attributes that change the visible text; all others are skipped unread. */
const READ_ATTRIBUTES: ReadonlySet<string> = new Set<keyof Attributes>([
  'style',
  'id',
  'name',
  'href',
  'align',
  'colspan',
  'rowspan',
  'hidden',
]);
const MAX_ATTRIBUTE_CHARS = 8_192;
const MAX_NAME_CHARS = 64;

type TokenHandlers = ConstructorParameters<typeof Tokenizer>[1];

/**
 * Parses an HTML or XHTML document into the blocks that a reader sees: entities decoded, white space collapsed, hidden
 * parts left out, layout tables replaced by their paragraphs, page numbers and running headers merged into page breaks.
 *
 * Accepts any text, never throws, and runs in linear time; limits that were reached are listed in `warnings`.
 */
export function parseHtml(source: string): TextDocument {
  const builder = new DocumentBuilder(source);
  const tagged = new TaggedElements();
  for (const { from, to } of seenParts(source)) tokenize(source, { from, to }, builder, tagged);
  const { blocks, rules, anchors, warnings } = builder.finish();
  const merged = mergePageFurniture(blocks, rules);
  return {
    kind: 'html',
    source,
    blocks: merged,
    anchors: placeAnchors(anchors, merged),
    tagged: tagged.list(),
    warnings,
  };
}

/** The header of an inline XBRL document is never visible and may be most of its bytes, so it is not even tokenised. */
function seenParts(source: string): { from: number; to: number }[] {
  const whole = [{ from: 0, to: source.length }];
  const opening = source.indexOf('<ix:header');
  if (opening < 0) return whole;
  const closing = source.indexOf('</ix:header>', opening);
  if (closing < 0) return whole;
  return [
    { from: 0, to: opening },
    { from: closing + '</ix:header>'.length, to: source.length },
  ];
}

function tokenize(
  source: string,
  { from, to }: { from: number; to: number },
  builder: DocumentBuilder,
  tagged: TaggedElements,
): void {
  const handlers = new HtmlTokens(source, from, builder, tagged);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false, recognizeSelfClosing: true }, handlers);
  tokenizer.write(from === 0 && to === source.length ? source : source.slice(from, to));
  tokenizer.end();
}

/** Collects tokens into elements with their relevant attributes and passes them to the builder. */
class HtmlTokens implements TokenHandlers {
  readonly #source: string;
  readonly #base: number;
  readonly #builder: DocumentBuilder;
  readonly #tagged: TaggedElements;
  #tag: Tag = tagOf('');
  #tagStart = 0;
  #attribute = '';
  #valueStart = 0;
  #valueEnd = 0;
  #attributes: Attributes | null = null;

  constructor(source: string, base: number, builder: DocumentBuilder, tagged: TaggedElements) {
    this.#source = source;
    this.#base = base;
    this.#builder = builder;
    this.#tagged = tagged;
  }

  onopentagname(start: number, end: number): void {
    this.#tagStart = this.#base + start - 1;
    this.#tag = tagOf(this.#slice(start, Math.min(end, start + MAX_NAME_CHARS)));
    this.#attributes = null;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = end - start > 8 ? '' : this.#slice(start, end).toLowerCase();
    this.#valueStart = -1;
  }

  onattribdata(start: number, end: number): void {
    if (this.#valueStart < 0) this.#valueStart = start;
    this.#valueEnd = end;
  }

  onattribend(): void {
    const name = this.#attribute;
    if (!isReadAttribute(name)) return;
    this.#attributes ??= {};
    if (this.#attributes[name] !== undefined) return;
    const isRead = this.#valueStart >= 0 && this.#valueEnd - this.#valueStart <= MAX_ATTRIBUTE_CHARS;
    this.#attributes[name] = isRead ? this.#slice(this.#valueStart, this.#valueEnd) : '';
  }

  onopentagend(end: number): void {
    this.#builder.open(this.#tag, this.#attributes, this.#tagStart, this.#base + end + 1);
    this.#tagged.open(this.#tag, this.#attributes?.id, this.#tagStart);
  }

  onselfclosingtag(end: number): void {
    this.#builder.open(this.#tag, this.#attributes, this.#tagStart, this.#base + end + 1);
    if (!this.#tag.isVoid) this.#builder.close(this.#tag);
  }

  onclosetag(start: number, end: number): void {
    const tag = tagOf(this.#slice(start, Math.min(end, start + MAX_NAME_CHARS)));
    this.#builder.close(tag);
    this.#tagged.close(tag, this.#base + end + 1);
  }

  /**
   * The tokenizer reports an end tag that is cut off at the end of the document as text without a start; it is dropped.
   */
  ontext(start: number, end: number): void {
    if (start >= 0) this.#builder.text(this.#base + start, this.#base + end);
  }

  oncomment(start: number, end: number): void {
    if (end - start < 64 && /page\s*-?break/i.test(this.#slice(start, end)))
      this.#builder.pageBreak(this.#base + start);
  }

  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onattribentity(): void {}
  ontextentity(): void {}
  onend(): void {}

  #slice(start: number, end: number): string {
    return this.#source.slice(this.#base + start, this.#base + end);
  }
}

function isReadAttribute(name: string): name is keyof Attributes {
  return READ_ATTRIBUTES.has(name);
}

/** An anchor is placed at its enclosing block, otherwise at the next one. */
function placeAnchors(offsets: ReadonlyMap<string, number>, blocks: Block[]): Map<string, number> {
  const anchors = new Map<string, number>();
  for (const [id, offset] of offsets) anchors.set(id, firstEndingAfter(blocks, offset));
  return anchors;
}

/** Maximum number of open elements: deeper nesting does not occur for facts. */
const DEEPEST = 32;

/** Records where a document tags its words as facts (inline XBRL) while elements open and close. */
class TaggedElements {
  readonly #open: { name: string; elementId: string; start: number }[] = [];
  readonly #closed: TaggedElement[] = [];

  open(tag: Tag, id: string | undefined, start: number): void {
    if (!isFact(tag) || this.#open.length >= DEEPEST) return;
    this.#open.push({
      name: tag.name,
      elementId: id === undefined || id === '' ? `@${start}` : decodeEntities(id),
      start,
    });
  }

  close(tag: Tag, end: number): void {
    if (!isFact(tag)) return;
    const last = this.#open.at(-1);
    if (last?.name !== tag.name) return;
    this.#open.pop();
    this.#closed.push({ elementId: last.elementId, start: last.start, end });
  }

  /** In document order, outer before inner. */
  list(): TaggedElement[] {
    return this.#closed.sort((a, b) => a.start - b.start || b.end - a.end);
  }
}

function isFact({ name }: Tag): boolean {
  return name === 'ix:nonfraction' || name === 'ix:nonnumeric' || name === 'ix:fraction';
}
