import { splitsSurrogatePair } from '../../../../kernel/text/surrogate-pairs.ts';
/** The forms in which a section's content is stored. */
export type ContentFormat = 'text' | 'markdown' | 'html';

/** Maximum UTF-16 units of a part: with its head, a response that fits an agent's context. */
export const MAX_PART_CHARS = 20_000;

/** Ends of coherent text, best first; the cut is after the mark. */
const ENDS: Record<ContentFormat, readonly string[]> = {
  text: ['\n\n', '\n', '. ', ' '],
  markdown: ['\n\n', '\n', '. ', ' '],
  html: ['</table>', '</p>', '</ul>', '</ol>', '</tr>', '</li>', '>', ' '],
};

/**
 * Splits a content into parts that concatenate to it. A part ends at the end of a paragraph or table; if one is longer
 * than a part, at the end of a line or row, a sentence, or a word. An empty content is one empty part.
 */
export function cutParts(content: string, format: ContentFormat, maxChars = MAX_PART_CHARS): string[] {
  const parts: string[] = [];
  let start = 0;
  while (content.length - start > maxChars) {
    const end = endOfPart(content, start, ENDS[format], maxChars);
    parts.push(content.slice(start, end));
    start = end;
  }
  return [...parts, content.slice(start)];
}

function endOfPart(content: string, start: number, ends: readonly string[], maxChars: number): number {
  const limit = start + maxChars;
  const reach = content.slice(start, limit);
  for (const mark of ends) {
    const found = reach.lastIndexOf(mark);
    // Before the middle, a weaker end gives more even parts.
    if (found >= maxChars / 2) return start + found + mark.length;
  }
  return splitsSurrogatePair(content, limit) ? limit - 1 : limit;
}

/** The beginning of a text, at most `maxChars` UTF-16 units, cut at the end of a word. */
export function excerptOf(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars + 1);
  const space = head.search(/\s\S*$/);
  if (space > 0) return head.slice(0, space).trimEnd();
  return text.slice(0, splitsSurrogatePair(text, maxChars) ? maxChars - 1 : maxChars);
}
