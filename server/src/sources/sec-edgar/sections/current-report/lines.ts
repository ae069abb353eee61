import { blocksBetween } from '../../../../formats/html-text/blocks-between.ts';
import { renderMarkdown } from '../../../../formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../../../formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../../../formats/html-text/render/render-text.ts';
import type { TableRow, TextBlock, TextDocument } from '../../../../formats/html-text/text-document.ts';
import { sourceOffsetAt } from '../../../../formats/html-text/text-positions.ts';

/** A unit of reading: a paragraph, or a row of a table. */
export interface ReportLine {
  /** Its words; the cells of a row are joined by a blank. */
  text: string;
  /** Offsets in the source, end exclusive. */
  start: number;
  end: number;
  /** Bold, underlined, centred or marked as a heading. */
  isStyled: boolean;
  /** Leads elsewhere, as the lines of a contents table do. */
  isLinked: boolean;
  isContinuation: boolean;
  /** Characters at its beginning that are emphasised. */
  emphasisedLead: number;
  /** Null for rows. */
  block: TextBlock | null;
  /** Null for paragraphs. */
  row: TableRow | null;
}

/** A document's paragraphs and table rows, in reading order. */
export function reportLinesOf(document: TextDocument): ReportLine[] {
  const lines: ReportLine[] = [];
  for (const block of document.blocks) {
    if (block.kind === 'text') lines.push(ofParagraph(block));
    if (block.kind === 'table') for (const row of block.rows) lines.push(ofRow(row));
  }
  return lines.filter(line => line.text !== '');
}

function ofParagraph(block: TextBlock): ReportLine {
  const { text, start, end, isContinuation, emphasisedLead } = block;
  const isStyled = block.isBold || block.isUnderlined || block.isCentred || block.headingLevel > 0;
  const isLinked = block.links.some(link => link.text.length * 2 > text.length);
  return { text, start, end, isStyled, isLinked, isContinuation, emphasisedLead, block, row: null };
}

function ofRow(row: TableRow): ReportLine {
  const filled = row.cells.filter(cell => cell.text !== '');
  const text = filled.map(cell => cell.text).join(' ');
  return {
    text,
    start: row.start,
    end: row.end,
    isStyled: filled[0]?.isBold ?? false,
    isLinked: filled.some(cell => cell.links.length > 0),
    isContinuation: false,
    emphasisedLead: 0,
    block: null,
    row,
  };
}

/** The source offset of the text after a heading at a line's beginning. Rows are never split. */
export function offsetInLine(document: TextDocument, line: ReportLine, index: number): number {
  if (line.block === null) return index >= line.text.length ? line.end : line.start;
  return index >= line.text.length ? line.end : sourceOffsetAt(document.source, line.block, index);
}

const SIGNATURES = /^s\s?i\s?g\s?n\s?a\s?t\s?u\s?r\s?e(?:\s?\(?s\)?)?(?:\s+pages?)?[\s.:*_-]*$/i;
const SIGNED =
  /^(?:signatures?\s+)?(?:pursuant to|in accordance with) (?:the )?(?:requirements? of |provisions? of )?(?:section|the securities|the exchange|the investment)[\s\S]{0,300}\b(?:report|form|statement|amendment)\b[\s\S]{0,80}\bsigned\b/i;

/** Indices of the lines at which a report's signatures begin: no text of an item or exhibit list follows them. */
export function findSignatures(lines: readonly ReportLine[]): number[] {
  return lines.flatMap(({ text, isLinked }, at) => {
    const isEnd = (text.length < 40 && SIGNATURES.test(text)) || SIGNED.test(text.slice(0, 700));
    return isEnd && !isLinked ? [at] : [];
  });
}

/** A part of a document, in the forms in which it is served. */
export interface RenderedRange {
  start: number;
  end: number;
  text: string;
  markdown: string;
  html: string;
}

/** The text between two source offsets, without blanks and page breaks at its ends. */
export function renderRange(document: TextDocument, from: number, to: number): RenderedRange {
  const blocks = blocksBetween(document, from, to);
  const start = blocks[0]?.start ?? from;
  const end = Math.max(start, blocks.at(-1)?.end ?? start);
  return {
    start,
    end,
    text: renderText(document, start, end),
    markdown: renderMarkdown(document, start, end),
    html: renderSafeHtml(document, start, end),
  };
}
