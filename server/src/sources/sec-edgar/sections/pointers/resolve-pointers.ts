import type { FilingSection } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { renderMarkdown } from '../../../../formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../../../formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../../../formats/html-text/render/render-text.ts';
import { maxOf, minOf } from '../../../../kernel/lists.ts';
import { type OffsetRange, PageMap } from '../contents/pages.ts';
import { isEmphasised, type Line, toLines } from '../document-lines.ts';
import { MAJOR_CAPTIONS } from '../headings/major-captions.ts';
import type { CatalogueItem } from '../item-catalogue.ts';
import type { SectionDocument } from '../section-input.ts';
import { titleKey } from '../title-match.ts';
import { captionsOf } from './pointers.ts';

const MIN_RESOLVED_CHARS = 200;
const LONGEST_HEADING = 200;
const CONFIDENCE = { pages: 0.75, heading: 0.6 } as const;

/**
 * Resolves items that only refer to another document of the filing (an annual report filed as EX-13), or to pages of the
 * same document that belong to no other item: they get the text that they refer to. Unresolved items stay references.
 */
export function resolvePointers(
  sections: readonly FilingSection[],
  primary: SectionDocument,
  documents: readonly SectionDocument[],
  items: readonly CatalogueItem[],
): FilingSection[] {
  const exhibit = documents.find(document => /^EX-13(?:\.|$)/i.test(document.nativeType));
  const reader = exhibit === undefined ? null : new CaptionReader(exhibit, sections, items, () => true);
  const isFree = (range: OffsetRange) => !sections.some(section => overlaps(section, range));
  const own = new CaptionReader(primary, sections, items, isFree);
  return sections.map(section => {
    if (section.status !== 'by_reference' || section.target === null) return section;
    if (section.target.kind === 'exhibit' && section.target.locator.startsWith('EX-13')) {
      return reader === null ? resolveReprint(section, primary) : reader.resolve(section);
    }
    if (section.target.kind === 'pages') return resolveOwnPages(section, primary, isFree);
    const isCore = items.some(item => item.key === section.sectionKey && item.isCore);
    if (!isCore || section.target.kind !== 'heading') return section;
    const found = own.resolve(section);
    return found === section ? resolveByIndex(section, sections, primary, isFree) : found;
  });
}

/** Pages of an annual report that the document itself reprints instead of an exhibit. */
function resolveReprint(section: FilingSection, primary: SectionDocument): FilingSection {
  const pages = /pages (.+)$/.exec(section.target?.locator ?? '')?.[1] ?? '';
  const ranges = PageMap.ofReprint(primary.text).rangesOf(pages);
  return ranges === null ? section : served(section, primary, ranges, 'resolved_by_pages', CONFIDENCE.pages);
}

const MIN_PAGES_OF_AN_INDEX = 3;
const PAGE_OF_STATEMENTS = /\bF\s?-\s?(\d{1,3})\b/g;

/** "See the index under Item 14": the pages of the statements that the index of that item lists. */
function resolveByIndex(
  section: FilingSection,
  sections: readonly FilingSection[],
  primary: SectionDocument,
  isFree: (range: OffsetRange) => boolean,
): FilingSection {
  const number = /^item\s+(\d{1,2}[a-k]?)/i.exec(section.target?.locator ?? '')?.[1]?.toLowerCase();
  const index = sections.find(({ sectionKey, status }) => sectionKey === `item_${number}` && status === 'found');
  const pages = [...(index?.text ?? '').matchAll(PAGE_OF_STATEMENTS)].map(([, page]) => Number(page));
  if (new Set(pages).size < MIN_PAGES_OF_AN_INDEX) return section;
  const ranges = new PageMap(primary.text).rangesOf(`F-${minOf(pages)} to F-${maxOf(pages)}`);
  if (ranges === null || !ranges.every(isFree)) return section;
  return served(section, primary, ranges, 'resolved_by_pages', CONFIDENCE.pages);
}

function resolveOwnPages(
  section: FilingSection,
  primary: SectionDocument,
  isFree: (range: OffsetRange) => boolean,
): FilingSection {
  const ranges = new PageMap(primary.text).rangesOf(section.target?.locator.replace(/^pages /, '') ?? '');
  if (ranges === null || !ranges.every(isFree)) return section;
  return served(section, primary, ranges, 'resolved_by_pages', CONFIDENCE.pages);
}

function overlaps(section: FilingSection, range: OffsetRange): boolean {
  const shared = Math.min(section.end, range.end) - Math.max(section.start, range.start);
  return shared > 0;
}

function served(
  section: FilingSection,
  document: SectionDocument,
  ranges: readonly OffsetRange[],
  warning: string,
  confidence: number,
): FilingSection {
  const { text } = document;
  const join = (render: typeof renderText) => ranges.map(range => render(text, range.start, range.end)).join('\n\n');
  const resolved = join(renderText);
  if (resolved.length < MIN_RESOLVED_CHARS) return section;
  return {
    ...section,
    text: resolved,
    markdown: join(renderMarkdown),
    html: join(renderSafeHtml),
    start: ranges[0]?.start ?? section.start,
    end: ranges.at(-1)?.end ?? section.end,
    resolvedFrom: document.fileName === section.document ? null : document.fileName,
    document: document.fileName,
    confidence: Math.min(section.confidence, confidence),
    warnings: [...section.warnings, warning],
  };
}

/** Finds the text that items refer to, in an annual report or after the items of the report itself. */
class CaptionReader {
  readonly #exhibit: SectionDocument;
  readonly #lines: readonly Line[];
  readonly #pages: PageMap;
  readonly #items: readonly CatalogueItem[];
  /** Captions at which a part ends: those that any item refers to, and an annual report's own. */
  readonly #captions: ReadonlySet<string>;

  readonly #isFree: (range: OffsetRange) => boolean;

  constructor(
    exhibit: SectionDocument,
    sections: readonly FilingSection[],
    items: readonly CatalogueItem[],
    isFree: (range: OffsetRange) => boolean,
  ) {
    this.#exhibit = exhibit;
    this.#isFree = isFree;
    this.#lines = toLines(exhibit.text);
    this.#pages = new PageMap(exhibit.text);
    this.#items = items;
    const referred = sections
      .filter(section => section.status === 'by_reference')
      .flatMap(section => captionsOf(section.text));
    this.#captions = new Set([...MAJOR_CAPTIONS, ...referred.map(titleKey)]);
  }

  resolve(section: FilingSection): FilingSection {
    const pages = /pages (.+)$/.exec(section.target?.locator ?? '')?.[1];
    const ranges = pages === undefined ? null : this.#pages.rangesOf(pages);
    if (ranges !== null) return served(section, this.#exhibit, ranges, 'resolved_by_pages', CONFIDENCE.pages);
    const range = this.#byCaption(section);
    return range === null
      ? section
      : served(section, this.#exhibit, [range], 'resolved_by_heading', CONFIDENCE.heading);
  }

  #byCaption(section: FilingSection): OffsetRange | null {
    const titles = this.#items.find(item => item.key === section.sectionKey)?.titles ?? [];
    const wanted = new Set([...captionsOf(section.text), ...titles].map(titleKey));
    for (const [index, line] of this.#lines.entries()) {
      if (!this.#isHeading(line) || !wanted.has(titleKey(line.text))) continue;
      const end = this.#endOf(index, wanted);
      if (end === null || end - line.end < MIN_RESOLVED_CHARS) continue;
      const range = { start: line.end, end };
      if (this.#isFree(range)) return range;
    }
    return null;
  }

  #endOf(index: number, wanted: ReadonlySet<string>): number | null {
    const following = this.#lines.slice(index + 1);
    const next = following.findIndex(line => {
      const key = titleKey(line.text);
      return this.#isHeading(line) && this.#captions.has(key) && !wanted.has(key);
    });
    const last = next < 0 ? following.at(-1) : following[next - 1];
    return last?.end ?? null;
  }

  #isHeading(line: Line): boolean {
    return line.text.length <= LONGEST_HEADING && line.cells === null && (isEmphasised(line) || line.isCentred);
  }
}
