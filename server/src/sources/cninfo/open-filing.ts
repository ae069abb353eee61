import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { openPublished, statedDate } from '../kit/pdf/published-documents.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { readAnnouncementType } from './announcement-types.ts';
import { fromEpochMs } from './china-clock.ts';
import { type DocumentAddress, filerOfUrl, filingDocumentOf } from './document-address.ts';
import { readObject, textOf } from './read-answer.ts';

/** Opens one announcement: the document as it was published. */
export function openFiling(documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  return openPublished(documents, {
    registry: 'cninfo',
    filerOf: filerOfUrl,
    documentOf: filingDocumentOf,
    readStatement,
  });
}

/** A filing of which only a manifest tells: it counts from the end of its day, so that nothing is known before it was. */
function readStatement(bytes: Buffer, address: DocumentAddress, log: AnomalyLog): Filing | null {
  const row = readObject(bytes, log);
  const filed = row === null ? null : statedDate(textOf(row, 'filed') ?? '');
  const endOfDay = filed === null ? null : fromEpochMs(Date.parse(`${filed}T23:59:59+08:00`));
  if (row === null || filed === null || endOfDay === null) return null;
  const type = readAnnouncementType(textOf(row, 'form'), textOf(row, 'form') ?? '');
  return {
    registry: 'cninfo',
    nativeId: address.nativeId,
    formType: type.formType,
    category: type.category,
    categoryGroup: type.categoryGroup,
    filingDate: filed,
    acceptedAt: null,
    knownAt: endOfDay.instant,
    periodEnd: statedDate(textOf(row, 'period') ?? '') ?? type.periodEnd,
    title: textOf(row, 'form'),
    language: type.language,
    itemCodes: type.itemCodes,
    isAmendment: type.isAmendment,
    amends: null,
    primaryDocument: address.fileName,
    url: address.url,
    hasXbrl: false,
  };
}
