import { categoryGroupOf } from '../../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { viewerUrl } from '../endpoints.ts';
import { dateOfReceipt, knownAt } from '../identifiers.ts';
import { categoryOf } from './report-types.ts';

/** What is known of a filing in addition to its receipt number. */
export interface StatedFiling {
  formType: string;
  /** Kind of the registry's catalogue (`A001`), if known. */
  kind: string | null;
  remark: string;
  periodEnd: IsoDate | null;
  title: string | null;
  isAmendment: boolean;
  hasXbrl: boolean;
  primaryDocument: string | null;
}

/** A filing in the model's words; `receipt` is a receipt number that {@link receiptNumber} took. */
export function toFiling(receipt: string, stated: StatedFiling): Filing {
  const { formType, kind, remark, periodEnd, title, isAmendment, hasXbrl, primaryDocument } = stated;
  const category = categoryOf(formType, kind, remark);
  const filingDate = dateOfReceipt(receipt) ?? '';
  return {
    registry: 'opendart',
    nativeId: receipt,
    formType,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate,
    acceptedAt: null,
    knownAt: knownAt(filingDate),
    periodEnd,
    title,
    language: 'ko',
    itemCodes: kind === null ? [] : [kind],
    isAmendment,
    primaryDocument,
    url: viewerUrl(receipt),
    hasXbrl,
  };
}
