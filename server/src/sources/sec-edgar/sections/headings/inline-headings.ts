import type { TextDocument } from '../../../../formats/html-text/text-document.ts';
import { sourceOffsetAt } from '../../../../formats/html-text/text-positions.ts';
import type { Line } from '../document-lines.ts';
import type { CatalogueItem } from '../item-catalogue.ts';
import { matchTitle, titleKey } from '../title-match.ts';
import { readItemNumbers } from './item-numbers.ts';

const MIN_TITLE_SIMILARITY = 0.9;
const LONGEST_HEADING = 400;
const MAX_HEADINGS_OF_A_PARAGRAPH = 24;
/** An item's number after the end of a sentence. */
const WITHIN = /(?<=[.!?;)]["”’]?\s+)(?=items?\s+\d{1,2}\s?[a-k]?\s*[.:–—-])/gi;
/** Words after which an item's number is a reference. */
const REFERS = /(?:\bpart\s+[ivx]+[.,;)]?|\b(?:see|in|of|under|to|and|or|with|by|from)[.,;]?)\s+$/i;
const WORD_ALONE = /^items?$/i;
const NUMBER = /^\d{1,2}\s?[a-k]?\s*[.:–—-]/i;
const SEPARATORS = /^[\s.:;–—-]+/;
/** Marks above or before a heading. */
const MARKS = /^[^\p{L}\p{N}([]+(?=items?\s+\d)/iu;
/** "I T E M 1" or "I tem 1": letters set apart, or an initial in a span of its own. */
const LETTERS_APART = /^i(?: ?t)(?: ?e)(?: ?m)( ?s)?(?=\s+\d)/i;

/**
 * Divides paragraphs of several items: "Item 3. Legal Proceedings. None. Item 4. Mine Safety Disclosures. None." Joins
 * the word "Item" alone in a line with the number in the next.
 */
export function splitWithin(lines: readonly Line[], items: readonly CatalogueItem[], document: TextDocument): Line[] {
  const byNumber = Map.groupBy(items, item => item.number);
  return joinNumbers(lines.map(withPlainWord)).flatMap(line => {
    if (line.cells !== null || !/\sitems?\s+\d/i.test(line.text)) return [line];
    const starts = [...line.text.matchAll(WITHIN)]
      .map(match => match.index)
      .filter(index => isHeading(line.text, index, byNumber))
      .slice(0, MAX_HEADINGS_OF_A_PARAGRAPH);
    return starts.length === 0 ? [line] : partsOf(line, starts, document);
  });
}

/** The line with the word "Item" as its first, in one piece. */
function withPlainWord(line: Line): Line {
  if (line.cells !== null) return line;
  const marks = MARKS.exec(line.text)?.[0].length ?? 0;
  const text = line.text.slice(marks);
  const word = LETTERS_APART.exec(text)?.[0] ?? '';
  const plain = word.replaceAll(' ', '');
  const removed = marks + word.length - plain.length;
  if (removed === 0) return line;
  return {
    ...line,
    text: plain + text.slice(word.length),
    textStart: line.textStart + removed,
    emphasisedLead: Math.max(0, line.emphasisedLead - removed),
  };
}

function joinNumbers(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const [index, line] of lines.entries()) {
    const word = joined.at(-1)?.text ?? '';
    const isNumber = WORD_ALONE.test(word) && line.cells === null && NUMBER.test(line.text);
    if (!isNumber || lines[index - 1]?.cells !== null) {
      joined.push(line);
      continue;
    }
    const added = word.length + 1;
    joined[joined.length - 1] = {
      ...line,
      text: `${word} ${line.text}`,
      textStart: line.textStart - added,
      start: lines[index - 1]?.start ?? line.start,
      emphasisedLead: line.emphasisedLead === 0 ? 0 : line.emphasisedLead + added,
    };
  }
  return joined;
}

/** Whether an item's own title follows its number, and ends there or before a new sentence. */
function isHeading(text: string, index: number, byNumber: ReadonlyMap<string, readonly CatalogueItem[]>): boolean {
  if (REFERS.test(text.slice(Math.max(0, index - 20), index))) return false;
  const heading = text.slice(index, index + LONGEST_HEADING);
  return readItemNumbers(heading).some(({ numbers, end }) => {
    const titles = numbers.flatMap(number => byNumber.get(number) ?? []).flatMap(item => item.titles);
    const rest = heading.slice(end).replace(SEPARATORS, '');
    const match = matchTitle(rest, titles);
    if (match === null || match.similarity < MIN_TITLE_SIMILARITY) return false;
    const begins = titleKey(rest).startsWith(titleKey(match.title).split(' ')[0] ?? '');
    return begins && /^\W*$|^\s*[.:–—-]/.test(rest.slice(match.end));
  });
}

function partsOf(line: Line, starts: readonly number[], { blocks, source }: TextDocument): Line[] {
  const block = blocks[line.block];
  if (block?.kind !== 'text') return [line];
  const offsets = starts.map(index => sourceOffsetAt(source, block, line.textStart + index));
  return [0, ...starts].map((index, at) => ({
    ...line,
    text: line.text.slice(index, starts[at]).trimEnd(),
    textStart: line.textStart + index,
    start: at === 0 ? line.start : (offsets[at - 1] ?? line.start),
    end: offsets[at] ?? line.end,
    emphasisedLead: at === 0 ? Math.min(line.emphasisedLead, starts[0] ?? 0) : 0,
    isBold: line.isBold,
    links: at === 0 ? line.links : [],
  }));
}
