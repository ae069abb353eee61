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
}

/** UTF-16 units: a vector of so many characters takes a kilobyte, and a headline is made of so many in a tenth of a millisecond. */
const PASSAGE_CHARS = 1_000;
/** A tsvector holds a megabyte, and a compound word stands in it twice: whole, and in its pieces. */
const PART_BYTES = 500_000;
const PART_CHARS = 250_000;

/** Cuts a text at ends of paragraphs, else of lines, sentences, words; the passages together are the text. */
export function cutPassages(text: string): SearchPassage[] {
  const passages: SearchPassage[] = [];
  let at = { start: 0, startChar: 1, part: 0, partChars: 0, partBytes: 0 };
  while (at.start < text.length) {
    const end = endOfPassage(text, at.start, PASSAGE_CHARS);
    const cut = text.slice(at.start, end);
    const bytes = Buffer.byteLength(cut);
    const opensPart = at.partBytes + bytes > PART_BYTES || at.partChars + cut.length > PART_CHARS;
    if (opensPart) at = { ...at, part: at.part + 1, partChars: 0, partBytes: 0 };
    const chars = codePoints(cut);
    passages.push({ part: at.part, passage: passages.length, startChar: at.startChar, chars, text: cut });
    at = {
      start: end,
      startChar: at.startChar + chars,
      part: at.part,
      partChars: at.partChars + cut.length,
      partBytes: at.partBytes + bytes,
    };
  }
  return passages;
}

const ENDS = ['\n\n', '\n', '. ', ' '];

function endOfPassage(text: string, start: number, maxChars: number): number {
  const limit = start + maxChars;
  if (limit >= text.length) return text.length;
  const reach = text.slice(start, limit);
  for (const mark of ENDS) {
    const found = reach.lastIndexOf(mark);
    // A cut in the first quarter would leave crumbs: then rather at the next lesser mark.
    if (found > maxChars / 4) return start + found + mark.length;
  }
  return isLowSurrogate(text, limit) ? limit - 1 : limit;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

function codePoints(text: string): number {
  return text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);
}
