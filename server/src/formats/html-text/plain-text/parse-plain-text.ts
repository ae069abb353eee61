import { appendAll } from '../../../kernel/lists.ts';
import { decodeEntities, foldText } from '../fold-text.ts';
import { mergePageFurniture } from '../page-furniture.ts';
import type { Block, TextBlock, TextDocument } from '../text-document.ts';
import { type PlainLine, scanPlainLines } from './plain-text-lines.ts';
import { isItemHeading, isItemNumber, type PageShape, pageShapeOf, paragraphsOf } from './plain-text-paragraphs.ts';
import { columnsOf, isColumnar, mergeColumns, type Segment, segmentsOf, tableOfLines } from './plain-text-tables.ts';

const MAX_BLOCKS = 400_000;
/** Maximum number of rows of one table; longer ones are split, so that detecting columns stays cheap. */
const MAX_TABLE_LINES = 3_000;
const MIN_PROSE_LINES = 3;
const MIN_PROSE_WIDTH = 56;
const MAX_GAP_LINES = 2;

/**
 * Parses a plain-text filing (1993 to about 2001, and later `.txt`) into blocks: paragraphs and headings joined from
 * their lines, page breaks with their page numbers and running headers, tables by the alignment of their lines.
 *
 * Takes the decoded document and skips the container's own tags around it. Lines with uncertain columns become one
 * preformatted block. Time and memory are linear in the length of the source. Tags as in the EDGAR Filer Manual's
 * plain-text documents: `<PAGE>`, `<TABLE>`, `<CAPTION>`, `<S>`, `<C>`, `<FN>`.
 */
export function parsePlainText(source: string): TextDocument {
  const lines = scanPlainLines(source);
  const reader = new PlainTextReader(source, pageShapeOf(lines));
  reader.read(lines);
  const blocks = mergePageFurniture(reader.blocks, new Set());
  return { kind: 'text', source, blocks, anchors: new Map(), tagged: [], warnings: [...reader.warnings] };
}

class PlainTextReader {
  readonly blocks: Block[] = [];
  readonly warnings = new Set<string>();
  readonly #source: string;
  readonly #shape: PageShape;

  constructor(source: string, shape: PageShape) {
    this.#source = source;
    this.#shape = shape;
  }

  read(lines: readonly PlainLine[]): void {
    let at = 0;
    while (at < lines.length) {
      if (this.blocks.length >= MAX_BLOCKS) {
        this.warnings.add('block_limit');
        return;
      }
      at = this.#readFrom(lines, at);
    }
  }

  #readFrom(lines: readonly PlainLine[], at: number): number {
    const line = lines[at];
    if (line === undefined) return at + 1;
    if (line.kind === 'page') {
      this.blocks.push({ kind: 'page', start: line.start, end: line.end, pageNumber: line.pageNumber });
      return at + 1;
    }
    if (line.kind === 'table_open') return this.#readTable(lines, at);
    if (line.kind === 'text') return this.#readChunk(lines, at);
    return at + 1;
  }

  /** Lines from `<TABLE>` to `</TABLE>`, or to the next page or table if that is missing. */
  #readTable(lines: readonly PlainLine[], open: number): number {
    const end = endOfTable(lines, open);
    this.#readRegion(lines.slice(open, end));
    return end;
  }

  #readRegion(region: readonly PlainLine[]): void {
    const inside = region.filter(line => line.kind !== 'table_open' && line.kind !== 'table_close');
    const markers = inside.findIndex(line => line.kind === 'markers');
    const hasCaption = inside.some(line => line.kind === 'caption');
    let headLines = hasCaption && markers > 0 ? markers : 0;
    let run: PlainLine[] = [];
    const closeRun = (): void => {
      this.#readAligned(run, headLines);
      headLines = 0;
      run = [];
    };
    for (let at = 0; at < inside.length; ) {
      const prose = proseLinesFrom(inside, at);
      if (prose > 0) {
        closeRun();
        this.#pushParagraphs(inside.slice(at, at + prose));
        at += prose;
        continue;
      }
      const line = inside[at];
      if (line !== undefined) run.push(asTextLine(line));
      if (run.length >= MAX_TABLE_LINES) closeRun();
      at += 1;
    }
    closeRun();
  }

  /** Lines between empty lines. */
  #readChunk(lines: readonly PlainLine[], from: number): number {
    const end = endOfChunk(lines, from);
    const chunk = lines.slice(from, end);
    const firstColumnar = chunk.findIndex(line => line.kind === 'text' && isColumnar(line.text));
    if (firstColumnar < 0 || !isTabular(chunk.slice(firstColumnar))) {
      this.#pushParagraphs(chunk);
      return end;
    }
    const head = headingLinesBefore(chunk, firstColumnar);
    if (head > 0) this.#pushParagraphs(chunk.slice(0, head));
    const [rows, next] = growTable(lines, from + head, end);
    this.#readAligned(rows, 0);
    return next;
  }

  #readAligned(lines: readonly PlainLine[], headLines: number): void {
    const table = tableOfLines(this.#source, lines, headLines);
    if (table !== null) {
      this.blocks.push(table);
      return;
    }
    const columnar = lines.filter(line => line.kind === 'text' && isColumnar(line.text)).length;
    if (columnar >= 2) appendAll(this.blocks, preformattedOf(lines));
    else this.#pushChunks(lines);
  }

  #pushChunks(lines: readonly PlainLine[]): void {
    for (let at = 0; at < lines.length; ) {
      const end = endOfChunk(lines, at);
      this.#pushParagraphs(lines.slice(at, end));
      at = Math.max(end, at + 1);
    }
  }

  #pushParagraphs(lines: readonly PlainLine[]): void {
    if (!lines.some(line => line.kind === 'text')) return;
    for (const block of paragraphsOf(lines, this.#shape)) if (block.text !== '') this.blocks.push(block);
  }
}

function endOfTable(lines: readonly PlainLine[], open: number): number {
  let firstPage = -1;
  for (let at = open + 1; at < lines.length; at += 1) {
    const kind = lines[at]?.kind;
    if (kind === 'table_close') return at + 1;
    if (kind === 'page' && firstPage < 0) firstPage = at;
    if (kind === 'table_open') return firstPage < 0 ? at : firstPage;
    if (kind === 'page' && at - open > MAX_TABLE_LINES) return firstPage;
  }
  return firstPage < 0 ? lines.length : firstPage;
}

/** The next line that is neither text nor a rule, or an item's heading below the rows of a table. */
function endOfChunk(lines: readonly PlainLine[], from: number): number {
  let end = from;
  while (end < lines.length) {
    const kind = lines[end]?.kind;
    if ((kind !== 'text' && kind !== 'rule') || (end > from && isHeadingBelowRow(lines, end))) break;
    end += 1;
  }
  return end;
}

function isHeadingBelowRow(lines: readonly PlainLine[], at: number): boolean {
  const [above, line, below] = [lines[at - 1], lines[at], lines[at + 1]];
  if (line?.kind !== 'text' || !isItemHeading(line.text) || isColumnar(line.text)) return false;
  const isApart = below === undefined || below.kind === 'blank' || below.kind === 'rule';
  return above?.kind === 'text' && isColumnar(above.text) && (isApart || isItemNumber(line.text));
}

/** Consecutive full lines without columns: prose inside table tags. */
function proseLinesFrom(lines: readonly PlainLine[], from: number): number {
  let count = 0;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at];
    if (line?.kind !== 'text' || isColumnar(line.text)) break;
    if (line.text.trim().length < MIN_PROSE_WIDTH && count < MIN_PROSE_LINES) break;
    count += 1;
  }
  return count >= MIN_PROSE_LINES ? count : 0;
}

function asTextLine(line: PlainLine): PlainLine {
  return line.kind === 'caption' && line.text.trim() !== '' ? { ...line, kind: 'text' } : line;
}

/** Whether at least two lines and half of all have columns. */
function isTabular(lines: readonly PlainLine[]): boolean {
  const text = lines.filter(line => line.kind === 'text');
  const columnar = text.filter(line => isColumnar(line.text)).length;
  return columnar >= 2 && columnar * 2 >= text.length;
}

/** Lines above a table that do not follow its columns. */
function headingLinesBefore(chunk: readonly PlainLine[], firstColumnar: number): number {
  let head = firstColumnar;
  while (head > 0 && (chunk[head - 1]?.indent ?? 0) > 20) head -= 1;
  return head;
}

/** A table continues after empty lines while its columns stay the same. */
function growTable(lines: readonly PlainLine[], from: number, end: number): [rows: PlainLine[], next: number] {
  let columns = columnsIn(lines.slice(from, end));
  let next = end;
  while (next - from < MAX_TABLE_LINES) {
    const begin = skipBlank(lines, next);
    const stop = endOfChunk(lines, begin);
    const more = lines.slice(begin, stop);
    if (stop === begin || begin - next > MAX_GAP_LINES || !isTabular(more)) break;
    const moreColumns = columnsIn(more);
    const merged = mergeColumns([...columns, ...moreColumns]);
    if (!keepsApart(merged, columns) || !keepsApart(merged, moreColumns)) break;
    [columns, next] = [merged, stop];
  }
  return [lines.slice(from, next), next];
}

/** Whether no two columns were merged. */
function keepsApart(merged: readonly Segment[], columns: readonly Segment[]): boolean {
  return merged.every(column => columns.filter(({ from, to }) => from >= column.from && to <= column.to).length <= 1);
}

function columnsIn(lines: readonly PlainLine[]): Segment[] {
  return columnsOf(lines.filter(line => line.kind === 'text').map(line => segmentsOf(line.text)));
}

function skipBlank(lines: readonly PlainLine[], from: number): number {
  let at = from;
  while (lines[at]?.kind === 'blank') at += 1;
  return at;
}

/** The lines unchanged, except for their common indent. */
function preformattedOf(lines: readonly PlainLine[]): TextBlock[] {
  const kept = lines.filter(line => line.kind === 'text' || line.kind === 'rule' || line.kind === 'blank');
  const filled = kept.filter(line => line.kind !== 'blank');
  const [first, last] = [filled[0], filled.at(-1)];
  if (first === undefined || last === undefined) return [];
  const indent = filled.reduce((least, line) => Math.min(least, line.indent), first.indent);
  const text = kept
    .slice(kept.indexOf(first), kept.indexOf(last) + 1)
    .map(line => keepAlignment(line.text.slice(indent)))
    .join('\n');
  return [
    {
      kind: 'text',
      start: first.start,
      end: last.end,
      text,
      listDepth: 0,
      headingLevel: 0,
      isBold: false,
      isItalic: false,
      isUnderlined: false,
      isCentred: false,
      emphasisedLead: 0,
      isContinuation: false,
      isPreformatted: true,
      links: [],
    },
  ];
}

function keepAlignment(text: string): string {
  return text.replace(/\S+/g, word => foldText(decodeEntities(word)));
}
