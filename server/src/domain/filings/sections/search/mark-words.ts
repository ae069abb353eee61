import { escapeHtml } from '../../../../kernel/text/escape-html.ts';
import { isUnspacedAt, type PlacedSearchText, placeSearchText } from '../model/search-text.ts';

/** A range of a passage; UTF-16 offsets, end exclusive. */
type TextRange = [start: number, end: number];

/** A passage to cut a snippet from. */
export interface MarkablePassage {
  text: string;
  searchable: PlacedSearchText;
}

/** Prepares a passage once for all queried words. */
export function toMarkable(text: string): MarkablePassage {
  return { text, searchable: placeSearchText(text) };
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Tokens that PostgreSQL may read as one: decimal numbers, addresses, file names. */
const COMPOUNDS = /[\p{L}\p{M}\p{N}]+(?:[.@/:_-][\p{L}\p{M}\p{N}]+)+/gu;

/**
 * Words of a passage that may be forms of queried words, in lower case: those with the same first letter, because
 * stemming never changes it except for its marks.
 */
export function likelyWords({ searchable: placed }: MarkablePassage, wanted: readonly string[]): string[] {
  const firstLetters = new Set(wanted.map(firstLetterOf));
  const found = [...placed.searchText.matchAll(WORDS), ...placed.searchText.matchAll(COMPOUNDS)].map(([word]) => word);
  return [...new Set(found)].filter(word => !isUnspacedAt(word, 0) && firstLetters.has(firstLetterOf(word)));
}

function firstLetterOf(word: string): string {
  return word.normalize('NFD').slice(0, 1);
}

/** Ranges of the found words and terms, in order and without overlaps. */
function marksOf(
  { searchable: placed }: MarkablePassage,
  isFound: (word: string) => boolean,
  terms: readonly RegExp[],
): TextRange[] {
  const words = findRanges(placed.searchText, WORDS, isFound);
  const compounds = findRanges(placed.searchText, COMPOUNDS, isFound).filter(
    ([start, end]) => !words.some(word => word[0] >= start && word[1] <= end),
  );
  const unspaced = terms.flatMap(term => findRanges(placed.folded, term, () => true));
  const marks = [
    ...[...words, ...compounds].map(([start, end]) => placed.toText(start, end)),
    ...unspaced.map(([start, end]) => placed.foldedToText(start, end)),
  ].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: TextRange[] = [];
  for (const mark of marks) {
    const last = merged.at(-1);
    if (last !== undefined && mark[0] <= last[1]) last[1] = Math.max(last[1], mark[1]);
    else merged.push([...mark]);
  }
  return merged;
}

function findRanges(folded: string, pattern: RegExp, isFound: (word: string) => boolean): TextRange[] {
  return [...folded.matchAll(pattern)]
    .filter(([word]) => word !== '' && isFound(word))
    .map(({ 0: word, index }) => [index, index + word.length]);
}

/** Weight of a snippet's fragments, and their maximum number. */
const FRAGMENT_WEIGHT = 220;
const MAX_FRAGMENTS = 2;
/** Such a character replaces several letters. */
const UNSPACED_WEIGHT = 2.5;

/** One or two fragments of the passage that contain as many of the words as possible, as escaped HTML. */
export function toSnippet(
  passage: MarkablePassage,
  isFound: (word: string) => boolean,
  terms: readonly RegExp[],
): string {
  const { text } = passage;
  const marks = marksOf(passage, isFound, terms);
  const fragments: TextRange[] = [];
  for (let left = marks; fragments.length < MAX_FRAGMENTS; ) {
    const fragment = bestFragment(text, left);
    if (fragment === null) break;
    fragments.push(fragment);
    left = left.filter(([start, end]) => end <= fragment[0] || start >= fragment[1]);
  }
  if (fragments.length === 0) fragments.push([0, fragmentEnd(text, 0, 1)]);
  return mergeAdjacent(fragments.sort((a, b) => a[0] - b[0]))
    .map(fragment => render(text, fragment, marks))
    .join(' … ');
}

/** The first fragment with the most distinct words marked, then with the most marks, of marks in order without overlaps. */
function bestFragment(text: string, marks: readonly TextRange[]): TextRange | null {
  let best: { fragment: TextRange; score: number } | null = null;
  for (const [at, [first]] of marks.entries()) {
    const reach = fragmentEnd(text, first, 0.75);
    let next = at;
    while ((marks[next]?.[1] ?? Number.POSITIVE_INFINITY) <= reach) next++;
    const inside = marks.slice(at, next);
    const different = new Set(inside.map(([start, end]) => text.slice(start, end).toLowerCase())).size;
    const worth = different * 1_000 + inside.length;
    if (best === null || worth > best.score) {
      const last = inside.at(-1) ?? marks[at] ?? [first, reach];
      best = { fragment: withContext(text, [first, Math.max(last[1], first + 1)]), score: worth };
    }
  }
  return best?.fragment ?? null;
}

/** Extends a range by its context, from the start of a word to the end of one. */
function withContext(text: string, [first, end]: TextRange): TextRange {
  let start = first;
  for (let weight = 0; start > 0 && weight < FRAGMENT_WEIGHT / 4; start--) weight += weightAt(text, start - 1);
  const stop = Math.max(end, fragmentEnd(text, start, 1));
  return [wordStart(text, start, first), wordEnd(text, stop, end)];
}

/** The end of a fragment that starts at `start` and has a share of the full weight. */
function fragmentEnd(text: string, start: number, share: number): number {
  let at = start;
  for (let weight = 0; at < text.length && weight < FRAGMENT_WEIGHT * share; at++) weight += weightAt(text, at);
  return wordEnd(text, at, start);
}

function weightAt(text: string, at: number): number {
  return isUnspacedAt(text, at) ? UNSPACED_WEIGHT : 1;
}

/** The next word start at or after `at`, but not after `last`. */
function wordStart(text: string, at: number, last: number): number {
  let start = at;
  while (start < last && start > 0 && !isBoundary(text, start)) start++;
  return start;
}

/** The last word end at or before `at`, but not before `first`; `at` if there is none. */
function wordEnd(text: string, at: number, first: number): number {
  let end = at;
  while (end > first && end < text.length && !isBoundary(text, end)) end--;
  if (end > first) return end;
  return isWithinCharacter(text, at) ? at + 1 : at;
}

/** Whether a word may end or start here. */
function isBoundary(text: string, at: number): boolean {
  if (isWithinCharacter(text, at)) return false;
  return /\s/.test(text.charAt(at)) || /\s/.test(text.charAt(at - 1)) || isUnspacedAt(text, at);
}

/** Whether an offset is between the halves of a surrogate pair, or between a letter and its mark. */
function isWithinCharacter(text: string, at: number): boolean {
  return /[\p{M}\uff9e\uff9f\udc00-\udfff]/u.test(text.charAt(at));
}

function mergeAdjacent(fragments: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const fragment of fragments) {
    const last = joined.at(-1);
    if (last !== undefined && fragment[0] <= last[1] + 1) last[1] = Math.max(last[1], fragment[1]);
    else joined.push([...fragment]);
  }
  return joined;
}

function render(text: string, [start, end]: TextRange, marks: readonly TextRange[]): string {
  const pieces: string[] = [];
  let at = start;
  for (const [from, to] of marks) {
    if (from < start || to > end) continue;
    pieces.push(escapeHtml(text.slice(at, from)), '<mark>', escapeHtml(text.slice(from, to)), '</mark>');
    at = to;
  }
  pieces.push(escapeHtml(text.slice(at, end)));
  return pieces.join('').replace(/\s+/g, ' ').trim();
}
