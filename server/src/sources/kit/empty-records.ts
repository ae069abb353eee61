import type { IssuerRecords } from './source.ts';

/** What a source says of an issuer where it says nothing yet. */
export function emptyRecords(canonicalKey: string, source: string): IssuerRecords {
  return { canonicalKey, source, issuer: null, filings: [], facts: [], contents: null, damage: null };
}
