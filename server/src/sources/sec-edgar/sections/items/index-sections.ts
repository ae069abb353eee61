import type { FilingSection } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { escapeMarkdown, renderMarkdown } from '../../../../formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../../../formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../../../formats/html-text/render/render-text.ts';
import { escapeText } from '../../../../formats/ixbrl/character-references.ts';
import type { IndexEntry } from '../contents/index-entry.ts';
import { isNoneOrReserved, isPointer, targetOfPointer } from '../pointers/pointers.ts';
import type { SectionDocument } from '../section-input.ts';

const MAX_REPETITIONS = 6;
const CONFIDENCE = { pages: 0.75, severalRanges: 0.65, headings: 0.6, notFound: 0.4, answer: 0.9 } as const;

/** The sections of a cross-reference index: the text of the pages that it lists for each item. */
export function sectionsOfIndex(document: SectionDocument, entries: readonly IndexEntry[]): FilingSection[] {
  const seen = new Set<string>();
  const sections: FilingSection[] = [];
  for (const entry of withinBudget(document, entries)) {
    const same = entries.filter(other => other !== entry && isSameText(entry, other)).flatMap(other => other.items);
    for (const item of entry.items) {
      if (seen.has(item.key)) continue;
      seen.add(item.key);
      const sharedWith = [...entry.items, ...same].filter(other => other.key !== item.key).map(other => other.key);
      const title = item.titles.includes(entry.title) ? entry.title : (item.titles[0] ?? '');
      sections.push({ ...sectionOf(document, entry, sharedWith), sectionKey: item.key, title, order: item.order });
    }
  }
  return sections.toSorted((a, b) => a.order - b.order);
}

/** An index may list the same pages for many items. The repeated text is limited to a multiple of the document's length. */
function withinBudget(document: SectionDocument, entries: readonly IndexEntry[]): IndexEntry[] {
  let left = MAX_REPETITIONS * document.text.source.length;
  return entries.map(entry => {
    left -= entry.ranges.reduce((sum, range) => sum + range.end - range.start, 0);
    return left < 0 ? { ...entry, ranges: [] } : entry;
  });
}

function isSameText(a: IndexEntry, b: IndexEntry): boolean {
  const key = (entry: IndexEntry) => entry.ranges.map(range => `${range.start}-${range.end}`).join();
  return a.ranges.length > 0 && key(a) === key(b);
}

type Filled = Omit<FilingSection, 'sectionKey' | 'title' | 'order'>;

function sectionOf(document: SectionDocument, entry: IndexEntry, sharedWith: string[]): Filled {
  const base = { document: document.fileName, resolvedFrom: null, isFurnished: null, sharedWith, target: null };
  if (entry.ranges.length > 0) return { ...base, ...withReference(pagesText(document, entry, sharedWith), entry) };
  const text = entry.answer ?? renderText(document.text, entry.start, entry.end);
  const place = {
    start: entry.start,
    end: entry.end,
    text,
    markdown: escapeMarkdown(text),
    html: `<p>${escapeText(text)}</p>`,
  };
  const warnings = ['from_cross_reference_index'];
  if (entry.answer !== null && isNoneOrReserved(entry.answer)) {
    return { ...base, ...place, status: 'reserved_or_na', confidence: CONFIDENCE.answer, warnings };
  }
  if (entry.answer !== null && isPointer(entry.answer)) {
    const target = targetOfPointer(entry.answer);
    return { ...base, ...place, target, status: 'by_reference', confidence: CONFIDENCE.answer, warnings };
  }
  return {
    ...base,
    ...place,
    ...(entry.pages === null
      ? { status: 'partial', warnings: [...warnings, 'no_text'] }
      : {
          status: 'by_reference',
          target: { kind: 'pages', locator: `pages ${entry.pages}`, filingId: null },
          warnings: [...warnings, 'pages_not_found'],
        }),
    confidence: CONFIDENCE.notFound,
  };
}

/** Pages may only refer elsewhere themselves, or hold a part of the item while a note says where the rest is. */
function withReference<T extends Pick<FilingSection, 'text' | 'status' | 'warnings'>>(
  section: T,
  entry: IndexEntry,
): T & Pick<FilingSection, 'target'> {
  if (isPointer(section.text)) return { ...section, status: 'by_reference', target: targetOfPointer(section.text) };
  if (entry.answer === null || !isPointer(entry.answer)) return { ...section, target: null };
  return { ...section, target: targetOfPointer(entry.answer), warnings: [...section.warnings, 'partly_by_reference'] };
}

function pagesText(
  document: SectionDocument,
  entry: IndexEntry,
  sharedWith: string[],
): Pick<FilingSection, 'text' | 'markdown' | 'html' | 'start' | 'end' | 'status' | 'confidence' | 'warnings'> {
  const join = (render: typeof renderText) =>
    entry.ranges.map(range => render(document.text, range.start, range.end)).join('\n\n');
  const isSplit = entry.ranges.length > 1;
  return {
    text: join(renderText),
    markdown: join(renderMarkdown),
    html: join(renderSafeHtml),
    start: entry.ranges[0]?.start ?? 0,
    end: entry.ranges.at(-1)?.end ?? 0,
    status: sharedWith.length > 0 ? 'shared' : 'found',
    confidence: entry.isByHeading ? CONFIDENCE.headings : isSplit ? CONFIDENCE.severalRanges : CONFIDENCE.pages,
    warnings: [
      'from_cross_reference_index',
      ...(entry.isByHeading ? ['resolved_by_heading'] : isSplit ? ['several_page_ranges'] : []),
    ],
  };
}
