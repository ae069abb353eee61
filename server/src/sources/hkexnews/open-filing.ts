import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { openPublished } from '../kit/pdf/published-documents.ts';
import type { Parsed, SourceDocument } from '../kit/source.ts';
import { filerOfUrl, filingDocumentOf } from './document-address.ts';
import { parseStatedFiling, toStatedFiling } from './stated-filing.ts';

/** Opens one filing: the document as it was published. */
export function openFiling(documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  return openPublished(documents, {
    registry: 'hkexnews',
    filerOf: filerOfUrl,
    documentOf: filingDocumentOf,
    readStatement: (bytes, address, log) => {
      const stated = parseStatedFiling(bytes, log);
      return stated === null ? null : toStatedFiling(stated, address);
    },
  });
}
