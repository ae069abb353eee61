import type { PdfRun } from './pdf-page.ts';

/** Text of one row without a wide gap in it. Points. */
export interface Segment {
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Of most of its characters. */
  size: number;
}

/** Adjacent segments from left to right. */
export interface Row {
  segments: Segment[];
  baseline: number;
  size: number;
}

/** In font heights: blanks between words are a quarter to three quarters, in loosely set lines almost one. */
const WIDE_GAP = 1.1;
const BLANK_GAP = 0.17;
/** Maximum distance of baselines within one row: footnote marks are a third higher. */
const SAME_ROW = 0.4;

/** The rows of the texts on a page, from top to bottom. */
export function rowsOf(runs: readonly PdfRun[]): Row[] {
  const pieces = runs.flatMap(splitRun);
  const rows: PdfRun[][] = [];
  for (const run of pieces.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    const tallest = row?.reduce((most, segment) => (segment.size > most.size ? segment : most));
    const isSame =
      tallest !== undefined &&
      Math.abs(run.baseline - tallest.baseline) <=
        SAME_ROW * Math.max(Math.min(run.size, tallest.size), tallest.size / 2);
    if (isSame && row !== undefined) row.push(run);
    else rows.push([run]);
  }
  return rows.map(row => toRow(segmentsOf(row)));
}

/** Rows of segments that are reordered within their page. */
export function regroup(segments: readonly Segment[]): Row[] {
  const byBaseline = Map.groupBy(segments, segment => segment.baseline);
  return [...byBaseline.values()].map(row => toRow(row.toSorted((a, b) => a.left - b.left)));
}

export function toRow(segments: Segment[]): Row {
  const longest = segments.reduce((most, segment) => (segment.text.length > most.text.length ? segment : most));
  return { segments, baseline: longest.baseline, size: longest.size };
}

/** Leader dots, and blanks that separate columns within one text. */
const WITHIN_RUN = /(?:\s?[.．…·_]){5,}\s*|\s{3,}|\u3000{2,}/g;

/** Splits a run at its own gaps, without surrounding blanks; widths are distributed evenly. */
function splitRun(run: PdfRun): PdfRun[] {
  const width = (run.right - run.left) / Math.max(1, run.text.length);
  const parts: PdfRun[] = [];
  const put = (from: number, to: number): void => {
    const text = run.text.slice(from, to);
    const start = from + (text.length - text.trimStart().length);
    const trimmed = text.trim();
    if (trimmed === '') return;
    const left = run.left + start * width;
    parts.push({ ...run, text: trimmed, left, right: left + trimmed.length * width });
  };
  let from = 0;
  for (const { index, 0: gap } of run.text.matchAll(WITHIN_RUN)) {
    put(from, index);
    from = index + gap.length;
  }
  put(from, run.text.length);
  return parts;
}

interface OpenSegment extends Segment {
  /** Number of characters of each size. */
  chars: number;
}

function segmentsOf(row: readonly PdfRun[]): Segment[] {
  const baseline = row.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest)).baseline;
  const segments: OpenSegment[] = [];
  let before: PdfRun | null = null;
  for (const run of row.toSorted((a, b) => a.left - b.left)) {
    const open = segments.at(-1);
    if (before !== null && isDrawnTwice(before, run)) continue;
    before = run;
    const size = Math.max(run.size, open?.size ?? 0);
    if (open === undefined || run.left - open.right > WIDE_GAP * size) {
      segments.push({
        text: run.text,
        left: run.left,
        right: run.right,
        baseline,
        size: run.size,
        chars: run.text.length,
      });
      continue;
    }
    open.text += blankBetween(open, run) + run.text;
    open.right = Math.max(open.right, run.right);
    if (run.text.length > open.chars) Object.assign(open, { size: run.size, chars: run.text.length });
  }
  return segments.map(({ text, left, right, size }) => ({ text: closeUp(text), left, right, baseline, size }));
}

/** Shadows, and letters drawn twice to look bold. */
function isDrawnTwice(before: PdfRun, run: PdfRun): boolean {
  return before.text === run.text && Math.abs(before.left - run.left) < 0.15 * run.size && run.right - run.left > 0;
}

function blankBetween(open: Segment, run: PdfRun): string {
  return run.left - open.right > BLANK_GAP * Math.min(open.size, run.size) ? ' ' : '';
}

/** Chinese and Japanese, which have no blanks between words: characters, kana, their punctuation, full-width forms. */
const WIDE =
  '[\\u2e80-\\u2fdf\\u3000-\\u30ff\\u31f0-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uffef\\u{20000}-\\u{3ffff}]';
const WIDE_WRITING = new RegExp(`^${WIDE}`, 'u');

/** Whether a text starts with Chinese or Japanese writing. */
export function isCjkText(text: string): boolean {
  return WIDE_WRITING.test(text);
}

const BLANK_IN_WIDE_WRITING = new RegExp(`(?<=${WIDE}) (?=${WIDE})`, 'gu');

/** Letters spaced out to fill a line are not separate words: Chinese and Japanese have no blanks. */
function closeUp(text: string): string {
  return text.replace(BLANK_IN_WIDE_WRITING, '');
}

const HYPHEN_AT_END = /\p{Ll}[-\u2010]$/u;
const SOFT_HYPHEN_AT_END = /\u00ad$/;

/**
 * Joins two lines of a paragraph. `joins` decides whether the parts of a split word (`manage`, `ment`) are one word.
 */
export function joinLines(above: string, below: string, joins: (left: string, right: string) => boolean): string {
  if (SOFT_HYPHEN_AT_END.test(above)) return above.slice(0, -1) + below;
  if (HYPHEN_AT_END.test(above) && /^\p{Ll}/u.test(below)) {
    const left = /[\p{L}\p{M}]+(?=.$)/u.exec(above)?.[0] ?? '';
    const right = /^[\p{L}\p{M}]+/u.exec(below)?.[0] ?? '';
    return joins(left, right) ? above.slice(0, -1) + below : above + below;
  }
  const isWide = isCjkText(lastCharacter(above)) && isCjkText(below);
  return isWide ? above + below : `${above} ${below}`;
}

function lastCharacter(text: string): string {
  return /[\ud800-\udbff][\udc00-\udfff]$|.$/s.exec(text)?.[0] ?? '';
}
