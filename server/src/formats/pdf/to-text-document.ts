import { foldText } from '../html-text/fold-text.ts';
import { mergePageFurniture } from '../html-text/page-furniture.ts';
import type { Block, TableBlock, TableCell, TextBlock, TextDocument } from '../html-text/text-document.ts';
import { blocksOfRegion, type PageBlock, type Paragraph, textOfParagraph } from './page-blocks.ts';
import { joinLines, rowsOf } from './page-rows.ts';
import type { PdfTable } from './page-tables.ts';
import type { PdfPage } from './pdf-page.ts';
import { readingOrder } from './reading-order.ts';

/** The text of a PDF as blocks, with their positions on its pages. */
export interface PdfText {
  /** Its source is the visible text, with blocks separated by an empty line. */
  document: TextDocument;
  /** One entry per block of the document. */
  places: BlockPlace[];
}

export interface BlockPlace {
  /** 1-based, as the document counts its pages. */
  pageNumber: number;
  /** Points below the upper edge of the page. */
  top: number;
}

/** A block of a page without its offsets in the document. */
interface Draft extends BlockPlace {
  block: PageBlock;
}

/**
 * Converts a document's pages to blocks in reading order: paragraphs and headings (by letter size) joined from their
 * lines, tables by their columns, page breaks with page numbers and running headers. A paragraph across pages is one
 * block.
 */
export function toTextDocument(pages: readonly PdfPage[]): PdfText {
  const bodySize = bodySizeOf(pages);
  const joins = wordJoiner(pages);
  const drafts = new Map<Block, Draft>();
  const blocks: Block[] = [];
  for (const page of pages) {
    for (const block of blocksOfPage(page, bodySize)) {
      const shown = toBlock(block, bodySize, blocks.length, joins);
      drafts.set(shown, { block, pageNumber: page.number, top: block.top });
      blocks.push(shown);
    }
    blocks.push({ kind: 'page', start: blocks.length, end: blocks.length, pageNumber: null });
  }
  const kept = mergePageFurniture(blocks, new Set());
  joinOverPages(kept, drafts, joins);
  return place(kept, drafts);
}

type WordJoiner = (left: string, right: string) => boolean;

function blocksOfPage(page: PdfPage, bodySize: number): PageBlock[] {
  const blocks = readingOrder(rowsOf(page.runs)).flatMap(region => blocksOfRegion(region, bodySize));
  const aside = page.aside.map((text): Paragraph => {
    return {
      kind: 'paragraph',
      lines: [text],
      size: bodySize,
      top: page.height,
      isOpen: false,
      mayContinue: false,
      isAligned: false,
    };
  });
  return [...blocks, ...aside];
}

/** The most frequent letter size, rounded to half a point. */
function bodySizeOf(pages: readonly PdfPage[]): number {
  const chars = new Map<number, number>();
  for (const { size, text } of pages.flatMap(page => page.runs)) {
    const rounded = Math.round(size * 2) / 2;
    chars.set(rounded, (chars.get(rounded) ?? 0) + text.length);
  }
  let most = { size: 10, chars: 0 };
  for (const [size, count] of chars) if (count > most.chars) most = { size, chars: count };
  return most.size;
}

/**
 * Whether a word split by a line end is written without its hyphen: as elsewhere in the document, otherwise if its
 * parts are not words there.
 */
function wordJoiner(pages: readonly PdfPage[]): WordJoiner {
  let words: Set<string> | null = null;
  return (left, right) => {
    words ??= wordsOf(pages);
    const [first, second] = [left.toLowerCase(), right.toLowerCase()];
    if (words.has(first + second)) return true;
    if (words.has(`${first}-${second}`)) return false;
    return !(words.has(first) && words.has(second));
  };
}

function wordsOf(pages: readonly PdfPage[]): Set<string> {
  const words = new Set<string>();
  for (const { text } of pages.flatMap(page => page.runs)) {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*(?!-?$)/gu)) words.add(word);
  }
  return words;
}

/** In units of the body size. */
const HEADING_SIZES: readonly [number, number][] = [
  [1.8, 1],
  [1.4, 2],
  [1.15, 3],
];
const MAX_HEADING_CHARS = 160;
const BULLET = /^[•●▪■◆◦‣⁃∙]\s/;

/** Before it is placed, a block's offsets are its number. */
function toBlock(block: PageBlock, bodySize: number, at: number, joins: WordJoiner): Block {
  if (block.kind === 'table') return toTable(block, at);
  const text = textOfParagraph(block, joins);
  const level = HEADING_SIZES.find(([least]) => block.size >= least * bodySize)?.[1] ?? 0;
  const isHeading = !block.isAligned && text.length <= MAX_HEADING_CHARS && /\p{L}/u.test(text);
  const shown: TextBlock = {
    kind: 'text',
    start: at,
    end: at,
    text: block.isAligned ? text : foldText(text),
    listDepth: BULLET.test(text) ? 1 : 0,
    headingLevel: isHeading ? level : 0,
    isBold: false,
    isItalic: false,
    isUnderlined: false,
    isCentred: false,
    emphasisedLead: 0,
    isContinuation: false,
    links: [],
  };
  return block.isAligned ? { ...shown, isPreformatted: true } : shown;
}

function toTable({ rows }: PdfTable, at: number): TableBlock {
  return {
    kind: 'table',
    start: at,
    end: at,
    rows: rows.map(({ cells }) => {
      const spaced: TableCell[] = [];
      let column = 0;
      for (const cell of cells) {
        for (; column < cell.column; column++) spaced.push(toCell('', 1, at));
        spaced.push(toCell(foldText(cell.text), cell.colspan, at));
        column += cell.colspan;
      }
      return { start: at, end: at, cells: spaced };
    }),
  };
}

function toCell(text: string, colspan: number, at: number): TableCell {
  return { text, start: at, end: at, colspan, rowspan: 1, isHeader: false, isBold: false, links: [] };
}

/** A paragraph left open by a page continues with the first of the next page, if that looks like a continuation. */
function joinOverPages(blocks: Block[], drafts: Map<Block, Draft>, joins: WordJoiner): void {
  for (let at = 0; at + 2 < blocks.length; ) {
    const [block, page, next] = [blocks[at], blocks[at + 1], blocks[at + 2]];
    const isCut = block?.kind === 'text' && page?.kind === 'page' && next?.kind === 'text';
    const [upper, lower] = [drafts.get(block as Block)?.block, drafts.get(next as Block)?.block];
    if (!isCut || !isContinued(upper, lower) || block.headingLevel > 0) {
      at++;
      continue;
    }
    block.text = joinLines(block.text, next.text, joins);
    if (upper?.kind === 'paragraph' && lower?.kind === 'paragraph') upper.isOpen = lower.isOpen;
    blocks.splice(at + 2, 1);
  }
}

function isContinued(upper: PageBlock | undefined, lower: PageBlock | undefined): boolean {
  if (upper?.kind !== 'paragraph' || lower?.kind !== 'paragraph') return false;
  return upper.isOpen && lower.mayContinue && Math.abs(upper.size - lower.size) <= SAME_SIZE * upper.size;
}

const SAME_SIZE = 0.08;

/** Writes the source and sets the offsets of each block in it. */
function place(blocks: readonly Block[], drafts: ReadonlyMap<Block, Draft>): PdfText {
  const writer = new SourceWriter();
  const places: BlockPlace[] = [];
  const placed: Block[] = [];
  let last: BlockPlace = { pageNumber: 1, top: 0 };
  for (const block of blocks) {
    last = drafts.get(block) ?? last;
    places.push({ pageNumber: last.pageNumber, top: last.top });
    placed.push(writer.write(block));
  }
  const document: TextDocument = {
    kind: 'text',
    source: writer.source(),
    blocks: placed,
    anchors: new Map(),
    tagged: [],
    warnings: [],
  };
  return { document, places };
}

class SourceWriter {
  readonly #pieces: string[] = [];
  #length = 0;

  source(): string {
    return this.#pieces.join('');
  }

  /** The block with its offsets; blocks are separated by an empty line. */
  write(block: Block): Block {
    if (block.kind === 'page') return { ...block, start: this.#length, end: this.#length };
    const placed = block.kind === 'text' ? { ...block, ...this.#put(block.text, '') } : this.#writeTable(block);
    this.#put('', '\n\n');
    return placed;
  }

  #writeTable(table: TableBlock): TableBlock {
    const start = this.#length;
    const rows = table.rows.map(row => {
      const rowStart = this.#length;
      const cells = row.cells.map(cell => ({ ...cell, ...this.#put(cell.text, '\t') }));
      const end = this.#length;
      this.#put('', '\n');
      return { start: rowStart, end, cells };
    });
    return { ...table, rows, start, end: this.#length };
  }

  #put(text: string, after: string): { start: number; end: number } {
    const start = this.#length;
    this.#pieces.push(text, after);
    this.#length += text.length + after.length;
    return { start, end: start + text.length };
  }
}
