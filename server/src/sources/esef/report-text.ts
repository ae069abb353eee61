import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { findPrintedParts } from '../../formats/html-text/printed-parts.ts';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { foundSection } from '../kit/sections/found-section.ts';
import type { NamedBytes, ReadReport } from './read-report.ts';
import { REPORT_PARTS } from './report-parts.ts';

/** The confidence of a heading as the beginning of a part: annual reports have no parts that all filers share. */
const BY_HEADING = 0.9;

/**
 * The text of a report in the parts that have a heading; a document of which hardly any has is one section, `report`.
 * Keys of a second document end in `_2`.
 */
export function textOfReport(report: ReadReport | null, log: AnomalyLog): FilingText {
  if (report?.kind !== 'inline') {
    const reason =
      report === null ? 'No document of this filing is at hand.' : 'Only the data of this report is at hand.';
    return withoutSections(reason);
  }
  const sections = report.documents.flatMap((document, index) => toSections(document, index + 1, log));
  const withText = sections.filter(one => one.text.trim() !== '').map((one, at) => ({ ...one, order: at + 1 }));
  if (withText.length === 0) return withoutSections('The document has no text.');
  return { status: 'found', reason: null, sections: withText };
}

function toSections({ name, bytes }: NamedBytes, number: number, log: AnomalyLog): FilingSection[] {
  const document = parseHtml(decodeDocument(bytes));
  for (const warning of document.warnings) log.add('text_limit', name, warning);
  const parts = findPrintedParts(document, REPORT_PARTS);
  const whole = { key: 'report', title: 'Report', start: 0, end: document.source.length };
  return (parts.length === 0 ? [whole] : parts).map((part, at) => {
    const key = number === 1 ? part.key : `${part.key}_${number}`;
    const place = { ...part, key, title: part.title === '' ? 'Front page' : part.title };
    return { ...foundSection(document, place, name), order: at + 1, confidence: parts.length === 0 ? 1 : BY_HEADING };
  });
}
