import { isEmphasised, type Line } from '../document-lines.ts';

const ITEM =
  /^(?:part\s+(i{1,3}|iv|[1-4])\s*[.,:;–—-]*\s*)?items?\s*(?:no\.?\s*|number\s*)?(\d{1,2}|[ivx]{1,4})(?![\d%])(?:(?:[.-]|\s{1,3})?(\(?\s*([a-k])\s*\)?(?:\s*\(?t\)?)?(?![a-z’'])|\(t\)|t(?![a-z])))?/i;
const MORE_ITEMS =
  /^\s*(?:[.,;/–—-]|and|&|through|to|\s)*\s*(?:items?\s*)?(\d{1,2})\s*[.]?\s*(?:\(?([a-k])\)?(?![a-z’']))?(?=[\s.,:;–—)-]|$)/i;
const ROMAN: Record<string, number> = { i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8, ix: 9, x: 10 };
const NUMBER_WORDS: readonly string[] =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ');
const SPELLED = new RegExp(`^(items?\\s+)(${NUMBER_WORDS.toReversed().join('|')})\\b`, 'i');
/** Some filers put the executive officers into a part IA. */
const PART_HEADING = /^part\s+(i{1,3}|iv|[1-4])[a-c]?\b[\s.:,–—-]*/i;
const PART_TITLES =
  /^(?:financial information|other information|\(?con(?:tinued|t['’]?d|t\.|['’]t?d)\.?\)?|information)?[\s.*]*$/i;

/** The part that a line announces, 1 … 4; null if it is not the heading of a part. */
export function partHeadingOf(line: Line): number | null {
  if (line.text.length > 120) return null;
  const match = PART_HEADING.exec(line.text);
  if (match === null) return null;
  const rest = line.text.slice(match[0].length);
  const isTitle = PART_TITLES.test(rest);
  if (!isTitle && !isEmphasised(line) && !line.isCentred) return null;
  if (/^items?\b/i.test(rest) || /[a-z],? of (?:this|our|the)\b/.test(rest)) return null;
  return numberOf(match[1] ?? '');
}

/** The part of each line, by the headings of parts; 0 before the first. */
export function partsOf(lines: readonly Line[]): number[] {
  let part = 0;
  return lines.map(line => {
    const announced = partHeadingOf(line) ?? inlinePartOf(line);
    if (announced !== null) part = announced;
    return part;
  });
}

function inlinePartOf(line: Line): number | null {
  const part = ITEM.exec(line.text.slice(0, 60))?.[1];
  return part === undefined ? null : numberOf(part);
}

/** The numbers that a heading names. */
export interface ItemNumbers {
  /** `1A`, `16K`, in upper case. */
  numbers: string[];
  /** Index in the text after the last number. */
  end: number;
}

function readNumbers(text: string): ItemNumbers | null {
  const spelled = text.replace(
    SPELLED,
    (_, item, word) => `${item}${NUMBER_WORDS.indexOf(String(word).toLowerCase()) + 1}`,
  );
  const match = ITEM.exec(spelled);
  if (match?.[2] === undefined) return null;
  const numbers = [`${numberOf(match[2])}${(match[4] ?? '').toUpperCase()}`];
  let end = match[0].length + text.length - spelled.length;
  const isPlural = /items/i.test(match[0]);
  for (
    let rest = text.slice(end);
    isPlural || /^[\s.]*(?:and|&|\/)\s*(?:items?\s*)?\d/i.test(rest);
    rest = text.slice(end)
  ) {
    const more = MORE_ITEMS.exec(rest);
    if (more?.[1] === undefined || numbers.length >= 8) break;
    const last = `${Number(more[1])}${(more[2] ?? '').toUpperCase()}`;
    if (/through|to|–|-/i.test(rest.slice(0, more[0].search(/\d/)))) addBetween(numbers, last);
    numbers.push(last);
    end += more[0].length;
  }
  return { numbers, end };
}

/** "Items 10 through 13" names those between as well. */
function addBetween(numbers: string[], last: string): void {
  const from = Number.parseInt(numbers.at(-1) ?? '', 10);
  const to = Number.parseInt(last, 10);
  for (let between = from + 1; between < to && between < from + 8; between += 1) numbers.push(String(between));
}

/**
 * The possible item numbers at the beginning of a text; empty if there are none. "Item 1Business" and "ITEM 1BUSINESS" are
 * Item 1, "Item 1ARisk Factors" is Item 1A: the title decides.
 */
export function readItemNumbers(text: string): ItemNumbers[] {
  const read = readNumbers(text);
  if (read === null) return [];
  const letter = /^[A-K](?=\p{L})/u.exec(text.slice(read.end))?.[0];
  if (letter === undefined || read.numbers.length > 1 || /[A-K]$/.test(read.numbers[0] ?? '')) return [read];
  return [read, { numbers: [`${read.numbers[0]}${letter}`], end: read.end + 1 }];
}

function numberOf(text: string): number {
  return ROMAN[text.toLowerCase()] ?? Number(text);
}

const NAMED =
  /\bitems?\s+\d{1,2}[a-k]?(?:\([a-z]\))?(?:(?:\s*(?:[,;&–—-]|\band\b|\bthrough\b|\bto\b)\s*)+(?:items?\s+)?\d{1,2}[a-k]?(?![\da-z]))*/gi;

/** All item numbers that a text names: "Items 10 through 13", "Item 10 — Directors, Item 11 — …". */
export function numbersNamed(text: string): Set<string> {
  return new Set(
    [...text.matchAll(NAMED)].flatMap(([words]) => readNumbers(words.replace(/^item\b/i, 'items'))?.numbers ?? []),
  );
}
