import { decodeEntities, foldInside } from './fold-text.ts';
import { Formatting } from './html-tags.ts';
import type { Link, TextBlock } from './text-document.ts';

/** What ends a run of text: the edge of a block, or only the end of a line. */
export type FlowEnd = 'block' | 'line';

interface OpenLink {
  href: string;
  from: number;
}

const LETTER = /[\p{L}\p{N}]/u;

/**
 * Text that flows together while it grows: collects formatting and links with its words until it is taken as a block.
 */
export class TextRun {
  #raw = '';
  #start = 0;
  #end = 0;
  #unbold = false;
  #unitalic = false;
  #ununderlined = false;
  #leadEnd = -1;
  #isCentred = false;
  #hasWords = false;
  #afterBreak = false;
  #links: { href: string; from: number; to: number }[] = [];
  #link: OpenLink | null = null;

  /** Source offset of the end of the last words. */
  get end(): number {
    return this.#end;
  }

  /**
   * Adds a piece of the source (`slice`, at `start` to `end`) with its formatting to the run; blanks alone never start
   * one.
   */
  append(slice: string, start: number, end: number, formatting: number): void {
    if (slice.trim() === '') {
      if (this.#raw !== '') this.#raw += ' ';
      return;
    }
    if (this.#raw === '') this.#begin(start);
    const decoded = decodeEntities(slice);
    if (LETTER.test(decoded)) this.#addWords(formatting);
    this.#raw += (formatting & Formatting.capitals) !== 0 ? decoded.toUpperCase() : decoded;
    this.#end = end;
  }

  openLink(href: string | undefined): void {
    if (href === undefined || href === '') return;
    this.#link = { href: decodeEntities(href), from: this.#raw.length };
  }

  closeLink(): void {
    if (this.#link === null) return;
    this.#keepLink(this.#link);
    this.#link = null;
  }

  /**
   * The block of the collected text, null if nothing is visible. The next run starts empty, with the open link; after a
   * line end it continues the paragraph.
   */
  take(by: FlowEnd, listDepth: number, headingLevel: number): TextBlock | null {
    if (this.#raw === '') {
      this.#afterBreak = this.#afterBreak && by === 'line';
      return null;
    }
    return this.#takeText(by, listDepth, headingLevel);
  }

  #takeText(by: FlowEnd, listDepth: number, headingLevel: number): TextBlock | null {
    if (this.#link !== null) {
      this.#keepLink(this.#link);
      this.#link.from = 0;
    }
    const text = foldInside(this.#raw).trim();
    const block = text === '' ? null : this.#toBlock(text, listDepth, headingLevel);
    this.#reset(by);
    return block;
  }

  #begin(start: number): void {
    this.#start = start;
    if (this.#link !== null) this.#link.from = 0;
  }

  #addWords(formatting: number): void {
    const isEmphasised = (formatting & (Formatting.bold | Formatting.underlined)) !== 0;
    if (!isEmphasised && this.#leadEnd < 0) this.#leadEnd = this.#raw.length;
    if ((formatting & Formatting.bold) === 0) this.#unbold = true;
    if ((formatting & Formatting.italic) === 0) this.#unitalic = true;
    if ((formatting & Formatting.underlined) === 0) this.#ununderlined = true;
    if (!this.#hasWords) this.#isCentred = (formatting & Formatting.centred) !== 0;
    this.#hasWords = true;
  }

  #keepLink(link: OpenLink): void {
    if (this.#raw.length > link.from) this.#links.push({ href: link.href, from: link.from, to: this.#raw.length });
  }

  #toBlock(text: string, listDepth: number, headingLevel: number): TextBlock {
    const raw = this.#raw;
    const lead = this.#leadEnd < 0 ? raw : raw.slice(0, this.#leadEnd);
    return {
      kind: 'text',
      start: this.#start,
      end: this.#end,
      text,
      listDepth,
      headingLevel,
      isBold: this.#hasWords && !this.#unbold,
      isItalic: this.#hasWords && !this.#unitalic,
      isUnderlined: this.#hasWords && !this.#ununderlined,
      isCentred: this.#isCentred,
      emphasisedLead: this.#hasWords ? Math.min(text.length, foldInside(lead).trimStart().length) : 0,
      isContinuation: this.#afterBreak,
      links: this.#links.map(
        (link): Link => ({ href: link.href, text: foldInside(raw.slice(link.from, link.to)).trim() }),
      ),
    };
  }

  #reset(by: FlowEnd): void {
    this.#raw = '';
    this.#unbold = false;
    this.#unitalic = false;
    this.#ununderlined = false;
    this.#leadEnd = -1;
    this.#isCentred = false;
    this.#hasWords = false;
    this.#afterBreak = by === 'line';
    if (this.#links.length > 0) this.#links = [];
  }
}
