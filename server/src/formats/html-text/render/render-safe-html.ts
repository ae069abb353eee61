import { escapeHtml } from '../../../kernel/text/escape-html.ts';
import { blocksBetween, isHeading, type VisibleBlock, withoutBullet } from '../blocks-between.ts';
import { type FactMark, factMarks } from '../fact-marks.ts';
import { type GridCell, toGrid } from '../table-grid.ts';
import type { TableBlock, TextBlock, TextDocument } from '../text-document.ts';

/**
 * Renders the text between two source offsets (end exclusive) as HTML of `h3`–`h6`, `p`, `pre`, `br`, `strong`, `em`,
 * `ul`, `li`, `table`, `tr`, `th`, `td`, and `span` around text tagged as a fact. The only attributes are `colspan` (a
 * computed number) and `data-fact` of a span: the id of the tagging element, escaped like all text.
 */
export function renderSafeHtml(document: TextDocument, start: number, end: number): string {
  const parts: string[] = [];
  let depth = 0;
  for (const block of blocksBetween(document, start, end)) {
    const target = block.kind === 'text' ? Math.min(block.listDepth, 6) : 0;
    for (; depth > target; depth -= 1) parts.push('</ul>');
    for (; depth < target; depth += 1) parts.push('<ul>');
    parts.push(element(document, block));
  }
  for (; depth > 0; depth -= 1) parts.push('</ul>');
  return parts.join('\n');
}

function element(document: TextDocument, block: VisibleBlock): string {
  return block.kind === 'text' ? textElement(document, block) : tableElement(document, block);
}

function textElement(document: TextDocument, block: TextBlock): string {
  const shown = block.listDepth > 0 ? withoutBullet(block.text) : block.text;
  const text = markedText(shown, factMarks(document, block), block.text.length - shown.length);
  if (block.listDepth > 0) return `<li>${text}</li>`;
  if (block.isPreformatted === true) return `<pre>${text}</pre>`;
  if (isHeading(block)) {
    const name = `h${Math.max(3, block.headingLevel)}`;
    return `<${name}>${text}</${name}>`;
  }
  if (block.isBold) return `<p><strong>${text}</strong></p>`;
  return block.isItalic ? `<p><em>${text}</em></p>` : `<p>${text}</p>`;
}

function tableElement(document: TextDocument, table: TableBlock): string {
  const rows = toGrid(table).map(row => `<tr>${row.map(cell => cellElement(document, cell)).join('')}</tr>`);
  return `<table>\n${rows.join('\n')}\n</table>`;
}

function cellElement(document: TextDocument, cell: GridCell): string {
  const name = cell.isHeader ? 'th' : 'td';
  const span = cell.colspan > 1 ? ` colspan="${cell.colspan}"` : '';
  const marks = cell.sources.flatMap(({ cell: source, at }) =>
    factMarks(document, source).map(({ elementId, from, to }) => ({ elementId, from: from + at, to: to + at })),
  );
  const text = markedText(cell.text, marks, 0);
  return `<${name}${span}>${cell.isBold && !cell.isHeader && text !== '' ? `<strong>${text}</strong>` : text}</${name}>`;
}

/**
 * Wraps each mark of a text in a span. Marks are ordered and nested; their indexes count from `cut` characters before
 * the text.
 */
function markedText(text: string, marks: readonly FactMark[], cut: number): string {
  if (marks.length === 0) return escapeHtml(text);
  let html = '';
  let at = 0;
  const ends: number[] = [];
  const writeTo = (index: number): void => {
    html += escapeHtml(text.slice(at, index));
    at = index;
  };
  const closeBefore = (index: number): void => {
    for (let end = ends.at(-1); end !== undefined && end <= index; end = ends.at(-1)) {
      writeTo(end);
      html += '</span>';
      ends.pop();
    }
  };
  for (const { elementId, from, to } of marks) {
    const start = Math.max(0, from - cut);
    closeBefore(start);
    writeTo(start);
    html += `<span data-fact="${escapeHtml(elementId)}">`;
    ends.push(Math.min(to - cut, ends.at(-1) ?? text.length));
  }
  closeBefore(text.length);
  writeTo(text.length);
  return html;
}
