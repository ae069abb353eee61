import {
  type FilingContents,
  type FilingFile,
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { type BookmarkedPart, findBookmarkedParts } from '../../../formats/pdf/bookmarked-parts.ts';
import type { PdfFault } from '../../../formats/pdf/pdf-page.ts';
import { type PdfReading, readPdf } from '../../../formats/pdf/read-pdf.ts';
import { type PdfText, toTextDocument } from '../../../formats/pdf/to-text-document.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { tablesOf } from '../sections/document-tables.ts';
import { foundSection } from '../sections/found-section.ts';
import type { Parsed } from '../source.ts';
import { keyOfPart } from '../xbrl/report-parts.ts';

/** A bookmark leads to its heading. If the heading is a picture or has other words, it leads to the approximate place. */
const CONFIDENCE_BY_HEADING = 1;
const CONFIDENCE_BY_PLACE = 0.7;

/**
 * Adds the text of their PDF to opened filings without sections; the primary file's comes first. Anomalies refer to `url`.
 */
export async function withTextOfPdfs(
  { records, anomalies }: Parsed<IssuerRecords[]>,
  { registry, url }: { registry: string; url: string },
): Promise<Parsed<IssuerRecords[]>> {
  const log = new AnomalyLog(registry, url);
  const read: IssuerRecords[] = [];
  for (const one of records) {
    const pdf = one.contents === null ? undefined : unreadPdfOf(one.contents);
    const text = pdf === undefined ? null : await readPdfText(pdf.bytes, pdf.fileName, log);
    read.push(one.contents === null || text === null ? one : { ...one, contents: { ...one.contents, text } });
  }
  return { records: read, anomalies: [...anomalies, ...log.list()] };
}

function unreadPdfOf({ text, files }: FilingContents): FilingFile | undefined {
  if (text.sections.length > 0) return undefined;
  const pdfs = files.filter(file => file.contentType === 'application/pdf');
  return pdfs.find(file => file.role === 'primary') ?? pdfs[0];
}

/**
 * The text of a PDF: its parts by its bookmarks, or one section, `document`. Unreadable parts are anomalies, and `reason`
 * describes them. A part of a known name has a fixed key; any other part has the key of its position (`chapter_2`,
 * `chapter_2.section_3`).
 */
export async function readPdfText(bytes: Uint8Array, fileName: string, log: AnomalyLog): Promise<FilingText> {
  const reading = await readPdf(bytes);
  for (const { kind, locator, detail } of reading.faults) log.add(kind, locator || fileName, detail);
  const why = whyNothing(reading);
  if (why !== null) {
    if (why.kind !== null) log.add(why.kind, fileName, `${reading.pageCount} pages`);
    return withoutSections(why.reason);
  }
  const text = toTextDocument(reading.pages);
  const parts = findBookmarkedParts(text, reading.bookmarks);
  const missing = whatIsMissing(reading);
  const sections =
    parts.kind === 'parts' ? sectionsOf(text, parts.parts, fileName) : [wholeOf(text.document, fileName)];
  const undivided = parts.kind === 'none' ? UNDIVIDED[parts.why] : null;
  const reasons = [missing, undivided].filter(reason => reason !== null);
  const tables = tablesOf(text.document, fileName);
  return { status: missing === null ? 'found' : 'partial', reason: reasons.join(' ') || null, sections, tables };
}

const UNDIVIDED = {
  no_bookmarks: 'The document has no bookmarks: its text is one section.',
  one_bookmark: 'The bookmarks of the document do not divide it: its text is one section.',
  bookmarks_lead_nowhere: 'The bookmarks of the document lead to no place in it: its text is one section.',
  bookmarks_of_software: 'The bookmarks of the document name no parts: its text is one section.',
};

const FATAL: Partial<Record<PdfFault['kind'], string>> = {
  pdf_too_large: 'The PDF is larger than what is read.',
  pdf_encrypted: 'The PDF is encrypted and opens with a password only.',
  pdf_damaged: 'The PDF is damaged and cannot be opened.',
  pdf_page_damaged: 'The pages of the PDF are damaged.',
  pdf_time_limit: 'Reading the PDF takes longer than is allowed.',
  pdf_memory_limit: 'Reading the PDF takes more memory than is allowed.',
};

/** Why a document has no text; null if it has some. */
function whyNothing({ pages, faults }: PdfReading): { kind: string | null; reason: string } | null {
  const letters = countLetters(pages);
  if (letters.readable > 0 && letters.unreadable <= MAX_UNREADABLE_SHARE * letters.all) return null;
  const [fault] = faults;
  if (letters.all === 0 && fault !== undefined) return { kind: null, reason: FATAL[fault.kind] ?? fault.detail };
  if (letters.all === 0) {
    return { kind: 'pdf_without_text', reason: 'The PDF has no text: its pages are pictures.' };
  }
  return {
    kind: 'pdf_unreadable_text',
    reason: 'The fonts of the PDF do not say which characters they show: its text cannot be read.',
  };
}

/** Above this share of all characters except blanks, the text counts as unreadable. */
const MAX_UNREADABLE_SHARE = 0.3;
/** Private use, control and replacement characters. They appear if a font identifies its glyphs by number only. */
const UNREADABLE = /[\p{Co}\p{Cc}\p{Cn}\ufffd]/gu;

function countLetters(pages: PdfReading['pages']): { all: number; readable: number; unreadable: number } {
  const counts = { all: 0, readable: 0, unreadable: 0 };
  const count = (text: string): void => {
    counts.all += text.replace(/\s+/g, '').length;
    counts.unreadable += text.match(UNREADABLE)?.length ?? 0;
  };
  for (const { runs, aside } of pages) {
    for (const run of runs) count(run.text);
    for (const text of aside) count(text);
  }
  counts.readable = counts.all - counts.unreadable;
  return counts;
}

/** Why part of a document with text was not read. */
function whatIsMissing({ pages, pageCount, faults }: PdfReading): string | null {
  if (faults.length > 0) return `Not all of the PDF could be read: ${pages.length} of ${pageCount} pages.`;
  const empty = pages.filter(page => page.runs.length + page.aside.length === 0).length;
  return empty * 2 > pageCount ? `${empty} of ${pageCount} pages are pictures without text.` : null;
}

function sectionsOf({ document }: PdfText, parts: readonly BookmarkedPart[], fileName: string): FilingSection[] {
  const taken = new Set<string>();
  const front = parts[0]?.headingStart ?? 0;
  const hasFront = renderText(document, 0, front).trim() !== '';
  const sections = hasFront
    ? [foundSection(document, { key: 'front', title: FRONT, start: 0, end: front }, fileName)]
    : [];
  let chapter = 0;
  let section = 0;
  for (const [at, part] of parts.entries()) {
    if (part.level === 1 || chapter === 0) {
      chapter++;
      section = 0;
    } else section++;
    const place = section === 0 ? `chapter_${chapter}` : `chapter_${chapter}.section_${section}`;
    const one = foundSection(document, { ...part, key: freeKey(keyOfPart(part.title) ?? place, taken) }, fileName);
    sections.push(withContents(one, part, parts[at + 1]));
  }
  return sections.map((section, at) => ({ ...section, order: at + 1 }));
}

const FRONT = 'Front page';

function freeKey(key: string, taken: Set<string>): string {
  let free = key;
  for (let number = 2; taken.has(free); number++) free = `${key}_${number}`;
  taken.add(free);
  return free;
}

/** A chapter whose text begins with its first section refers to that. */
function withContents(section: FilingSection, part: BookmarkedPart, next: BookmarkedPart | undefined): FilingSection {
  const confidence = part.isHeadingSeen ? CONFIDENCE_BY_HEADING : CONFIDENCE_BY_PLACE;
  const warnings = part.isHeadingSeen ? [] : ['heading_not_seen'];
  if (section.text !== '') return { ...section, confidence, warnings };
  if (next !== undefined && next.level > part.level) {
    const target = { kind: 'heading', locator: next.title, filingId: null } as const;
    return { ...section, status: 'by_reference', confidence, warnings, target };
  }
  return { ...section, status: 'partial', confidence, warnings: [...warnings, 'no_text'] };
}

function wholeOf(document: TextDocument, fileName: string): FilingSection {
  const whole = { key: 'document', title: titleOf(document), start: 0, end: document.source.length };
  return foundSection(document, whole, fileName);
}

const LONGEST_TITLE = 200;

/** Text next to a company's name (number, place, address), and sentences before all headings. */
const NO_TITLE = /^[(（].*[)）]|https?:|www\.|[.。]$/;

/** The first heading, or `Document` if the document has no heading. */
function titleOf({ blocks }: TextDocument): string {
  const headings = blocks.flatMap(block => (block.kind === 'text' && block.headingLevel > 0 ? [block.text] : []));
  return headings.find(text => !NO_TITLE.test(text))?.slice(0, LONGEST_TITLE) ?? WHOLE;
}

const WHOLE = 'Document';
