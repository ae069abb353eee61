import { addToList, maxOf } from '../../../kernel/lists.ts';
import { isCapitals, isEmphasised, type Line } from './document-lines.ts';
import type { CatalogueItem } from './item-catalogue.ts';
import { partsOf, readItemNumbers } from './item-numbers.ts';
import { matchTitle, titleKey } from './title-match.ts';

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
const LONGEST_ENTRY = 260;
const LONGEST_PAGES = 80;
/** A title alone must be the catalogue's nearly to the word. */
const MIN_TITLE_SIMILARITY = 0.9;
/** The title goes on in a further line only if it then has this much of it. */
const MIN_CONTINUED_SIMILARITY = 0.5;
const LONGEST_MARKS = 4;
const MIN_WORDS_OF_A_SENTENCE = 5;
const MAX_LINES_OF_A_BROKEN_TITLE = 10;
const LONGEST_LINE_OF_A_TITLE = 80;
const MAX_LINES_OF_A_HEADING = 4;
/** All lines that may be headings of items, in reading order. */
export function findCandidates(lines: readonly Line[], items: readonly CatalogueItem[]): Candidate[] {
  const byNumber = Map.groupBy(items, item => item.number);
  const byTitle = groupByTitle(items);
  const parts = partsOf(lines);
  return lines.flatMap((line, index) => {
    const part = parts[index] ?? 0;
    if (REGULATION_AB.test(line.text)) return regulationAb(line, index, byNumber);
    if (/^(?:part|item)/i.test(line.text)) return numbered(lines, index, byNumber, part);
    if (/^\d{1,2}\s?[a-k]?\s?[.:)]?\s/i.test(line.text)) {
      return line.cells === null ? bareHeading(line, index, byNumber, part) : bareNumbered(line, index, byNumber, part);
    }
    return titled(line, index, byTitle, part);
  });
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
  const candidates = readItemNumbers(line.text).flatMap(read => {
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
  const isReserved = /^[([]?\s*(?:removed\s+and\s+)?(?:reserved|deleted|omitted|intentionally)/i.test(rest);
  const similarity = isReserved ? 0.9 : heading.similarity;
  if (isProse(line, rest, similarity, numberEnd, separator)) return null;
  let score = 3 + 4 * similarity + styleScore(line) + partScore(item, part, isInOnePart);
  if (rest === '' && similarity === 0) score -= 1;
  else if (similarity < 0.3) score -= 3;
  if (heading.isWhole) score += 1;
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

interface Entry {
  isEntry: boolean;
  pages: string | null;
  /** The text without the pages at its end. */
  withoutPages: string;
}

const PAGES =
  /(?:[\s.…·_-]{2,}|\s|^)((?:(?:pp?\.?\s*)?(?:[A-Z]{1,2}-\s?)?\d{1,4}(?:\s*[-–—,;&]\s*|\s+(?:and|to|through)\s+)?\*{0,2}){1,12}|[ivxlc]{1,6}|n\/?a|—|–|-+)[\s.*]*$/i;

/** Whether a line looks like an entry of a contents table: a page at its end, leading dots, or a link to later text. */
function entryOf(line: Line, rest: string): Entry {
  const plain = { isEntry: false, pages: null, withoutPages: rest };
  const lastCell = line.cells !== null && line.cells.length > 1 ? line.cells.at(-1) : undefined;
  if (lastCell !== undefined && isPages(lastCell)) {
    return { isEntry: true, pages: lastCell, withoutPages: rest.slice(0, rest.length - lastCell.length).trim() };
  }
  if (rest.length > LONGEST_ENTRY) return plain;
  const dots = /(?:\.\s?){4,}|…{2,}|_{4,}/.exec(rest);
  const pages = PAGES.exec(rest);
  if (pages?.[1] !== undefined && (dots !== null || /\d/.test(pages[1]))) {
    const isNumberInTitle =
      /(?:form|rule|december|june|march|september|\bs-|8-)\s*\S{0,3}$/i.test(rest.slice(0, pages.index + 6)) ||
      /\d-K$/i.test(rest);
    if (!isNumberInTitle) return { isEntry: true, pages: pages[1], withoutPages: rest.slice(0, pages.index).trim() };
  }
  if (dots !== null) return { ...plain, isEntry: true };
  return plain;
}

function isPages(text: string): boolean {
  if (text.length > LONGEST_PAGES) return false;
  return /^(?:(?:pages?|pp?\.?)\s*)?(?:[A-Z]{1,2}-\s?)?\d{1,4}(?:\s*(?:[-–—,;&]|and|to|through)\s*(?:[A-Z]{1,2}-\s?)?\d{1,4}\*{0,3})*\*{0,3}$|^[ivxlc]{1,6}$|^n\/?a$|^[—–-]+$/i.test(
    text.trim(),
  );
}

interface ReadHeading {
  similarity: number;
  title: string | null;
  lastLine: number;
  textIndex: number;
  /** The heading fills its line. */
  isWhole: boolean;
}

/** Reads the title after a number, over all lines of it, up to the beginning of the item's text. */
function readHeading(
  lines: readonly Line[],
  index: number,
  restFrom: number,
  titles: readonly string[],
  rest: string,
): ReadHeading {
  const line = lines[index];
  const own = line === undefined ? null : matchTitle(rest, titles);
  let best = { similarity: own?.similarity ?? 0, title: own?.title ?? null, lastLine: index };
  let text = rest;
  for (let next = index + 1; next < lines.length && next - index < MAX_LINES_OF_A_HEADING; next += 1) {
    const following = lines[next];
    if (line === undefined || following === undefined) break;
    if (following.text.length > 160 || /^(?:items?|part)\s+[\divx]/i.test(following.text)) break;
    text = `${text} ${following.text}`.trim();
    const match = matchTitle(text, titles);
    const covers = match !== null && match.end > text.length - following.text.length;
    if (match === null || !covers || match.similarity < MIN_CONTINUED_SIMILARITY) break;
    if (match.similarity <= best.similarity + 0.1 && match.similarity < 0.9) break;
    // A title that is complete goes on only word by word: the next line may be a heading of its own.
    if (best.similarity >= MIN_TITLE_SIMILARITY && !titleKey(text).startsWith(titleKey(match.title))) break;
    if (match.end < text.length - Math.max(6, following.text.length / 2)) break;
    best = { similarity: match.similarity, title: match.title, lastLine: next };
  }
  best = completeHeading(lines, index, titles, rest) ?? best;
  if (best.lastLine > index) {
    const last = lines[best.lastLine];
    return { ...best, textIndex: last?.text.length ?? 0, isWhole: true };
  }
  const textIndex = line === undefined ? 0 : headingEnd(line, restFrom, own?.end ?? 0);
  return { ...best, textIndex, isWhole: line !== undefined && textIndex >= line.text.length };
}

/** A title that is broken into many lines, none of which says much: it is complete where all its words are there. */
function completeHeading(
  lines: readonly Line[],
  index: number,
  titles: readonly string[],
  rest: string,
): { similarity: number; title: string; lastLine: number } | null {
  const first = titleKey(rest);
  const keys = new Map(
    titles.map((title): [string, string] => [titleKey(title), title]).filter(([key]) => key.startsWith(first)),
  );
  let text = rest;
  let found: { similarity: number; title: string; lastLine: number } | null = null;
  for (
    let next = index + 1;
    keys.size > 0 && next < lines.length && next - index < MAX_LINES_OF_A_BROKEN_TITLE;
    next += 1
  ) {
    const line = lines[next];
    if (line === undefined || line.text.length > LONGEST_LINE_OF_A_TITLE || line.cells !== null) break;
    text = `${text} ${line.text}`;
    const title = keys.get(titleKey(text));
    if (title !== undefined) found = { similarity: 1, title, lastLine: next };
  }
  return found;
}

const SHORT_ANSWER =
  /^[\s.:;–—-]*\(?(?:none|not\s+applicable|not\s+required|n\/a|omitted|no\s+(?:change|disclosure|matters))\b/i;

/** The end of a heading in its line: the end of the line, or the beginning of the item's text. */
function headingEnd(line: Line, restFrom: number, titleEnd: number): number {
  const { text } = line;
  const after = text.slice(restFrom + titleEnd);
  if (SHORT_ANSWER.test(after) && titleEnd > 0) return restFrom + titleEnd + leadingMarks(after);
  if (line.emphasisedLead >= text.length && text.length <= LONGEST_HEADING) return text.length;
  if (line.emphasisedLead > restFrom && line.emphasisedLead >= restFrom + titleEnd * 0.6) {
    const behind = text.slice(line.emphasisedLead);
    return /^\s*\([^()]*\)\W*$/.test(behind) ? text.length : line.emphasisedLead + leadingMarks(behind);
  }
  if (line.cells !== null) return cellBehind(line, restFrom + titleEnd, titleEnd);
  const marks = leadingMarks(after);
  const body = after.slice(marks);
  const runsOn = body.length > 0 && titleEnd > 0 && /^[A-Z“"(]/.test(body) && /[.:–—-]/.test(after.slice(0, marks));
  if (runsOn && /[a-z]{2}/.test(body)) return restFrom + titleEnd + marks;
  if (titleEnd > 0 && isSentence(body)) return restFrom + titleEnd + marks;
  return text.length <= LONGEST_HEADING ? text.length : restFrom + titleEnd + marks;
}

/** Whether a text after a title is a sentence of its own: it begins with a capital, and most of its words do not. */
function isSentence(text: string): boolean {
  if (!/^[A-Z“"(]/.test(text) || !/[.:]["”)]?$/.test(text)) return false;
  return (text.match(/\s[a-z]+/g)?.length ?? 0) >= MIN_WORDS_OF_A_SENTENCE && !/^(?:And|Of|Or|In|On|For)\b/.test(text);
}

/** Where the cell behind a title begins, if the item's text is in a cell of its own; else the end of the row. */
function cellBehind(line: Line, end: number, titleEnd: number): number {
  const cells = line.cells ?? [];
  let index = 0;
  for (const cell of cells) {
    const isBehind = titleEnd > 0 && index > end && index - end <= LONGEST_MARKS;
    if (isBehind && !isPages(cell)) return index;
    index += cell.length + 1;
  }
  return line.text.length;
}

function leadingMarks(text: string): number {
  return /^[\s.:;,–—―-]*/.exec(text)?.[0].length ?? 0;
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
