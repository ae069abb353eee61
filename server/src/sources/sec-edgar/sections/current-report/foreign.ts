import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../../../domain/filings/filings/model/filing-contents.ts';
import type { SectionDocument, SectionInput } from '../section-input.ts';
import { findSignatures, type ReportLine, renderRange, reportLinesOf } from './lines.ts';

const MAX_COVER_LINES = 80;
/** The text of the cover page of Form 6-K (17 CFR 249.306). */
const COVER =
  /under cover of form 20|rule 12g3-2\(b\)|regulation s-t rule 101\(b\)|^form 20-f|commission file n|form 6-?k\b|report of foreign (?:private )?issuer|address of (?:the )?principal|for the month of/i;
const BOX = /^(?:form\s+(?:20|40)-f\b.*|yes\b.*|no\b.*|[☐☒_\sxX[\]¨þ]+|if “?yes.*|82-.*)$/i;
const EXHIBIT_LIST = /^(?:exhibits?(?: index| list| no\.?| number)?|index to exhibits|list of exhibits)\b/i;
const MIN_REPORT_CHARACTERS = 80;
const LONGEST_TITLE = 200;

/**
 * Splits a report of a foreign issuer on Form 6-K into the report itself (`report`) and each whole exhibit (`exhibit_99.1`).
 * The form has no items, and its exhibits have no prescribed parts, so no finer split exists.
 */
export function splitForeignReport(input: SectionInput): FilingText {
  const primary = input.documents.find(document => document.isPrimary) ?? input.documents[0];
  if (primary === undefined) return withoutSections('The filing contains no document whose text can be read.');
  const exhibits = input.documents.filter(document => document !== primary && /^EX-/i.test(document.nativeType));
  const sections = [...reportSection(primary), ...exhibits.flatMap(exhibitSection)];
  if (sections.length === 0)
    return withoutSections(`Neither ${primary.fileName} nor an exhibit holds text besides the cover page.`);
  return {
    status: 'found',
    reason: null,
    sections: withOwnKeys(sections).map((key, at) => ({ ...key, order: at + 1 })),
  };
}

/** The text between the cover page and the signatures, or after the signatures if there is none between. */
function reportSection(document: SectionDocument): FilingSection[] {
  const lines = reportLinesOf(document.text);
  const first = endOfCover(lines);
  const signatures = findSignatures(lines).find(at => at >= first) ?? lines.length;
  const within = lines.slice(first, signatures);
  const chars = within.reduce((sum, line) => sum + line.text.length, 0);
  if (within.length === 0) return [];
  const listsOnly = within.some(({ text }) => EXHIBIT_LIST.test(text)) || chars < MIN_REPORT_CHARACTERS;
  const warnings = listsOnly ? ['The report may hold no more than a list of its exhibits.'] : [];
  const from = within[0]?.start ?? 0;
  const to = lines[signatures]?.start ?? document.text.source.length;
  return [section(document, 'report', 'Report', from, to, listsOnly ? 0.7 : 0.85, warnings)];
}

/** Index of the first line behind the cover page. */
function endOfCover(lines: readonly ReportLine[]): number {
  let end = lines.slice(0, MAX_COVER_LINES).findLastIndex(({ text }) => text.length < 600 && COVER.test(text)) + 1;
  while (end > 0 && BOX.test(lines[end]?.text ?? '')) end += 1;
  return end;
}

function exhibitSection(document: SectionDocument): FilingSection[] {
  const lines = reportLinesOf(document.text);
  if (lines.length === 0) return [];
  const key = `exhibit_${document.nativeType.replace(/^EX-/i, '').toLowerCase()}`;
  const title =
    lines.find(({ text }) => !/^exhibit\s+\d/i.test(text) && /\p{L}{3}/u.test(text))?.text ?? document.nativeType;
  return [section(document, key, shorten(title), 0, document.text.source.length, 0.95, [])];
}

function shorten(title: string): string {
  return title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE - 1)}…`;
}

function section(
  document: SectionDocument,
  sectionKey: string,
  title: string,
  from: number,
  to: number,
  confidence: number,
  warnings: string[],
): FilingSection {
  return {
    sectionKey,
    title,
    order: 0,
    status: 'found',
    confidence,
    warnings,
    target: null,
    sharedWith: [],
    isFurnished: null,
    document: document.fileName,
    resolvedFrom: null,
    ...renderRange(document.text, from, to),
  };
}

/** Exhibits of one type are distinguished by a further number: `exhibit_99`, `exhibit_99-2`. */
function withOwnKeys(sections: readonly FilingSection[]): FilingSection[] {
  const counts = new Map<string, number>();
  return sections.map(section => {
    const count = (counts.get(section.sectionKey) ?? 0) + 1;
    counts.set(section.sectionKey, count);
    return count === 1 ? section : { ...section, sectionKey: `${section.sectionKey}-${count}` };
  });
}
