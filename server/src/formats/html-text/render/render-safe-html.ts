import { countLeading } from '../../../kernel/lists.ts';
import { escapeHtml } from '../../../kernel/text/escape-html.ts';
import { blocksBetween, isHeading, type VisibleBlock, withoutBullet } from '../blocks-between.ts';
import { decodeEntities, foldText } from '../fold-text.ts';
import { type GridCell, toGrid } from '../table-grid.ts';
import type { TableBlock, TaggedElement, TextBlock, TextDocument } from '../text-document.ts';
import { type PlacedText, textIndexesAt } from '../text-positions.ts';

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

/** Characters of a text that are tagged as a fact. */
interface FactMark {
  elementId: string;
  /** Indexes in the text, end exclusive. */
  from: number;
  to: number;
}

/** Maximum distance between an element's edge and its text: only tags may be between. */
const FARTHEST = 4_096;

/** A longer element is a text block, which contains paragraphs and tables. */
const LONGEST = 20_000;

/**
 * The facts tagged in a paragraph or cell, in order, outer before inner. Skips facts that extend beyond the text, and
 * facts whose words are not found at their position (because parts are hidden).
 */
function factMarks({ source, tagged }: TextDocument, place: PlacedText): FactMark[] {
  const elements = elementsIn(source, tagged, place);
  if (elements.length === 0) return [];
  const offsets = [...new Set(elements.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const indexes = textIndexesAt(source, place, offsets);
  const indexOf = new Map(offsets.map((offset, at) => [offset, indexes[at] ?? 0]));
  return elements.flatMap(({ elementId, start, end }) => {
    const from = indexOf.get(start) ?? 0;
    const words = place.text.slice(from, indexOf.get(end)).trimEnd();
    return words !== '' && isText(words, source.slice(start, end))
      ? [{ elementId, from, to: from + words.length }]
      : [];
  });
}

function elementsIn(source: string, tagged: readonly TaggedElement[], place: PlacedText): TaggedElement[] {
  const elements: TaggedElement[] = [];
  for (let index = firstFrom(tagged, place.start - FARTHEST); index < tagged.length; index += 1) {
    const element = tagged[index];
    if (element === undefined || element.start >= place.end) break;
    if (element.end <= place.start || element.end - element.start > LONGEST) continue;
    const isOwn = isOnlyTags(source, element.start, place.start) && isOnlyTags(source, place.end, element.end);
    if (isOwn) elements.push(element);
  }
  return elements;
}

function firstFrom(tagged: readonly TaggedElement[], offset: number): number {
  return countLeading(tagged, ({ start }) => start < offset);
}

function isOnlyTags(source: string, from: number, to: number): boolean {
  if (from >= to) return true;
  return to - from <= FARTHEST && withoutTags(source.slice(from, to)) === '';
}

function isText(words: string, markup: string): boolean {
  return bare(words) === bare(withoutTags(markup));
}

function withoutTags(markup: string): string {
  return foldText(decodeEntities(markup.replace(/<[^>]*>/g, ' ')));
}

function bare(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}
