import type { FilingSection } from '../../src/domain/filings/filings/model/filing-contents.ts';

/** A section that was found, with one text in all formats; `other` overrides its fields. */
export function fictionalSection(sectionKey: string, text: string, other: Partial<FilingSection> = {}): FilingSection {
  return {
    sectionKey,
    title: sectionKey,
    order: 1,
    status: 'found',
    confidence: 1,
    warnings: [],
    target: null,
    sharedWith: [],
    isFurnished: null,
    document: 'demo.htm',
    resolvedFrom: null,
    start: 0,
    end: text.length,
    text,
    markdown: text,
    html: text,
    ...other,
  };
}
