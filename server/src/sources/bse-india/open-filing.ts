import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { foldedText } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import { openPublished, statedDate } from '../kit/pdf/published-documents.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { readHeading } from './announcement-headings.ts';
import { type DocumentAddress, filerOfUrl, filingDocumentOf } from './document-address.ts';
import { knownAtInIndia } from './india-clock.ts';

/** Opens one announcement: the document as it was published. */
export function openFiling(documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  return openPublished(documents, {
    registry: 'bse-india',
    filerOf: filerOfUrl,
    documentOf: filingDocumentOf,
    readStatement,
  });
}

/** A filing of which only a manifest tells: it counts from the end of its day, so that nothing is known before it was. */
function readStatement(bytes: Buffer, address: DocumentAddress, log: AnomalyLog): Filing | null {
  const row = readJsonObjectAnswer(bytes.toString('utf8'), log);
  const filed = statedDate(foldedText(row?.filed) ?? '');
  if (row === null || filed === null) return null;
  const form = foldedText(row.form);
  const heading = readHeading({ category: form, subcategory: null, subject: '' }, 'form', log);
  return {
    registry: 'bse-india',
    nativeId: address.nativeId,
    formType: heading.formType,
    category: heading.category,
    categoryGroup: heading.categoryGroup,
    filingDate: filed,
    acceptedAt: null,
    knownAt: knownAtInIndia(filed),
    periodEnd: statedDate(foldedText(row.period) ?? ''),
    title: null,
    language: 'en',
    itemCodes: [],
    isAmendment: false,
    amends: null,
    primaryDocument: address.fileName,
    url: address.url,
    hasXbrl: false,
  };
}
