import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { renderMarkdown } from '../../../formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../../formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';

/** The position of a section, in characters of the document's source. */
export interface SectionPlace {
  key: string;
  title: string;
  start: number;
  end: number;
}

/** The text between two positions of a document as a section, in all three formats. */
export function foundSection(
  document: TextDocument,
  { key, title, start, end }: SectionPlace,
  fileName: string,
): FilingSection {
  return {
    sectionKey: key,
    title,
    order: 1,
    status: 'found',
    confidence: 1,
    warnings: [],
    target: null,
    sharedWith: [],
    isFurnished: null,
    document: fileName,
    resolvedFrom: null,
    start,
    end,
    text: renderText(document, start, end).trim(),
    markdown: renderMarkdown(document, start, end),
    html: renderSafeHtml(document, start, end),
  };
}
