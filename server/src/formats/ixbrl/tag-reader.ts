import { parseAttributes, type TagAttributes } from './attributes.ts';
import { decodeReferences, HTML_ENTITY } from './character-references.ts';
import { XHTML } from './inline-facts.ts';
import type { MarkupScanner, StartTag } from './markup-scanner.ts';
import { NameTable } from './name-table.ts';
import type { ReadingPlace } from './reading-place.ts';

/** Concept names in typed members have up to 200 characters. */
const MAX_NAME = 2_000;
const HTML_CAPITALS =
  /^(?:A|B|BODY|BR|DIV|EM|FONT|H[1-6R]|HEAD|HTML|I|IMG|LI|META|OL|P|SPAN|STRONG|SU[BP]|TABLE|TBODY|T[DHR]|TITLE|U|UL)$/i;

/** Reads names, attributes and text of the current piece, and reports what is invalid in them. */
export class TagReader {
  readonly #place: ReadingPlace;
  readonly #scanner: MarkupScanner;
  readonly #names = new NameTable();
  /** Whether the document type declares the entities of HTML, as those of XHTML do. */
  hasHtmlEntities = false;

  constructor(place: ReadingPlace, scanner: MarkupScanner) {
    this.#place = place;
    this.#scanner = scanner;
  }

  /** The name of a start tag. */
  nameOf(source: string, tag: StartTag): string {
    const known = this.#names.find(source, tag.start + 1, tag.nameEnd);
    if (known !== undefined) return known;
    const name = this.#names.add(source, tag.start + 1, tag.nameEnd);
    if (
      /^[^:]*[A-Z]/.test(name) &&
      tag.colon < 0 &&
      this.#place.scope.resolve('') === XHTML &&
      HTML_CAPITALS.test(name)
    ) {
      this.#place.problem(
        'not_xhtml',
        this.#scanner.base + tag.start,
        `<${name}> is not in small letters, so it is no XHTML`,
      );
    }
    return name;
  }

  /** The name of an end tag. */
  endName(source: string, start: number, nameEnd: number): string {
    const known = this.#names.find(source, start + 2, nameEnd);
    return known ?? source.slice(start + 2, Math.min(nameEnd, start + MAX_NAME));
  }

  /** The attributes of a start tag, parsed. */
  attributes(source: string, tag: StartTag): TagAttributes {
    const attributes = parseAttributes(source, tag.nameEnd, tag.end);
    for (const problem of attributes.problems ?? []) {
      if (!this.#isDeclared(problem)) this.#place.problem('invalid_attribute', this.#scanner.base + tag.start, problem);
    }
    return attributes;
  }

  /** Text with its references decoded; `start` is its position in the piece. */
  decode(text: string, start: number): string {
    if (!text.includes('&')) return text;
    const decoded = decodeReferences(text);
    for (const problem of decoded.problems) {
      if (!this.#isDeclared(problem)) this.#place.problem('invalid_reference', this.#scanner.base + start, problem);
    }
    return decoded.text;
  }

  #isDeclared(problem: string): boolean {
    return this.hasHtmlEntities && problem.endsWith(HTML_ENTITY);
  }
}
