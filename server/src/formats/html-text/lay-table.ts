import type { Block, TableCell, TableRow, TextBlock } from './text-document.ts';

/** A table while its rows are read. */
export interface OpenTable {
  start: number;
  rows: OpenRow[];
  /** Number of elements that were open around it. */
  depth: number;
}

export interface OpenRow {
  start: number;
  end: number;
  cells: OpenCell[];
}

export interface OpenCell {
  start: number;
  end: number;
  blocks: Block[];
  colspan: number;
  rowspan: number;
  isHeader: boolean;
}

/** A bullet, list number or footnote mark alone in its cell. */
const LIST_MARK = /^(?:[•·●▪■◦○‣⁃∙*†‡§–—o-]|\(?(?:\d{1,2}|[a-z]{1,3}|[ivxlc]{1,6})[.)]|\(\d{1,2}\)|\*{1,4}|[+#^~])$/i;
const ITEM_MARK = /^(?:item|part|proposal|note)\s*(?:no\.?\s*)?[\divx]{1,4}[a-z]?\s*[.:–—-]?$/i;
const ANY_MARK = [LIST_MARK, ITEM_MARK];
/** A table with a longer text beside its marks is the layout of a paragraph, not a list. */
const MIN_PROSE = 300;
const BULLET = /^[•·●▪■◦○‣⁃∙–—o-]$/;

/**
 * The blocks of a table: the table itself if it holds data, otherwise the paragraphs that it only lays out (one column,
 * text in only one cell per row, a mark and its text, a table around tables).
 */
export function layOutTable(open: OpenTable): Block[] {
  const rows = open.rows
    .map(row => ({ row, filled: row.cells.filter(cell => cell.blocks.some(block => block.kind !== 'page')) }))
    .filter(({ filled }) => filled.length > 0);
  if (rows.length === 0) return pageBreaksOf(open);
  if (rows.every(({ filled }) => filled.length === 1)) return rows.flatMap(({ row }) => row.cells.flatMap(blocksOf));
  if (rows.some(({ filled }) => filled.some(holdsTable))) return rows.flatMap(({ row }) => row.cells.flatMap(blocksOf));
  const holdsProse = rows.length === 1 || rows.some(({ filled }) => textOf(filled.at(-1)).length > MIN_PROSE);
  if (rows.every(({ filled }) => isMarkedText(filled, holdsProse ? ANY_MARK : [LIST_MARK]))) {
    return rows.flatMap(({ filled }) => joinMark(filled));
  }
  return [dataTable(open)];
}

function pageBreaksOf(open: OpenTable): Block[] {
  return open.rows.flatMap(row => row.cells.flatMap(blocksOf));
}

function blocksOf(cell: OpenCell): Block[] {
  return cell.blocks;
}

function holdsTable(cell: OpenCell): boolean {
  return cell.blocks.some(block => block.kind === 'table');
}

function isMarkedText(filled: OpenCell[], marks: readonly RegExp[]): boolean {
  if (filled.length === 1) return true;
  const mark = filled[0]?.blocks[0];
  if (filled.length !== 2 || mark?.kind !== 'text' || filled[0]?.blocks.length !== 1) return false;
  if (/^[\d.,$%()—–-]+$/.test(textOf(filled[1]))) return false;
  return marks.some(pattern => pattern.test(mark.text));
}

/** The mark becomes the start of its text. */
function joinMark(filled: OpenCell[]): Block[] {
  const [first, second] = filled;
  if (first === undefined || second === undefined) return filled.flatMap(blocksOf);
  const mark = first.blocks[0];
  const [text, ...rest] = second.blocks;
  if (mark?.kind !== 'text' || text?.kind !== 'text') return filled.flatMap(blocksOf);
  const isBullet = BULLET.test(mark.text);
  const listDepth = Math.max(text.listDepth, isBullet ? 1 : 0);
  return [joinText(mark, { ...text, listDepth }), ...rest];
}

function joinText(mark: TextBlock, text: TextBlock): TextBlock {
  const isWord = /[\p{L}\p{N}]/u.test(mark.text);
  return {
    ...text,
    start: mark.start,
    text: `${mark.text} ${text.text}`,
    isBold: text.isBold && (mark.isBold || !isWord),
    isCentred: false,
    emphasisedLead: leadOf(mark, text),
    isContinuation: mark.isContinuation,
    links: [...mark.links, ...text.links],
  };
}

function leadOf(mark: TextBlock, text: TextBlock): number {
  const isWord = /[\p{L}\p{N}]/u.test(mark.text);
  if (isWord && mark.emphasisedLead < mark.text.length) return mark.emphasisedLead;
  if (text.emphasisedLead > 0) return mark.text.length + 1 + text.emphasisedLead;
  return isWord ? mark.text.length : 0;
}

function dataTable(open: OpenTable): Block {
  const rows = open.rows.filter(row => row.cells.length > 0).map(rowOf);
  const placed = rows.filter(row => row.cells.some(cell => cell.text !== ''));
  return {
    kind: 'table',
    start: placed[0]?.start ?? open.start,
    end: placed.at(-1)?.end ?? open.start,
    rows: placed,
  };
}

function rowOf(row: OpenRow): TableRow {
  const cells = row.cells.map(cellOf);
  const filled = cells.filter(cell => cell.text !== '');
  return { start: filled[0]?.start ?? row.start, end: filled.at(-1)?.end ?? row.end, cells };
}

function cellOf(cell: OpenCell): TableCell {
  const blocks = cell.blocks.filter(block => block.kind === 'text');
  return {
    text: textOf(cell),
    start: blocks[0]?.start ?? cell.start,
    end: blocks.at(-1)?.end ?? cell.end,
    colspan: cell.colspan,
    rowspan: cell.rowspan,
    isHeader: cell.isHeader,
    isBold:
      blocks.some(block => block.isBold) && blocks.every(block => block.isBold || !/[\p{L}\p{N}]/u.test(block.text)),
    links: blocks.flatMap(block => block.links),
  };
}

function textOf(cell: OpenCell | undefined): string {
  if (cell === undefined) return '';
  const [first, ...rest] = cell.blocks.filter(block => block.kind === 'text');
  if (first === undefined) return '';
  return rest.length === 0 ? first.text : [first, ...rest].map(block => block.text).join(' ');
}
