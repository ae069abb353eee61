/** Events of {@link MarkupScanner}. Positions are indexes into `source` and valid only during the call. */
export interface MarkupHandler {
  /** Character data with undecoded references; one run of text may come in several pieces. */
  text(source: string, start: number, end: number): void;
  /** Content of a CDATA section, possibly in several pieces. */
  cdata(source: string, start: number, end: number): void;
  openTag(source: string, tag: StartTag): void;
  closeTag(source: string, start: number, end: number, nameEnd: number): void;
  doctype(declaration: string): void;
  /** A violation of well-formedness; `offset` counts from the start of the document. */
  problem(kind: string, offset: number, detail: string): void;
}

/** A single object, reused for every tag. */
export interface StartTag {
  /** Position of `<`. */
  start: number;
  /** Position after `>`. */
  end: number;
  nameEnd: number;
  /** Position of the first colon in the name; -1 if there is none. */
  colon: number;
  isEmpty: boolean;
  /** Whether an attribute name starts with `xml`: a namespace, a language or a base. */
  hasXmlAttribute: boolean;
}

const TERMINATORS = { comment: '-->', instruction: '?>', cdata: ']]>', overlong: '>' } as const;

/** A tag may contain an image of several megabytes as a data URL. */
const MAX_TAG = 16 * 1024 * 1024;
const MAX_REFERENCE = 40;

const LT = 60;
const GT = 62;
const SLASH = 47;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const COLON = 58;
const SMALL_X = 120;

/**
 * Finds tags and text in a document that arrives in pieces (XML 1.0 without a DTD: expands and fetches nothing). Scans
 * each tag once, for its name and end only; handlers parse what they need. Unfinished tags are held back until the next
 * piece, up to {@link MAX_TAG} characters; longer ones are skipped and reported.
 */
export class MarkupScanner {
  /** Offset in the document of the `source` that the handler receives. */
  base = 0;
  readonly #handler: MarkupHandler;
  readonly #tag: StartTag = { start: 0, end: 0, nameEnd: 0, colon: -1, isEmpty: false, hasXmlAttribute: false };
  #pieces: string[] = [];
  #length = 0;
  /** Length below which a new scan finds nothing new. */
  #needed = 0;
  #inside: keyof typeof TERMINATORS | null = null;

  constructor(handler: MarkupHandler) {
    this.#handler = handler;
  }

  write(chunk: string): void {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    if (this.#length >= this.#needed) this.#scanPieces(false);
  }

  end(): void {
    this.#scanPieces(true);
  }

  #scanPieces(isFinal: boolean): void {
    const source = this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join('');
    const consumed = this.#scan(source, isFinal);
    const rest = source.slice(consumed);
    this.base += consumed;
    this.#pieces = rest === '' ? [] : [rest];
    this.#length = rest.length;
    // Held-back text is scanned again only after it has doubled, so that a long tag is not scanned over and over.
    this.#needed = rest.length * 2;
    if (rest.length <= MAX_TAG) return;
    this.#handler.problem('tag_too_long', this.base, `a tag of more than ${MAX_TAG} characters is skipped`);
    this.#inside = 'overlong';
    this.base += rest.length;
    this.#pieces = [];
    this.#length = 0;
    this.#needed = 0;
  }

  /** Index up to which everything is handled; the rest needs more text. */
  #scan(source: string, isFinal: boolean): number {
    let at = 0;
    while (at < source.length) {
      if (this.#inside !== null) {
        const end = this.#skip(source, at, this.#inside, isFinal);
        if (this.#inside !== null) return end;
        at = end;
        continue;
      }
      const open = source.charCodeAt(at) === LT ? at : source.indexOf('<', at);
      if (open < 0) return this.#lastText(source, at, isFinal);
      if (open > at) this.#handler.text(source, at, open);
      const next = this.#markup(source, open);
      if (next === UNFINISHED) return isFinal ? this.#cutOff(source, open) : open;
      at = next;
    }
    if (isFinal && this.#inside !== null) {
      this.#handler.problem('truncated', this.base + at, `the document ends inside a ${this.#inside}`);
    }
    return at;
  }

  #lastText(source: string, start: number, isFinal: boolean): number {
    const ampersand = isFinal ? -1 : source.lastIndexOf('&');
    const mayGoOn = ampersand >= start && source.length - ampersand < MAX_REFERENCE;
    const end = mayGoOn ? ampersand : source.length;
    if (end > start) this.#handler.text(source, start, end);
    return end;
  }

  #cutOff(source: string, start: number): number {
    this.#handler.problem('truncated', this.base + start, 'the document ends inside a tag');
    return source.length;
  }

  /** Continues after the markup that starts at `<`; {@link UNFINISHED} if its end is not in `source`. */
  #markup(source: string, start: number): number {
    const code = source.charCodeAt(start + 1);
    if (code === SLASH) return this.#closeTag(source, start);
    if (code === 33) return this.#declaration(source, start);
    if (code === 63) {
      this.#inside = 'instruction';
      return start + 2;
    }
    if (isNameStart(code)) return this.#openTag(source, start);
    if (start + 1 >= source.length) return UNFINISHED;
    this.#handler.problem('bare_less_than', this.base + start, 'a < that begins no tag is read as text');
    this.#handler.text(source, start, start + 1);
    return start + 1;
  }

  #openTag(source: string, start: number): number {
    const { length } = source;
    const tag = this.#tag;
    let colon = -1;
    let at = start + 1;
    let code = 0;
    for (; at < length; at++) {
      code = source.charCodeAt(at);
      if (code <= 32 || code === GT || code === SLASH || code === LT) break;
      if (code === COLON && colon < 0) colon = at;
    }
    tag.nameEnd = at;
    let hasXmlAttribute = false;
    while (at < length) {
      code = source.charCodeAt(at);
      if (code === GT || code === LT) break;
      if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        at = source.indexOf(code === DOUBLE_QUOTE ? '"' : "'", at + 1);
        if (at < 0) return UNFINISHED;
      } else if (code === SMALL_X && source.charCodeAt(at - 1) <= 32 && source.startsWith('xml', at)) {
        hasXmlAttribute = true;
      }
      at++;
    }
    if (at >= length) return UNFINISHED;
    if (code === LT) {
      this.#handler.problem('tag_not_closed', this.base + start, 'a tag begins inside another one');
    } else {
      at++;
    }
    tag.start = start;
    tag.end = at;
    tag.colon = colon;
    tag.isEmpty = code === GT && source.charCodeAt(at - 2) === SLASH;
    tag.hasXmlAttribute = hasXmlAttribute;
    this.#handler.openTag(source, tag);
    return at;
  }

  #closeTag(source: string, start: number): number {
    const close = source.indexOf('>', start + 2);
    if (close < 0) return UNFINISHED;
    let nameEnd = close;
    while (nameEnd > start + 2 && source.charCodeAt(nameEnd - 1) <= 32) nameEnd--;
    this.#handler.closeTag(source, start, close + 1, nameEnd);
    return close + 1;
  }

  #declaration(source: string, start: number): number {
    if (source.startsWith('<!--', start)) {
      this.#inside = 'comment';
      return start + 4;
    }
    if (source.startsWith('<![CDATA[', start)) {
      this.#inside = 'cdata';
      return start + 9;
    }
    if (source.length - start < 9) return UNFINISHED;
    return this.#doctype(source, start);
  }

  /** A document type declaration with its internal subset, whose declarations are ignored. */
  #doctype(source: string, start: number): number {
    let depth = 0;
    for (let at = start + 2; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        at = source.indexOf(code === DOUBLE_QUOTE ? '"' : "'", at + 1);
        if (at < 0) return UNFINISHED;
      } else if (code === LT) {
        depth++;
      } else if (code === GT && depth-- === 0) {
        this.#handler.doctype(source.slice(start, at + 1));
        return at + 1;
      }
    }
    return UNFINISHED;
  }

  /** Continues to the end of a comment, processing instruction or CDATA section, or to the end of `source`. */
  #skip(source: string, start: number, inside: keyof typeof TERMINATORS, isFinal: boolean): number {
    const terminator = TERMINATORS[inside];
    const found = source.indexOf(terminator, start);
    const end = found >= 0 ? found : isFinal ? source.length : Math.max(start, source.length - terminator.length + 1);
    if (inside === 'cdata' && end > start) this.#handler.cdata(source, start, end);
    if (found >= 0) this.#inside = null;
    else if (isFinal) this.#handler.problem('truncated', this.base + end, `the document ends inside a ${inside}`);
    return found >= 0 ? found + terminator.length : end;
  }
}

const UNFINISHED = -1;

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === COLON || code >= 0x80;
}
