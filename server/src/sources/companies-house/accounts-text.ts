import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { findPrintedParts, type KnownPart } from '../../formats/html-text/printed-parts.ts';
import type { TextDocument } from '../../formats/html-text/text-document.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readTable } from '../kit/read-table.ts';
import { tablesOf } from '../kit/sections/document-tables.ts';
import { foundSection, type SectionPlace } from '../kit/sections/found-section.ts';

/** Patterns that several headings share. */
const SHARED: Readonly<Record<string, string>> = {
  consolidated: '(?:(?:the |summarised |abridged |audited |unaudited )?(?:group|consolidated) )?',
  accounts: '(?:financial statements|accounts)',
};

/** Parts of accounts (Companies Act 2006, parts 15 and 16; FRS 102, FRS 105) by the headings that filers print. */
const ACCOUNTS_PARTS = readTable(new URL('./accounts-parts.tsv', import.meta.url)).map(
  ([key = '', kind, place, heading = '']): KnownPart => ({
    key,
    pattern: new RegExp(`^(?:${heading.replace(/\{([a-z]+)\}/g, (_, name: string) => SHARED[name] ?? '')})$`),
    ...(kind === 'statement' ? { isStatement: true } : {}),
    ...(place === 'after notes' ? { mayFollowNotes: true } : {}),
  }),
);

/** The confidence that a part begins at its heading: no form divides accounts, filers print what the law asks for. */
const BY_HEADING = 0.9;

/** The text of accounts by the parts that have a heading; one section `report` if too few have. */
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
  return { status: 'found', reason: null, sections, tables: tablesOf(document, fileName) };
}

function toSection(document: TextDocument, part: SectionPlace, fileName: string): FilingSection {
  const section = foundSection(document, part, fileName);
  return {
    ...section,
    title: part.title === '' ? 'Front page' : part.title,
    status: section.text === '' ? 'partial' : 'found',
  };
}
