import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../../../domain/filings/filings/model/filing-contents.ts';
import { renderRange } from '../current-report/lines.ts';
import { isEmphasised, type Line, toLines } from '../document-lines.ts';
import type { SectionDocument, SectionInput } from '../section-input.ts';
import { PROXY_PARTS, type ProxyHeading, type ProxyKey, proxyHeadingOf } from './proxy-headings.ts';

const MIN_CHARACTERS = 120;
/** A heading on more pages than this is a running header. */
const MAX_REPEATS = 3;
const LINES_ABOVE_TABLE = 12;
const LINES_BELOW_TABLE = 40;
const MAX_HEADINGS = 5_000;
const FEW_PARTS = 4;
const LONGEST_TITLE = 150;

/**
 * Splits a proxy statement (DEF 14A and related forms) into the parts that Schedule 14A requires. Proxy statements have no
 * numbered items. Parts are identified by their headings, then by their tables (beneficial owners with percentages, salaries
 * with totals), and by the `ecd:` tags of pay versus performance. A part that is not found is absent; the confidence of the
 * others states the certainty. Proposals have the keys `proposals.1`, `proposals.2` ….
 */
export function splitProxy(input: SectionInput): FilingText {
  const document = input.documents.find(document => document.isPrimary) ?? input.documents[0];
  if (document === undefined) return withoutSections('The filing contains no document whose text can be read.');
  const lines = toLines(document.text);
  const headings = withoutNeedlessOnes(lines, findHeadings(lines));
  const ranges = [...rangesOf(lines, headings), ...rangesOfTables(document, lines, headings)];
  const sections = [...partSections(document, lines, ranges), ...proposalSections(document, lines, headings)];
  if (sections.length === 0) return withoutSections(`No part of a proxy statement was found in ${document.fileName}.`);
  const parts = sections.filter(section => !section.sectionKey.startsWith('proposals.')).length;
  return {
    status: parts < FEW_PARTS ? 'partial' : 'found',
    reason:
      parts < FEW_PARTS ? `Only ${parts} of the usual parts of a proxy statement were found by their headings.` : null,
    sections: withSharing(sections).map((section, at) => ({ ...section, order: at + 1 })),
  };
}

/** Headings that usually occur within a part count only if the part has no heading of its own. */
function withoutNeedlessOnes(lines: readonly Line[], headings: readonly ProxyHeading[]): ProxyHeading[] {
  const own = headings.filter(heading => !heading.isInside);
  const found = new Set(rangesOf(lines, own).map(range => range.key));
  return headings.filter(({ isInside, key }) => !isInside || (key !== null && !found.has(key)));
}

/** Headings in reading order, those of contents tables and running headers left out. */
function findHeadings(lines: readonly Line[]): ProxyHeading[] {
  const counts = new Map<string, number>();
  const headings: ProxyHeading[] = [];
  for (const [at, line] of lines.entries()) {
    if (headings.length >= MAX_HEADINGS) break;
    const heading = proxyHeadingOf(line, at);
    if (heading === null) continue;
    const count = (counts.get(line.text) ?? 0) + 1;
    counts.set(line.text, count);
    headings.push(withTitleBelow(lines, heading));
  }
  const seen = new Set<string>();
  return headings.filter(heading => {
    const text = lines[heading.line]?.text ?? '';
    if ((counts.get(text) ?? 0) <= MAX_REPEATS) return true;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** `PROPOSAL 1`, with the subject of the proposal in the next line. */
function withTitleBelow(lines: readonly Line[], heading: ProxyHeading): ProxyHeading {
  const below = lines[heading.line + 1];
  if (heading.proposal === null || heading.words !== '' || below === undefined || below.text.length > LONGEST_TITLE) {
    return heading;
  }
  const key = proxyHeadingOf(below, heading.line + 1)?.key ?? null;
  return { ...heading, key, words: below.text, line: heading.line + 1 };
}

/** The lines of a part: from the line after its heading to the next heading of another part. */
interface Range {
  key: ProxyKey;
  from: number;
  to: number;
  chars: number;
  confidence: number;
  warnings: string[];
}

function rangesOf(lines: readonly Line[], headings: readonly ProxyHeading[]): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at < headings.length; ) {
    const heading = headings[at];
    const key = heading?.key ?? null;
    let next = at + 1;
    if (key !== null) while (headings[next]?.key === key && headings[next]?.proposal === null) next += 1;
    const to = headings[next]?.line ?? lines.length;
    if (heading !== undefined && key !== null) {
      const from = heading.line + 1;
      ranges.push({ key, from, to, chars: charsBetween(lines, from, to), ...trustOf(lines, heading) });
    }
    at = next;
  }
  return ranges.filter(range => range.chars >= MIN_CHARACTERS);
}

function trustOf(lines: readonly Line[], heading: ProxyHeading): { confidence: number; warnings: string[] } {
  const line = lines[heading.line];
  if (heading.isInside)
    return { confidence: 0.5, warnings: ['Found by a heading that is usually inside the section.'] };
  const isStyled = line !== undefined && (isEmphasised(line) || line.isCentred || heading.proposal !== null);
  return { confidence: isStyled ? 0.85 : 0.7, warnings: [] };
}

function charsBetween(lines: readonly Line[], from: number, to: number): number {
  let chars = 0;
  for (let at = from; at < to; at += 1) chars += lines[at]?.text.length ?? 0;
  return chars;
}

/** Identifies a part by the rows of its table, if its heading was not found. */
const TABLES: readonly { key: ProxyKey; isOf(rows: string): boolean }[] = [
  { key: 'beneficial_ownership', isOf: rows => /beneficial(?:ly)?/i.test(rows) && /percent|%/i.test(rows) },
  {
    key: 'compensation_tables',
    isOf: rows => /\bsalary\b/i.test(rows) && /\btotal\b/i.test(rows) && /\byear\b/i.test(rows),
  },
];
const HEAD_ROWS = 4;

function rangesOfTables(document: SectionDocument, lines: readonly Line[], headings: readonly ProxyHeading[]): Range[] {
  const found = new Set(
    rangesOf(lines, headings)
      .filter(range => range.confidence > 0.5)
      .map(range => range.key),
  );
  const ranges: Range[] = [];
  for (const { key, isOf } of TABLES) {
    if (found.has(key)) continue;
    const table = document.text.blocks.findIndex(
      block =>
        block.kind === 'table' &&
        block.rows.length > HEAD_ROWS &&
        isOf(
          block.rows
            .slice(0, HEAD_ROWS)
            .flatMap(row => row.cells.map(cell => cell.text))
            .join(' '),
        ),
    );
    if (table >= 0)
      ranges.push(
        aroundTable(lines, headings, key, table, 'Found by what its table says: it has no heading of its own.'),
      );
  }
  const tagged = found.has('pay_versus_performance') ? -1 : taggedBlock(document);
  if (tagged >= 0) ranges.push(aroundTable(lines, headings, 'pay_versus_performance', tagged, 'Found by its tags.'));
  return ranges;
}

/** The block in which the table of pay versus performance is tagged (SEC taxonomy ECD). */
function taggedBlock({ text }: SectionDocument): number {
  const offset = text.source.search(
    /name="ecd:(?:PvpTableTextBlock|PeoActuallyPaidCompAmt|NonPeoNeoAvgCompActuallyPaidAmt)"/,
  );
  return offset < 0 ? -1 : text.blocks.findIndex(block => block.kind === 'table' && block.end > offset);
}

/** The table with the emphasised lines above it and the notes under it, up to the next emphasised line. */
function aroundTable(
  lines: readonly Line[],
  headings: readonly ProxyHeading[],
  key: ProxyKey,
  block: number,
  warning: string,
): Range {
  const first = lines.findIndex(line => line.block === block);
  const last = lines.findLastIndex(line => line.block === block);
  let from = first;
  for (let at = first - 1; at >= Math.max(0, first - LINES_ABOVE_TABLE); at -= 1) {
    const line = lines[at];
    if (line === undefined || line.cells !== null) break;
    from = at;
    if (isEmphasised(line) && line.text.length < 150) break;
  }
  const latest = headings.find(heading => heading.line > last)?.line ?? lines.length;
  let to = last + 1;
  while (to < Math.min(latest, last + LINES_BELOW_TABLE)) {
    const line = lines[to];
    if (line === undefined || (isEmphasised(line) && line.text.length < 150)) break;
    to += 1;
  }
  return { key, from, to, chars: charsBetween(lines, from, to), confidence: 0.45, warnings: [warning] };
}

/** Keeps the longest range of each part, and reports its other beginnings. */
function partSections(document: SectionDocument, lines: readonly Line[], ranges: readonly Range[]): FilingSection[] {
  return PROXY_PARTS.flatMap(({ key, title }) => {
    const own = ranges.filter(range => range.key === key);
    const main = own.filter(range => range.confidence > 0.5);
    const best = (main.length > 0 ? main : own).toSorted((a, b) => b.chars - a.chars)[0];
    if (best === undefined) return [];
    const others = main.filter(range => range !== best).length;
    const warnings = others === 0 ? [] : [`It has headings in ${others} further places; this is the longest part.`];
    const section = toSection(document, lines, key, title, best);
    return [{ ...section, warnings: [...best.warnings, ...warnings, ...doubtsOf(key, section)] }];
  });
}

/** Expected content that the text lacks. */
function doubtsOf(key: ProxyKey, section: FilingSection): string[] {
  if (key === 'beneficial_ownership' && !section.text.includes(' | ')) return ['It contains no table.'];
  if (key === 'compensation_tables' && !/\bsalary\b/i.test(section.text)) return ['It contains no table of salaries.'];
  return [];
}

/** Each proposal from its heading to the next heading of another part; the longest if it has several headings. */
function proposalSections(
  document: SectionDocument,
  lines: readonly Line[],
  headings: readonly ProxyHeading[],
): FilingSection[] {
  const best = new Map<number, { range: Omit<Range, 'key'>; words: string }>();
  for (const [at, heading] of headings.entries()) {
    if (heading.proposal === null) continue;
    const next = headings
      .slice(at + 1)
      .find(
        proxyHeading => proxyHeading.proposal !== null || (proxyHeading.key !== heading.key && !proxyHeading.isInside),
      );
    const from = heading.line + 1;
    const to = next?.line ?? lines.length;
    const chars = charsBetween(lines, from, to);
    const known = best.get(heading.proposal);
    if (chars < MIN_CHARACTERS || (known !== undefined && known.range.chars >= chars)) continue;
    best.set(heading.proposal, { range: { from, to, chars, ...trustOf(lines, heading) }, words: heading.words });
  }
  return [...best.entries()]
    .sort(([a], [b]) => a - b)
    .map(([number, { range, words }]) => {
      const section = toSection(
        document,
        lines,
        `proposals.${number}`,
        words === '' ? `Proposal ${number}` : `Proposal ${number}: ${words}`,
        range,
      );
      return { ...section, warnings: range.warnings };
    });
}

function toSection(
  document: SectionDocument,
  lines: readonly Line[],
  sectionKey: string,
  title: string,
  range: Omit<Range, 'key'>,
): FilingSection {
  const from = lines[range.from]?.start ?? document.text.source.length;
  const to = lines[range.to]?.start ?? document.text.source.length;
  return {
    sectionKey,
    title,
    order: 0,
    status: 'found',
    confidence: range.confidence,
    warnings: [],
    target: null,
    sharedWith: [],
    isFurnished: null,
    document: document.fileName,
    resolvedFrom: null,
    ...renderRange(document.text, from, to),
  };
}

/** Sections of the very same text name each other: `Proposal 1: Election of Directors` and the nominees. */
function withSharing(sections: readonly FilingSection[]): FilingSection[] {
  return sections.map(section => {
    const same = sections.filter(
      filingSection =>
        filingSection !== section && filingSection.start === section.start && filingSection.end === section.end,
    );
    if (same.length === 0) return section;
    return { ...section, status: 'shared', sharedWith: same.map(filingSection => filingSection.sectionKey) };
  });
}
