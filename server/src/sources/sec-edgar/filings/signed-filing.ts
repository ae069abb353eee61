import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import type { Block } from '../../../formats/html-text/text-document.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { filingIndexUrl } from '../endpoints.ts';
import { knownAt } from '../lists/acceptance.ts';
import type { SectionDocument } from '../sections/section-input.ts';
import { writtenDays } from '../written-days.ts';
import { categoryOfForm, isAmendment } from './form-categories.ts';

/** Statements of a document without a header about its filing. */
export interface SignedFiling {
  cik: string;
  accession: string;
  formType: string;
  periodEnd: IsoDate | null;
  hasXbrl: boolean;
  document: SectionDocument;
}

/**
 * A filing without a stated filing date, dated by the last signature under its primary document: the latest day written
 * there that is in the year of the accession number and not before the period's end. Null if there is none. The registry's
 * own date replaces it once known.
 */
export function toSignedFiling(signed: SignedFiling): Filing | null {
  const filingDate = signatureDate(signed);
  if (filingDate === null) return null;
  const category = categoryOfForm(signed.formType) ?? 'other';
  return {
    registry: 'sec-edgar',
    nativeId: signed.accession,
    formType: signed.formType,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate,
    acceptedAt: null,
    knownAt: knownAt(filingDate, null),
    periodEnd: signed.periodEnd,
    title: null,
    language: 'en',
    itemCodes: [],
    isAmendment: isAmendment(signed.formType),
    primaryDocument: signed.document.fileName,
    url: filingIndexUrl(signed.cik, signed.accession),
    hasXbrl: signed.hasXbrl,
  };
}

function signatureDate({ document, accession, periodEnd }: SignedFiling): IsoDate | null {
  const year = accession.slice(11, 13);
  const days = signatureBlocks(document.text.blocks)
    .flatMap(block => writtenDays(textOf(block)))
    .filter(day => day.slice(2, 4) === year && (periodEnd === null || day >= periodEnd));
  return days.sort().at(-1) ?? null;
}

/** The text after the last heading of signatures. */
function signatureBlocks(blocks: readonly Block[]): readonly Block[] {
  const at = blocks.findLastIndex(block => block.kind === 'text' && /^signatures?\b/i.test(block.text));
  return at < 0 ? [] : blocks.slice(at);
}

function textOf(block: Block): string {
  if (block.kind === 'text') return block.text;
  return block.kind === 'table' ? block.rows.flatMap(row => row.cells.map(cell => cell.text)).join(' ') : '';
}
