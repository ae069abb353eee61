import { addToList, maxOf } from '../../../../kernel/lists.ts';
import { isCapitals, isEmphasised, type Line } from '../document-lines.ts';
import type { CatalogueItem } from '../item-catalogue.ts';
import { matchTitle, titleKey } from '../title-match.ts';
import { entryOf } from './contents-entry.ts';
import { headingEnd, readHeading } from './heading-text.ts';
import { type ItemNumbers, partsOf, readItemNumbers } from './item-numbers.ts';

/** A line that may be the heading of an item. */
export interface Candidate {
  item: CatalogueItem;
  /** All items that the heading names, in order: "Items 1 and 2" has two. */
  items: CatalogueItem[];
  /** Index of its first and last line. */
  line: number;
  lastLine: number;
  /** Index in the last line's text where the heading ends and the item's text begins. */
  textIndex: number;
  title: string;
  /** The evidence for a heading. A candidate with a score of zero or less is not a heading. */
  score: number;
  /** `unseen`: only a link leads there, the heading itself may be an image. */
  kind: 'numbered' | 'titled' | 'unseen';
  /** True for a line like an entry of a contents table or a cross-reference index: with a page, or linked forward. */
  isEntry: boolean;
  /** A contents table links to it. */
  isLinked: boolean;
  /** Pages that the entry names. */
  pages: string | null;
}

const SEPARATORS = /^[\s.:;,)\]|–—―‒•·_*-]+/;
const LONGEST_HEADING = 400;
const LONGEST_TITLE_ONLY = 220;
/** A title alone must be the catalogue's nearly to the word. */
const MIN_TITLE_SIMILARITY = 0.9;
const MIN_TITLE_OF_SEVERAL = 0.5;
const LONGEST_MARKS = 4;
/** All lines that may be headings of items, in reading order. */
export function findCandidates(lines: readonly Line[], items: readonly CatalogueItem[]): Candidate[] {
  const byNumber = Map.groupBy(items, item => item.number);
  const byTitle = groupByTitle(items);
  const parts = partsOf(lines);
  return lines.flatMap((line, index) => {
    const part = parts[index] ?? 0;
    if (line.cells !== null && isListOfItems(line.text)) return [];
    if (REGULATION_AB.test(line.text)) return regulationAb(line, index, byNumber);
    if (/^(?:part|item)/i.test(line.text)) return numbered(lines, index, byNumber, part);
    if (/^\d{1,2}\s?[a-k]?\s?[.:)]?\s/i.test(line.text)) {
      return line.cells === null ? bareHeading(line, index, byNumber, part) : bareNumbered(line, index, byNumber, part);
    }
    return titled(line, index, byTitle, part);
  });
}

/** A row that names so many items is a table of contents in one cell. */
const MIN_ITEMS_OF_A_LIST = 5;

const LONGEST_LIST = 3_000;

function isListOfItems(text: string): boolean {
  if (text.length > LONGEST_LIST) return false;
  const names = text.match(/\bitem\s+\d{1,2}[a-k]?\s*[.:–—-]/gi) ?? [];
  return new Set(names.map(name => name.toLowerCase())).size >= MIN_ITEMS_OF_A_LIST;
}

function groupByTitle(items: readonly CatalogueItem[]): Map<string, CatalogueItem[]> {
  const groups = new Map<string, CatalogueItem[]>();
  for (const item of items) {
    for (const title of item.titles) {
      if (!/^reserved/i.test(title)) addToList(groups, titleKey(title), item);
    }
  }
  return groups;
}

function numbered(
  lines: readonly Line[],
  index: number,
  byNumber: ReadonlyMap<string, CatalogueItem[]>,
  part: number,
): Candidate[] {
  const line = lines[index];
  if (line === undefined) return [];
  const candidates = readItemNumbers(line.text).flatMap(first => {
    const read = withSecondItem(line.text, first, byNumber);
    const groups = read.numbers.map(number => byNumber.get(number) ?? []);
    return (groups[0] ?? []).flatMap(item => {
      const others = groups
        .slice(1)
        .flatMap(group => group.filter(catalogueItem => catalogueItem.part === item.part || group.length === 1));
      const isInOnePart = groups[0]?.length === 1;
      const candidate = weighNumbered(lines, index, [item, ...others], read.end, part, isInOnePart);
      return candidate === null ? [] : [candidate];
    });
  });
  const best = maxOf(candidates.map(candidate => candidate.score));
  const isOneNumber = new Set(candidates.map(({ item }) => item.number)).size === 1;
  return isOneNumber ? candidates : candidates.filter(candidate => candidate.score === best);
}

const SECOND_ITEM = /(?:,|;|\band|&|\/)\s*items?\s+(\d{1,2}[a-c]?)\b[\s.:–—-]*/i;

/** "Item 1. Business and Item 2. Properties" names two items, each with its title. */
function withSecondItem(text: string, read: ItemNumbers, byNumber: ReadonlyMap<string, CatalogueItem[]>): ItemNumbers {
  const [first = ''] = read.numbers;
  const rest = text.slice(read.end, read.end + LONGEST_HEADING);
  const second = read.numbers.length > 1 ? null : SECOND_ITEM.exec(rest);
  const number = second?.[1]?.toUpperCase();
  if (second === null || number === undefined) return read;
  const isTitle = (words: string, of: string): boolean => {
    const match = matchTitle(words.replace(SEPARATORS, ''), byNumber.get(of)?.flatMap(item => item.titles) ?? []);
    return match !== null && match.similarity >= MIN_TITLE_OF_SEVERAL;
  };
  const isBoth =
    isTitle(rest.slice(0, second.index), first) && isTitle(rest.slice(second.index + second[0].length), number);
  return isBoth ? { ...read, numbers: [first, number] } : read;
}

function weighNumbered(
  lines: readonly Line[],
  index: number,
  items: CatalogueItem[],
  numberEnd: number,
  part: number,
  isInOnePart: boolean,
): Candidate | null {
  const [item] = items;
  const line = lines[index];
  if (item === undefined || line === undefined) return null;
  const separator = SEPARATORS.exec(line.text.slice(numberEnd))?.[0] ?? '';
  const restFrom = numberEnd + separator.length;
  const rest = line.text.slice(restFrom);
  const entry = entryOf(line, rest);
  const titles = items.flatMap(item => item.titles);
  const heading = readHeading(lines, index, restFrom, titles, entry.withoutPages);
  if (items.length > 1 && OMITS.test(rest)) return omittedTogether(items, index, part);
  const isReserved = /^[([]?\s*(?:removed\s+and\s+)?(?:reserved|deleted|omitted|intentionally)/i.test(rest);
  const similarity = isReserved ? 0.9 : heading.similarity;
  if (isProse(line, rest, similarity, numberEnd, separator)) return null;
  let score = 3 + 4 * similarity + styleScore(line) + partScore(item, part, isInOnePart);
  if (rest === '' && similarity === 0) score -= 1;
  else if (similarity < 0.3) score -= 3;
  if (heading.isWhole) score += 1;
  if (similarity < 0.3 && isOwnTitle(rest)) score += OWN_TITLE_BONUS;
  if (/\bcontinued\b/i.test(rest.slice(0, 200)) && rest.length < 250) score -= 4;
  if (entry.isEntry) score -= 2;
  return {
    item,
    items,
    line: index,
    lastLine: heading.lastLine,
    textIndex: heading.textIndex,
    title: heading.title ?? item.titles[0] ?? '',
    score,
    kind: 'numbered',
    isEntry: entry.isEntry,
    isLinked: false,
    pages: entry.pages,
  };
}

const OMITS = /^(?:are|have been)\s+(?:not applicable|inapplicable|omitted|not required|answered in the negative)\b/i;
const OMITTED_SCORE = 5;

/** "Items 3, 4 and 5 are not applicable." is the text of each. */
function omittedTogether(items: CatalogueItem[], line: number, part: number): Candidate | null {
  const [item] = items;
  if (item === undefined) return null;
  const place = { line, lastLine: line, textIndex: 0, isEntry: false, isLinked: false, pages: null };
  const score = OMITTED_SCORE + partScore(item, part, false);
  return { ...place, item, items, title: item.titles[0] ?? '', score, kind: 'numbered' };
}

const LONGEST_OWN_TITLE = 70;
/** Just enough to be chosen where the form's order leaves the place free. */
const OWN_TITLE_BONUS = 1;

/** A filer's own title for an item: a few words, all longer ones capitalised, without a sentence's end. */
function isOwnTitle(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  if (words.length === 0 || text.length > LONGEST_OWN_TITLE || /[,;]$|\d$/.test(text)) return false;
  return words.every(word => word.length < 4 || /^\p{Lu}/u.test(word));
}

/** "Item 1A of this report", "Item 7, which", a sentence that begins with an item's number. */
function isProse(line: Line, rest: string, similarity: number, numberEnd: number, separator: string): boolean {
  if (rest === '') return line.text.length > numberEnd + 12;
  if (
    /^(?:of|to|and|or|in|on|for|as|above|below|herein|hereof|is|are|was|were|has|have|shall|should|under|which|that|this|contains?|includes?|requires?|regarding|entitled|titled|does|does|by|with|if|from)\b/.test(
      rest,
    )
  ) {
    return true;
  }
  if (similarity >= 0.5) return false;
  if (/^\(?[a-z0-9]\)/i.test(separator + rest)) return true;
  if (/^[“"‘']/.test(rest) || /^,/.test(separator.trim())) return similarity < 0.8;
  return similarity < 0.34 && rest.length > 90 && !isEmphasised(line);
}

function styleScore(line: Line): number {
  let score = 0;
  if (line.isBold || line.headingLevel > 0 || line.emphasisedLead >= 6) score += 1.5;
  else if (line.isUnderlined || isCapitals(line.text.slice(0, 60))) score += 1;
  if (line.isCentred) score += 0.3;
  if (line.text.length > LONGEST_HEADING && line.emphasisedLead < 6) score -= 2;
  if (line.cells !== null) score -= 0.5;
  return score;
}

/** A part that is announced settles what a number or title leaves open: "Part II, Item 7" in a sentence announces one too. */
function partScore(item: CatalogueItem, part: number, isInOnePart: boolean): number {
  if (part === 0 || item.part === 0) return 0;
  if (part === item.part) return 1;
  return isInOnePart ? 0 : -2.5;
}

const REGULATION_AB =
  /^items?\s+(11[12]\d)((?:\([a-z\d]\))*)(?:\s*(?:,|and|&|or)\s*(?:items?\s+)?(11[12]\d)((?:\([a-z\d]\))*))?\s*(?:of\s+(?:reg(?:ulation|\.)?\s+)AB)?[\s.,:;–—-]*/i;
const REGULATION_AB_SCORE = 7;

/** "Item 1112(b) of Regulation AB. Significant Obligors": the title, or emphasis, distinguishes a heading from a sentence. */
function regulationAb(line: Line, index: number, byNumber: ReadonlyMap<string, CatalogueItem[]>): Candidate[] {
  const match = REGULATION_AB.exec(line.text);
  if (match === null) return [];
  const numbers = [abNumber(match[1], match[2]), abNumber(match[3], match[4])];
  const items = numbers.flatMap(number => byNumber.get(number) ?? []);
  const [item] = items;
  const entry = entryOf(line, line.text.slice(match[0].length));
  const titles = items.flatMap(catalogueItem => catalogueItem.titles);
  const title = matchTitle(entry.withoutPages, titles);
  const isTitled = title !== null && title.similarity >= MIN_AB_SIMILARITY;
  if (item === undefined || (!isTitled && !isEmphasised(line) && entry.withoutPages !== '')) return [];
  const textIndex = isTitled ? headingEnd(line, match[0].length, title.end) : line.text.length;
  return [
    {
      ...{ item, items, line: index, lastLine: index, textIndex, title: title?.title ?? titles[0] ?? '' },
      score: REGULATION_AB_SCORE - (entry.isEntry ? 2 : 0),
      kind: 'numbered',
      isEntry: entry.isEntry,
      isLinked: false,
      pages: entry.pages,
    },
  ];
}

const MIN_AB_SIMILARITY = 0.5;

/** `1114` and `(b)(2)` are the item 1114(b). */
function abNumber(number = '', paragraphs = ''): string {
  return `${number}${(/^\(([a-z])\)/i.exec(paragraphs)?.[1] ?? '').toUpperCase()}`;
}

/** "16A. Audit Committee Financial Expert" alone in its line: the title must be the catalogue's, because notes are numbered too. */
function bareHeading(
  line: Line,
  index: number,
  byNumber: ReadonlyMap<string, CatalogueItem[]>,
  part: number,
): Candidate[] {
  const match = /^(\d{1,2})\s?([A-K])?\s?[.:)–—-]*\s+(?=\p{L})/u.exec(line.text);
  if (match === null || line.text.length > LONGEST_TITLE_ONLY || !(isEmphasised(line) || line.isCentred)) return [];
  return (byNumber.get(`${match[1]}${match[2] ?? ''}`) ?? []).flatMap(item => {
    const title = matchTitle(line.text.slice(match[0].length), item.titles);
    const isWhole = title !== null && match[0].length + title.end >= line.text.length - LONGEST_MARKS;
    if (title === null || !isWhole || title.similarity < MIN_TITLE_SIMILARITY) return [];
    return [
      {
        ...{ item, items: [item], line: index, lastLine: index, textIndex: line.text.length, title: title.title },
        score: 1 + 3 * title.similarity + styleScore(line) + partScore(item, part, false),
        kind: 'numbered' as const,
        isEntry: false,
        isLinked: false,
        pages: null,
      },
    ];
  });
}

/** A row of an index with "1A" instead of "Item 1A". */
function bareNumbered(
  line: Line,
  index: number,
  byNumber: ReadonlyMap<string, CatalogueItem[]>,
  part: number,
): Candidate[] {
  const match = /^(\d{1,2})\s?([a-k])?\s?[.:)]?$/i.exec(line.cells?.[0] ?? '');
  if (match === null) return [];
  const rest = (line.cells ?? []).slice(1).join(' ');
  return (byNumber.get(`${match[1]}${(match[2] ?? '').toUpperCase()}`) ?? []).flatMap(item => {
    const entry = entryOf(line, rest);
    const title = matchTitle(entry.withoutPages, item.titles);
    if (title === null || title.similarity < 0.7) return [];
    return [
      {
        ...{ item, items: [item], line: index, lastLine: index, textIndex: line.text.length, title: title.title },
        score: 2 + 3 * title.similarity + partScore(item, part, false) - (entry.isEntry ? 2 : 0),
        kind: 'numbered' as const,
        isEntry: entry.isEntry,
        isLinked: false,
        pages: entry.pages,
      },
    ];
  });
}

/** A line that is an item's title without its number. */
function titled(line: Line, index: number, byTitle: ReadonlyMap<string, CatalogueItem[]>, part: number): Candidate[] {
  if (line.text.length > LONGEST_TITLE_ONLY || line.text.length < 4) return [];
  if (!isEmphasised(line) && line.emphasisedLead < 4 && !line.isCentred && line.cells === null) return [];
  const entry = entryOf(line, line.text);
  const items = byTitle.get(titleKey(entry.withoutPages)) ?? [];
  return items.flatMap(item => {
    const match = matchTitle(entry.withoutPages, item.titles);
    if (match === null || match.similarity < MIN_TITLE_SIMILARITY) return [];
    const score =
      1.5 +
      styleScore(line) +
      partScore(item, part, false) +
      Math.min(1.5, item.titles[0]?.length ?? 0 / 40) -
      (entry.isEntry ? 1 : 0);
    return [
      {
        ...{
          item,
          items: [item],
          line: index,
          lastLine: index,
          textIndex: line.text.length,
          title: match.title,
          score,
        },
        kind: 'titled' as const,
        isEntry: entry.isEntry,
        isLinked: false,
        pages: entry.pages,
      },
    ];
  });
}
