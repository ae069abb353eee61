import { decodeEntities, foldText } from './fold-text.ts';
import type { TaggedElement, TextDocument } from './text-document.ts';
import { type PlacedText, textIndexesAt } from './text-positions.ts';

/** Characters of a text that are tagged as a fact. */
export interface FactMark {
  elementId: string;
  /** Indexes in the text, end exclusive. */
  from: number;
  to: number;
}

/** Maximum distance between an element's edge and its text: only tags may be between. */
const FARTHEST = 4_096;
/** A longer element is a text block, which contains paragraphs and tables. */
const LONGEST = 20_000;

/**
 * The facts tagged in a paragraph or cell, in order, outer before inner. Skips facts that extend beyond the text, and
 * facts whose words are not found at their position (because parts are hidden).
 */
export function factMarks({ source, tagged }: TextDocument, place: PlacedText): FactMark[] {
  const elements = elementsIn(source, tagged, place);
  if (elements.length === 0) return [];
  const offsets = [...new Set(elements.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const indexes = textIndexesAt(source, place, offsets);
  const indexOf = new Map(offsets.map((offset, at) => [offset, indexes[at] ?? 0]));
  return elements.flatMap(({ elementId, start, end }) => {
    const from = indexOf.get(start) ?? 0;
    const words = place.text.slice(from, indexOf.get(end)).trimEnd();
    return words !== '' && isText(words, source.slice(start, end))
      ? [{ elementId, from, to: from + words.length }]
      : [];
  });
}

function elementsIn(source: string, tagged: readonly TaggedElement[], place: PlacedText): TaggedElement[] {
  const elements: TaggedElement[] = [];
  for (let index = firstFrom(tagged, place.start - FARTHEST); index < tagged.length; index += 1) {
    const element = tagged[index];
    if (element === undefined || element.start >= place.end) break;
    if (element.end <= place.start || element.end - element.start > LONGEST) continue;
    const isOwn = isOnlyTags(source, element.start, place.start) && isOnlyTags(source, place.end, element.end);
    if (isOwn) elements.push(element);
  }
  return elements;
}

function firstFrom(tagged: readonly TaggedElement[], offset: number): number {
  let low = 0;
  let high = tagged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tagged[middle]?.start ?? 0) >= offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isOnlyTags(source: string, from: number, to: number): boolean {
  if (from >= to) return true;
  return to - from <= FARTHEST && withoutTags(source.slice(from, to)) === '';
}

function isText(words: string, markup: string): boolean {
  return bare(words) === bare(withoutTags(markup));
}

function withoutTags(markup: string): string {
  return foldText(decodeEntities(markup.replace(/<[^>]*>/g, ' ')));
}

function bare(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}
