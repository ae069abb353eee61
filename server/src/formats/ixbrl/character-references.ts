import { decodeHTMLStrict } from 'entities';

export interface DecodedText {
  text: string;
  /** Invalid references: a bare ampersand, a name that is defined only in HTML or not at all. */
  problems: string[];
}

/** How a problem ends that a document type of XHTML resolves. */
export const HTML_ENTITY = 'is of HTML';

const REFERENCE = /&(?:#([0-9]{1,7})|#x([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9._-]{0,60}));|&/g;
const XML_NAMES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Replaces character references (XML 1.0 §4.1). Also accepts names defined by HTML and leaves others unchanged;
 * entities declared by a document are never expanded.
 */
export function decodeReferences(text: string): DecodedText {
  const problems: string[] = [];
  const decoded = text.replace(REFERENCE, (whole, digits?: string, hex?: string, name?: string) => {
    if (digits !== undefined) return character(Number(digits), whole, problems);
    if (hex !== undefined) return character(Number.parseInt(hex, 16), whole, problems);
    if (name === undefined) {
      problems.push('an ampersand that begins no reference');
      return whole;
    }
    const known = Object.hasOwn(XML_NAMES, name) ? XML_NAMES[name] : undefined;
    if (known !== undefined) return known;
    const html = decodeHTMLStrict(whole);
    problems.push(html === whole ? `entity ${whole} is not known` : `entity ${whole} ${HTML_ENTITY}`);
    return html;
  });
  return { text: decoded, problems };
}

function character(code: number, written: string, problems: string[]): string {
  const isAllowed =
    code === 9 || code === 10 || code === 13 || (code >= 32 && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff);
  if (isAllowed && code !== 0xfffe && code !== 0xffff) return String.fromCodePoint(code);
  problems.push(`${written} is not a character of XML`);
  return '\uFFFD';
}

/** Escapes text between tags. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, character => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'));
}

/** Escapes text between double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;');
}

/** A named reference that XML defines without a document type. */
const PREDEFINED = /(?:amp|lt|gt|quot|apos);/y;
const HASH = 0x23;

/** The first reference at or after `start`; -1 if not found. */
export function indexOfReference(source: string, start: number): number {
  return source.indexOf('&', start);
}

/** The first ampersand at or after `start` that begins no numeric or predefined reference; -1 if not found. */
export function indexOfSuspect(source: string, start: number): number {
  let at = source.indexOf('&', start);
  while (at >= 0 && (source.charCodeAt(at + 1) === HASH || isPredefined(source, at + 1)))
    at = source.indexOf('&', at + 1);
  return at;
}

function isPredefined(source: string, start: number): boolean {
  PREDEFINED.lastIndex = start;
  return PREDEFINED.test(source);
}

/** Searches a document that arrives in pieces, whose ranges are tested in order: each piece is searched once. */
export class RangeSearch {
  readonly #indexOf: (source: string, start: number) => number;
  #base = -1;
  #from = 0;
  #at = 0;

  constructor(indexOf: (source: string, start: number) => number) {
    this.#indexOf = indexOf;
  }

  /** Whether there is an occurrence between two positions of the piece at offset `base` of the document. */
  isWithin(source: string, base: number, start: number, end: number): boolean {
    if (this.#base !== base || start < this.#from || (this.#at >= 0 && this.#at < start)) {
      this.#base = base;
      this.#from = start;
      this.#at = this.#indexOf(source, start);
    }
    return this.#at >= 0 && this.#at < end;
  }
}
