import { decodeHTML } from 'entities';
import { decodeText } from './decode-text.ts';
import { parseHeader } from './parse-header.ts';
import type { SubmissionPart } from './submission.ts';
import {
  afterLine,
  beginsFile,
  isBlank,
  LINE_FEED,
  LOOKED_AT_BYTES,
  lineLength,
  mayBeTag,
  withoutMailDashes,
} from './submission-bytes.ts';
import { unwrapDocument } from './unwrap-document.ts';

const CARRIAGE_RETURN = 0x0d;
const SMALL_B = 0x62;
const SMALL_E = 0x65;
/** Look-ahead at a line start for a tag, the end of its line, and the next tag. */
const TAG_BYTES = 80;
/** Maximum length of a line in the header or a document's head; longer lines are split. */
const MAX_LINE_BYTES = 64 << 10;
const MAX_HEADER_LINES = 200_000;
const MAX_HEADER_BYTES = 16 << 20;
const MAX_DOCUMENTS = 20_000;
const MAX_ANOMALIES = 500;

/** Lines that close a submission. */
const CLOSING = /^(?:<\/(?:SEC-DOCUMENT|IMS-DOCUMENT|SUBMISSION)>|-----END PRIVACY-ENHANCED MESSAGE-----)\s*$/;
const OPENS_DOCUMENT = /^<DOCUMENT>[ \t]*[\r\n]\s*<TYPE>/;
const ENDS_DOCUMENT = /^<\/TEXT>[ \t]*[\r\n]\s*<\/?DOCUMENT>/;
const HEADER_STARTS =
  /^\s*(?:<(?:SEC-DOCUMENT|IMS-DOCUMENT|SEC-HEADER|IMS-HEADER|SUBMISSION|ACCEPTANCE-DATETIME|ACCESSION-NUMBER)>|ACCESSION NUMBER:)/;

type State = 'before' | 'header' | 'between' | 'head' | 'body' | 'over';

/** Tags before the text of a document. */
interface Head {
  type: string;
  sequence: number | null;
  fileName: string | null;
  description: string | null;
}

/** A possible end of a document: tags that may be part of the text, depending on what follows. */
interface LikelyEnd {
  /** Bytes of the document's text before it. */
  at: number;
  hasText: boolean;
  hasDocument: boolean;
}

/**
 * Reads a whole submission. A tag counts only at the start of a line and outside uuencoded data; a document ends where
 * its closing tags are followed by another document or the end of the submission. Some feeds lack line feeds between
 * tags: if `<TEXT>` occurs in the middle of a line, `</TEXT>` may too.
 */
export class SubmissionReader {
  #state: State = 'before';
  readonly #parts: SubmissionPart[] = [];
  #anomalies = 0;
  #documents = 0;
  #offset = 0;

  #headerLines: string[] = [];
  #headerBytes = 0;
  #hasHeader = false;
  /** In a mail wrapper, lines of text that start with a dash are escaped with another (RFC 1421, 4.4). */
  #isMailed = false;
  #isTextBefore = false;
  #lineEnd = LINE_FEED;

  #head: Head = emptyHead();
  #body: Buffer = Buffer.alloc(0);
  #isEncoded = false;
  #isRunTogether = false;
  #likelyEnd: LikelyEnd | null = null;

  /** Yields the parts of the submission in document order. */
  read(data: Buffer): SubmissionPart[] {
    let at = 0;
    while (at < data.length && this.#state !== 'over') {
      at = this.#state === 'body' ? this.#readBody(data, at) : this.#readLine(data, at);
      this.#offset = at;
    }
    this.#end();
    return this.#parts;
  }

  /** Handles a line outside a document's text; returns the offset to continue at. */
  #readLine(data: Buffer, at: number): number {
    const lineFeed = this.#lineEndIn(data, at);
    const isCut = lineFeed < 0 && data.length - at > MAX_LINE_BYTES;
    const end = isCut ? at + MAX_LINE_BYTES : lineFeed < 0 ? data.length : lineFeed;
    const next = isCut || lineFeed < 0 ? end : lineFeed + 1;
    const taken = this.#takeLine(data.toString('latin1', at, end).replace(/\r$/, ''));
    // Text that starts in the middle of a line: the rest of the tag's line belongs to it.
    return taken === null ? next : at + taken;
  }

  /** A line ends with a line feed, in some feeds with a carriage return only; -1 if the submission ends inside it. */
  #lineEndIn(data: Buffer, at: number): number {
    const window = data.subarray(at, at + MAX_LINE_BYTES);
    const lineFeed = window.indexOf(LINE_FEED);
    const line = lineFeed < 0 ? window : window.subarray(0, lineFeed);
    const carriageReturn = line.indexOf(CARRIAGE_RETURN);
    const isAlone = carriageReturn >= 0 && carriageReturn < line.length - 1;
    this.#lineEnd = isAlone ? CARRIAGE_RETURN : LINE_FEED;
    const end = isAlone ? carriageReturn : lineFeed;
    return end < 0 ? -1 : at + end;
  }

  /** Handles a line, one character per byte. Returns null if all of it was consumed, otherwise how many bytes were. */
  #takeLine(line: string): number | null {
    if (this.#state === 'before') {
      if (/^-----BEGIN PRIVACY-ENHANCED MESSAGE-----/.test(line)) {
        this.#isMailed = true;
        return null;
      }
      if (HEADER_STARTS.test(line)) this.#state = 'header';
      else if (!/^\s*<DOCUMENT>/.test(line)) {
        this.#isTextBefore ||= !this.#isMailed && line.trim() !== '';
        return null;
      }
    }
    const opening = this.#state === 'head' ? 0 : line.search(/<DOCUMENT>/);
    if (this.#state !== 'head' && opening < 0) {
      this.#takeOutsideLine(line);
      return null;
    }
    if (this.#state !== 'head') {
      if (line.slice(0, opening).trim() !== '') {
        this.#takeOutsideLine(line.slice(0, opening));
        this.#isRunTogether = true;
      }
      this.#endHeader();
      this.#openDocument();
      return this.#takeHeadLine(line, opening + '<DOCUMENT>'.length);
    }
    return this.#takeHeadLine(line, 0);
  }

  #takeOutsideLine(line: string): void {
    if (this.#state !== 'header') {
      if (line.trim() !== '' && !CLOSING.test(line)) this.#report('stray_text', this.#where(), line);
      return;
    }
    this.#headerBytes += line.length;
    if (this.#headerLines.length < MAX_HEADER_LINES && this.#headerBytes < MAX_HEADER_BYTES) {
      this.#headerLines.push(asMeant(line));
    } else if (this.#headerBytes < Number.POSITIVE_INFINITY) {
      this.#headerBytes = Number.POSITIVE_INFINITY;
      this.#report('header_too_large', this.#where(), `cut after ${this.#headerLines.length} lines`);
    }
  }

  #endHeader(): void {
    if (this.#hasHeader || this.#state === 'between') return;
    this.#hasHeader = true;
    if (this.#isTextBefore) this.#report('text_before_header', 'offset 0', 'text before the first tag');
    const { header, anomalies } = parseHeader(this.#headerLines);
    this.#headerLines = [];
    for (const { kind, locator, detail } of anomalies) this.#report(kind, locator, detail);
    if (header !== null) this.#parts.push({ kind: 'header', header });
  }

  #openDocument(): void {
    this.#documents++;
    if (this.#documents > MAX_DOCUMENTS) {
      this.#state = 'over';
      this.#report('too_many_documents', this.#where(), `only the first ${MAX_DOCUMENTS} are read`);
      return;
    }
    this.#state = 'head';
    this.#head = emptyHead();
    this.#body = Buffer.alloc(0);
    this.#isEncoded = false;
    this.#likelyEnd = null;
  }

  #takeHeadLine(line: string, from: number): number | null {
    if (this.#state === 'over') return null;
    const tags = /<(\/?[A-Z]+)>([^<]*)/g;
    tags.lastIndex = from;
    let hasTag = false;
    for (let match = tags.exec(line); match !== null; match = tags.exec(line)) {
      const [, tag = '', value = ''] = match;
      if (!hasTag && line.slice(from, match.index).trim() !== '') break;
      hasTag = true;
      if (tag === 'TEXT') return this.#openText(line, match.index + '<TEXT>'.length);
      if (tag === '/DOCUMENT' || tag === 'DOCUMENT') {
        this.#closeWithoutText();
        if (tag === 'DOCUMENT') this.#openDocument();
        continue;
      }
      this.#takeHeadTag(tag, line, match.index + tag.length + 2, value);
    }
    if (hasTag || line.slice(from).trim() === '') return null;
    // A text without its tag is still the document.
    this.#report('missing_text_tag', this.#where(), line);
    this.#state = 'body';
    return from;
  }

  #takeHeadTag(tag: string, line: string, from: number, upToTag: string): void {
    // A description may contain any character, so it extends to the end of the line unless tags run together.
    const raw = this.#isRunTogether ? upToTag : line.slice(from);
    const plain = asMeant(raw).replaceAll('\u0000', '').trim();
    const value = plain.includes('&') ? decodeHTML(plain) : plain;
    if (value === '') return;
    if (tag === 'TYPE') this.#head.type = value;
    else if (tag === 'FILENAME') this.#head.fileName = value;
    else if (tag === 'DESCRIPTION') this.#head.description = value;
    else if (tag === 'SEQUENCE') {
      if (/^\d{1,9}$/.test(value)) this.#head.sequence = Number(value);
      else this.#report('bad_number', this.#where(), `SEQUENCE: ${value}`);
    }
  }

  #openText(line: string, end: number): number | null {
    this.#state = 'body';
    return line.slice(end).trim() === '' ? null : end;
  }

  #closeWithoutText(): void {
    this.#report('missing_text', this.#where(), `${this.#head.type} ${this.#head.fileName ?? ''}`);
    this.#emit(Buffer.alloc(0), 'whole');
    this.#state = 'between';
  }

  /** Reads a document's text up to its end or the end of `data`; returns the offset to continue at. */
  #readBody(data: Buffer, from: number): number {
    if (this.#isRunTogether) return this.#readRunTogether(data, from);
    let line = from;
    while (line < data.length) {
      const first = data[line];
      if (mayBeTag(data, line)) {
        const next = this.#atBoundary(data, from, line);
        if (next !== null) return next;
      } else if (first === SMALL_B && !this.#isEncoded) this.#isEncoded = beginsFile(data, line);
      else if (first === SMALL_E && this.#isEncoded && data.toString('latin1', line, line + 3) === 'end') {
        this.#isEncoded = false;
      }
      const lineFeed = data.indexOf(this.#lineEnd, line);
      if (this.#likelyEnd !== null && !mayBeTag(data, line) && !isBlank(data, line, lineFeed)) this.#likelyEnd = null;
      line = lineFeed < 0 ? data.length : lineFeed + 1;
    }
    this.#body = data.subarray(from, line);
    return line;
  }

  /** Checks a line that may end the document; returns the offset to continue at if it does. */
  #atBoundary(data: Buffer, from: number, line: number): number | null {
    const start = data.toString('latin1', line, line + TAG_BYTES);
    if (this.#isEncoded) {
      if (!ENDS_DOCUMENT.test(start) && !OPENS_DOCUMENT.test(start)) return null;
      this.#isEncoded = false;
    }
    const at = line - from;
    if (/^<\/TEXT>\s/.test(`${start} `)) {
      this.#likelyEnd = { at, hasText: true, hasDocument: false };
      return null;
    }
    if (/^<\/DOCUMENT>\s/.test(`${start} `)) {
      this.#likelyEnd = {
        at: this.#likelyEnd?.at ?? at,
        hasText: this.#likelyEnd?.hasText ?? false,
        hasDocument: true,
      };
      if (!this.#likelyEnd.hasText) return null;
      return this.#closeAt(data, from, line, this.#afterLine(data, line));
    }
    if (OPENS_DOCUMENT.test(start)) return this.#closeAt(data, from, line, line);
    const firstLine = start.slice(0, lineLength(start));
    if (CLOSING.test(firstLine)) return this.#closeAt(data, from, line, this.#afterLine(data, line));
    if (firstLine.trim() !== '') this.#likelyEnd = null;
    return null;
  }

  #afterLine(data: Buffer, line: number): number {
    return afterLine(data, line, this.#lineEnd);
  }

  #closeAt(data: Buffer, from: number, line: number, next: number): number {
    this.#body = data.subarray(from, line);
    const end = this.#likelyEnd;
    if (end === null || !end.hasText) this.#report('missing_text_end', this.#where(), this.#head.fileName ?? '');
    if (end === null || !end.hasDocument)
      this.#report('missing_document_end', this.#where(), this.#head.fileName ?? '');
    this.#emit(this.#text(end?.at ?? this.#body.length), 'whole');
    this.#state = 'between';
    return next;
  }

  /** Tags in the middle of lines: the text ends at the first `</TEXT>`. */
  #readRunTogether(data: Buffer, from: number): number {
    const end = data.indexOf('</TEXT>', from);
    this.#body = data.subarray(from, end < 0 ? data.length : end);
    if (end < 0) return data.length;
    this.#emit(this.#text(this.#body.length), 'whole');
    this.#state = 'between';
    const close = /^<\/TEXT>\s*<\/DOCUMENT>/.exec(data.toString('latin1', end, end + LOOKED_AT_BYTES))?.[0];
    return end + (close ?? '</TEXT>').length;
  }

  #text(length: number): Buffer {
    const text = this.#body.subarray(0, length);
    return this.#isMailed ? withoutMailDashes(text) : text;
  }

  #emit(text: Buffer, how: 'whole' | 'cut'): void {
    const { wrapper, wasEncoded, bytes, damage } = unwrapDocument(text);
    if (damage !== null) this.#report(damage, this.#where(), this.#head.fileName ?? '');
    const isComplete = how === 'whole' && damage === null;
    this.#parts.push({ kind: 'document', document: { ...this.#head, wrapper, wasEncoded, isComplete, bytes } });
    this.#body = Buffer.alloc(0);
  }

  #end(): void {
    if (this.#state === 'body') this.#endInText();
    else if (this.#state === 'head') this.#closeWithoutText();
    this.#endHeader();
    if (this.#documents === 0 && !this.#hasKnownHeader()) {
      this.#report('not_a_submission', 'offset 0', 'neither a header nor a document');
    }
  }

  #hasKnownHeader(): boolean {
    return this.#parts.some(part => part.kind === 'header') || this.#state === 'header';
  }

  #endInText(): void {
    const end = this.#likelyEnd;
    const isWhole = end !== null && (end.hasText || end.hasDocument);
    if (!isWhole) this.#report('truncated_document', this.#where(), `breaks off after ${this.#body.length} bytes`);
    else if (!end.hasDocument) this.#report('missing_document_end', this.#where(), this.#head.fileName ?? '');
    else this.#report('missing_text_end', this.#where(), this.#head.fileName ?? '');
    this.#emit(this.#text(end?.at ?? this.#body.length), isWhole ? 'whole' : 'cut');
    this.#state = 'between';
  }

  #where(): string {
    return this.#documents > 0 ? `document ${this.#documents}` : `offset ${this.#offset}`;
  }

  #report(kind: string, locator: string, detail: string): void {
    this.#anomalies++;
    if (this.#anomalies > MAX_ANOMALIES) return;
    this.#parts.push({ kind: 'anomaly', anomaly: { kind, locator, detail: asMeant(detail.slice(0, 200)) } });
  }
}

/** Decodes the bytes of a line. */
function asMeant(line: string): string {
  return /[\u0080-\u00ff]/.test(line) ? decodeText(Buffer.from(line, 'latin1')) : line;
}

function emptyHead(): Head {
  return { type: '', sequence: null, fileName: null, description: null };
}
