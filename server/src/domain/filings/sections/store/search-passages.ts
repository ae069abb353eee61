import { splitsSurrogatePair } from '../../../../kernel/text/surrogate-pairs.ts';
import { isUnspacedAt, toSearchText } from '../model/search-text.ts';

/** A stretch of a section's text, small enough that its vector lies in the row itself. */
export interface SearchPassage {
  /** Which of the parts that are searched separately; 0 but in very long sections. */
  part: number;
  /** 0-based, through all parts. */
  passage: number;
  /** Code points into the text, 1-based, as PostgreSQL's substr counts. */
  startChar: number;
  chars: number;
  text: string;
  /** As it is searched. */
  searchText: string;
}

/**
 * UTF-16 units: a vector of so many characters takes two kilobytes, and a headline is made of so many in a tenth of a
 * millisecond. A character that is searched by pairs makes a word of its own, and counts as {@link UNSPACED_CHARS}.
 */
const PASSAGE_CHARS = 1_000;
const UNSPACED_CHARS = 3;
/** A tsvector holds a megabyte, and a compound word stands in it twice: whole, and in its pieces. */
const PART_BYTES = 500_000;
/** Pairs are no compounds. */
const PART_SEARCH_BYTES = 2 * PART_BYTES;
const PART_CHARS = 250_000;

/** Cuts a text at ends of paragraphs, else of lines, sentences, words; the passages together are the text. */
export function cutPassages(text: string): SearchPassage[] {
  const passages: SearchPassage[] = [];
  let at = { start: 0, startChar: 1, part: 0, partChars: 0, partBytes: 0, partSearchBytes: 0 };
  while (at.start < text.length) {
    const end = endOfPassage(text, at.start, limitOf(text, at.start));
    const cut = text.slice(at.start, end);
    const searchText = toSearchText(cut);
    const bytes = Buffer.byteLength(cut);
    const searchBytes = Buffer.byteLength(searchText);
    const opensPart =
      at.partBytes + bytes > PART_BYTES ||
      at.partSearchBytes + searchBytes > PART_SEARCH_BYTES ||
      at.partChars + cut.length > PART_CHARS;
    if (opensPart) at = { ...at, part: at.part + 1, partChars: 0, partBytes: 0, partSearchBytes: 0 };
    const chars = codePoints(cut);
    passages.push({ part: at.part, passage: passages.length, startChar: at.startChar, chars, text: cut, searchText });
    at = {
      start: end,
      startChar: at.startChar + chars,
      part: at.part,
      partChars: at.partChars + cut.length,
      partBytes: at.partBytes + bytes,
      partSearchBytes: at.partSearchBytes + searchBytes,
    };
  }
  return passages;
}

/** Where the passage that begins at `start` has to end at the latest. */
function limitOf(text: string, start: number): number {
  let weight = 0;
  let at = start;
  for (; at < text.length && weight < PASSAGE_CHARS; at++) weight += isUnspacedAt(text, at) ? UNSPACED_CHARS : 1;
  return at;
}

const ENDS = ['\n\n', '\n', '. ', '。', '．', '、', ' '];

function endOfPassage(text: string, start: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const reach = text.slice(start, limit);
  for (const mark of ENDS) {
    const found = reach.lastIndexOf(mark);
    // A cut in the first quarter would leave crumbs: then rather at the next lesser mark.
    if (found > reach.length / 4) return start + found + mark.length;
  }
  return splitsSurrogatePair(text, limit) ? limit - 1 : limit;
}

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

function codePoints(text: string): number {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);
}
