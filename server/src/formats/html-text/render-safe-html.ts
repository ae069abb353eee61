import { blocksBetween, isHeading, type ShownBlock, withoutBullet } from './blocks-between.ts';
import { type GridCell, toGrid } from './table-grid.ts';
import type { TableBlock, TextBlock, TextDocument } from './text-document.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * The text between two source offsets, end exclusive, as HTML of `h3`–`h6`, `p`, `pre`, `br`, `strong`, `em`, `ul`, `li`,
 * `table`, `tr`, `th`, `td`. The only attribute is `colspan`, with a number of our own; all text is escaped.
 */
export function renderSafeHtml(document: TextDocument, start: number, end: number): string {
  const parts: string[] = [];
  let depth = 0;
  for (const block of blocksBetween(document, start, end)) {
    const wanted = block.kind === 'text' ? Math.min(block.listDepth, 6) : 0;
    for (; depth > wanted; depth -= 1) parts.push('</ul>');
    for (; depth < wanted; depth += 1) parts.push('<ul>');
    parts.push(element(block));
  }
  for (; depth > 0; depth -= 1) parts.push('</ul>');
  return parts.join('\n');
}

function element(block: ShownBlock): string {
  return block.kind === 'text' ? textElement(block) : tableElement(block);
}

function textElement(block: TextBlock): string {
  if (block.listDepth > 0) return `<li>${escapeHtml(withoutBullet(block.text))}</li>`;
  const text = escapeHtml(block.text);
  if (block.isPreformatted === true) return `<pre>${text}</pre>`;
  if (isHeading(block)) {
    const name = `h${Math.max(3, block.headingLevel)}`;
    return `<${name}>${text}</${name}>`;
  }
  if (block.isBold) return `<p><strong>${text}</strong></p>`;
  return block.isItalic ? `<p><em>${text}</em></p>` : `<p>${text}</p>`;
}

function tableElement(table: TableBlock): string {
  const rows = toGrid(table).map(row => `<tr>${row.map(cellElement).join('')}</tr>`);
  return `<table>\n${rows.join('\n')}\n</table>`;
}

function cellElement(cell: GridCell): string {
  const name = cell.isHeader ? 'th' : 'td';
  const span = cell.colspan > 1 ? ` colspan="${cell.colspan}"` : '';
  const text = escapeHtml(cell.text);
  return `<${name}${span}>${cell.isBold && !cell.isHeader && text !== '' ? `<strong>${text}</strong>` : text}</${name}>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ESCAPES[character] ?? '');
}
