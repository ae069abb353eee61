import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import { minOf } from '../../../kernel/lists.ts';
import { foundSection } from '../../kit/sections/found-section.ts';
import { checkSections } from './check-sections.ts';
import { type ContentsRun, findContents, listedIn } from './contents/contents-tables.ts';
import { headingOf, readCrossReference, readEntries } from './contents/cross-reference.ts';
import type { IndexEntry } from './contents/index-entry.ts';
import { PageMap, readPages } from './contents/pages.ts';
import { type Line, toLines } from './document-lines.ts';
import { chooseHeadings, lowerWithoutText } from './headings/choose-headings.ts';
import { type Candidate, findCandidates } from './headings/heading-candidates.ts';
import { splitWithin } from './headings/inline-headings.ts';
import { linkedCandidates, lowerRunningHeaders } from './headings/linked-headings.ts';
import { itemsWithUnusedHeadings } from './headings/unused-headings.ts';
import { type CatalogueItem, ITEM_CATALOGUE, type ItemForm, isExpected, isInForce } from './item-catalogue.ts';
import { sectionsOfIndex } from './items/index-sections.ts';
import { rangesOf } from './items/item-ranges.ts';
import { toSections } from './items/item-sections.ts';
import { sectionsOfParts } from './items/part-sections.ts';
import { resolvePointers } from './pointers/resolve-pointers.ts';
import type { SectionDocument, SectionInput } from './section-input.ts';

const CONFIDENCE = 0.6;
const MIN_CHARS = 1_000;

interface Range {
  start: number;
  end: number;
}

/** With fewer headings than this a cross-reference index is trusted before them. */
const MIN_HEADINGS = 4;
const OUT_OF_FORCE_LOSS = 2;
/** If a document's first heading is beyond this share of it, some headings were not found. */
const MIN_SHARE_IN_SECTIONS = 0.4;
const MAX_BEFORE_FIRST_HEADING = 0.35;
/** Between two sections there may be pages without an item, but not this much of a document. */
const MAX_GAP = 0.04;
const MIN_GAP = 2_000;

/**
 * Splits a report with numbered items (10-K, 10-Q, 20-F) into them: candidates for headings, contents tables put aside,
 * the best sequence in the form's order, the ends, references resolved, and checks before anything is served.
 */
export function splitItems(input: SectionInput, form: ItemForm): FilingText {
  const document = input.documents.find(document => document.isPrimary) ?? input.documents[0];
  if (document === undefined) return withoutSections(`The filing ${input.formType} contains no document with text.`);
  const items = ITEM_CATALOGUE[form];
  const lines = splitWithin(toLines(document.text), items, document.text);
  const found = lowerOutOfForce(findCandidates(lines, items), input.periodEnd ?? input.filingDate);
  const contents = findContents(lines, found, document.text);
  const bodies = lowerRunningHeaders(lines, withoutContents(found, contents), document);
  const candidates = lowerWithoutText(lines, linkedCandidates(lines, bodies, contents, document));
  const sections = sectionsIn(document, lines, candidates, contents, form);
  const listed = listedIn(lines, contents);
  const resolved = resolvePointers(sections, document, input.documents, items);
  const pageTops = new Set(document.text.blocks.flatMap((block, at) => (block.kind === 'page' ? [at + 1] : [])));
  const checked = checkSections(resolved, { document: document.fileName, lines, candidates, listed, items, pageTops });
  const unused = itemsWithUnusedHeadings(lines, withoutContents(found, contents), checked, listed);
  return summarise(input, form, document, checked, listed, unused);
}

/** The title alone of an item that the form did not have yet is no heading. */
function lowerOutOfForce(candidates: readonly Candidate[], period: string | null): Candidate[] {
  return candidates.flatMap(candidate => {
    if (isInForce(candidate.item, period)) return [candidate];
    return candidate.kind === 'titled' ? [] : [{ ...candidate, score: candidate.score - OUT_OF_FORCE_LOSS }];
  });
}

function withoutContents(candidates: readonly Candidate[], contents: readonly ContentsRun[]): Candidate[] {
  const lines = linesOf(contents);
  return candidates.filter(candidate => !lines.has(candidate.line));
}

function linesOf(contents: readonly ContentsRun[]): Set<number> {
  const lines = new Set<number>();
  for (const run of contents) {
    for (let line = run.firstLine; line <= run.lastLine; line += 1) lines.add(line);
  }
  return lines;
}

/** By headings, or by the cross-reference index if a report has one and very few headings. */
function sectionsIn(
  document: SectionDocument,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  contents: readonly ContentsRun[],
  form: ItemForm,
): FilingSection[] {
  const items: readonly CatalogueItem[] = ITEM_CATALOGUE[form];
  const chosen = chooseHeadings(candidates);
  const seen = chosen.filter(({ candidate }) => candidate.kind === 'numbered').length;
  const index = seen < MIN_HEADINGS ? readCrossReference(lines, contents, document.text) : null;
  const indexed = index === null ? [] : sectionsOfIndex(document, index);
  if (indexed.some(section => section.status === 'found' || section.status === 'shared')) return indexed;
  const contentsLines = linesOf(contents);
  const ranges = rangesOf(lines, chosen, form, line => contentsLines.has(line));
  const headed = toSections(document, lines, ranges, items);
  const headingStarts = ranges.map(range => lines[range.heading?.line ?? range.headingLine]?.start ?? 0);
  const paged = sectionsOfContents(document, lines, contents, headed, headingStarts);
  const keys = new Set([...headed, ...paged].map(section => section.sectionKey));
  const headingLines = new Set(chosen.flatMap(({ candidate }) => [candidate.line, candidate.lastLine]));
  const isHeading = (line: number): boolean => contentsLines.has(line) || headingLines.has(line);
  const ofParts = sectionsOfParts(
    document,
    lines,
    isHeading,
    items.filter(item => !keys.has(item.key)),
  );
  return [...headed, ...paged, ...ofParts].toSorted((a, b) => a.order - b.order);
}

/**
 * Items that a contents table names with pages but that have no printed heading (discussion and statements of large banks).
 * Each extends from its first page to the next entry's, or to the next heading, without text of other sections.
 */
function sectionsOfContents(
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
    const range = rangeOf(document, lines, entry, entries, run, pages, headingStarts);
    return range === null || isClaimed(range, sections) ? [] : sectionOf(document, item, range);
  });
}

function rangeOf(
  document: SectionDocument,
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
  const start = headingOf(lines, { ...entry, ranges: [place] }, run, document.text)?.end ?? place.start;
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
  if (section.text.length < MIN_CHARS) return [];
  return [{ ...section, order: item.order, confidence: CONFIDENCE, warnings: ['from_contents_pages'] }];
}

function summarise(
  input: SectionInput,
  form: ItemForm,
  document: SectionDocument,
  sections: FilingSection[],
  listed: ReadonlySet<string>,
  unused: readonly CatalogueItem[],
): FilingText {
  if (sections.length === 0) {
    return withoutSections(
      `No heading of an item of Form ${form} was found in ${document.fileName}, nor an index of its items.`,
    );
  }
  const reasons = [
    ...missingCore(input, form, sections),
    ...missingListed(form, sections, listed),
    ...missingExpected(input, form, sections, listed),
    ...passedOver(listed, unused),
    ...lostBefore(document, sections),
    ...leftOut(input, document, sections),
    ...lostBetween(input, document, sections, ITEM_CATALOGUE[form]),
  ];
  if (reasons.length === 0) return { status: 'found', reason: null, sections };
  return { status: 'partial', reason: reasons.join(' '), sections };
}

/** An amendment may contain some items only: the others are not missing. */
function missingCore(input: SectionInput, form: ItemForm, sections: readonly FilingSection[]): string[] {
  if (input.formType.endsWith('/A') || isAssetBacked(sections, ITEM_CATALOGUE[form])) return [];
  const period = input.periodEnd ?? input.filingDate;
  const hasText = ({ status, warnings }: FilingSection) =>
    status !== 'partial' && !warnings.includes('pages_not_found');
  const keys = new Set(sections.filter(hasText).map(section => section.sectionKey));
  const missing = ITEM_CATALOGUE[form].filter(item => item.isCore && isInForce(item, period) && !keys.has(item.key));
  if (missing.length === 0) return [];
  return [`No text was found for ${missing.map(item => `${item.key} (${item.titles[0]})`).join(', ')}.`];
}

/** Items that the contents name must be present, even if not every report has them. */
function missingListed(form: ItemForm, sections: readonly FilingSection[], listed: ReadonlySet<string>): string[] {
  const keys = new Set(sections.map(section => section.sectionKey));
  const missing = ITEM_CATALOGUE[form].filter(item => !item.isCore && listed.has(item.key) && !keys.has(item.key));
  if (missing.length === 0) return [];
  return [`The contents name ${missing.map(item => item.key).join(', ')}, but no heading was found there.`];
}

/** Asset-backed issuers answer the items of Regulation AB instead of those that they omit. */
function isAssetBacked(sections: readonly FilingSection[], items: readonly CatalogueItem[]): boolean {
  const keys = new Set(items.filter(item => item.isAnywhere).map(item => item.key));
  return sections.some(section => keys.has(section.sectionKey));
}

function missingExpected(
  input: SectionInput,
  form: ItemForm,
  sections: readonly FilingSection[],
  listed: ReadonlySet<string>,
): string[] {
  if (input.formType.endsWith('/A') || isAssetBacked(sections, ITEM_CATALOGUE[form])) return [];
  const keys = new Set(sections.map(section => section.sectionKey));
  const period = input.periodEnd ?? input.filingDate;
  const missing = ITEM_CATALOGUE[form].filter(
    item => isExpected(form, item, period) && !item.isCore && !keys.has(item.key) && !listed.has(item.key),
  );
  if (missing.length === 0) return [];
  return [`No heading was found for ${missing.map(item => item.key).join(', ')}.`];
}

/** Items that no other reason names, but of which a heading was seen. */
function passedOver(listed: ReadonlySet<string>, unused: readonly CatalogueItem[]): string[] {
  const named = unused.filter(item => !item.isCore && !listed.has(item.key));
  if (named.length === 0) return [];
  return [`A line may be the heading of ${named.map(item => item.key).join(', ')}, but no section begins there.`];
}

/** A report whose sections hold too little of its text was split at the wrong headings. */
function leftOut(input: SectionInput, document: SectionDocument, sections: readonly FilingSection[]): string[] {
  if (input.formType.endsWith('/A')) return [];
  const own = sections.filter(section => section.document === document.fileName);
  const ranges = own.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start);
  const share = shareOf(document, ({ start }) => isWithin(ranges, start));
  if (share >= MIN_SHARE_IN_SECTIONS) return [];
  return [`Only ${Math.round(share * 100)} % of the document's text is in a section.`];
}

/** Text between two sections that belongs to neither: a heading between them was not recognised, or the end of the first. */
function lostBetween(
  input: SectionInput,
  document: SectionDocument,
  sections: readonly FilingSection[],
  items: readonly CatalogueItem[],
): string[] {
  if (input.formType.endsWith('/A')) return [];
  const keys = new Set(items.map(item => item.key));
  const own = sections
    .filter(section => section.document === document.fileName && section.end > section.start)
    .toSorted((a, b) => a.start - b.start);
  const reasons: string[] = [];
  let last = own[0];
  for (const section of own) {
    const [from, to] = [last?.end ?? 0, section.start];
    const isCounted = keys.has(section.sectionKey) && to - from >= MIN_GAP;
    const share = !isCounted ? 0 : shareOf(document, ({ start, end }) => start >= from && end <= to);
    if (share > MAX_GAP) {
      const between = `${last?.sectionKey ?? ''} and ${section.sectionKey}`;
      reasons.push(`${Math.round(share * 100)} % of the document's text, between ${between}, is in no section.`);
    }
    if (last === undefined || section.end > last.end) last = section;
  }
  return reasons;
}

function lostBefore(document: SectionDocument, sections: readonly FilingSection[]): string[] {
  const first = minOf(sections.filter(section => section.document === document.fileName).map(({ start }) => start));
  const body = shareOf(document, ({ end }) => end <= first);
  if (body < MAX_BEFORE_FIRST_HEADING) return [];
  return [`${Math.round(body * 100)} % of the document's text is before the first item that was found.`];
}

/** Share of the visible text in blocks that meet a condition. */
function shareOf(document: SectionDocument, isCounted: (block: Range) => boolean): number {
  let counted = 0;
  let all = 0;
  for (const block of document.text.blocks) {
    if (block.kind === 'page') continue;
    const length = block.kind === 'text' ? block.text.length : block.rows.length * 40;
    all += length;
    if (isCounted(block)) counted += length;
  }
  return all === 0 ? 0 : counted / all;
}

/** Whether one of the ranges, sorted by their start, holds an offset. */
function isWithin(ranges: readonly Range[], offset: number): boolean {
  return ranges.some(({ start, end }) => start <= offset && offset < end);
}
