import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import type { AnomalyLog } from '../../../model/anomaly-log.ts';
import type { Filer, FilingFile } from '../../../model/filing-contents.ts';
import type { Filing } from '../../../model/issuer.ts';
import { canonicalKeyOfCik } from '../identifiers.ts';
import { type OwnershipDocument, parseOwnership } from './parse-ownership.ts';

const FORM = /^[345](?:\/A)?$/i;
/** Real ones have some twenty kilobytes. */
const MOST_BYTES = 4 << 20;
const LOOKED_AT_BYTES = 1 << 16;

/** What insiders report in XML (from 2003-06-30 on); older reports are texts only. */
export function readOwnership(
  accession: string,
  filing: Filing | null,
  files: readonly FilingFile[],
  log: AnomalyLog,
): OwnershipDocument | null {
  for (const { fileName, nativeType, bytes } of files) {
    if (!FORM.test(nativeType)) continue;
    if (!bytes.toString('latin1', 0, LOOKED_AT_BYTES).includes('ownershipDocument')) continue;
    if (bytes.length > MOST_BYTES) {
      log.add('too_large_to_read', fileName, `${bytes.length} bytes`);
      continue;
    }
    const document = { fileName, source: decodeDocument(bytes), accession, filingDate: filing?.filingDate ?? null };
    const read = parseOwnership(document, log);
    if (read !== null) return read;
  }
  return null;
}

/** Whom an ownership report names itself, where no header does. */
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
