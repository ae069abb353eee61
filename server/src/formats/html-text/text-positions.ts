import { decodeEntities } from './fold-text.ts';
import type { TextBlock } from './text-document.ts';

/** A tag, a character reference, or one character: what a document's source consists of. */
const SOURCE_PART =
  /<[/!?]?[a-z][^>]{0,8192}>|<!--[\s\S]{0,8192}?-->|&(?:#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{1,31});?|[\s\S]/giy;
const SEEN = /[^\s\0\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/**
 * The source offset at which the character `index` of a block's text stands. Blanks are left out of the count, because
 * they are folded and joined.
 */
export function sourceOffsetAt(source: string, block: TextBlock, index: number): number {
  const wanted = countSeen(block.text.slice(0, index));
  let counted = 0;
  for (const { at, seen } of seenParts(source, block.start, block.end)) {
    if (counted >= wanted) return at;
    counted += seen;
  }
  return block.end;
}

/** The index in a block's text of what stands at a source offset: the reverse of {@link sourceOffsetAt}. */
export function textIndexAt(source: string, block: TextBlock, offset: number): number {
  if (offset <= block.start) return 0;
  if (offset >= block.end) return block.text.length;
  let before = 0;
  for (const { at, seen } of seenParts(source, block.start, block.end)) {
    if (at >= offset) break;
    before += seen;
  }
  return indexAfterSeen(block.text, before);
}

function* seenParts(source: string, start: number, end: number): Generator<{ at: number; seen: number }> {
  SOURCE_PART.lastIndex = start;
  let at = start;
  while (at < end) {
    SOURCE_PART.lastIndex = at;
    const part = SOURCE_PART.exec(source)?.[0];
    if (part === undefined) return;
    const isTag = part.length > 1 && part.startsWith('<');
    const seen = isTag ? 0 : countSeen(part.length > 1 ? decodeEntities(part) : part);
    if (seen > 0) yield { at, seen };
    at += part.length;
  }
}

function countSeen(text: string): number {
  return text.match(SEEN)?.length ?? 0;
}

function indexAfterSeen(text: string, count: number): number {
  if (count === 0) return 0;
  let counted = 0;
  for (const { index } of text.matchAll(SEEN)) {
    if (counted === count) return index;
    counted += 1;
  }
  return text.length;
}
