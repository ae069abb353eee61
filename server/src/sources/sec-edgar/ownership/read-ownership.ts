import type { Filer } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import type { SubmissionHeader } from '../../../formats/sgml/submission.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { roleOf } from '../filings/map-submission-header.ts';
import type { FilingContainer } from '../filings/read-submission.ts';
import { canonicalKeyOfCik, cik10, plainCik } from '../identifiers.ts';
import { type OwnershipDocument, parseOwnership } from './parse-ownership.ts';

const FORM = /^[345](?:\/A)?$/i;
/** Real ones have some twenty kilobytes. */
const MOST_BYTES = 4 << 20;
const LOOKED_AT_BYTES = 1 << 16;

/** Reports of insiders in XML (since 2003-06-30); earlier reports are texts only. */
export function readOwnership(
  accession: string,
  { filing, files, header }: Pick<FilingContainer, 'files' | 'header'> & { filing: Filing | null },
  log: AnomalyLog,
): OwnershipDocument | null {
  const filingDate = filing?.filingDate ?? null;
  const incorporated = incorporatedOwners(header);
  for (const { fileName, nativeType, bytes } of files) {
    if (!FORM.test(nativeType)) continue;
    if (!bytes.toString('latin1', 0, LOOKED_AT_BYTES).includes('ownershipDocument')) continue;
    if (bytes.length > MOST_BYTES) {
      log.add('too_large_to_read', fileName, `${bytes.length} bytes`);
      continue;
    }
    const document = { fileName, source: decodeDocument(bytes), accession, filingDate, incorporated };
    const read = parseOwnership(document, log);
    if (read !== null) return read;
  }
  return null;
}

/** Numbers of the owners that a header names with a state of incorporation. */
function incorporatedOwners(header: SubmissionHeader | null): Set<string> {
  const owners = header?.entities.filter(one => roleOf(one) === 'reporting_owner' && one.stateOfIncorporation) ?? [];
  return new Set(owners.flatMap(one => cik10(one.cik) ?? []).map(plainCik));
}

/** The persons in an ownership report without a header. */
export function filersOf(ownership: OwnershipDocument | null): Filer[] {
  if (ownership === null || ownership.issuerCik === null) return [];
  const issuer = {
    canonicalKey: canonicalKeyOfCik(ownership.issuerCik),
    companyName: ownership.issuerName ?? '',
    role: 'issuer' as const,
  };
  const owners = ownership.report.owners.flatMap(({ identifier: { scheme, identifier }, nameAsFiled }) =>
    scheme === 'cik'
      ? [{ canonicalKey: canonicalKeyOfCik(identifier), companyName: nameAsFiled, role: 'reporting_owner' as const }]
      : [],
  );
  return [issuer, ...owners];
}
