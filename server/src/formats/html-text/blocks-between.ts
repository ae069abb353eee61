import { countLeading } from '../../kernel/lists.ts';
import type { TableBlock, TextBlock, TextDocument } from './text-document.ts';
import { textIndexAt } from './text-positions.ts';

/** The paragraphs and tables of a document between two source offsets, without page breaks. */
export type VisibleBlock = TextBlock | TableBlock;

const MAX_HEADING_CHARS = 160;

/**
 * The blocks between two source offsets (end exclusive), cut where an offset falls inside one. Paragraphs split by a
 * page break are joined.
 */
export function blocksBetween(document: TextDocument, start: number, end: number): VisibleBlock[] {
  const shown: VisibleBlock[] = [];
  let afterPage = false;
  for (let index = firstEndingAfter(document.blocks, start); index < document.blocks.length; index += 1) {
    const block = document.blocks[index];
    if (block === undefined || block.start >= end) break;
    if (block.kind === 'page') {
      afterPage = true;
      continue;
    }
    const cut = cutBlock(document.source, block, start, end);
    if (cut === null) continue;
    const last = shown.at(-1);
    if (afterPage && last?.kind === 'text' && cut.kind === 'text' && isContinued(last, cut)) {
      shown[shown.length - 1] = joinParagraphs(last, cut);
    } else shown.push(cut);
    afterPage = false;
  }
  return shown;
}

/** Index of the first range, in order, that ends after an offset; the number of ranges if none does. */
export function firstEndingAfter(placed: readonly { end: number }[], offset: number): number {
  return countLeading(placed, ({ end }) => end <= offset);
}

function cutBlock(source: string, block: TextBlock | TableBlock, start: number, end: number): VisibleBlock | null {
  if (block.start >= start && block.end <= end) return block;
  return block.kind === 'text' ? cutText(source, block, start, end) : cutTable(block, start, end);
}

function cutText(source: string, block: TextBlock, start: number, end: number): TextBlock | null {
  const from = textIndexAt(source, block, start);
  const to = textIndexAt(source, block, end);
  const text = block.text.slice(from, to).trim();
  if (text === '') return null;
  const emphasisedLead = Math.max(0, Math.min(text.length, block.emphasisedLead - from));
  return { ...block, text, emphasisedLead, start: Math.max(start, block.start), end: Math.min(end, block.end) };
}

/** The rows between two offsets. Of a row that begins before them, the cells that do not. */
function cutTable(block: TableBlock, start: number, end: number): TableBlock | null {
  const rows = block.rows.flatMap(row => {
    if (row.end > end || row.end <= start) return [];
    if (row.start >= start) return [row];
    const cells = row.cells.filter(cell => cell.start >= start);
    return cells.some(cell => cell.text !== '') ? [{ ...row, start, cells }] : [];
  });
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { ...block, rows, start: first.start, end: last.end };
}

function isContinued(last: TextBlock, next: TextBlock): boolean {
  if (last.isPreformatted === true || next.isPreformatted === true) return false;
  if (last.headingLevel > 0 || next.headingLevel > 0 || last.isBold !== next.isBold) return false;
  if (last.text.length < MAX_HEADING_CHARS / 4) return false;
  if (/[.!?:;”")\]]$/.test(last.text)) return false;
  return /^[\p{Ll}\d$(“"]/u.test(next.text) || /[,\p{Ll}–—-]$/u.test(last.text);
}

function joinParagraphs(last: TextBlock, next: TextBlock): TextBlock {
  return { ...last, text: `${last.text} ${next.text}`, end: next.end, links: [...last.links, ...next.links] };
}

/** Whether a paragraph looks like a heading: marked as one, or short and entirely bold. */
export function isHeading(block: TextBlock): boolean {
  if (block.headingLevel > 0) return true;
  if (block.listDepth > 0 || block.text.length > MAX_HEADING_CHARS) return false;
  return block.isBold && !/[.;,]$/.test(block.text);
}

const BULLET = /^[•·●▪■◦○‣⁃∙–—o-]\s+/;

/** A list item's text without its bullet. */
export function withoutBullet(text: string): string {
  return text.replace(BULLET, '');
}
