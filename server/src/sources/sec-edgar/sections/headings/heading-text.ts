import { isEmphasised, type Line } from '../document-lines.ts';
import { matchTitle, titleKey } from '../title-match.ts';
import { isPages } from './contents-entry.ts';

const LONGEST_HEADING = 400;
/** A title alone must be the catalogue's nearly to the word. */
const MIN_TITLE_SIMILARITY = 0.9;
/** The title goes on in a further line only if it then has this much of it. */
const MIN_CONTINUED_SIMILARITY = 0.5;
const LONGEST_MARKS = 4;
const MIN_WORDS_OF_A_SENTENCE = 5;
const MAX_LINES_OF_A_BROKEN_TITLE = 10;
const LONGEST_LINE_OF_A_TITLE = 80;
const MAX_LINES_OF_A_HEADING = 4;
/** "FOR THE THREE AND SIX MONTHS ENDED JUNE 30" behind a title. */
const PERIOD_BEHIND = /^\W*for the\b.{0,120}\b(?:ended|ending)\b/i;

interface ReadHeading {
  similarity: number;
  title: string | null;
  lastLine: number;
  textIndex: number;
  /** The heading fills its line. */
  isWhole: boolean;
}

/** Reads the title after a number, over all lines of it, up to the beginning of the item's text. */
export function readHeading(
  lines: readonly Line[],
  index: number,
  restFrom: number,
  titles: readonly string[],
  rest: string,
): ReadHeading {
  const line = lines[index];
  const own = line === undefined ? null : matchTitle(rest, titles);
  let best = { similarity: own?.similarity ?? 0, title: own?.title ?? null, lastLine: index };
  let text = rest;
  for (let next = index + 1; next < lines.length && next - index < MAX_LINES_OF_A_HEADING; next += 1) {
    const following = lines[next];
    if (line === undefined || following === undefined) break;
    if (following.text.length > 160 || /^(?:items?|part)\s+[\divx]/i.test(following.text)) break;
    text = `${text} ${following.text}`.trim();
    const match = matchTitle(text, titles);
    const covers = match !== null && match.end > text.length - following.text.length;
    if (match === null || !covers || match.similarity < MIN_CONTINUED_SIMILARITY) break;
    if (match.similarity <= best.similarity + 0.1 && match.similarity < 0.9) break;
    // A title that is complete goes on only word by word: the next line may be a heading of its own.
    if (best.similarity >= MIN_TITLE_SIMILARITY && !titleKey(text).startsWith(titleKey(match.title))) break;
    const isPeriodBehind = isEmphasised(following) && PERIOD_BEHIND.test(text.slice(match.end));
    if (!isPeriodBehind && match.end < text.length - Math.max(6, following.text.length / 2)) break;
    best = { similarity: match.similarity, title: match.title, lastLine: next };
  }
  const runOn =
    best.lastLine === index && (own?.similarity ?? 0) >= MIN_TITLE_SIMILARITY
      ? null
      : runOnHeading(lines, index, titles, rest);
  if (runOn !== null) return runOn;
  best = completeHeading(lines, index, titles, rest) ?? best;
  if (best.lastLine > index) {
    const last = lines[best.lastLine];
    return { ...best, textIndex: last?.text.length ?? 0, isWhole: true };
  }
  const textIndex = line === undefined ? 0 : headingEnd(line, restFrom, own?.end ?? 0);
  return { ...best, textIndex, isWhole: line !== undefined && textIndex >= line.text.length };
}

/** A title that is broken into many lines, none of which says much: it is complete where all its words are there. */
function completeHeading(
  lines: readonly Line[],
  index: number,
  titles: readonly string[],
  rest: string,
): { similarity: number; title: string; lastLine: number } | null {
  const first = titleKey(rest);
  const keys = new Map(
    titles.map((title): [string, string] => [titleKey(title), title]).filter(([key]) => key.startsWith(first)),
  );
  let text = rest;
  let found: { similarity: number; title: string; lastLine: number } | null = null;
  for (
    let next = index + 1;
    keys.size > 0 && next < lines.length && next - index < MAX_LINES_OF_A_BROKEN_TITLE;
    next += 1
  ) {
    const line = lines[next];
    if (line === undefined || line.text.length > LONGEST_LINE_OF_A_TITLE || line.cells !== null) break;
    text = `${text} ${line.text}`;
    const title = keys.get(titleKey(text));
    if (title !== undefined) found = { similarity: 1, title, lastLine: next };
  }
  return found;
}

/** A title that ends within the next line, and the item's text goes on behind it. */
function runOnHeading(
  lines: readonly Line[],
  index: number,
  titles: readonly string[],
  rest: string,
): ReadHeading | null {
  const following = lines[index + 1];
  if (following === undefined || following.cells !== null || titleKey(rest) === '') return null;
  const text = `${rest} ${following.text.slice(0, LONGEST_HEADING)}`;
  const match = matchTitle(text, titles);
  if (match === null || match.similarity < 1 || !titleKey(match.title).startsWith(titleKey(rest))) return null;
  if (titleKey(text.slice(0, match.end)) !== titleKey(match.title)) return null;
  const behind = text.slice(match.end);
  const marks = leadingMarks(behind);
  if (!/^[A-Z“"(]/.test(behind.slice(marks)) || !/\s[a-z]/.test(behind)) return null;
  const textIndex = match.end - rest.length - 1 + marks;
  return { similarity: 1, title: match.title, lastLine: index + 1, textIndex, isWhole: false };
}

const SHORT_ANSWER =
  /^[\s.:;–—-]*\(?(?:none|not\s+applicable|not\s+required|n\/a|omitted|no\s+(?:change|disclosure|matters))\b/i;

/** The end of a heading in its line: the end of the line, or the beginning of the item's text. */
export function headingEnd(line: Line, restFrom: number, titleEnd: number): number {
  const { text } = line;
  const after = text.slice(restFrom + titleEnd);
  if (SHORT_ANSWER.test(after) && titleEnd > 0) return restFrom + titleEnd + leadingMarks(after);
  if (line.emphasisedLead >= text.length && text.length <= LONGEST_HEADING) return text.length;
  if (line.emphasisedLead > restFrom && line.emphasisedLead >= restFrom + titleEnd * 0.6) {
    const behind = text.slice(line.emphasisedLead);
    return /^\s*\([^()]*\)\W*$/.test(behind) ? text.length : line.emphasisedLead + leadingMarks(behind);
  }
  if (line.cells !== null) return cellBehind(line, restFrom + titleEnd, titleEnd);
  const marks = leadingMarks(after);
  const body = after.slice(marks);
  const runsOn = body.length > 0 && titleEnd > 0 && /^[A-Z“"(]/.test(body) && /[.:–—-]/.test(after.slice(0, marks));
  if (runsOn && /[a-z]{2}/.test(body)) return restFrom + titleEnd + marks;
  if (titleEnd > 0 && isSentence(body)) return restFrom + titleEnd + marks;
  return text.length <= LONGEST_HEADING ? text.length : restFrom + titleEnd + marks;
}

/** Whether a text after a title is a sentence of its own: it begins with a capital, and most of its words do not. */
function isSentence(text: string): boolean {
  if (!/^[A-Z“"(]/.test(text) || !/[.:]["”)]?$/.test(text)) return false;
  return (text.match(/\s[a-z]+/g)?.length ?? 0) >= MIN_WORDS_OF_A_SENTENCE && !/^(?:And|Of|Or|In|On|For)\b/.test(text);
}

/** Where the cell behind a title begins, if the item's text is in a cell of its own; else the end of the row. */
function cellBehind(line: Line, end: number, titleEnd: number): number {
  const cells = line.cells ?? [];
  let index = 0;
  for (const cell of cells) {
    const isBehind = titleEnd > 0 && index > end && index - end <= LONGEST_MARKS;
    if (isBehind && !isPages(cell)) return index;
    index += cell.length + 1;
  }
  return line.text.length;
}

function leadingMarks(text: string): number {
  return /^[\s.:;,–—―-]*/.exec(text)?.[0].length ?? 0;
}
