import type { IsoDate } from '../../../../kernel/dates.ts';

/** What tells whether two filings of one issuer at one registry are the same. */
export interface TwinCandidate {
  nativeId: string;
  formType: string;
  category: string;
  /** As the source of this row dates it, whatever it was joined with since. */
  filingDate: IsoDate;
  periodEnd: IsoDate | null;
  /** The id of the entry that it was joined with before; null where it was with none. */
  aliasId: string | null;
}

/** Two rows that are one filing. */
export interface FilingTwins {
  /** The one that stays: it has the documents. */
  nativeId: string;
  /** The one whose words are taken over, and whose id leads to the other. */
  aliasId: string;
  /** What they were joined by, plain JSON. */
  evidence: Readonly<Record<string, string | number>>;
}

export interface TwinsFound {
  twins: FilingTwins[];
  /** Rows that several others could be the same as: they stay as they are. Sorted ids. */
  doubts: string[][];
}

/** How a registry's duplicate filings are found among those of one issuer. */
export interface TwinRule {
  /** Categories of filings that can be duplicates. */
  categories: readonly string[];
  find(filings: readonly TwinCandidate[]): TwinsFound;
}
