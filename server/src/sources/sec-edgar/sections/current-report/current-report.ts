import {
  type FilingSection,
  type FilingText,
  type SectionTarget,
  withoutSections,
} from '../../../../domain/filings/filings/model/filing-contents.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { SectionDocument, SectionInput } from '../section-input.ts';
import { findItemHeadings, type ItemHeading } from './headings.ts';
import { type ItemNumbering, isFurnishedItem, itemOfCode, itemsOf, SECTION_NUMBERING_FROM } from './items.ts';
import {
  findSignatures,
  offsetInLine,
  type RenderedRange,
  type ReportLine,
  renderRange,
  reportLinesOf,
} from './lines.ts';

/** Shorter texts under an item's heading are a contents table's, where another heading of the item has more. */
const MIN_BODY_CHARACTERS = 24;
const LONGEST_POINTER = 700;
const MAX_CHARACTERS_BESIDE_POINTER = 150;
const LONGEST_NOT_APPLICABLE = 60;
const MIN_TITLE_SCORE = 0.6;

/**
 * Splits a current report on Form 8-K into its items. The splitter searches for the item codes of the submission's header,
 * and reports each one that the text lacks. Without codes, the text's own headings decide. If a header counts items without
 * naming them, as before 2004-08-23, clear headings identify them. An item's text ends at the next item, the signatures or
 * the exhibit index. Form 8-K, General Instructions B and C; items by SEC release 33-8400 and, before, by 17 CFR 249.308.
 */
export function splitCurrentReport(input: SectionInput): FilingText {
  const document = reportDocumentOf(input);
  if (document === null) return withoutSections('The filing contains no document whose text can be read.');
  const lines = reportLinesOf(document.text);
  if (lines.length === 0) return withoutSections(`The document ${document.fileName} contains no text.`);
  const numbering = numberingOf(input, lines);
  const expected = expectedCodes(input, numbering);
  const found = findItemHeadings(lines, numbering).filter(heading => !heading.isLinked);
  const ends = findSignatures(lines);
  const hasUnnamedItems = (input.unnamedItems ?? 0) > 0;
  const report = { document, lines, ends, numbering, hasUnnamedItems, bodies: readBodies(lines, ends, found) };
  const chosen = withExhibitList(report, chooseHeadings(report, found, expected), expected);
  if (chosen.length === 0) return withoutSections(reasonForNone(document, expected));
  const sections = shareStacked(chosen.flatMap((heading, at) => toDrafts(report, heading, chosen[at + 1])));
  return toFilingText(report, sections, expected, undeclaredCodes(report, found, chosen, expected));
}

interface Report {
  document: SectionDocument;
  lines: readonly ReportLine[];
  /** Indices of the lines at which the report's text ends: signatures. */
  ends: readonly number[];
  numbering: ItemNumbering;
  /** Whether the header counts items that it does not name. */
  hasUnnamedItems: boolean;
  /** Per heading the beginning of the words between it and the next. */
  bodies: ReadonlyMap<ItemHeading, string>;
}

function reasonForNone(document: SectionDocument, expected: readonly string[] | null): string {
  const wanted = expected === null ? 'an item of Form 8-K' : `${listItems(expected)}, which the filing's header names,`;
  return `No heading of ${wanted} was found in ${document.fileName}.`;
}

function listItems(codes: readonly string[]): string {
  return codes.length === 1 ? `item ${codes[0]}` : `items ${codes.join(', ')}`;
}

function reportDocumentOf({ documents }: SectionInput): SectionDocument | null {
  const primary = documents.find(document => document.isPrimary);
  return primary ?? documents.find(document => /^8-K/i.test(document.nativeType)) ?? documents[0] ?? null;
}

/** The header's codes determine the numbering, or else the text's headings, or else the filing date. */
function numberingOf(input: SectionInput, lines: readonly ReportLine[]): ItemNumbering {
  if (input.itemCodes.some(code => /^\d\.\d\d$/.test(code))) return 'section';
  if (input.itemCodes.some(code => /^\d{1,2}$/.test(code))) return 'plain';
  const count = (numbering: ItemNumbering): number =>
    findItemHeadings(lines, numbering).filter(
      heading => heading.kind === 'number' && heading.titleScore >= MIN_TITLE_SCORE,
    ).length;
  const [section, plain] = [count('section'), count('plain')];
  if (section !== plain) return section > plain ? 'section' : 'plain';
  return isBefore(input.filingDate, SECTION_NUMBERING_FROM) ? 'plain' : 'section';
}

function isBefore(date: IsoDate | null, day: string): boolean {
  return date !== null && date < day;
}

/** The header's items in the form's order; null if it names none. */
function expectedCodes(input: SectionInput, numbering: ItemNumbering): string[] | null {
  const expected = itemsOf(numbering)
    .map(item => item.code)
    .filter(code => input.itemCodes.includes(code));
  return expected.length === 0 ? null : expected;
}

const PAGE_NUMBER = /^[\d\s.–-]{1,8}$/;
const SECTION_HEADING = /^section\s+[1-9]\s*[.:–—-]/i;

/** Index of the line at which the text behind a heading ends at the latest. */
function endOfText(report: Report, heading: ItemHeading): number {
  return firstEnd(report.ends, heading) ?? report.lines.length;
}

function firstEnd(ends: readonly number[], heading: ItemHeading): number | undefined {
  return ends.find(end => end >= heading.nextLine);
}

/** Headings of items, each item once, in reading order. */
function chooseHeadings(
  report: Report,
  found: readonly ItemHeading[],
  expected: readonly string[] | null,
): ItemHeading[] {
  const isSought = (heading: ItemHeading): boolean => {
    if (expected === null) return heading.kind === 'number';
    return (
      heading.codes.some(code => expected.includes(code)) ||
      (report.hasUnnamedItems && isPlainlyAnItem(report, heading))
    );
  };
  const sought = found.filter(isSought);
  const numbered = new Set(sought.filter(heading => heading.kind === 'number').flatMap(heading => heading.codes));
  const candidates = sought.filter(
    heading => heading.kind === 'number' || !heading.codes.some(code => numbered.has(code)),
  );
  const fallback = candidates.length > 0 || expected !== null ? candidates : found;
  const taken = new Set<string>();
  const chosen: ItemHeading[] = [];
  for (const heading of fallback) {
    const codes = heading.codes.filter(code => !taken.has(code));
    if (codes.length === 0 || isOutdone(report, heading, fallback)) continue;
    for (const code of codes) taken.add(code);
    chosen.push({ ...heading, codes });
  }
  return chosen;
}

/** `Exhibit Number | Description`, `(d) Exhibits`: the beginning of a list of exhibits without a heading. */
const EXHIBIT_LIST = /^(?:\([cd]\)\s*)?exhibits?(?:\s*(?:numbers?|no\.?|index))?[\s.:]*(?:\bdescription.{0,40})?$/i;

/** An item of exhibits that only the header names: its list has no heading. */
function withExhibitList(
  report: Report,
  chosen: readonly ItemHeading[],
  expected: readonly string[] | null,
): readonly ItemHeading[] {
  const code = report.numbering === 'section' ? '9.01' : '7';
  const last = chosen.at(-1);
  if (!expected?.includes(code) || last === undefined || chosen.some(heading => heading.codes.includes(code)))
    return chosen;
  const end = endOfText(report, last);
  const at = report.lines.findIndex(
    ({ text }, index) => index > last.firstLine && index < end && text.length < 120 && EXHIBIT_LIST.test(text),
  );
  if (at < 0) return chosen;
  const list: ItemHeading = {
    codes: [code],
    firstLine: at,
    nextLine: at + 1,
    bodyIndex: 0,
    words: report.lines[at]?.text ?? '',
    kind: 'list',
    titleScore: 1,
    isStyled: false,
    isLinked: false,
  };
  return [...chosen, list];
}

/** Before 2004 headers were incomplete: a heading with the item's own title and words under it counts too. */
function isPlainlyAnItem(report: Report, heading: ItemHeading): boolean {
  if (heading.kind !== 'number' || heading.titleScore < MIN_TITLE_SCORE) return false;
  return !isNotApplicable(report.bodies.get(heading) ?? '');
}

/** A heading without words under it, where another of the same item has some: a line of a contents table. */
function isOutdone(report: Report, heading: ItemHeading, all: readonly ItemHeading[]): boolean {
  const rivals = all.filter(
    itemHeading => itemHeading !== heading && heading.codes.every(code => itemHeading.codes.includes(code)),
  );
  if (isWeak(heading) && rivals.some(rival => !isWeak(rival))) return true;
  const hasBody = (itemHeading: ItemHeading, least: number): boolean =>
    (report.bodies.get(itemHeading) ?? '').length >= least;
  if (rivals.length === 0 || hasBody(heading, MIN_BODY_CHARACTERS)) return false;
  return rivals.some(rival => rival.firstLine > heading.firstLine && hasBody(rival, 1));
}

/** A number that neither its title follows nor its looks mark as a heading. */
function isWeak(heading: ItemHeading): boolean {
  return heading.titleScore < MIN_TITLE_SCORE && !heading.isStyled;
}

function readBodies(
  lines: readonly ReportLine[],
  ends: readonly number[],
  headings: readonly ItemHeading[],
): Map<ItemHeading, string> {
  const bodies = new Map<ItemHeading, string>();
  for (const [at, heading] of headings.entries()) {
    const end = Math.min(headings[at + 1]?.firstLine ?? lines.length, firstEnd(ends, heading) ?? lines.length);
    let text = lines[heading.nextLine - 1]?.text.slice(heading.bodyIndex) ?? '';
    for (let index = heading.nextLine; index < end && text.length < LONGEST_POINTER; index += 1) {
      const line = lines[index]?.text ?? '';
      if (!SECTION_HEADING.test(line) && !PAGE_NUMBER.test(line)) text += ` ${line}`;
    }
    bodies.set(heading, text.trim());
  }
  return bodies;
}

const NOT_APPLICABLE = /^[\s([]*(?:not applicable|none|n\/a|no(?:thing)? to report|omitted)\b/i;

function isNotApplicable(text: string): boolean {
  return text.length <= LONGEST_NOT_APPLICABLE && NOT_APPLICABLE.test(text);
}

interface Draft {
  heading: ItemHeading;
  code: string;
  rendered: RenderedRange;
  warnings: string[];
  sharedWith: string[];
}

function toDrafts(report: Report, heading: ItemHeading, next: ItemHeading | undefined): Draft[] {
  const { document, lines } = report;
  const lastLine = lines[heading.nextLine - 1];
  const from = lastLine === undefined ? 0 : offsetInLine(document.text, lastLine, heading.bodyIndex);
  const endLine = endLineOf(report, heading, next);
  const to = lines[endLine]?.start ?? document.text.source.length;
  const rendered = renderRange(document.text, from, to);
  const warnings = lines.length === endLine ? ['The text has no signatures behind its last item.'] : [];
  return heading.codes.map(code => ({ heading, code, rendered, warnings, sharedWith: without(heading.codes, code) }));
}

function without(codes: readonly string[], code: string): string[] {
  return codes.filter(candidate => candidate !== code);
}

/** The line before which an item's text ends: the next item, a heading of the form's sections over it, or the signatures. */
function endLineOf(report: Report, heading: ItemHeading, next: ItemHeading | undefined): number {
  const latest = Math.min(next?.firstLine ?? report.lines.length, endOfText(report, heading));
  let end = latest;
  while (end - 1 >= heading.nextLine && SECTION_HEADING.test(report.lines[end - 1]?.text ?? '')) end -= 1;
  const index = exhibitIndexIn(report, heading, end);
  return index ?? end;
}

const EXHIBIT_INDEX = /^(?:index to exhibits|exhibits? index)[\s.:*_-]*$/i;
const EXHIBIT_LINE = /^(?:exhibit\s*)?(?:no\.?\s*)?\d{1,3}(?:\.\d{1,3})?[a-z]?[\s*.)–-]/i;

/** The exhibit index ends an item, unless it is the list of exhibits that the item calls for. */
function exhibitIndexIn(report: Report, heading: ItemHeading, end: number): number | null {
  const lines = report.lines.slice(heading.nextLine, end);
  const at = lines.findIndex(({ text }) => EXHIBIT_INDEX.test(text));
  if (at < 0) return null;
  const isListed = lines.slice(0, at).some(({ text }) => EXHIBIT_LINE.test(text));
  const isExhibitItem = heading.codes.some(code => code === '9.01' || code === '7');
  return isExhibitItem && !isListed ? null : heading.nextLine + at;
}

/** Consecutive headings without text between them share the text after the last one. */
function shareStacked(drafts: readonly Draft[]): Draft[] {
  const shared = drafts.map(draft => ({ ...draft, sharedWith: [...draft.sharedWith] }));
  for (let at = shared.length - 2; at >= 0; at -= 1) {
    const [draft, next] = [shared[at], shared[at + 1]];
    if (draft === undefined || next === undefined || draft.heading === next.heading || draft.rendered.text !== '')
      continue;
    if (next.rendered.text === '' || next.code === '9.01' || next.code === '7') continue;
    const group = shared.filter(item => item.rendered === next.rendered);
    for (const one of group) one.sharedWith.push(draft.code);
    Object.assign(draft, { rendered: next.rendered, sharedWith: group.map(item => item.code) });
  }
  return shared;
}

/** Items with a heading of their own in the text that the header does not name. */
function undeclaredCodes(
  report: Report,
  found: readonly ItemHeading[],
  chosen: readonly ItemHeading[],
  expected: readonly string[] | null,
): string[] {
  if (expected === null) return [];
  const served = new Set(chosen.flatMap(heading => heading.codes));
  const plain = found.filter(
    heading => heading.codes.every(code => !served.has(code)) && isPlainlyAnItem(report, heading),
  );
  return [...new Set(plain.flatMap(heading => heading.codes))];
}

function toFilingText(
  report: Report,
  drafts: readonly Draft[],
  expected: readonly string[] | null,
  undeclared: readonly string[],
): FilingText {
  const order = itemsOf(report.numbering).map(item => item.code);
  const sorted = drafts.toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
  const sections = sorted.map((draft, at) => toSection(report, draft, at + 1, expected));
  const missing = expected?.filter(code => !sorted.some(draft => draft.code === code)) ?? [];
  const reasons: string[] = [];
  if (missing.length > 0)
    reasons.push(`The filing's header names ${listItems(missing)}, of which no heading was found.`);
  if (undeclared.length > 0) {
    const pronoun = undeclared.length === 1 ? 'it' : 'them';
    reasons.push(
      `Headings of ${listItems(undeclared)} were passed over: the filing's header does not name ${pronoun}.`,
    );
  }
  return {
    status: missing.length > 0 ? 'partial' : 'found',
    reason: reasons.length === 0 ? null : reasons.join(' '),
    sections,
  };
}

function toSection(report: Report, draft: Draft, order: number, expected: readonly string[] | null): FilingSection {
  const { document } = report;
  const { code, rendered, heading } = draft;
  const target = pointerOf(rendered.text, code);
  return {
    sectionKey: `item_${code}`,
    title: itemOfCode(code)?.title ?? '',
    order,
    status: statusOf(draft, target),
    confidence: confidenceOf(draft, expected),
    warnings: [...draft.warnings, ...warningsOf(draft, expected)],
    target,
    sharedWith: draft.sharedWith.map(value => `item_${value}`),
    isFurnished: isFurnishedItem(code, heading.words),
    document: document.fileName,
    resolvedFrom: null,
    ...rendered,
  };
}

function statusOf({ rendered: { text }, sharedWith }: Draft, target: SectionTarget | null): FilingSection['status'] {
  if (sharedWith.length > 0) return 'shared';
  if (text === '') return 'partial';
  if (isNotApplicable(text)) return 'reserved_or_na';
  return target === null ? 'found' : 'by_reference';
}

const POINTER =
  /\b(?:information|disclosures?|descriptions?|discussion|see)\b[^.]{0,160}?\bitems?\s+(\d{1,2}(?:\.\d\d)?)[\s\S]{0,200}?\bincorporated\b/i;

/** An item that only points at another one of the same report. */
function pointerOf(text: string, code: string): SectionTarget | null {
  if (text.length >= LONGEST_POINTER || /\bnot be (?:deemed|incorporated)\b/i.test(text)) return null;
  const target = POINTER.exec(text.slice(0, LONGEST_POINTER))?.[1];
  if (target === undefined || target === code) return null;
  const other = text.split(/(?<=[.!?])\s+(?=[A-Z“"(])/).filter(sentence => !/\bincorporated\b|^see\b/i.test(sentence));
  if (other.join(' ').length > MAX_CHARACTERS_BESIDE_POINTER) return null;
  return { kind: 'heading', locator: `Item ${target}`, filingId: null };
}

function confidenceOf({ heading, rendered: { text } }: Draft, expected: readonly string[] | null): number {
  const byKind = { number: 0.9, bare_number: 0.75, title: 0.6, list: 0.5 }[heading.kind];
  const byTitle = heading.titleScore >= MIN_TITLE_SCORE ? 0.06 : -0.1;
  const byHeader = expected === null ? 0 : 0.03;
  const byText = text === '' ? -0.3 : 0;
  return Math.round((byKind + byTitle + byHeader + byText) * 100) / 100;
}

function warningsOf({ heading, rendered: { text }, code }: Draft, expected: readonly string[] | null): string[] {
  const warnings: string[] = [];
  if (heading.kind === 'title') warnings.push('Found by its title: the text does not number the item.');
  if (heading.kind === 'list') warnings.push('The exhibits are listed without a heading of the item.');
  if (text === '') warnings.push('There is no text under the heading.');
  if (expected !== null && !expected.includes(code)) warnings.push("The filing's header does not name the item.");
  return warnings;
}
