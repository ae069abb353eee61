import type { FilingSection, SectionTarget } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { renderMarkdown } from '../../../../formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../../../formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../../../formats/html-text/render/render-text.ts';
import { sourceOffsetAt } from '../../../../formats/html-text/text-positions.ts';
import type { Line } from '../document-lines.ts';
import type { Candidate } from '../headings/heading-candidates.ts';
import type { CatalogueItem } from '../item-catalogue.ts';
import { hasOwnSentences, hasReference, isNoneOrReserved, isPointer, targetOfPointer } from '../pointers/pointers.ts';
import type { SectionDocument } from '../section-input.ts';
import { UNNUMBERED_TITLES } from '../tail-sections.ts';
import { titleKey } from '../title-match.ts';
import type { ItemRange } from './item-ranges.ts';

const SAYS_RESERVED = /reserved|removed|omitted|deleted|not applicable|none\b/i;
const NO_TEXT_LOSS = 0.3;
const MAX_WITH_REFERENCE = 6_000;
/** In a text this short, any sentence that refers elsewhere says where more of the item's content is. */
const MAX_WITH_ANY_REFERENCE = 1_000;
/** A list of exhibits, each incorporated from somewhere, is more than a reference to such a list. */
const NUMBERED_EXHIBIT = /^\W*(?:exhibit\s+)?\d{1,3}(?:\.\d{1,3}|\s?\([a-z\d]{1,3}\))/gim;
const MIN_EXHIBITS_OF_A_LIST = 2;
const UNNUMBERED_KEYS: string[] = Object.keys(UNNUMBERED_TITLES);

/** The sections that ranges of lines are, in the order of the form. */
export function toSections(
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
    isEmptyRange(lines, own) && next !== undefined && responsesAlso(lines, next, own) ? sharedRange(own, next) : own;
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
    return [{ ...base, sectionKey: own.unnumbered, title, order, sharedWith: [], ...judge(lines, own, text) }];
  }
  return own.items.map(item => ({
    ...base,
    sectionKey: item.key,
    title: titleOf(item, own),
    order: item.order,
    sharedWith: range.items.filter(other => other !== item).map(other => other.key),
    ...judge(lines, range, text),
  }));
}

function titleOf(item: CatalogueItem, range: ItemRange): string {
  const title = range.heading?.title;
  return title !== undefined && item.titles.includes(title) ? title : (item.titles[0] ?? '');
}

function isEmptyRange(lines: readonly Line[], range: ItemRange): boolean {
  return range.headingLine + 1 >= range.endLine && range.textIndex >= (lines[range.headingLine]?.text.length ?? 0);
}

/** Whether the next item's text covers this one too: "called for by Items 10, 11, 12 and 13". */
function responsesAlso(lines: readonly Line[], next: ItemRange, own: ItemRange): boolean {
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
  if (range.textIndex === 0) return { start: heading.start, end: last.end };
  const block = document.text.blocks[heading.block];
  if (range.textIndex < heading.text.length) {
    if (block?.kind === 'text') {
      return { start: sourceOffsetAt(document.text.source, block, heading.textStart + range.textIndex), end: last.end };
    }
    const cell = cellAt(heading, range.textIndex);
    if (cell !== null) return { start: cell, end: last.end };
  }
  const first = lines[range.headingLine + 1];
  if (first === undefined || range.headingLine + 1 >= range.endLine) return { start: heading.end, end: heading.end };
  return { start: first.start, end: last.end };
}

/** The source offset of the cell at an index of a row's text; null if none begins there. */
function cellAt(row: Line, textIndex: number): number | null {
  let index = 0;
  for (const [at, cell] of (row.cells ?? []).entries()) {
    if (index === textIndex) return row.cellStarts?.[at] ?? null;
    index += cell.length + 1;
  }
  return null;
}

function judge(
  lines: readonly Line[],
  range: ItemRange,
  text: string,
): Pick<FilingSection, 'status' | 'target' | 'confidence' | 'warnings'> {
  const warnings: string[] = [];
  if (!range.isInOrder) warnings.push('out_of_order');
  if (range.heading?.kind === 'unseen') warnings.push('heading_not_seen');
  const title = `${lines[range.headingLine]?.text ?? ''} ${range.heading?.title ?? ''}`;
  const isUnanswered = text === '' && !SAYS_RESERVED.test(title);
  if (isUnanswered) warnings.push('no_text');
  const loss = 0.1 * warnings.length + (isUnanswered ? NO_TEXT_LOSS : 0);
  const confidence = Math.max(0, confidenceOf(range.heading) - loss);
  if (isUnanswered) return { status: 'partial', target: null, confidence, warnings };
  if (isNoneOrReserved(withoutTitle(text, range)))
    return { status: 'reserved_or_na', target: null, confidence, warnings };
  const isExhibits =
    range.items.some(item => /exhibit/i.test(item.titles[0] ?? '')) || range.unnumbered === 'exhibit_index';
  const isList = isExhibits && (text.match(NUMBERED_EXHIBIT)?.length ?? 0) >= MIN_EXHIBITS_OF_A_LIST;
  if (!isList && isPointer(text)) {
    if (hasOwnSentences(text)) warnings.push('partly_by_reference');
    return { status: 'by_reference', target: targetOfPointer(text), confidence, warnings };
  }
  const isShared = range.items.length > 1;
  const reference = isExhibits ? null : referenceIn(text);
  if (!isShared && reference !== null) {
    return { status: 'found', target: reference, confidence, warnings: [...warnings, 'partly_by_reference'] };
  }
  return { status: isShared ? 'shared' : 'found', target: null, confidence, warnings };
}

/** The text without the item's title, if that is repeated as its first line. */
function withoutTitle(text: string, range: ItemRange): string {
  const [first = '', ...rest] = text.split('\n');
  const key = titleKey(first);
  const isTitle = range.items.some(({ titles }) => titles.some(title => titleKey(title) === key));
  return isTitle && rest.length > 0 ? rest.join('\n') : text;
}

/** What a short text with words of its own includes besides. */
function referenceIn(text: string): SectionTarget | null {
  const isIncorporated = text.length <= MAX_WITH_REFERENCE && /\bincorporated (?:\w+ )?by reference\b/i.test(text);
  const isReferred = text.length <= MAX_WITH_ANY_REFERENCE && hasReference(text);
  return isIncorporated || isReferred ? targetOfPointer(text) : null;
}

function confidenceOf(heading: Candidate | null): number {
  if (heading === null) return 0.8;
  if (heading.kind === 'unseen') return 0.6;
  if (heading.kind === 'titled') return heading.score >= 5 ? 0.85 : 0.7;
  if (heading.score >= 7) return 0.97;
  if (heading.score >= 5.5) return 0.9;
  return heading.score >= 4 ? 0.75 : 0.6;
}
