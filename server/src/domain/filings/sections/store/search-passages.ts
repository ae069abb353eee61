import { splitsSurrogatePair } from '../../../../kernel/text/surrogate-pairs.ts';
import { isUnspacedAt, toSearchText } from '../model/search-text.ts';

/** A piece of a section's text, small enough that PostgreSQL stores its vector in the row. */
export interface SearchPassage {
  /** Part of the section that is searched separately; 0 except in very long sections. */
  part: number;
  /** 0-based, across all parts. */
  passage: number;
  /** Code points into the text, 1-based, as in PostgreSQL's substr. */
  startChar: number;
  chars: number;
  text: string;
  /** The normalised text. */
  searchText: string;
}

/**
 * UTF-16 units. A vector of this many characters takes two kilobytes, and PostgreSQL makes a headline of them in a
 * tenth of a millisecond. A character that is searched by pairs is a word of its own and counts as {@link
 * UNSPACED_CHARS}.
 */
const PASSAGE_CHARS = 1_000;
const UNSPACED_CHARS = 3;
/** A tsvector holds a megabyte, and it contains compound words twice: whole and in pieces. */
const PART_BYTES = 500_000;
/** Pairs are not compounds. */
const PART_SEARCH_BYTES = 2 * PART_BYTES;
const PART_CHARS = 250_000;

/** Cuts a text at ends of paragraphs, or of lines, sentences or words. The passages concatenate to the text. */
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

/** The latest end of the passage that starts at `start`. */
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
    // A cut in the first quarter would leave tiny passages, so the next weaker mark is used.
    if (found > reach.length / 4) return start + found + mark.length;
  }
  return splitsSurrogatePair(text, limit) ? limit - 1 : limit;
}

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

function codePoints(text: string): number {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);
}
