import type { TextDocument } from '../../../../formats/html-text/text-document.ts';
import { sourceOffsetAt } from '../../../../formats/html-text/text-positions.ts';
import { minOf } from '../../../../kernel/lists.ts';
import { type Line, titleAtStart } from '../document-lines.ts';
import type { Candidate } from '../headings/heading-candidates.ts';
import { endsReport } from '../tail-sections.ts';
import { matchTitle, titleKey } from '../title-match.ts';
import type { ContentsRun } from './contents-tables.ts';
import { captionsOfRows, withHeadings } from './index-captions.ts';
import type { IndexEntry } from './index-entry.ts';
import { type OffsetRange, PageMap, readPages } from './pages.ts';

const MIN_ENTRIES = 7;
const MAX_SHARE_OF_RANGES = 0.1;
const MIN_TITLE_SIMILARITY = 0.9;
const PAGES_ANYWHERE =
  /(?:\bpages?\s+|\bpp?\.\s*)?((?:(?:[A-Z]{1,2}-)?\d{1,3})(?:\s*(?:[-–—,;&]|and|to|through)\s*(?:[A-Z]{1,2}-)?\d{1,3})*)(?:[\s,;]*(?:\*{1,4}|\([a-z\d]\)|[†‡]))*$/i;
const ANSWER = /(?:^|\s)(none|not applicable|n\/a|omitted|\[?\(?reserved\)?\]?)\W*$/i;
const INDEX_TITLE = /^.{0,40}\b(?:index|contents)\b.{0,20}$/i;
const MARK = /(?:^|[\s,;])(\*{1,4}|\([a-z\d]\)|†|‡)$/;

/**
 * Reads the index of a report that prints no item headings: it names the pages of each item, or the headings of its text.
 * Null if no contents table names either for enough items.
 */
export function readCrossReference(
  lines: readonly Line[],
  contents: readonly ContentsRun[],
  document: TextDocument,
): IndexEntry[] | null {
  const run = contents.toSorted((a, b) => b.candidates.length - a.candidates.length)[0];
  if (run === undefined || run.candidates.length < MIN_ENTRIES) return null;
  const entries = readEntries(lines, run, new PageMap(document));
  const isNamed = (entry: IndexEntry) => entry.pages !== null || entry.captions.length > 0 || entry.answer !== null;
  if (entries.filter(isNamed).length < MIN_ENTRIES) return null;
  if (!entries.some(entry => entry.pages !== null || entry.captions.length > 0)) return null;
  const isOfFirstPages = namesFirstPages(entries);
  if (isOfFirstPages && isInOrder(entries)) return null;
  const narrow = isOfFirstPages ? toNextEntry : narrowed;
  return withHeadings(lines, narrow(lines, entries, run, document), run, startOfIndex(lines, run));
}

/** Whether the entries name where each item begins, and not what belongs to it. */
function namesFirstPages(entries: readonly IndexEntry[]): boolean {
  const pages = entries.map(entry => readPages(entry.pages ?? '')).filter(runs => runs.length > 0);
  const ranges = pages.filter(runs => runs.length > 1 || runs[0]?.first !== runs[0]?.last).length;
  return pages.length >= MIN_ENTRIES && ranges <= pages.length * MAX_SHARE_OF_RANGES;
}

function isInOrder(entries: readonly IndexEntry[]): boolean {
  const firsts = entries.flatMap(entry => readPages(entry.pages ?? '').slice(0, 1)).map(({ first }) => Number(first));
  return firsts.every((page, index) => index === 0 || page >= (firsts[index - 1] ?? 0));
}

/** Extends each entry from its heading, or from the top of its page, to where the next one in the order of the text begins. */
function toNextEntry(
  lines: readonly Line[],
  entries: readonly IndexEntry[],
  run: ContentsRun,
  document: TextDocument,
): IndexEntry[] {
  const indexStart = startOfIndex(lines, run);
  const places = entries.map(entry => headingOf(lines, entry, run, document) ?? topOf(entry));
  const starts = places.flatMap(place => (place === null ? [] : [place.start]));
  return entries.map((entry, index) => {
    const place = places[index];
    if (place === undefined || place === null) return entry;
    const closing = lines.findIndex((line, at) => line.start > place.start && endsReport(lines, at));
    const limits = [...starts, indexStart, lines[closing]?.start ?? document.source.length];
    const end = minOf(limits.filter(limit => limit > place.start));
    const last = lines.findLast(line => line.end <= end);
    return { ...entry, ranges: [{ start: place.end, end: Math.max(place.end, last?.end ?? end) }] };
  });
}

function topOf({ ranges }: IndexEntry): OffsetRange | null {
  const [first] = ranges;
  return first === undefined ? null : { start: first.start, end: first.start };
}

/** All entries of a contents table or index, with the pages of their rows. */
export function readEntries(lines: readonly Line[], run: ContentsRun, pages: PageMap): IndexEntry[] {
  const indexStart = startOfIndex(lines, run);
  return run.candidates.map((candidate, index) =>
    readEntry(lines, candidate, run.candidates[index + 1]?.line ?? run.lastLine + 1, run, pages, indexStart),
  );
}

function readEntry(
  lines: readonly Line[],
  candidate: Candidate,
  endLine: number,
  run: ContentsRun,
  pages: PageMap,
  indexStart: number,
): IndexEntry {
  const rows = lines.slice(candidate.line, Math.max(candidate.line + 1, Math.min(endLine, run.lastLine + 1)));
  const last = rows.at(-1);
  const named = rows.map((row, index) =>
    index === 0 && candidate.pages !== null ? candidate.pages : pagesOfRow(row, index),
  );
  const found = named.filter(text => text !== null && /\d/.test(text)).join(', ');
  const isAnswered = named[0] === null && ANSWER.test(rows[0]?.text ?? '');
  const text = found === '' || isAnswered ? null : found;
  return {
    items: candidate.items,
    title: candidate.title,
    pages: text,
    answer: responseOf(lines, rows, run),
    captions: captionsOfRows(rows, candidate.items),
    isByHeading: false,
    ranges: text === null ? [] : withoutIndex(mergeRanges(pages.rangesOf(text) ?? []), indexStart),
    start: rows[0]?.start ?? 0,
    end: last?.end ?? 0,
  };
}

/** The page numbers at the end of an entry's row. The number of the item itself is not one of them. */
function pagesOfRow(row: Line, index: number): string | null {
  const text = row.cells === null ? row.text : (row.cells.at(-1) ?? '');
  if (row.cells !== null && row.cells.length < 2) return null;
  const match = PAGES_ANYWHERE.exec(text);
  if (match?.[1] === undefined) return null;
  const isAlone = row.cells !== null ? match.index === 0 : index > 0 || match.index > 12;
  return isAlone ? match[1] : null;
}

/** A cell that refers to another document instead of pages. */
const ELSEWHERE = /\b(?:incorporated\b.{0,80}\breference|proxy statement)\b/i;

function responseOf(lines: readonly Line[], rows: readonly Line[], run: ContentsRun): string | null {
  for (const row of rows) {
    const last = row.cells === null || row.cells.length < 2 ? '' : (row.cells.at(-1) ?? '');
    if (ELSEWHERE.test(last)) return last;
    const response = ANSWER.exec(row.text)?.[1];
    if (response !== undefined) return response;
    const mark = MARK.exec(row.text)?.[1];
    const note = mark === undefined ? undefined : footnoteOf(lines, mark, run);
    if (note !== undefined) return note;
  }
  return null;
}

/** The note below the index that begins with an entry's mark. */
function footnoteOf(lines: readonly Line[], mark: string, run: ContentsRun): string | undefined {
  const near = lines.slice(run.lastLine + 1, run.lastLine + 20);
  const note = near.find(line => line.text.startsWith(mark) && !line.text.startsWith(`${mark}*`));
  return note?.text.slice(mark.length).trim();
}

/** Where the index begins: its title, or the first row of its table. */
function startOfIndex(lines: readonly Line[], run: ContentsRun): number {
  let first = run.firstLine;
  const table = lines[first]?.table ?? -1;
  while (table >= 0 && lines[first - 1]?.table === table) first -= 1;
  if (INDEX_TITLE.test(lines[first - 1]?.text ?? '')) first -= 1;
  return lines[first]?.start ?? 0;
}

/** The index is often on the last page that it lists, and is not text of an item. */
function withoutIndex(ranges: readonly OffsetRange[], index: number): OffsetRange[] {
  return ranges.map(({ start, end }) => (index <= start || index >= end ? { start, end } : { start, end: index }));
}

/** Pages that follow each other are one range. */
function mergeRanges(ranges: OffsetRange[]): OffsetRange[] {
  const merged: OffsetRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end + 1_000) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** A page may contain the end of one item and the beginning of the next: headings on it mark the boundary. */
function narrowed(
  lines: readonly Line[],
  entries: readonly IndexEntry[],
  run: ContentsRun,
  document: TextDocument,
): IndexEntry[] {
  const headings = entries.map(entry => {
    const sharing = entries.filter(other => other.pages === entry.pages);
    return sharing.map(other => headingOf(lines, other, run, document)).find(heading => heading !== null) ?? null;
  });
  return entries.map((entry, index) => {
    const heading = headings[index];
    const [first] = entry.ranges;
    if (first === undefined) return entry;
    const start = heading?.end ?? first.start;
    const last = entry.ranges.at(-1) ?? first;
    const next = headings
      .filter((other, at) => other !== null && entries[at]?.pages !== entry.pages)
      .map(other => other?.start ?? 0)
      .filter(at => at > start && at < last.end && at > last.end - LONGEST_SHARED_PAGE && at > last.start)
      .sort((a, b) => a - b)[0];
    const ranges = entry.ranges.map(range => ({ ...range }));
    const [opening, closing] = [ranges[0], ranges.at(-1)];
    if (opening !== undefined) opening.start = start;
    if (closing !== undefined && next !== undefined) closing.end = next;
    return { ...entry, ranges };
  });
}

const LONGEST_SHARED_PAGE = 40_000;

/** The first line of an entry's pages that prints its title, alone or in front of its text. */
export function headingOf(
  lines: readonly Line[],
  entry: IndexEntry,
  run: ContentsRun,
  document: TextDocument,
): OffsetRange | null {
  const [first] = entry.ranges;
  if (first === undefined) return null;
  const keys = new Set([...entry.items.flatMap(item => item.titles), ...entry.captions].map(titleKey));
  for (const [index, line] of lines.entries()) {
    if (line.start < first.start || (index >= run.firstLine && index <= run.lastLine)) continue;
    if (line.start >= Math.min(first.end, first.start + LONGEST_SHARED_PAGE)) break;
    const title = titleAtStart(line);
    if (title !== null && (keys.has(titleKey(title)) || fits(title, entry))) return placeOf(line, title, document);
  }
  return null;
}

function placeOf(line: Line, title: string, document: TextDocument): OffsetRange {
  const block = document.blocks[line.block];
  if (title.length === line.text.length || block?.kind !== 'text') return { start: line.start, end: line.end };
  return { start: line.start, end: sourceOffsetAt(document.source, block, line.emphasisedLead) };
}

function fits(text: string, entry: IndexEntry): boolean {
  const match = matchTitle(
    text,
    entry.items.flatMap(item => item.titles),
  );
  const rest = match === null ? text : text.slice(match.end).replace(/\([^()]{1,20}\)/, '');
  return match !== null && match.similarity >= MIN_TITLE_SIMILARITY && rest.length <= 4;
}
