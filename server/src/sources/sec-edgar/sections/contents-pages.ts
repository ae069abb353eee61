import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { minOf } from '../../../kernel/max-of.ts';
import { foundSection } from '../../kit/sections/found-section.ts';
import type { ContentsRun } from './contents-tables.ts';
import { headingOf, type IndexEntry, readEntries } from './cross-reference.ts';
import type { Line } from './document-lines.ts';
import type { CatalogueItem } from './item-catalogue.ts';
import { PageMap, readPages } from './pages.ts';
import type { SectionDocument } from './section-input.ts';

const CONFIDENCE = 0.6;
const LEAST_CHARS = 1_000;

/**
 * Items that a contents table names with pages but that have no printed heading (discussion and statements of large banks).
 * Each extends from its first page to the next entry's, or to the next heading, without text of other sections.
 */
export function sectionsOfContents(
  document: SectionDocument,
  lines: readonly Line[],
  contents: readonly ContentsRun[],
  sections: readonly FilingSection[],
  headingStarts: readonly number[],
): FilingSection[] {
  const run = contents.toSorted((a, b) => b.candidates.length - a.candidates.length)[0];
  if (run === undefined) return [];
  const pages = new PageMap(document.text);
  const entries = readEntries(lines, run, pages);
  const found = new Set(sections.map(section => section.sectionKey));
  return entries.flatMap(entry => {
    const item = entry.items[0];
    if (item === undefined || !item.isCore || found.has(item.key)) return [];
    const range = rangeOf(lines, entry, entries, run, pages, headingStarts);
    return range === null || isClaimed(range, sections) ? [] : sectionOf(document, item, range);
  });
}

interface Range {
  start: number;
  end: number;
}

function rangeOf(
  lines: readonly Line[],
  entry: IndexEntry,
  entries: readonly IndexEntry[],
  run: ContentsRun,
  pages: PageMap,
  headingStarts: readonly number[],
): Range | null {
  const first = firstPage(entry);
  if (first === null) return null;
  const place = pages.rangesOf(String(first))?.[0];
  if (place === undefined) return null;
  const start = headingOf(lines, { ...entry, ranges: [place] }, run)?.end ?? place.start;
  const nextPage = entries.map(firstPage).filter(page => page !== null && page > first);
  const limits = [...nextPage.flatMap(page => pages.rangesOf(String(page))?.[0]?.start ?? []), ...headingStarts].filter(
    offset => offset > start,
  );
  if (limits.length === 0) return null;
  const end = minOf(limits);
  const last = lines.findLast(line => line.end <= end && line.start >= start);
  return last === undefined ? null : { start, end: last.end };
}

function isClaimed({ start, end }: Range, sections: readonly FilingSection[]): boolean {
  return sections.some(section => section.start < end && section.end > start && section.text !== '');
}

/** The lowest page of an entry's rows. */
function firstPage(entry: IndexEntry): number | null {
  const numbers = readPages(entry.pages ?? '').flatMap(({ first }) => (/^\d+$/.test(first) ? [Number(first)] : []));
  return numbers.length === 0 ? null : minOf(numbers);
}

function sectionOf(document: SectionDocument, item: CatalogueItem, { start, end }: Range): FilingSection[] {
  const place = { key: item.key, title: item.titles[0] ?? '', start, end };
  const section = foundSection(document.text, place, document.fileName);
  if (section.text.length < LEAST_CHARS) return [];
  return [{ ...section, order: item.order, confidence: CONFIDENCE, warnings: ['from_contents_pages'] }];
}
