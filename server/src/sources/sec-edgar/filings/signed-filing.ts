import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import type { Block } from '../../../formats/html-text/text-document.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
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
  /** Name of its primary document. */
  fileName: string;
  /** The days of its signatures. */
  signedOn: readonly IsoDate[];
}

/**
 * A filing without a stated filing date, dated by its last signature: the latest day that is in the year of the accession
 * number and not before the period's end; null without one. The registry's own date replaces it once known.
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
    primaryDocument: signed.fileName,
    url: filingIndexUrl(signed.cik, signed.accession),
    hasXbrl: signed.hasXbrl,
  };
}

function signatureDate({ signedOn, accession, periodEnd }: SignedFiling): IsoDate | null {
  const year = accession.slice(11, 13);
  const days = signedOn.filter(day => day.slice(2, 4) === year && (periodEnd === null || day >= periodEnd));
  return days.toSorted().at(-1) ?? null;
}

/** The days written below the last heading of signatures of a text. */
export function daysOfSignatures({ text }: SectionDocument): IsoDate[] {
  return signatureBlocks(text.blocks).flatMap(block => writtenDays(textOf(block)));
}

/** Forms 3, 4, 5, 13F and 144 and Schedules 13D and 13G in XML. */
const SIGNED_ELEMENT = /<(?:\w+:)?(signatureDate|noticeDate|signatureDetails)>([\s\S]{1,1000}?)<\/(?:\w+:)?\1>/g;
const DAY = /(\d{4}-\d{2}-\d{2})|(\d{2})[-/](\d{2})[-/](\d{4})/;

/** The days of the signatures of a form in XML: `2026-04-03`, `04-03-2026` or `04/03/2026`. */
export function daysOfSignatureElements(source: string): IsoDate[] {
  return [...source.matchAll(SIGNED_ELEMENT)].flatMap(([, , content = '']) => {
    const [, iso, month, day, year] = DAY.exec(content) ?? [];
    return dateOrNull(iso ?? `${year}-${month}-${day}`) ?? [];
  });
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
