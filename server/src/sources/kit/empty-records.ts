import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';

/** What a source says of an issuer where it says nothing yet. */
export function emptyRecords(canonicalKey: string, source: string): IssuerRecords {
  return { canonicalKey, source, issuer: null, filings: [], facts: [], contents: null, damage: null };
}
