import { renderMarkdown } from '../../../formats/html-text/render-markdown.ts';
import { renderSafeHtml } from '../../../formats/html-text/render-safe-html.ts';
import { renderText } from '../../../formats/html-text/render-text.ts';
import { sourceOffsetAt } from '../../../formats/html-text/text-positions.ts';
import type { FilingSection, FilingText } from '../../../model/filing-contents.ts';
import { chooseHeadings } from './choose-headings.ts';
import { type ContentsRun, findContents, targetOf } from './contents-tables.ts';
import { type Line, toLines } from './document-lines.ts';
import { type Candidate, findCandidates } from './heading-candidates.ts';
import { type CatalogueItem, ITEM_CATALOGUE, type ItemForm, isInForce } from './item-catalogue.ts';
import { type ItemRange, rangesOf } from './item-ranges.ts';
import { isNoneOrReserved, isPointer, targetOfPointer } from './pointers.ts';
import type { SectionDocument, SectionInput } from './section-input.ts';
import { UNNUMBERED_TITLES } from './tail-sections.ts';
import { matchTitle, titleKey } from './title-match.ts';

const LINK_BONUS = 2;
const RUNNING_HEADER_LOSS = 3;
/** A link may lead to an empty anchor or a part's heading just above the item's. */
const LINES_BELOW_A_TARGET = 3;
const UNNUMBERED_KEYS: string[] = Object.keys(UNNUMBERED_TITLES);

/** Splits a report with numbered items (10-K, 10-Q, 20-F) by the algorithm of docs/concepts/sections.md. */
export function splitItems(input: SectionInput, form: ItemForm): FilingText {
  const document = primaryOf(input);
  if (document === null) return nothing(`The filing ${input.formType} holds no document with text.`);
  const items = ITEM_CATALOGUE[form];
  const lines = toLines(document.text);
  const found = findCandidates(lines, items);
  const contents = findContents(lines, found, document.text);
  const bodies = lowerRunningHeaders(lines, withoutContents(found, contents), document);
  const candidates = linkedCandidates(lines, bodies, contents, document);
  const chosen = chooseHeadings(candidates);
  const contentsLines = linesOf(contents);
  const ranges = rangesOf(lines, chosen, form, line => contentsLines.has(line));
  const sections = toSections(document, lines, ranges, items);
  return summarise(input, form, sections);
}

function primaryOf(input: SectionInput): SectionDocument | null {
  return input.documents.find(document => document.isPrimary) ?? input.documents[0] ?? null;
}

function nothing(reason: string): FilingText {
  return { status: 'sections_not_found', reason, sections: [] };
}

function linesOf(contents: readonly ContentsRun[]): Set<number> {
  const lines = new Set<number>();
  for (const run of contents) {
    for (let line = run.firstLine; line <= run.lastLine; line += 1) lines.add(line);
  }
  return lines;
}

function withoutContents(candidates: readonly Candidate[], contents: readonly ContentsRun[]): Candidate[] {
  const lines = linesOf(contents);
  return candidates.filter(candidate => !lines.has(candidate.line));
}

/** A heading printed again at the top of a page, once the item has begun, is a running header. */
function lowerRunningHeaders(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  document: SectionDocument,
): Candidate[] {
  const begun = new Set<string>();
  return candidates.map(candidate => {
    const line = lines[candidate.line];
    const key = `${candidate.item.key} ${titleKey(line?.text ?? '')}`;
    const isAtPageTop = document.text.blocks[(line?.block ?? 0) - 1]?.kind === 'page';
    if (begun.has(key) && isAtPageTop) return { ...candidate, score: candidate.score - RUNNING_HEADER_LOSS };
    if (!candidate.isEntry) begun.add(key);
    return candidate;
  });
}

/** Headings that a contents table links to gain by it; a target without a heading of its own becomes one by its title. */
function linkedCandidates(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  contents: readonly ContentsRun[],
  document: SectionDocument,
): Candidate[] {
  const firstLineOfBlock = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (!firstLineOfBlock.has(line.block)) firstLineOfBlock.set(line.block, index);
  }
  const linked = [...candidates];
  for (const entry of contents.flatMap(run => run.candidates)) {
    const target = lines[entry.line]?.links
      .map(link => targetOf(link.href, document.text))
      .find(block => block !== null);
    if (target === undefined || target === null) continue;
    const at = lineAtOrAfter(firstLineOfBlock, target, document.text.blocks.length);
    if (at !== null) addLink(lines, linked, entry, at);
  }
  return linked;
}

function lineAtOrAfter(firstLineOfBlock: ReadonlyMap<number, number>, block: number, blocks: number): number | null {
  for (let index = block; index < Math.min(blocks, block + LINES_BELOW_A_TARGET + 2); index += 1) {
    const line = firstLineOfBlock.get(index);
    if (line !== undefined) return line;
  }
  return null;
}

function addLink(lines: readonly Line[], linked: Candidate[], entry: Candidate, at: number): void {
  const numbers = new Set(entry.items.map(item => item.number));
  const near = linked.filter(
    candidate =>
      candidate.line >= at &&
      candidate.line <= at + LINES_BELOW_A_TARGET &&
      candidate.items.some(item => numbers.has(item.number)),
  );
  if (near.length > 0) {
    for (const candidate of near) {
      if (!candidate.isLinked) candidate.score += LINK_BONUS;
      candidate.isLinked = true;
    }
    return;
  }
  const line = lines[at];
  const match = line === undefined || line.text.length > 300 ? null : matchTitle(line.text, entry.item.titles);
  if (line === undefined || match === null || match.similarity < 0.6) return;
  linked.push({
    ...entry,
    line: at,
    lastLine: at,
    textIndex: line.text.length,
    score: 2 + 3 * match.similarity,
    kind: 'titled',
    isEntry: false,
    isLinked: true,
    pages: null,
  });
}

function toSections(
  document: SectionDocument,
  lines: readonly Line[],
  ranges: readonly ItemRange[],
  items: readonly CatalogueItem[],
): FilingSection[] {
  const sections = ranges.flatMap((range, index) => {
    const next = ranges.slice(index + 1).find(other => !isEmptyRange(lines, other));
    return sectionsOf(document, lines, range, next, items.length);
  });
  return sections.toSorted((a, b) => a.order - b.order);
}

function sectionsOf(
  document: SectionDocument,
  lines: readonly Line[],
  own: ItemRange,
  next: ItemRange | undefined,
  numbered: number,
): FilingSection[] {
  const range =
    isEmptyRange(lines, own) && next !== undefined && answersAlso(lines, next, own) ? sharedRange(own, next) : own;
  const { start, end } = offsetsOf(document, lines, range);
  const text = renderText(document.text, start, end);
  const base = {
    ...{ start, end, text, document: document.fileName, resolvedFrom: null, isFurnished: null },
    markdown: renderMarkdown(document.text, start, end),
    html: renderSafeHtml(document.text, start, end),
  };
  if (own.unnumbered !== null) {
    const title = UNNUMBERED_TITLES[own.unnumbered];
    const order = numbered + 1 + UNNUMBERED_KEYS.indexOf(own.unnumbered);
    return [{ ...base, sectionKey: own.unnumbered, title, order, sharedWith: [], ...judge(own, text) }];
  }
  return own.items.map(item => ({
    ...base,
    sectionKey: item.key,
    title: titleOf(item, own),
    order: item.order,
    sharedWith: range.items.filter(other => other !== item).map(other => other.key),
    ...judge(range, text),
  }));
}

function titleOf(item: CatalogueItem, range: ItemRange): string {
  const title = range.heading?.title;
  return title !== undefined && item.titles.includes(title) ? title : (item.titles[0] ?? '');
}

function isEmptyRange(lines: readonly Line[], range: ItemRange): boolean {
  return range.headingLine + 1 >= range.endLine && range.textIndex >= (lines[range.headingLine]?.text.length ?? 0);
}

/** Whether the next item's text says that it answers this one too: "called for by Items 10, 11, 12 and 13". */
function answersAlso(lines: readonly Line[], next: ItemRange, own: ItemRange): boolean {
  const number = own.items[0]?.number;
  const text = lines
    .slice(next.headingLine, next.endLine)
    .map(line => line.text)
    .join(' ');
  const named = /\bitems\s+([\dA-K]+(?:\([a-z]\))?(?:\s*(?:,|and|&|through|to|-|–)+\s*(?:item\s+)?[\dA-K]+)+)/i.exec(
    text,
  )?.[1];
  if (number === undefined || named === undefined) return false;
  const numbers: string[] = named.match(/\d{1,2}[A-K]?/gi) ?? [];
  if (numbers.includes(number)) return true;
  const [first, last] = [Number.parseInt(numbers[0] ?? '', 10), Number.parseInt(numbers.at(-1) ?? '', 10)];
  return /through|to|-|–/.test(named) && Number(number) >= first && Number(number) <= last;
}

function sharedRange(own: ItemRange, next: ItemRange): ItemRange {
  return { ...next, items: [...own.items, ...next.items] };
}

function offsetsOf(
  document: SectionDocument,
  lines: readonly Line[],
  range: ItemRange,
): { start: number; end: number } {
  const heading = lines[range.headingLine];
  if (heading === undefined) return { start: 0, end: 0 };
  const last = lines[range.endLine - 1] ?? heading;
  const block = document.text.blocks[heading.block];
  if (block?.kind === 'text' && range.textIndex < heading.text.length) {
    return { start: sourceOffsetAt(document.text.source, block, range.textIndex), end: last.end };
  }
  const first = lines[range.headingLine + 1];
  if (first === undefined || range.headingLine + 1 >= range.endLine) return { start: heading.end, end: heading.end };
  return { start: first.start, end: last.end };
}

function judge(range: ItemRange, text: string): Pick<FilingSection, 'status' | 'target' | 'confidence' | 'warnings'> {
  const warnings: string[] = [];
  if (!range.isInOrder) warnings.push('out_of_order');
  const confidence = confidenceOf(range.heading) - 0.1 * warnings.length;
  if (isNoneOrReserved(text)) return { status: 'reserved_or_na', target: null, confidence, warnings };
  if (isPointer(text)) return { status: 'by_reference', target: targetOfPointer(text), confidence, warnings };
  const isShared = range.items.length > 1;
  return { status: isShared ? 'shared' : 'found', target: null, confidence, warnings };
}

function confidenceOf(heading: Candidate | null): number {
  if (heading === null) return 0.8;
  if (heading.kind === 'titled') return heading.score >= 5 ? 0.85 : 0.7;
  if (heading.score >= 7) return 0.97;
  if (heading.score >= 5.5) return 0.9;
  return heading.score >= 4 ? 0.75 : 0.6;
}

function summarise(input: SectionInput, form: ItemForm, sections: FilingSection[]): FilingText {
  if (sections.length === 0) return nothing(`No heading of an item of Form ${form} was found in the document.`);
  const period = input.periodEnd ?? input.filingDate;
  const keys = new Set(sections.map(section => section.sectionKey));
  const missing = ITEM_CATALOGUE[form].filter(item => item.isCore && isInForce(item, period) && !keys.has(item.key));
  const isAmendment = input.formType.endsWith('/A');
  if (missing.length === 0 || isAmendment) return { status: 'found', reason: null, sections };
  const names = missing.map(item => `${item.key} (${item.titles[0]})`).join(', ');
  return { status: 'partial', reason: `No heading was found for ${names}.`, sections };
}
