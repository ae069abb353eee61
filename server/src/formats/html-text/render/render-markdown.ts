import { blocksBetween, isHeading, type VisibleBlock, withoutBullet } from '../blocks-between.ts';
import { type GridCell, toGrid } from '../table-grid.ts';
import type { TableBlock, TextBlock, TextDocument } from '../text-document.ts';

const FIGURE = /^[($€£¥]*\s?-?[\d,.]+\s?[)%]*$|^[—–-]$/;

/**
 * Renders the text between two source offsets (end exclusive) as CommonMark with pipe tables (GitHub Flavored Markdown,
 * section 4.10): headings from the third level, lists, and emphasis of whole paragraphs. Escapes text that Markdown
 * would read as markup.
 */
export function renderMarkdown(document: TextDocument, start: number, end: number): string {
  let markdown = '';
  let previous: VisibleBlock | null = null;
  for (const block of blocksBetween(document, start, end)) {
    if (previous !== null) markdown += separator(previous, block);
    markdown += block.kind === 'text' ? paragraph(block) : pipeTable(block);
    previous = block;
  }
  return markdown;
}

function separator(previous: VisibleBlock, next: VisibleBlock): string {
  if (previous.kind !== 'text' || next.kind !== 'text') return '\n\n';
  if (isListItem(previous) && isListItem(next)) return '\n';
  if (next.isContinuation && !isHeading(previous) && !isHeading(next) && !isListItem(next)) return '\\\n';
  return '\n\n';
}

function isListItem(block: TextBlock): boolean {
  return block.listDepth > 0;
}

function paragraph(block: TextBlock): string {
  if (block.isPreformatted === true) return codeBlock(block.text);
  if (isListItem(block)) return `${'  '.repeat(block.listDepth - 1)}- ${escapeMarkdown(withoutBullet(block.text))}`;
  const text = escapeMarkdown(block.text);
  if (isHeading(block)) return `${'#'.repeat(headingLevel(block))} ${text}`;
  if (block.isBold) return `**${text}**`;
  return block.isItalic ? `*${text}*` : text;
}

/** Aligned lines keep their blanks between fences longer than any run of backticks in them (CommonMark 4.5). */
function codeBlock(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** The section's own heading is above it, so headings inside start at the third level. */
function headingLevel(block: TextBlock): number {
  return Math.max(3, block.headingLevel);
}

/** Escapes what CommonMark reads as markup, within a line and at its start. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^([#+-]|\d{1,9}[.)])(?=\s|$)/, start => `${start.slice(0, -1)}\\${start.slice(-1)}`)
    .replace(/^(={2,}|-{2,})$/, '\\$1');
}

function pipeTable(table: TableBlock): string {
  const grid = toGrid(table);
  const width = grid.reduce(
    (widest, row) =>
      Math.max(
        widest,
        row.reduce((sum, cell) => sum + cell.colspan, 0),
      ),
    1,
  );
  const [head, ...rows] = grid.map(row => spread(row, width));
  if (head === undefined) return '';
  const rules = head.map((_, column) => (isFigures(rows, column) ? '---:' : '---'));
  return [head, rules, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** Pipe tables have no spans: a cell's text goes into its first column. */
function spread(row: GridCell[], width: number): string[] {
  const cells = row.flatMap(cell => [cellText(cell.text), ...Array<string>(cell.colspan - 1).fill('')]);
  return [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')];
}

function cellText(text: string): string {
  return text.replace(/[\\`*_[\]<>~|]/g, '\\$&');
}

function isFigures(rows: string[][], column: number): boolean {
  const filled = rows.map(row => row[column] ?? '').filter(text => text !== '');
  return filled.length > 0 && filled.filter(text => FIGURE.test(text)).length * 2 > filled.length;
}
