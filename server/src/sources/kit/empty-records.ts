import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../domain/filings/issuers/model/issuer.ts';

/** Records of an issuer that state nothing yet. */
export function emptyRecords(canonicalKey: string, source: string): IssuerRecords {
  return { canonicalKey, source, issuer: null, filings: [], facts: [], contents: null, damage: null };
}

/** The records of a list of issuers. */
export function recordsOfIssuers(issuers: readonly Issuer[], source: string): IssuerRecords[] {
  return issuers.map(issuer => ({ ...emptyRecords(issuer.canonicalKey, source), issuer }));
}

/** How the rows of a list of filings, each of one issuer, become records. */
export interface FilingRows<Row> {
  code(row: Row): string;
  canonicalKey(code: string): string;
  /** The issuer as a row states it; null if the row does not name it. The newest row counts. */
  issuer(row: Row): Issuer | null;
  filing(row: Row): Filing;
}

/** The records of a list of filings, by issuer. */
export function recordsOfFilings<Row>(rows: readonly Row[], source: string, of: FilingRows<Row>): IssuerRecords[] {
  return [...Map.groupBy(rows, of.code)].map(([code, own]) => {
    const stated = own.map(row => ({ row, filing: of.filing(row) }));
    const newest = stated.reduce((a, b) => (b.filing.knownAt > a.filing.knownAt ? b : a));
    const filings = stated.map(({ filing }) => filing);
    return { ...emptyRecords(of.canonicalKey(code), source), issuer: of.issuer(newest.row), filings };
  });
}
