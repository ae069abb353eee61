import {
  type FilingSection,
  type FilingText,
  type ReportedFact,
  withoutSections,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import { foundSection } from '../../kit/sections/found-section.ts';
import { catalogueSectionOf, keyOfElement } from './section-catalogue.ts';

/** More characters than any section of a report; longer values are facts and no text. */
const MAX_CHARS = 32 << 20;

/**
 * The text blocks of a report as sections, in its order. Texts about single members (one officer's career) are part of
 * a block about all of them, and no sections. `labels` are the registry's labels of elements, if it states them.
 */
export function textSections(facts: readonly ReportedFact[], labels: ReadonlyMap<string, string>): FilingText {
  const blocks = facts.filter(isTextBlock);
  const used = new Map<string, number>();
  const sections = newestFirst(blocks).map((fact): { fact: ReportedFact; section: FilingSection } => {
    const section = toSection(fact, labels);
    const count = (used.get(section.sectionKey) ?? 0) + 1;
    used.set(section.sectionKey, count);
    return { fact, section: count === 1 ? section : { ...section, sectionKey: `${section.sectionKey}_${count}` } };
  });
  const places = new Map(blocks.map((fact, at) => [fact, at]));
  const ordered = sections
    .sort((a, b) => (places.get(a.fact) ?? 0) - (places.get(b.fact) ?? 0))
    .map(({ section }, at) => ({ ...section, order: at + 1 }));
  if (ordered.length > 0) return { status: 'found', reason: null, sections: ordered };
  return withoutSections('The document has no tagged text blocks.');
}

function isTextBlock({ concept, unit, value, dimensions }: ReportedFact): boolean {
  if (unit !== null || value === null || !concept.endsWith('TextBlock') || value.length > MAX_CHARS) return false;
  return Object.keys(dimensions).every(
    axis => axis.endsWith(':ConsolidatedOrNonConsolidatedAxis') || axis === 'edinet:FundAxis',
  );
}

/** If a part is stated for two periods or bases, the newer and the consolidated one have the plain name. */
function newestFirst(blocks: readonly ReportedFact[]): ReportedFact[] {
  return blocks.toSorted((a, b) => {
    if (a.periodEnd !== b.periodEnd) return a.periodEnd < b.periodEnd ? 1 : -1;
    return Object.keys(a.dimensions).length - Object.keys(b.dimensions).length;
  });
}

function toSection(fact: ReportedFact, labels: ReadonlyMap<string, string>): FilingSection {
  const source = fact.value ?? '';
  const isMarkup = /<[a-zA-Z][^>]*>/.test(source);
  const document = isMarkup ? parseHtml(source) : parsePlainText(source);
  const localName = fact.concept.slice(fact.concept.indexOf(':') + 1);
  const known = catalogueSectionOf(localName);
  const key = known?.sectionKey ?? keyOfElement(localName);
  const place = { key, title: known?.title ?? labels.get(fact.concept) ?? '', start: 0, end: source.length };
  const section = foundSection(document, place, fact.document);
  return {
    ...section,
    title: section.title || (headingOf(section.text) ?? key.replaceAll('_', ' ')),
    order: 0,
    status: statusOf(section.text),
    warnings: document.warnings,
    start: fact.start,
    end: fact.end,
  };
}

/** Headings of the forms are in brackets, `３【事業等のリスク】`; headings of notes fill a line, `（１株当たり情報）`. */
function headingOf(text: string): string | null {
  const inBrackets = /【([^】\n]{1,80})】/.exec(text.slice(0, 200))?.[1];
  return inBrackets ?? /^\s*[（(]([^（）()\n]{2,60})[）)]\s*(?:\n|$)/.exec(text)?.[1] ?? null;
}

/** Headings alone are `partial`; below them may be the form's words for "not applicable". */
function statusOf(text: string): FilingSection['status'] {
  const said = text
    .replace(/^.{0,12}【[^】\n]{1,80}】/gm, '')
    .replace(/^[ \t]*[（(][^（）()\n]{2,60}[）)][ \t]*$/gm, '')
    .trim();
  if (said === '') return 'partial';
  return /^(?:該当(?:事項|する事項)?は(?:あり|ござい)ません。?|該当なし。?)$/.test(said) ? 'reserved_or_na' : 'found';
}
