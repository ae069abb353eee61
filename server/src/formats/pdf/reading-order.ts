import { appendAll, minOf } from '../../kernel/lists.ts';
import { isCjkText, type Row, regroup } from './page-rows.ts';

/** Rows that are read in sequence, in one column. Points. */
export interface Region {
  rows: Row[];
  left: number;
  right: number;
}

/** Maximum depth of columns within columns. */
const DEEPEST = 2;
/** Number of steps across the text's width in which a gutter between columns is searched. */
const GUTTER_FROM = 0.25;
const GUTTER_TO = 0.75;
const STEPS = 100;
/** Share of all rows: a gutter is crossed by no more than these. */
const MAX_ACROSS = 0.7;
const MIN_ROWS = 4;
/** Rows of prose extend across their column, except for the last of each paragraph. */
const FULL_ROW = 0.75;
const MIN_FULL_SHARE = 0.4;
const MIN_WHOLE_SHARE = 0.8;
const MIN_LETTER_SHARE = 0.6;
/** Minimum characters per row of prose; Chinese ones count twice. */
const MIN_ROW_CHARS = 18;
/** One column may end before the other. */
const MIN_BALANCE = 0.3;

/**
 * The rows of a page in reading order: prose in two columns is read left column first. Rows that cross the gutter (a
 * heading, a table) separate the columns above from those below. Columns of tables do not count.
 */
export function readingOrder(rows: readonly Row[], depth = 0): Region[] {
  const gutter = depth < DEEPEST ? gutterOf(rows) : null;
  if (gutter === null) return toRegion(rows);
  const regions: Region[] = [];
  let plain: Row[] = [];
  for (const band of bandsOf(rows, gutter)) {
    const top = topOfColumns(band, gutter);
    appendAll(
      plain,
      band.filter(row => row.baseline < top),
    );
    const below = band.filter(row => row.baseline >= top);
    const sides = columnsOf(below, gutter);
    if (sides === null) {
      appendAll(plain, below);
      continue;
    }
    appendAll(regions, toRegion(plain));
    appendAll(
      regions,
      sides.flatMap(side => readingOrder(side, depth + 1)),
    );
    plain = [];
  }
  return [...regions, ...toRegion(plain)];
}

function toRegion(rows: readonly Row[]): Region[] {
  if (rows.length === 0) return [];
  const [left, right] = edgesOf(rows);
  return [{ rows: [...rows], left, right }];
}

function edgesOf(rows: readonly Row[]): [left: number, right: number] {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { segments } of rows) {
    left = Math.min(left, segments[0]?.left ?? left);
    for (const segment of segments) right = Math.max(right, segment.right);
  }
  return [left, right];
}

/** The middle of the widest strip crossed by the fewest rows; null if most cross it. */
function gutterOf(rows: readonly Row[]): number | null {
  if (rows.length < 2 * MIN_ROWS) return null;
  const [left, right] = edgesOf(rows);
  const from = left + GUTTER_FROM * (right - left);
  const step = ((GUTTER_TO - GUTTER_FROM) * (right - left)) / STEPS;
  const across = Array.from({ length: STEPS }, (_, at) => countAcross(rows, from + at * step));
  const fewest = minOf(across);
  if (fewest > MAX_ACROSS * rows.length) return null;
  let best = { start: 0, length: 0 };
  for (let at = 0; at < STEPS; ) {
    let end = at;
    while (end < STEPS && across[end] === fewest) end++;
    if (end - at > best.length) best = { start: at, length: end - at };
    at = Math.max(end, at + 1);
  }
  return from + (best.start + (best.length - 1) / 2) * step;
}

function countAcross(rows: readonly Row[], x: number): number {
  return rows.filter(row => crosses(row, x)).length;
}

function crosses({ segments }: Row, x: number): boolean {
  return segments.some(segment => segment.left < x && segment.right > x);
}

/** Alternating groups of rows that cross a gutter and rows that do not. */
function bandsOf(rows: readonly Row[], gutter: number): Row[][] {
  const bands: Row[][] = [];
  let wasAcross: boolean | null = null;
  for (const row of rows) {
    const isAcross = crosses(row, gutter);
    if (isAcross === wasAcross) bands.at(-1)?.push(row);
    else bands.push([row]);
    wasAcross = isAcross;
  }
  return bands;
}

/** In font heights: columns start side by side, or nearly so. */
const FIRST_ROWS = 1.5;

/** Where a band has text on both sides of a gutter: text above that on only one side is not in a column. */
function topOfColumns(band: readonly Row[], gutter: number): number {
  const left = band.find(row => row.segments.some(segment => segment.right <= gutter));
  const right = band.find(row => row.segments.some(segment => segment.left >= gutter));
  if (left === undefined || right === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(left.baseline, right.baseline) - FIRST_ROWS * Math.max(left.size, right.size);
}

/** The rows on either side of a gutter if both are prose, otherwise null. */
function columnsOf(band: readonly Row[], gutter: number): [Row[], Row[]] | null {
  const segments = band.flatMap(row => row.segments);
  const sides = [
    segments.filter(segment => segment.right <= gutter),
    segments.filter(segment => segment.left >= gutter),
  ] as const;
  const [left, right] = [regroup(sides[0]), regroup(sides[1])];
  if (sides[0].length + sides[1].length < segments.length) return null;
  const isBalanced = Math.min(left.length, right.length) >= MIN_BALANCE * Math.max(left.length, right.length);
  return isBalanced && isProse(left) && isProse(right) ? [left, right] : null;
}

function isProse(rows: readonly Row[]): boolean {
  if (rows.length < MIN_ROWS) return false;
  const [left, right] = edgesOf(rows);
  const whole = rows.filter(row => row.segments.length === 1);
  const full = whole.filter(row => widthOf(row) >= FULL_ROW * (right - left));
  if (whole.length < MIN_WHOLE_SHARE * rows.length || full.length < MIN_FULL_SHARE * rows.length) return false;
  const text = rows.flatMap(row => row.segments.map(segment => segment.text)).join('');
  const letters = text.match(/\p{L}/gu) ?? [];
  const chars = [...text].reduce((sum, char) => sum + (isCjkText(char) ? 2 : 1), 0);
  return letters.length >= MIN_LETTER_SHARE * text.length && chars >= MIN_ROW_CHARS * rows.length;
}

function widthOf({ segments }: Row): number {
  return (segments.at(-1)?.right ?? 0) - (segments[0]?.left ?? 0);
}
