import { appendAll } from '../../../../kernel/lists.ts';
import { type CurrentReportItem, type ItemNumbering, itemsOf, titleKey } from './items.ts';
import type { ReportLine } from './lines.ts';

/** A position that may be the heading of one or several items. */
export interface ItemHeading {
  codes: string[];
  /** Index of its first line, and of the line after its last. */
  firstLine: number;
  nextLine: number;
  /** The offset of the item's text in the last line; equal to its length if the heading fills the line. */
  bodyIndex: number;
  words: string;
  /** `number`: with the word Item; `bare_number`: a code and its title; `title`: the title alone; `list`: exhibits without. */
  kind: 'number' | 'bare_number' | 'title' | 'list';
  /** The share of the catalogue's title after the number, 0 to 1. */
  titleScore: number;
  isStyled: boolean;
  isLinked: boolean;
}

const ITEM =
  /^[\s•·*–—-]*(?:part\s+[ivx]+[\s.,–—-]+|section\s+[1-9]\s*[.:–—-][^.]{0,90}?\s(?=items?\s*\d))?items?\s*(?:no\.?|number|#)?\s*[:.–—-]?\s*(?=\d)/i;
const SECTION_CODE = /^(\d)\s?\.\s?(\d{1,2})(?!\d)/;
const PLAIN_CODE = /^(\d{1,2})(?!\.?\d)/;
const SUB_ITEM = /^\s?(?:\([a-z\d]{1,3}\)\s?(?:,|and|&)?\s?)+/i;
const AND_ITEM = /^[\s.]*(?:,\s*and\b|,|;|&|\/|\band\b|\bor\b)\s*(?:items?\s*(?:no\.?\s*)?)?(?=\d)/i;
const AND_TITLED_ITEM = /^[\s.,;:–—-]*(?:\band\b|&|\/|;|,)?\s*\(?items?\s+(?=\d)/i;
const RANGE = /^\s*(?:through|thru|to|[–—-])\s*\d/i;
const SEPARATOR = /^[\s.:;,–—−*|(-]+/;
const CLOSING = /^[\s.:;,–—−*|)-]+/;
const PROSE_START = /^(?:["“]|[a-z]|of (?:this|the|our|that|form|regulation|part)\b)/;
const WORD = /[\p{L}\d’'&]+/gu;
const SMALL_WORDS = new Set([
  'a',
  'an',
  'and',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  's',
  'under',
  'with',
  'that',
  'is',
]);
const MAX_TITLE_WORDS = 60;
const UNKNOWN_WORD_COST = 1.5;
const WORDS_OF_A_LIKELY_TITLE = 4;
const LONGEST_TITLE_LINE = 260;
const MAX_TITLE_LINES = 5;
/** A real report has fewer than twenty; comparing them takes time with their square. */
const MAX_HEADINGS = 2_000;
const LONGEST_BARE_HEADING = 320;

/** Every position of a document that may be the heading of an item in a numbering, in reading order. */
export function findItemHeadings(lines: readonly ReportLine[], numbering: ItemNumbering): ItemHeading[] {
  const items = new Map(itemsOf(numbering).map(item => [item.code, item]));
  const headings: ItemHeading[] = [];
  for (let at = 0; at < lines.length && headings.length < MAX_HEADINGS; at += 1) {
    const heading = numberedHeading(lines, at, items) ?? titleHeading(lines, at, items);
    if (heading === null) continue;
    headings.push(heading);
    at = Math.max(at, heading.nextLine - (heading.bodyIndex < (lines[heading.nextLine - 1]?.text.length ?? 0) ? 2 : 1));
  }
  return headings;
}

type Items = ReadonlyMap<string, CurrentReportItem>;

function numberedHeading(lines: readonly ReportLine[], at: number, items: Items): ItemHeading | null {
  const line = lines[at];
  if (line === undefined) return null;
  const opening = ITEM.exec(line.text)?.[0];
  const kind = opening === undefined ? 'bare_number' : 'number';
  if (kind === 'bare_number' && (!/^\d/.test(line.text) || line.text.length > LONGEST_BARE_HEADING)) return null;
  const numbers = readCodes(line.text, opening?.length ?? 0, items);
  if (numbers === null) return null;
  const heading = withTitle(lines, at, numbers, items);
  if (heading.isProse) return null;
  if (kind === 'bare_number' && heading.titleScore < 0.8) return null;
  const { isProse: _, ...rest } = heading;
  return { ...rest, kind };
}

interface ReadCodes {
  codes: string[];
  /** Index behind them. */
  index: number;
}

function readCodes(text: string, from: number, items: Items): ReadCodes | null {
  const codes: string[] = [];
  let index = from;
  for (;;) {
    const match = codeAt(text, index, items);
    if (match === null) break;
    const { code, length } = match;
    if (!codes.includes(code)) codes.push(code);
    index += length;
    index += SUB_ITEM.exec(text.slice(index, index + 40))?.[0].length ?? 0;
    if (RANGE.test(text.slice(index, index + 16))) return null;
    const more = AND_ITEM.exec(text.slice(index, index + 30))?.[0];
    if (more === undefined || codeAt(text, index + more.length, items) === null) break;
    index += more.length;
  }
  return codes.length === 0 ? null : { codes, index };
}

/** The code at an index of a text; `8.1` is meant for 8.01. */
function codeAt(text: string, index: number, items: Items): { code: string; length: number } | null {
  const ahead = text.slice(index, index + 12);
  const match = items.has('1.01') ? SECTION_CODE.exec(ahead) : PLAIN_CODE.exec(ahead);
  if (match === null) return null;
  const [all, section = '', number] = match;
  const code = number === undefined ? section : `${section}.${number.padStart(2, '0')}`;
  return items.has(code) ? { code, length: all.length } : null;
}

type TitledHeading = Omit<ItemHeading, 'kind'> & { isProse: boolean };

function withTitle(lines: readonly ReportLine[], at: number, numbers: ReadCodes, items: Items): TitledHeading {
  const line = lines[at];
  const text = line?.text ?? '';
  const { codes } = numbers;
  let index = numbers.index;
  let titleScore = 0;
  let titled = false;
  for (;;) {
    const gap = SEPARATOR.exec(text.slice(index))?.[0].length ?? 0;
    const title = matchTitle(text.slice(index + gap), titlesOf(codes, items));
    if (title.score > 0) {
      titled = true;
      titleScore = Math.max(titleScore, title.score);
      index += gap + title.length;
    }
    const more = AND_TITLED_ITEM.exec(text.slice(index, index + 24))?.[0];
    const next = more === undefined ? null : readCodes(text, index + more.length, items);
    if (!titled || next === null) break;
    appendAll(
      codes,
      next.codes.filter(code => !codes.includes(code)),
    );
    index = next.index;
  }
  const rest = text.slice(index).replace(CLOSING, '');
  const bodyIndex = Math.max(text.length - rest.length, line?.emphasisedLead ?? 0);
  const isProse = titleScore < 0.6 && PROSE_START.test(rest);
  const heading = {
    codes,
    firstLine: at,
    nextLine: at + 1,
    bodyIndex: isOwnTitle(line, rest, titled) ? text.length : bodyIndex,
    words: text.slice(0, LONGEST_TITLE_LINE),
    titleScore,
    isStyled: (line?.isStyled ?? false) || (line?.emphasisedLead ?? 0) > 0 || isCapitals(text.slice(0, bodyIndex)),
    isLinked: line?.isLinked ?? false,
    isProse,
  };
  return heading.bodyIndex < text.length ? heading : withTitleLines(lines, heading, items);
}

/** Text after the number that is not the catalogue's title may be the filer's own title. */
function isOwnTitle(line: ReportLine | undefined, rest: string, titled: boolean): boolean {
  if (line === undefined || rest === '') return true;
  if (line.text.length > LONGEST_TITLE_LINE) return false;
  if (/^\(?(?:not applicable|none|n\/a)\b/i.test(rest)) return false;
  if (line.emphasisedLead > 0 || line.isStyled)
    return line.emphasisedLead === 0 || line.emphasisedLead >= line.text.length - 2;
  return isCapitals(line.text) || (titled && rest.length < 40 && !/[.;:]\s|[.]$/.test(rest));
}

/** The title, or the rest of it, in separate lines under the number. */
function withTitleLines(lines: readonly ReportLine[], heading: TitledHeading, items: Items): TitledHeading {
  const titles = titlesOf(heading.codes, items);
  let { nextLine, titleScore, words, bodyIndex } = heading;
  while (nextLine - heading.firstLine < MAX_TITLE_LINES) {
    const line = lines[nextLine];
    if (line === undefined || line.text.length > LONGEST_TITLE_LINE || ITEM.test(line.text)) break;
    const title = matchTitle(line.text, titles);
    const isWhole = line.text.length - title.length <= 2;
    const isRest = titleScore > 0 && isWhole && title.score > 0 && !/[.]$/.test(words);
    if (!isRest && !(titleScore === 0 && isWhole && title.score >= 0.6)) break;
    titleScore = Math.max(titleScore, title.score);
    words = `${words} ${line.text}`;
    bodyIndex = line.text.length;
    nextLine += 1;
  }
  return { ...heading, nextLine, titleScore, words, bodyIndex };
}

function titlesOf(codes: readonly string[], items: Items): string[] {
  return codes.flatMap(code => {
    const item = items.get(code);
    return item === undefined ? [] : [item.title, ...item.synonyms];
  });
}

interface TitleMatch {
  /** Characters of the text that are the title's. */
  length: number;
  score: number;
}

/** How far a text begins with the words of one of some titles. */
function matchTitle(text: string, titles: readonly string[]): TitleMatch {
  let best: TitleMatch = { length: 0, score: 0 };
  for (const title of titles) {
    const match = matchOneTitle(text, title);
    if (match.score > best.score || (match.score === best.score && match.length > best.length)) best = match;
  }
  return best;
}

function matchOneTitle(text: string, title: string): TitleMatch {
  const vocabulary = new Set(titleKey(title).split(' '));
  const wanted = [...vocabulary].filter(word => !SMALL_WORDS.has(word)).length;
  const seen = new Set<string>();
  let [sum, best, length, matched] = [0, 0, 0, 0];
  let count = 0;
  for (const { index, 0: word } of text.slice(0, LONGEST_TITLE_LINE * 2).matchAll(WORD)) {
    const key = titleKey(word);
    count += 1;
    if (count > MAX_TITLE_WORDS) break;
    if (vocabulary.has(key) || isNearly(key, vocabulary)) {
      sum += 1;
      if (!SMALL_WORDS.has(key)) seen.add(key);
    } else if (!SMALL_WORDS.has(key)) sum -= UNKNOWN_WORD_COST;
    if (sum > best) [best, length, matched] = [sum, index + word.length, seen.size];
    if (sum < best - 3) break;
  }
  if (matched === 0) return { length: 0, score: 0 };
  const closing = /^[\s.:;*)–—-]*/.exec(text.slice(length))?.[0].length ?? 0;
  const isWhole = length + closing >= text.length;
  const score = isWhole && matched >= 1 ? 1 : Math.min(1, matched / Math.min(wanted, WORDS_OF_A_LIKELY_TITLE));
  return { length: length + (isWhole ? closing : 0), score };
}

/** Singular for plural and the other way round. */
function isNearly(word: string, vocabulary: ReadonlySet<string>): boolean {
  return word.length > 3 && (vocabulary.has(`${word}s`) || (word.endsWith('s') && vocabulary.has(word.slice(0, -1))));
}

function titleHeading(lines: readonly ReportLine[], at: number, items: Items): ItemHeading | null {
  const line = lines[at];
  if (line === undefined || line.text.length > LONGEST_TITLE_LINE || line.text.length < 8) return null;
  if (!line.isStyled && !isCapitals(line.text)) return null;
  const words = titleKey(line.text);
  for (const item of items.values()) {
    if (![item.title, ...item.synonyms].some(title => titleKey(title) === words)) continue;
    return {
      codes: [item.code],
      firstLine: at,
      nextLine: at + 1,
      bodyIndex: line.text.length,
      words: line.text,
      kind: 'title',
      titleScore: 1,
      isStyled: true,
      isLinked: line.isLinked,
    };
  }
  return null;
}

function isCapitals(text: string): boolean {
  return /\p{Lu}{3}/u.test(text) && text === text.toUpperCase();
}
