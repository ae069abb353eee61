import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import { appendAll } from '../../../kernel/lists.ts';
import { foundSection } from '../../kit/sections/found-section.ts';
import { isCapitals, isEmphasised, type Line, toLines } from './document-lines.ts';
import { chooseHeadings } from './headings/choose-headings.ts';
import { findCandidates } from './headings/heading-candidates.ts';
import type { CatalogueItem } from './item-catalogue.ts';
import { rangesOf } from './items/item-ranges.ts';
import { toSections } from './items/item-sections.ts';
import type { SectionDocument, SectionInput } from './section-input.ts';
import { titleKey } from './title-match.ts';

const MIN_ENTRIES = 5;
const LONGEST_HEADING = 140;
const LINES_BETWEEN_CONTENTS = 4;
const CONFIDENCE = { listed: 0.9, styled: 0.75 } as const;
const PAGE = /^(?:[A-Z]{1,2}-\s?)?\d{1,4}$|^[ivxlc]{1,6}$/i;

/** Part II of registration statements: the numbers of Forms S-1, S-3 and F-1. */
const PART_TWO: readonly [string, string][] = [
  ['6', 'Indemnification of Directors and Officers'],
  ['7', 'Recent Sales of Unregistered Securities'],
  ['8', 'Exhibits and Financial Statement Schedules'],
  ['9', 'Undertakings'],
  ['13', 'Other Expenses of Issuance and Distribution'],
  ['14', 'Indemnification of Directors and Officers|Other Expenses of Issuance and Distribution'],
  ['15', 'Recent Sales of Unregistered Securities|Indemnification of Directors and Officers'],
  ['16', 'Exhibits and Financial Statement Schedules|Exhibits'],
  ['17', 'Undertakings'],
];

/** A prospectus with its own contents table: a supplement and the base prospectus bound in with it are two. */
interface Scope {
  /** Titles that the contents list, as they are looked up. */
  keys: ReadonlySet<string>;
  isSupplement: boolean;
  from: number;
  to: number;
}

/**
 * Splits a prospectus (S-1, S-3, F-1, 424B) at the headings that its contents table lists, and at those printed just like
 * them; then the items of a registration statement's Part II. Keys are the headings' words: `risk_factors`.
 */
export function splitProspectus(input: SectionInput): FilingText {
  const document = input.documents.find(document => document.isPrimary) ?? input.documents[0];
  if (document === undefined) return withoutSections('The filing contains no document with text.');
  const lines = toLines(document.text);
  const partTwo = partTwoLine(lines);
  const scopes = findScopes(lines, partTwo);
  const sections = scopes.flatMap((scope, index) => sectionsOfScope(document, lines, scope, prefixOf(scopes, index)));
  const items = partTwo === lines.length ? [] : partTwoSections(document, lines.slice(partTwo));
  const all = [...sections, ...items].map((section, index) => ({ ...section, order: index + 1 }));
  if (all.length === 0) return withoutSections(`No contents table of a prospectus was found in ${document.fileName}.`);
  return { status: 'found', reason: null, sections: withoutDoubles(all) };
}

function withoutDoubles(sections: FilingSection[]): FilingSection[] {
  const seen = new Set<string>();
  return sections.filter(section => !seen.has(section.sectionKey) && seen.add(section.sectionKey));
}

function partTwoLine(lines: readonly Line[]): number {
  const index = lines.findIndex(line => /^information not required in (?:the )?prospectus$/i.test(line.text));
  if (index < 0) return lines.length;
  return /^part ii\b/i.test(lines[index - 1]?.text ?? '') ? index - 1 : index;
}

interface ContentsEntry {
  line: Line;
  index: number;
}

/** Contents tables, and for each the lines up to the next. */
function findScopes(lines: readonly Line[], end: number): Scope[] {
  const tables = Map.groupBy(
    lines.slice(0, end).flatMap((line, index) => (isEntry(line) ? [{ line, index }] : [])),
    entry => entry.line.table,
  );
  const headings = new Set(lines.slice(0, end).flatMap(line => (line.cells === null ? [titleKey(line.text)] : [])));
  const contents = [...tables.values()].filter(entries =>
    isContents(
      entries.map(({ line }) => line),
      headings,
    ),
  );
  return joinNear(contents).map((entries, at, all) => {
    const from = (entries.at(-1)?.index ?? 0) + 1;
    return {
      keys: new Set(entries.map(({ line }) => titleKey(line.cells?.[0] ?? ''))),
      isSupplement: entries.some(({ line }) => /^S-/i.test(line.cells?.at(-1) ?? '')),
      from,
      to: coverBelow(lines, from, all[at + 1]?.[0]?.index ?? end),
    };
  });
}

/** The contents of a supplement and of its base prospectus may be printed one below the other: both lead on from there. */
function joinNear(contents: readonly ContentsEntry[][]): ContentsEntry[][] {
  const joined: ContentsEntry[][] = [];
  for (const entries of contents) {
    const last = joined.at(-1);
    const isNear = (entries[0]?.index ?? 0) - (last?.at(-1)?.index ?? 0) <= LINES_BETWEEN_CONTENTS;
    if (last !== undefined && isNear) appendAll(last, entries);
    else joined.push([...entries]);
  }
  return joined;
}

/**
 * The beginning of the cover of a prospectus that is bound in at the end, at the top of its page; the given end if there is
 * none.
 */
function coverBelow(lines: readonly Line[], from: number, end: number): number {
  for (let index = from; index < end; index += 1) {
    if (!/^(?:preliminary )?prospectus(?: supplement)?$/i.test(lines[index]?.text ?? '') || !isCoverLine(lines[index]))
      continue;
    return topOfPage(lines, index, from);
  }
  return end;
}

function isCoverLine(line: Line | undefined): boolean {
  return line !== undefined && isEmphasised(line) && line.cells === null;
}

function topOfPage(lines: readonly Line[], index: number, from: number): number {
  for (let at = index; at > from; at -= 1) {
    const [line, above] = [lines[at], lines[at - 1]];
    if (line !== undefined && above !== undefined && line.block - above.block > 1) return at;
  }
  return index;
}

/** Most titles are printed as headings somewhere. */
function isContents(entries: readonly Line[], headings: ReadonlySet<string>): boolean {
  if (entries.length < MIN_ENTRIES) return false;
  const printed = entries.filter(line => headings.has(titleKey(line.cells?.[0] ?? '')));
  return printed.length * 2 > entries.length;
}

function isEntry(line: Line): boolean {
  const [title, page, more] = line.cells ?? [];
  if (title === undefined || page === undefined || more !== undefined) return false;
  return PAGE.test(page) && /\p{L}{3}/u.test(title) && title.length <= LONGEST_HEADING;
}

function prefixOf(scopes: readonly Scope[], index: number): string {
  if (scopes.length < 2) return '';
  if (scopes[0]?.isSupplement !== true) return index === 0 ? '' : `prospectus_${index + 1}.`;
  return index === 0 ? 'supplement.' : index === 1 ? 'base.' : `base_${index}.`;
}

interface ProspectusHeading {
  index: number;
  line: Line;
  isListed: boolean;
}

function sectionsOfScope(
  document: SectionDocument,
  lines: readonly Line[],
  scope: Scope,
  prefix: string,
): FilingSection[] {
  const headings = findHeadings(lines, scope);
  return headings.flatMap((heading, at) => {
    const next = headings[at + 1]?.index ?? scope.to;
    const [first, last] = [lines[heading.index + 1], lines[next - 1]];
    if (first === undefined || last === undefined || heading.index + 1 >= next) return [];
    return [sectionOf(document, heading, prefix, first.start, last.end)];
  });
}

/** Lines that the contents list; and where those are in capitals, lines printed in the same way. */
function findHeadings(lines: readonly Line[], scope: Scope): ProspectusHeading[] {
  const own = lines.slice(scope.from, scope.to).map((line, at) => ({ line, index: scope.from + at }));
  const short = own.filter(
    ({ line }) => line.cells === null && line.text.length <= LONGEST_HEADING && !isBackLink(line),
  );
  const listed = short.filter(({ line }) => scope.keys.has(titleKey(line.text)));
  const styles = listed.map(({ line }) => styleOf(line));
  const common = styles.toSorted((a, b) => countOf(styles, b) - countOf(styles, a))[0];
  const isStyled = (line: Line) => common !== undefined && styleOf(line) === common && isCapitals(line.text);
  return short
    .map(({ line, index }) => ({ line, index, isListed: scope.keys.has(titleKey(line.text)) }))
    .filter(heading => (heading.isListed ? styleOf(heading.line) === common : isStyled(heading.line)));
}

function isBackLink(line: Line): boolean {
  return /^(?:table of contents|index)$/i.test(line.text);
}

function styleOf(line: Line): string {
  return [line.isBold, line.isCentred, line.isUnderlined, isCapitals(line.text)].join();
}

function countOf(styles: readonly string[], style: string): number {
  return styles.filter(candidate => candidate === style).length;
}

function sectionOf(
  document: SectionDocument,
  heading: ProspectusHeading,
  prefix: string,
  start: number,
  end: number,
): FilingSection {
  const place = { key: prefix + slugOf(heading.line.text), title: heading.line.text, start, end };
  return {
    ...foundSection(document.text, place, document.fileName),
    order: 0,
    confidence: heading.isListed ? CONFIDENCE.listed : CONFIDENCE.styled,
    warnings: heading.isListed ? [] : ['heading_not_listed'],
  };
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

function partTwoSections(document: SectionDocument, lines: readonly Line[]): FilingSection[] {
  const items = PART_TWO.map(
    ([number, titles], index): CatalogueItem => ({
      key: `part_ii.item_${number}`,
      part: 2,
      number,
      order: index + 1,
      titles: titles.split('|'),
      from: null,
      to: null,
      isAnywhere: false,
      isCore: false,
    }),
  );
  const ranges = rangesOf(lines, chooseHeadings(findCandidates(lines, items)), '10-Q', () => false);
  return toSections(document, lines, ranges, items);
}
