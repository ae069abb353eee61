import { decodeEntities } from './fold-text.ts';

/** A text of a document between two offsets: a paragraph or a table cell. */
export interface PlacedText {
  text: string;
  start: number;
  end: number;
}

/** The units of a document's source: a tag, a character reference, or one character. */
const SOURCE_PART =
  /<[/!?]?[a-z][^>]{0,8192}>|<!--[\s\S]{0,8192}?-->|&(?:#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{1,31});?|[\s\S]/giy;
const SEEN = /[^\s\0\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/**
 * The source offset of the character at `index` of a block's text. Blanks do not count, because they are collapsed and
 * joined.
 */
export function sourceOffsetAt(source: string, block: PlacedText, index: number): number {
  const target = countSeen(block.text.slice(0, index));
  let counted = 0;
  for (const { at, seen } of seenParts(source, block.start, block.end)) {
    if (counted >= target) return at;
    counted += seen;
  }
  return block.end;
}

/** The index in a block's text of a source offset: the inverse of {@link sourceOffsetAt}. */
export function textIndexAt(source: string, block: PlacedText, offset: number): number {
  if (offset <= block.start) return 0;
  if (offset >= block.end) return block.text.length;
  return textIndexesAt(source, block, [offset])[0] ?? 0;
}

/** Like {@link textIndexAt} for several ascending offsets in one pass. */
export function textIndexesAt(source: string, block: PlacedText, offsets: readonly number[]): number[] {
  const counts: number[] = [];
  let before = 0;
  for (const { at, seen } of seenParts(source, block.start, block.end)) {
    while (counts.length < offsets.length && at >= (offsets[counts.length] ?? 0)) counts.push(before);
    if (counts.length === offsets.length) break;
    before += seen;
  }
  while (counts.length < offsets.length) counts.push(before);
  return indexesAfterSeen(block.text, counts);
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

/** For each ascending count, the position of the character after that many visible ones. */
function indexesAfterSeen(text: string, counts: readonly number[]): number[] {
  const indexes: number[] = [];
  let counted = 0;
  for (const { index } of text.matchAll(SEEN)) {
    while (counts[indexes.length] === counted) indexes.push(counted === 0 ? 0 : index);
    if (indexes.length === counts.length) return indexes;
    counted += 1;
  }
  while (indexes.length < counts.length) indexes.push(counts[indexes.length] === 0 ? 0 : text.length);
  return indexes;
}
