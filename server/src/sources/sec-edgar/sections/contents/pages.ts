import type { PageBreak, TextDocument } from '../../../../formats/html-text/text-document.ts';

/** Source offsets, end exclusive. */
export interface OffsetRange {
  start: number;
  end: number;
}

/** "Annual Report Page 26" at the top of a page that reprints one of another document. */
const REPRINTED_PAGE = /^\s*(?:\d{4}\s+)?annual report(?: to \w+ ?\w*)?,? pages? (\d{1,3})\s*$/im;

/** The position of each printed page in a document. */
export class PageMap {
  readonly #pages = new Map<string, OffsetRange>();

  constructor(document: TextDocument) {
    const breaks = document.blocks.filter((block): block is PageBreak => block.kind === 'page');
    let start = 0;
    for (const page of breaks) {
      if (page.pageNumber !== null) this.#add(page.pageNumber, { start, end: page.start });
      start = page.end;
    }
  }

  /** The pages of an annual report that a document reprints, by their numbers in it, which are heads of its own pages. */
  static ofReprint(document: TextDocument): PageMap {
    const map = new PageMap({ ...document, blocks: [] });
    let open: { number: string; start: number } | null = null;
    for (const { kind, start, end } of document.blocks) {
      if (kind !== 'page') continue;
      if (open !== null) map.#add(open.number, { start: open.start, end: start });
      const number = REPRINTED_PAGE.exec(document.source.slice(start, end))?.[1];
      open = number === undefined ? null : { number, start: end };
    }
    return map;
  }

  get size(): number {
    return this.#pages.size;
  }

  /** The first of several pages of one number counts: later ones are those of a bound-in document. */
  #add(number: string, range: OffsetRange): void {
    const key = number.toUpperCase();
    if (!this.#pages.has(key)) this.#pages.set(key, range);
  }

  /**
   * The text of pages as they are named (`34-52, 60`, `F-1 through F-26`), each run of pages a range; null where one of
   * them is not printed in the document.
   */
  rangesOf(pages: string): OffsetRange[] | null {
    const ranges: OffsetRange[] = [];
    for (const { first, last } of readPages(pages)) {
      const from = this.#pages.get(first);
      const to = this.#pages.get(last);
      if (from === undefined || to === undefined || to.end <= from.start) return null;
      ranges.push({ start: from.start, end: to.end });
    }
    return ranges.length === 0 ? null : ranges;
  }
}

const PAGE = /((?:[A-Z]{1,2}\s?-\s?)?\d{1,4})(?:\s*(?:[-–—]|through|to)\s*((?:[A-Z]{1,2}\s?-\s?)?\d{1,4}))?/gi;
const MAX_RUNS = 24;

/** The runs of pages that a text names. */
export function readPages(text: string): { first: string; last: string }[] {
  return [...text.matchAll(PAGE)].slice(0, MAX_RUNS).map(match => {
    const first = (match[1] ?? '').replace(/\s/g, '').toUpperCase();
    return { first, last: (match[2] ?? first).replace(/\s/g, '').toUpperCase() };
  });
}
