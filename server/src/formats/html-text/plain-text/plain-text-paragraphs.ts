import { decodeEntities, foldText } from '../fold-text.ts';
import type { TextBlock } from '../text-document.ts';
import type { PlainLine } from './plain-text-lines.ts';

/** The layout of a page: the column at which most of its lines end. */
export interface PageShape {
  rightMargin: number;
}

const DEFAULT_MARGIN = 72;
const NARROWEST_MARGIN = 50;
const WIDEST_MARGIN = 100;
/** Share of longer lines that end before the right margin. */
const MARGIN_QUANTILE = 0.85;
/** Space to the margin beyond the next word's length, from which a line end is considered deliberate. */
const RAGGED_COLUMNS = 10;
const MIN_CENTRED_INDENT = 6;
const MAX_OFF_CENTRE = 6;
const FAR_COLUMNS = 30;

const NEW_HEADING = /^\s*(?:part\s+[ivx]+\b|items?\s+(?:no\.?\s*)?\d{1,2}(?:\.\d\d)?[a-z]?\b|signatures?\s*$)/i;
const PART_ALONE = /^\s*part\s+[ivx]+\.?$/i;
const LIST_MARK = /^\s*(?:[o*•·]|\[.?\]|\([a-z\d]{1,4}\)|[a-z\d]{1,2}[.)]|[-–])\s+\S/i;
const BULLET = /^\s*(?:[o*•·-]|–)\s+(?=\S)/;
const OPEN_END = /(?:[,;(-]|\b(?:and|or|of|the|a|an|to|in|for|on|by|with|at|from|as|that|&))$/i;
const SENTENCE_END = /[.:;!?]["')\]]*$/;

/** Whether a line begins as the heading of a part or item. */
export function isItemHeading(text: string): boolean {
  return NEW_HEADING.test(text);
}

/** Whether a line is the number of an item without its title. */
export function isItemNumber(text: string): boolean {
  return /^\s*items?\s+\d{1,2}[a-z]?[.:]?$/i.test(text);
}

/** The right margins of the lines of a text. */
export function pageShapeOf(lines: readonly PlainLine[]): PageShape {
  const widths = lines
    .filter(line => line.kind === 'text' && line.text.length >= NARROWEST_MARGIN && line.text.length <= WIDEST_MARGIN)
    .map(line => line.text.length)
    .sort((a, b) => a - b);
  const rightMargin = widths[Math.floor(widths.length * MARGIN_QUANTILE)] ?? DEFAULT_MARGIN;
  return { rightMargin };
}

/**
 * The text blocks of lines without an empty line between them. A line end separates blocks if the next word would have
 * fitted, at a heading or list item, under an underlined line, and at a first-line indent.
 */
export function paragraphsOf(lines: readonly PlainLine[], shape: PageShape): TextBlock[] {
  const blocks: TextBlock[] = [];
  const widest = lines.reduce((most, line) => (line.kind === 'text' ? Math.max(most, line.text.length) : most), 0);
  let group: PlainLine[] = [];
  const close = (isUnderlined: boolean): void => {
    if (group.length > 0)
      blocks.push({ ...toTextBlock(group, shape, isUnderlined), isContinuation: blocks.length > 0 });
    group = [];
  };
  for (const [at, line] of lines.entries()) {
    if (line.kind !== 'text') {
      const last = group.at(-1);
      close(last !== undefined && line.kind === 'rule' && underlines(line, last));
      continue;
    }
    const above = group.at(-1);
    if (above !== undefined && beginsBlock(group, line, lines[at + 1], widest, shape)) close(false);
    group.push(line);
  }
  close(false);
  return blocks;
}

function underlines(rule: PlainLine, line: PlainLine): boolean {
  return rule.indent >= line.indent - 2 && rule.text.length <= line.text.length + 2;
}

function beginsBlock(
  group: readonly PlainLine[],
  line: PlainLine,
  next: PlainLine | undefined,
  widest: number,
  shape: PageShape,
): boolean {
  const above = group.at(-1);
  if (above === undefined) return true;
  // A heading that does not fill its line is complete, or is joined with the rest of its title by its words.
  const isBelowHeading = group.length === 1 && NEW_HEADING.test(above.text);
  const hasRoom = roomLeft(above, line, isBelowHeading ? Math.max(widest, shape.rightMargin) : widest);
  if (NEW_HEADING.test(line.text)) {
    return (
      hasRoom || SENTENCE_END.test(above.text) || PART_ALONE.test(above.text) || isBackAtMargin(above, line, shape)
    );
  }
  if (LIST_MARK.test(line.text) && (hasRoom || SENTENCE_END.test(above.text) || isNextItem(group, line))) return true;
  if (OPEN_END.test(above.text)) return false;
  if (isInBrackets(line) || isBackAtMargin(above, line, shape)) return true;
  if (isFirstLineIndent(above, line, next)) return true;
  if (isHanging(group, line)) return false;
  if (isCentredPair(above, line)) return breaksCentred(above, line);
  return hasRoom;
}

/** Whether the first word of a line would have fitted on the line above. */
function roomLeft(above: PlainLine, line: PlainLine, widest: number): boolean {
  const word = /\S+/.exec(line.text.slice(0, line.indent + widest))?.[0].length ?? 0;
  return above.text.length + 1 + word + RAGGED_COLUMNS <= widest;
}

/** A list item under another with its mark in the same column. */
function isNextItem(group: readonly PlainLine[], line: PlainLine): boolean {
  const first = group[0];
  return first !== undefined && first.indent === line.indent && LIST_MARK.test(first.text);
}

/** An indented line after the end of a sentence, with the following line further left. */
function isFirstLineIndent(above: PlainLine, line: PlainLine, next: PlainLine | undefined): boolean {
  if (line.indent < above.indent + 2 || !SENTENCE_END.test(above.text)) return false;
  return next === undefined || next.kind !== 'text' || next.indent < line.indent;
}

/** Lines under a mark or a heading's number, further right than its first line: `ITEM 7.  Management's …`. */
function isHanging(group: readonly PlainLine[], line: PlainLine): boolean {
  const first = group[0];
  if (first === undefined || line.indent < first.indent + 2) return false;
  return LIST_MARK.test(first.text) || NEW_HEADING.test(first.text);
}

/** `(Exact name of registrant …)`: the caption under a blank of the cover page. */
function isInBrackets(line: PlainLine): boolean {
  return /^\s*\([A-Z].*\)$/.test(line.text);
}

/** Under a centred line, further left; or under a few words at the right edge. */
function isBackAtMargin(above: PlainLine, line: PlainLine, { rightMargin }: PageShape): boolean {
  if (above.indent >= line.indent + FAR_COLUMNS && above.text.length - above.indent < FAR_COLUMNS) return true;
  return above.indent >= line.indent + MIN_CENTRED_INDENT && roomLeft(above, line, rightMargin);
}

function isCentredPair(above: PlainLine, line: PlainLine): boolean {
  if (above.indent < MIN_CENTRED_INDENT && line.indent < MIN_CENTRED_INDENT) return false;
  return Math.abs(above.indent + above.text.length - (line.indent + line.text.length)) <= MAX_OFF_CENTRE;
}

function breaksCentred(above: PlainLine, line: PlainLine): boolean {
  if (line.text.trimStart().startsWith('(') || above.text.endsWith(')')) return true;
  return isCapitals(above.text) !== isCapitals(line.text) || SENTENCE_END.test(above.text);
}

function isCapitals(text: string): boolean {
  return text === text.toUpperCase();
}

function toTextBlock(lines: readonly PlainLine[], shape: PageShape, isUnderlined: boolean): TextBlock {
  const [first, last] = [lines[0], lines.at(-1)];
  const joined = joinLines(lines);
  return {
    kind: 'text',
    start: first?.textStart ?? 0,
    end: last?.end ?? 0,
    text: foldText(decodeEntities(joined)),
    listDepth: BULLET.test(joined) ? 1 : 0,
    headingLevel: 0,
    isBold: false,
    isItalic: false,
    isUnderlined,
    isCentred: lines.every(line => isCentred(line, shape)),
    emphasisedLead: 0,
    isContinuation: false,
    links: [],
  };
}

/** A word split at its hyphen by a line end keeps the hyphen and loses the blank. */
function joinLines(lines: readonly PlainLine[]): string {
  const parts: string[] = [];
  let last = '';
  for (const { text } of lines) {
    const part = text.trim();
    const isCut = /[a-z]-$/i.test(last.slice(-2)) && /^[a-z]/.test(part);
    parts.push(parts.length === 0 || isCut ? part : ` ${part}`);
    last = part;
  }
  return parts.join('');
}

function isCentred(line: PlainLine, { rightMargin }: PageShape): boolean {
  if (line.indent < MIN_CENTRED_INDENT) return false;
  return Math.abs(line.indent - (rightMargin - line.text.length)) <= MAX_OFF_CENTRE;
}
