import type { IsoDate } from '../../../../kernel/dates.ts';

/** The properties by which duplicate filings of one issuer at one registry are detected. */
export interface DuplicateCandidate {
  nativeId: string;
  formType: string;
  category: string;
  filingDate: IsoDate;
  periodEnd: IsoDate | null;
  /** Of its documents; empty if only a list states it. */
  urls: readonly string[];
}

/** Two rows that are one filing. */
export interface DuplicateFiling {
  /** The row that stays: it has the documents. */
  nativeId: string;
  /** The row whose list fields are taken over, and whose id becomes an alias. */
  aliasId: string;
  /** Why they match, as plain JSON. */
  evidence: Readonly<Record<string, string | number>>;
}

export interface DuplicatesFound {
  duplicates: DuplicateFiling[];
  /** Rows with several possible matches: they stay as they are. Sorted ids. */
  doubts: string[][];
}

/** Detects a registry's duplicate filings among those of one issuer. */
export interface DuplicateRule {
  /** Categories of filings that can be duplicates. */
  categories: readonly string[];
  find(filings: readonly DuplicateCandidate[]): DuplicatesFound;
}
