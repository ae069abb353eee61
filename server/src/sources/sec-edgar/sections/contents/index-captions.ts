import { minOf } from '../../../../kernel/lists.ts';
import { type Line, titleAtStart } from '../document-lines.ts';
import { MAJOR_CAPTIONS } from '../headings/major-captions.ts';
import type { CatalogueItem } from '../item-catalogue.ts';
import { captionsOf, isNoneOrReserved } from '../pointers/pointers.ts';
import { endsReport } from '../tail-sections.ts';
import { matchTitle, titleKey } from '../title-match.ts';
import type { ContentsRun } from './contents-tables.ts';
import type { IndexEntry } from './index-entry.ts';
import type { OffsetRange } from './pages.ts';

const MIN_TITLE_SIMILARITY = 0.9;
const LONGEST_CAPTION = 160;
const MAX_CAPTIONS = 24;
const MIN_CHARS = 200;
const NUMBER = /^(?:part\s+[ivx]+\b.*|(?:items?\s*)?\d{1,2}\s?[a-k]?[.:)]?|items?\s.*)$/i;
const PAGES = /^[\s\d.,;&*()A-Z–—-]*\d[\s\d.,;&*()A-Z–—-]*$/;
const ANSWER = /^\W*(?:none|not applicable|n\/a|omitted|reserved|incorporated\b.*)\W*$/i;
const PAGES_AT_END = /[\s,(]+(?:pages?|pp?\.)?\s*\d{1,3}(?:\s*[-–—,;&]\s*\d{1,3})*\)?\s*$/i;

/**
 * Headings that the rows of an index's entry name: quoted, or in cells of their own, several separated by semicolons. The
 * item's own title is not among them.
 */
export function captionsOfRows(rows: readonly Line[], items: readonly CatalogueItem[]): string[] {
  const titles = items.flatMap(item => item.titles);
  const captions = rows.flatMap((row, index) => {
    const quoted = captionsOf(row.text);
    const cells = row.cells === null ? [] : row.cells.filter((cell, at) => index > 0 || at > 0 || !NUMBER.test(cell));
    return [...quoted, ...cells.flatMap(cell => cell.split(/[;•\n]|,\s+(?=[“"])/))];
  });
  const own = captions
    .map(caption => caption.replace(PAGES_AT_END, '').replace(/^[\W_]+|[\W_]+$/g, ''))
    .filter(caption => isCaption(caption, titles));
  return [...new Map(own.map(caption => [titleKey(caption), caption])).values()].slice(0, MAX_CAPTIONS);
}

function isCaption(text: string, titles: readonly string[]): boolean {
  if (text.length < 4 || text.length > LONGEST_CAPTION || !/[A-Za-z]{3}/.test(text)) return false;
  if (PAGES.test(text) || ANSWER.test(text) || NUMBER.test(text)) return false;
  const match = matchTitle(text, titles);
  return match === null || match.similarity < MIN_TITLE_SIMILARITY || text.length - match.end > 4;
}

/** Gives entries whose pages are not found the text below the headings that they name, or below their own title. */
export function withHeadings(
  lines: readonly Line[],
  entries: readonly IndexEntry[],
  run: ContentsRun,
  indexStart: number,
): IndexEntry[] {
  const keysOf = (entry: IndexEntry): Set<string> =>
    new Set([...entry.captions, ...entry.items.flatMap(item => item.titles)].map(titleKey));
  const all = new Set([...MAJOR_CAPTIONS, ...entries.flatMap(entry => [...keysOf(entry)])]);
  const headings = headingsIn(lines, all, run);
  return entries.map(entry => {
    const isAnswered = entry.answer !== null && (entry.captions.length === 0 || isNoneOrReserved(entry.answer));
    if (entry.ranges.length > 0 || isAnswered) return entry;
    const ranges = rangesUnder(lines, headings, keysOf(entry), indexStart);
    return ranges.length === 0 ? entry : { ...entry, ranges, isByHeading: true };
  });
}

interface Heading {
  line: Line;
  key: string;
}

function headingsIn(lines: readonly Line[], keys: ReadonlySet<string>, run: ContentsRun): Heading[] {
  return lines.flatMap((line, index) => {
    if (index >= run.firstLine && index <= run.lastLine) return [];
    const title = line.cells !== null && line.cells.length > 1 ? null : titleAtStart(line);
    const key = title === null ? '' : titleKey(title);
    return keys.has(key) ? [{ line, key }] : [];
  });
}

/** The text below each of the wanted headings, up to the next heading of another entry. The longest place of each counts. */
function rangesUnder(
  lines: readonly Line[],
  headings: readonly Heading[],
  wanted: ReadonlySet<string>,
  indexStart: number,
): OffsetRange[] {
  const longest = new Map<string, OffsetRange>();
  for (const [index, { line, key }] of headings.entries()) {
    if (!wanted.has(key)) continue;
    const next = headings.slice(index + 1).find(other => other.key !== key)?.line;
    const closing = lines.findIndex((other, at) => other.start > line.start && endsReport(lines, at));
    const places = [next, lines[closing]].flatMap(place => place?.start ?? []);
    const limit = minOf([...places, indexStart].filter(start => start > line.start));
    const last = lines.findLast(other => other.end <= limit);
    const range = { start: line.end, end: Math.max(line.end, last?.end ?? 0) };
    const known = longest.get(key);
    if (range.end - range.start < MIN_CHARS) continue;
    if (known === undefined || range.end - range.start > known.end - known.start) longest.set(key, range);
  }
  return [...longest.values()].toSorted((a, b) => a.start - b.start);
}
