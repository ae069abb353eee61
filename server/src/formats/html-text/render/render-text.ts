import { blocksBetween, type VisibleBlock } from '../blocks-between.ts';
import { toGrid } from '../table-grid.ts';
import type { TableBlock, TextDocument } from '../text-document.ts';

/**
 * Renders the text between two source offsets (end exclusive): paragraphs separated by an empty line, table rows as
 * lines with ` | ` between cells.
 */
export function renderText(document: TextDocument, start: number, end: number): string {
  let text = '';
  for (const block of blocksBetween(document, start, end)) {
    if (text !== '') text += block.kind === 'text' && block.isContinuation ? '\n' : '\n\n';
    text += plainText(block);
  }
  return text;
}

function plainText(block: VisibleBlock): string {
  return block.kind === 'text' ? block.text : tableLines(block);
}

function tableLines(table: TableBlock): string {
  return toGrid(table)
    .map(row => row.map(cell => cell.text).join(' | '))
    .join('\n');
}
