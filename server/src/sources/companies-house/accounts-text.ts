import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { findPrintedParts } from '../../formats/html-text/printed-parts.ts';
import type { TextDocument } from '../../formats/html-text/text-document.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { foundSection, type SectionPlace } from '../kit/sections/found-section.ts';
import { ACCOUNTS_PARTS } from './accounts-parts.ts';

/** How sure a heading tells where a part begins: no form divides accounts, filers print what the law asks for. */
const BY_HEADING = 0.9;

/** The text of accounts in the parts that have a heading; as one section `report` where hardly any has. */
export function toAccountsText(fileName: string, source: string, log: AnomalyLog): FilingText {
  const document = parseHtml(source);
  for (const warning of document.warnings) log.add('text_limit', fileName, warning);
  const parts = findPrintedParts(document, ACCOUNTS_PARTS);
  const whole = { key: 'report', title: 'Accounts', start: 0, end: document.source.length };
  const sections = (parts.length === 0 ? [whole] : parts).map((part, at) => ({
    ...toSection(document, part, fileName),
    order: at + 1,
    confidence: parts.length === 0 ? 1 : BY_HEADING,
  }));
  if (sections.every(({ text }) => text === '')) {
    return withoutSections('The document has no text; it may be made of pictures.');
  }
  return { status: 'found', reason: null, sections };
}

function toSection(document: TextDocument, part: SectionPlace, fileName: string): FilingSection {
  const section = foundSection(document, part, fileName);
  return {
    ...section,
    title: part.title === '' ? 'Front page' : part.title,
    status: section.text === '' ? 'reserved_or_na' : 'found',
  };
}
