import type { Instant } from '../../../kernel/dates.ts';

/** A press release as its newswire's feed states it: headline, link and lead, never the full text. */
export interface WireRelease {
  /** The newswire's id, with the language for releases in several languages. */
  nativeId: string;
  url: string;
  title: string;
  /** The start of the lead as plain text; null if the feed states none. */
  summary: string | null;
  publishedAt: Instant;
  /** BCP 47 tag as stated, in lower case; null if the feed states none. */
  language: string | null;
  /** The publisher, as stated. */
  contributor: string | null;
  /** The newswire's subject labels and codes. */
  subjects: string[];
  /** Listings that the newswire tags, `exchange:ticker` as stated. */
  listings: string[];
  /** ISINs that the newswire tags, with verified check digits. */
  isins: string[];
  /** Listings in brackets in the headline and the lead, `exchange:ticker` as written. */
  mentions: string[];
}

/** 1: results, guidance, deals, financing, leadership, listing; 2: products, contracts, operations; 3: everything else. */
export const PRESS_TIERS = [1, 2, 3] as const;
export type PressTier = (typeof PRESS_TIERS)[number];

/** How a release is linked to a company: the newswire tags a listing or an ISIN, or the text names a listing. */
export type PressTagBasis = 'listing' | 'isin' | 'text';

/** One link of a release to a company. */
export interface PressTag {
  basis: PressTagBasis;
  /** `Nasdaq:EBIX`, or the ISIN. */
  asFiled: string;
  /** As stated, in upper case; null for an ISIN. */
  ticker: string | null;
  /** ISO 10383; null for an ISIN and for an unknown exchange. */
  mic: string | null;
  /** The market of the exchange; null if the market catalogue has none. */
  marketId: string | null;
}

/** A press release, ready for the store. */
export interface PressRelease extends Omit<WireRelease, 'subjects' | 'listings' | 'mentions'> {
  tier: PressTier;
  /** Codes of rules/subjects.tsv. */
  subjectCodes: number[];
  tags: PressTag[];
}

declare module '../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    pressReleases?: WireRelease[];
  }
}
