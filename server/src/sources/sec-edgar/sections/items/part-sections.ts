import type { FilingSection } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { foundSection } from '../../../kit/sections/found-section.ts';
import type { Line } from '../document-lines.ts';
import { numbersNamed, partHeadingOf } from '../headings/item-numbers.ts';
import type { CatalogueItem } from '../item-catalogue.ts';
import { isPointer, targetOfPointer } from '../pointers/pointers.ts';
import type { SectionDocument } from '../section-input.ts';

const CONFIDENCE = 0.85;
const MAX_CHARS = 6_000;

/**
 * Items without headings that the paragraphs below the heading of their part answer together: "The information required by
 * Part III (Items 10 to 14) is incorporated by reference from the proxy statement."
 */
export function sectionsOfParts(
  document: SectionDocument,
  lines: readonly Line[],
  isHeading: (line: number) => boolean,
  missing: readonly CatalogueItem[],
): FilingSection[] {
  return lines.flatMap((line, index) => {
    const part = isHeading(index) ? null : partHeadingOf(line);
    const items = part === null ? [] : missing.filter(item => item.part === part);
    if (items.length === 0) return [];
    const end = endOfText(lines, index + 1, isHeading);
    const [first, last] = [lines[index + 1], lines[end - 1]];
    if (end === index + 1 || first === undefined || last === undefined) return [];
    return answered(document, items, part ?? 0, first.start, last.end);
  });
}

function endOfText(lines: readonly Line[], from: number, isHeading: (line: number) => boolean): number {
  let end = from;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined || isHeading(end) || partHeadingOf(line) !== null) break;
  }
  return end;
}

const ROMAN = ['', 'i', 'ii', 'iii', 'iv'];

function answered(
  document: SectionDocument,
  items: readonly CatalogueItem[],
  part: number,
  start: number,
  end: number,
): FilingSection[] {
  const found = foundSection(document.text, { key: '', title: '', start, end }, document.fileName);
  if (found.text === '' || found.text.length > MAX_CHARS) return [];
  const isReference = isPointer(found.text);
  const named = numbersNamed(found.text);
  const isOfPart = isReference && new RegExp(`\\b(?:this part|part ${ROMAN[part]})\\b`, 'i').test(found.text);
  const own = items.filter(item => named.has(item.number) || (named.size === 0 && isOfPart));
  return own.map(item => ({
    ...found,
    sectionKey: item.key,
    title: item.titles[0] ?? '',
    order: item.order,
    confidence: CONFIDENCE,
    warnings: ['from_text_of_part'],
    status: isReference ? 'by_reference' : 'shared',
    target: isReference ? targetOfPointer(found.text) : null,
    sharedWith: own.filter(other => other !== item).map(other => other.key),
  }));
}
