import type { Block } from '../../formats/html-text/text-document.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import { categoryGroupOf } from '../../model/document-taxonomy.ts';
import type { Filing } from '../../model/issuer.ts';
import { filingIndexUrl } from './endpoints.ts';
import { categoryOfForm, isAmendment } from './form-categories.ts';
import { knownAt } from './known-at.ts';
import type { SectionDocument } from './sections/section-input.ts';

/** What a document without a header says of its filing itself. */
export interface SignedFiling {
  cik: string;
  accession: string;
  formType: string;
  periodEnd: IsoDate | null;
  hasXbrl: boolean;
  document: SectionDocument;
}

/**
 * A filing of which nobody says when it was filed, dated by the last signature under its primary document: the latest day
 * written there that falls in the year of the accession number and not before the period's end. Null where there is none.
 * The registry's own word takes its place as soon as it is known.
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

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const WRITTEN_DAY = new RegExp(`\\b(${MONTHS})\\s+(\\d{1,2}),?\\s+(\\d{4})\\b`, 'gi');

function signatureDate({ document, accession, periodEnd }: SignedFiling): IsoDate | null {
  const year = accession.slice(11, 13);
  const days = signatureBlocks(document.text.blocks)
    .flatMap(writtenDays)
    .filter(day => toIsoDate(day).slice(2, 4) === year && (periodEnd === null || toIsoDate(day) >= periodEnd));
  return days.length === 0 ? null : toIsoDate(Math.max(...days));
}

/** What follows the last heading of signatures. */
function signatureBlocks(blocks: readonly Block[]): readonly Block[] {
  const at = blocks.findLastIndex(block => block.kind === 'text' && /^signatures?\b/i.test(block.text));
  return at < 0 ? [] : blocks.slice(at);
}

function writtenDays(block: Block): number[] {
  const text =
    block.kind === 'text'
      ? block.text
      : block.kind === 'table'
        ? block.rows.flatMap(row => row.cells.map(cell => cell.text)).join(' ')
        : '';
  return [...text.matchAll(WRITTEN_DAY)].flatMap(([, month = '', day = '', year = '']) => {
    const number = MONTHS.split('|').findIndex(name => name.toLowerCase() === month.toLowerCase()) + 1;
    return parseDay(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`) ?? [];
  });
}
