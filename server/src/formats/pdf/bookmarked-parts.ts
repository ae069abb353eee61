import { foldText } from '../html-text/fold-text.ts';
import type { PdfBookmark } from './pdf-page.ts';
import type { PdfText } from './to-text-document.ts';

/** A part of a document defined by a bookmark. */
export interface BookmarkedPart {
  /** Title of the bookmark. */
  title: string;
  /** Level: 1 or 2. */
  level: number;
  /** UTF-16 offsets in the document's source, end exclusive; the heading is excluded if it is printed. */
  headingStart: number;
  start: number;
  end: number;
  /** Whether the bookmark's title is printed at its target. */
  isHeadingSeen: boolean;
}

/** The parts of a document, or why its bookmarks do not divide it. */
export type BookmarkedParts =
  | { kind: 'parts'; parts: BookmarkedPart[] }
  | { kind: 'none'; why: 'no_bookmarks' | 'one_bookmark' | 'bookmarks_lead_nowhere' | 'bookmarks_of_software' };

const MIN_PARTS = 2;
const MAX_PARTS = 2_000;

/** Names that programs generate for bookmarks: word processor targets, joined files, page numbers. */
const OF_SOFTWARE =
  /^(?:_[A-Z]\w*|OLE_LINK\d*|bookmark\w*|page\s*\d+|第\s*\d+\s*页|.*\.(?:docx?|pdf|indd|xlsx?|pptx?))$/i;

/**
 * Divides a document by its bookmarks of the first two levels; those below a single outermost one (the document's
 * title) count as the first. Skips bookmarks that point backwards.
 */
export function findBookmarkedParts(text: PdfText, bookmarks: readonly PdfBookmark[]): BookmarkedParts {
  if (bookmarks.length === 0) return { kind: 'none', why: 'no_bookmarks' };
  const titled = bookmarks.filter(bookmark => /[\p{L}\p{N}]/u.test(bookmark.title));
  const ofPeople = titled.filter(bookmark => !OF_SOFTWARE.test(bookmark.title));
  if (ofPeople.length === 0) return { kind: 'none', why: 'bookmarks_of_software' };
  const headings = headingsOf(text, withoutTitle(ofPeople));
  if (headings.length === 0) return { kind: 'none', why: 'bookmarks_lead_nowhere' };
  if (headings.length < MIN_PARTS) return { kind: 'none', why: 'one_bookmark' };
  const end = text.document.source.length;
  const parts = headings.map((heading, at) => ({ ...heading, end: headings[at + 1]?.headingStart ?? end }));
  return { kind: 'parts', parts };
}

/** The first two levels, counted from below a single outermost bookmark. */
function withoutTitle(bookmarks: readonly PdfBookmark[]): PdfBookmark[] {
  const outermost = bookmarks.filter(bookmark => bookmark.level === 1);
  const isTitled = outermost.length < MIN_PARTS && bookmarks.length > outermost.length;
  const raised = isTitled
    ? bookmarks.filter(bookmark => bookmark.level > 1).map(bookmark => ({ ...bookmark, level: bookmark.level - 1 }))
    : bookmarks;
  return raised.filter(bookmark => bookmark.level <= 2);
}

type Heading = Omit<BookmarkedPart, 'end'>;

function headingsOf(text: PdfText, bookmarks: readonly PdfBookmark[]): Heading[] {
  const byPage = Map.groupBy(text.places.keys(), at => text.places[at]?.pageNumber ?? 0);
  const headings = bookmarks.map(bookmark => findHeading(text, bookmark, byPage)).filter(item => item !== null);
  return inOrder(headings).slice(0, MAX_PARTS);
}

/** The largest set of headings in document order (longest non-decreasing subsequence, by patience sorting). */
function inOrder(headings: readonly Heading[]): Heading[] {
  /** For each length, the sequence with the smallest end: the index of its last heading. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, { headingStart }] of headings.entries()) {
    const longer = ends.findIndex(end => (headings[end]?.headingStart ?? 0) > headingStart);
    const length = longer < 0 ? ends.length : longer;
    before[at] = ends[length - 1];
    ends[length] = at;
  }
  const kept: Heading[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) {
    const heading = headings[at];
    if (heading !== undefined) kept.push(heading);
  }
  return kept.reverse();
}

/** A heading's letters start a few points below or above the bookmark's target. */
const NEAR_TOP = 30;

/**
 * The printed heading nearest to the bookmark's target on its page; otherwise the first block below, or the first of
 * the page.
 */
function findHeading(
  { document, places }: PdfText,
  { title, level, pageNumber, top }: PdfBookmark,
  byPage: ReadonlyMap<number, readonly number[]>,
): Heading | null {
  const onPage = (byPage.get(pageNumber ?? 0) ?? []).filter(at => document.blocks[at]?.kind !== 'page');
  const words = wordsOf(title);
  const distance = (at: number): number => Math.abs((places[at]?.top ?? 0) - (top ?? 0));
  const [printed] = onPage
    .filter(at => isPrintedBy(document.blocks[at], words))
    .sort((a, b) => distance(a) - distance(b));
  const below = onPage.find(at => (places[at]?.top ?? 0) >= (top ?? 0) - NEAR_TOP);
  const at = printed ?? below ?? nextBlock(places, pageNumber);
  const block = document.blocks[at ?? -1];
  if (block === undefined) return null;
  const isHeadingSeen = printed !== undefined;
  return { title, level, headingStart: block.start, start: isHeadingSeen ? block.end : block.start, isHeadingSeen };
}

/** A page without text (a picture) starts where the next one does. */
function nextBlock(places: PdfText['places'], pageNumber: number | null): number | undefined {
  const at = pageNumber === null ? -1 : places.findIndex(place => place.pageNumber > pageNumber);
  return at < 0 ? undefined : at;
}

const MIN_WORDS = 2;

function isPrintedBy(block: PdfText['document']['blocks'][number] | undefined, words: string): boolean {
  if (block?.kind !== 'text' || words.length < MIN_WORDS) return false;
  const printed = wordsOf(block.text);
  return (
    printed === words ||
    (printed.length <= 2 * words.length + 20 && (printed.endsWith(words) || printed.startsWith(words)))
  );
}

/** Letters and digits in one normal form: bookmarks have different blanks and punctuation. */
function wordsOf(text: string): string {
  return foldText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
