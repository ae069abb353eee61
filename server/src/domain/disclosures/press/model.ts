import type { Instant } from '../../../kernel/dates.ts';

/** A press release as the feed of its wire tells it, in the wire's words: headline, link and lead, never the text. */
export interface WireRelease {
  /** The wire's own id, with the language where it gives a release in several. */
  nativeId: string;
  url: string;
  title: string;
  /** The beginning of the lead, plain text; null where the feed gives none. */
  summary: string | null;
  publishedAt: Instant;
  /** BCP 47 as stated, lower case; null where the feed does not say. */
  language: string | null;
  /** Who published it, as stated. */
  contributor: string | null;
  /** Words and codes of the wire for what it is about. */
  subjects: string[];
  /** Listings that the wire tags it with, `exchange:ticker` as stated. */
  listings: string[];
  /** ISINs that the wire tags it with, check digits verified. */
  isins: string[];
  /** Listings that headline and lead name in brackets, `exchange:ticker` as written. */
  mentions: string[];
}

/** 1: results, guidance, deals, financing, leadership, listing; 2: products, contracts, operations; 3: everything else. */
export const PRESS_TIERS = [1, 2, 3] as const;
export type PressTier = (typeof PRESS_TIERS)[number];

/** How a release is known to be about a company: the wire says so by listing or by ISIN, or the text names the listing. */
export type PressTagBasis = 'listing' | 'isin' | 'text';

/** One thing that ties a release to a company. */
export interface PressTag {
  basis: PressTagBasis;
  /** `Nasdaq:EBIX`, or the ISIN. */
  asFiled: string;
  /** As stated, upper case; null for an ISIN. */
  ticker: string | null;
  /** ISO 10383; null for an ISIN, and where the exchange is none that the table knows. */
  mic: string | null;
  /** The market of the exchange; null where the catalogue has none. */
  marketId: string | null;
}

/** A press release, ready for the store. */
export interface PressRelease extends Omit<WireRelease, 'subjects' | 'listings' | 'mentions'> {
  tier: PressTier;
  /** Codes of normalise/press/subjects.tsv. */
  subjectCodes: number[];
  tags: PressTag[];
}

declare module '../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    pressReleases?: WireRelease[];
  }
}
