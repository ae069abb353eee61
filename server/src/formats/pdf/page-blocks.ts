import { appendAll } from '../../kernel/lists.ts';
import { isCjkText, joinLines, type Row } from './page-rows.ts';
import { endOfTable, type PdfTable, tableOf } from './page-tables.ts';
import type { Region } from './reading-order.ts';

/** The rows of a page grouped into blocks. Points from the upper edge of the page. */
export type PageBlock = Paragraph | PdfTable;

export interface Paragraph {
  kind: 'paragraph';
  lines: string[];
  size: number;
  /** Upper edge of its first row. */
  top: number;
  /** Whether its last line is as long as lines that continue: it may continue on the next page. */
  isOpen: boolean;
  /** Whether its first line does not look like the start of a paragraph. */
  mayContinue: boolean;
  /** Lines of adjacent texts without clear columns: they stay lines. */
  isAligned: boolean;
}

interface Line {
  text: string;
  left: number;
  right: number;
  baseline: number;
  size: number;
}

/** The spacing that separates paragraphs of a region. */
interface Setting {
  /** From one baseline to the next, in font heights. */
  pitch: number;
  left: number;
  /** Right edge of full lines. */
  right: number;
  /** Font height of most of the document. */
  bodySize: number;
}

const USUAL_PITCH = 1.3;
const MIN_PITCH = 0.9;
const MAX_PITCH = 2.6;

/** The blocks of a region, from top to bottom. */
export function blocksOfRegion(region: Region, bodySize: number): PageBlock[] {
  const rows = region.rows.map(joinMark);
  const setting = { pitch: pitchOf(rows), left: region.left, right: rightEdgeOf(rows), bodySize };
  const blocks: PageBlock[] = [];
  let prose: Row[] = [];
  const closeProse = (): void => {
    appendAll(blocks, paragraphsOf(prose.map(toLine), setting));
    prose = [];
  };
  for (let at = 0; at < rows.length; ) {
    const end = endOfTable(rows, at, setting.pitch);
    const group = rows.slice(at, Math.max(end, at + 1));
    at += group.length;
    const table = end === 0 ? null : tableOf(group, setting.pitch);
    if (table === 'no_columns') {
      closeProse();
      blocks.push(alignedLines(group));
    } else if (table !== null) {
      closeProse();
      blocks.push(table);
    } else appendAll(prose, group);
  }
  closeProse();
  return blocks;
}

function pitchOf(rows: readonly Row[]): number {
  const steps = rows
    .slice(1)
    .map((row, at) => (row.baseline - (rows[at]?.baseline ?? 0)) / row.size)
    .filter(step => step > MIN_PITCH && step < MAX_PITCH)
    .sort((a, b) => a - b);
  return steps[steps.length >> 1] ?? USUAL_PITCH;
}

const ROWS_PER_FULL_PAGE = 10;

/** A page number may be farther out than the text, so with many rows the third farthest counts. */
function rightEdgeOf(rows: readonly Row[]): number {
  const edges = rows.map(row => row.segments.at(-1)?.right ?? 0).sort((a, b) => b - a);
  return edges[rows.length < ROWS_PER_FULL_PAGE ? 0 : 2] ?? 0;
}

/** The start of a list item: a bullet, a number, a letter; 一、（一）第一節 in Chinese. */
const MARK =
  /^(?:[•·●▪■◆◦○‣⁃∙*–—-]|\(?(?:\d{1,3}|[a-z]{1,2}|[ivxlc]{1,6})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?|[(（][一二三四五六七八九十百\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、|\d{1,3}[、．]|第[一二三四五六七八九十百\d]{1,4}[章节節条條])$/i;
const MARK_AHEAD =
  /^(?:[•·●▪■◆◦○‣⁃∙]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)]\s|[(（][一二三四五六七八九十百\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、|\d{1,3}[、．]|第[一二三四五六七八九十百\d]{1,4}[章节節条條])/i;

/** A mark that is set apart from its text starts the item. */
function joinMark(row: Row): Row {
  const [mark, text, ...rest] = row.segments;
  if (mark === undefined || text === undefined || !MARK.test(mark.text) || /^[\d.,()%\s–—-]+$/.test(text.text))
    return row;
  return { ...row, segments: [{ ...text, text: `${mark.text} ${text.text}`, left: mark.left }, ...rest] };
}

function toLine({ segments, baseline, size }: Row): Line {
  return {
    text: segments.map(segment => segment.text).join(' '),
    left: segments[0]?.left ?? 0,
    right: segments.at(-1)?.right ?? 0,
    baseline,
    size,
  };
}

function alignedLines(rows: readonly Row[]): Paragraph {
  const [first] = rows;
  return {
    kind: 'paragraph',
    lines: rows.map(row => row.segments.map(segment => segment.text).join('   ')),
    size: first?.size ?? 0,
    top: (first?.baseline ?? 0) - (first?.size ?? 0),
    isOpen: false,
    mayContinue: false,
    isAligned: true,
  };
}

function paragraphsOf(lines: readonly Line[], setting: Setting): Paragraph[] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group !== undefined && continues(group, line, setting)) group.push(line);
    else groups.push([line]);
  }
  return groups.map(group => toParagraph(group, setting));
}

/** In units of the pitch: lines farther apart are separate paragraphs. */
const PARAGRAPH_GAP = 1.3;
const SAME_SIZE = 0.08;
/** In font heights. */
const INDENT = 0.8;
const LARGER = 1.1;

function continues(group: readonly Line[], line: Line, setting: Setting): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (Math.abs(line.size - last.size) > SAME_SIZE * last.size) return false;
  const step = line.baseline - last.baseline;
  if (step <= 0 || step > PARAGRAPH_GAP * setting.pitch * last.size) return false;
  if (isTitle(line, setting) && areCentred(last, line)) return true;
  if (MARK_AHEAD.test(line.text) || !isFull(last, line, setting)) return false;
  const isHanging = group.length === 1 && MARK_AHEAD.test(first.text);
  return isHanging || line.left - last.left <= INDENT * line.size;
}

function isTitle(line: Line, { bodySize }: Setting): boolean {
  return line.size > LARGER * bodySize;
}

function areCentred(line: Line, other: Line): boolean {
  return Math.abs(line.left + line.right - other.left - other.right) <= 2 * line.size;
}

const BLANK = 0.25;
const TOLERANCE = 0.5;

/** Whether the line has no room for the start of the next one; otherwise its paragraph ends with it. */
function isFull(line: Line, next: Line, { right }: Setting): boolean {
  const word = isCjkText(next.text) ? next.text.slice(0, 1) : (/^\S+/.exec(next.text)?.[0] ?? '');
  const wordWidth = (word.length * (next.right - next.left)) / Math.max(1, next.text.length);
  return line.right + (BLANK + TOLERANCE) * line.size + wordWidth >= right;
}

const SENTENCE_END = /[.。!?！？:：;；]["'”’）)」』]*$/;
const NEARLY_FULL = 2.5;

function toParagraph(group: readonly Line[], { left, right }: Setting): Paragraph {
  const [first, last] = [group[0], group.at(-1)];
  const { text = '', left: firstLeft = 0, size = 0, baseline = 0 } = first ?? {};
  const lastText = last?.text ?? '';
  return {
    kind: 'paragraph',
    lines: group.map(line => line.text),
    size,
    top: baseline - size,
    isOpen: !SENTENCE_END.test(lastText) && (last?.right ?? 0) >= right - NEARLY_FULL * size,
    mayContinue: !MARK_AHEAD.test(text) && firstLeft - left <= INDENT * size,
    isAligned: false,
  };
}

/** The paragraph's text. `joins` decides whether the parts of a hyphenated word are one word. */
export function textOfParagraph(
  { lines, isAligned }: Paragraph,
  joins: (left: string, right: string) => boolean,
): string {
  return isAligned ? lines.join('\n') : lines.reduce((text, line) => joinLines(text, line, joins));
}
