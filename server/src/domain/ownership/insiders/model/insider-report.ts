import type { IsoDate } from '../../../../kernel/dates.ts';
import type { PersonKind } from '../../people/model/person.ts';

/** An insider's report of holdings and trades in an issuer's securities: SEC Forms 3, 4 and 5. */
export interface InsiderReport {
  /** The form without `/A`. */
  baseForm: '3' | '4' | '5';
  isAmendment: boolean;
  /** Filing date of the amended report, as the filer typed it; null if the report states none. */
  originalDate: IsoDate | null;
  /** True if a Form 3 states that no securities are owned. */
  ownsNothing: boolean;
  /** The joint reporters; every line belongs to all of them. */
  owners: ReportingOwner[];
  /** In document order: securities first, then derivatives. */
  lines: InsiderLine[];
}

export interface ReportingOwner {
  /** Identifier at the registry, unique per owner. */
  identifier: { scheme: string; identifier: string };
  /** Given name first if the order can be determined safely. */
  name: string;
  nameAsFiled: string;
  kind: PersonKind;
  isDirector: boolean;
  isOfficer: boolean;
  isTenPercentOwner: boolean;
  officerTitle: string | null;
}

export const TRANSACTION_CLASSES = ['trade', 'compensation', 'other', 'marker'] as const;
export type TransactionClass = (typeof TRANSACTION_CLASSES)[number];

export const PRICE_QUALITIES = ['reported', 'weighted_average', 'not_reported', 'suspect'] as const;
export type PriceQuality = (typeof PRICE_QUALITIES)[number];

/** One line of a report: a transaction, or a holding without one. Numbers are decimal digits as filed; null = none stated. */
export interface InsiderLine {
  /** 1-based among all lines of the document. Together with the filing id it identifies the line permanently. */
  place: number;
  isDerivative: boolean;
  isHolding: boolean;
  securityTitle: string;
  transactionDate: IsoDate | null;
  /** Deemed execution date; null if it equals the transaction date. */
  deemedExecutionDate: IsoDate | null;
  /** As filed: P, S, A … */
  transactionCode: string | null;
  transactionClass: TransactionClass | null;
  acquiredDisposed: 'A' | 'D' | null;
  shares: string | null;
  /** In whole units of the currency. */
  pricePerShare: string | null;
  priceQuality: PriceQuality;
  /** Total value, which some lines state instead of a number of shares. */
  totalValue: string | null;
  sharesOwnedFollowing: string | null;
  directIndirect: 'D' | 'I' | null;
  natureOfOwnership: string | null;
  /** Null if neither the form nor a footnote states it. */
  isUnderPlan: boolean | null;
  planAdoptionDate: IsoDate | null;
  isEquitySwap: boolean;
  timeliness: 'on_time' | 'early' | 'late' | null;
  underlyingTitle: string | null;
  underlyingShares: string | null;
  exercisePrice: string | null;
  exercisableDate: IsoDate | null;
  expirationDate: IsoDate | null;
  /** Footnotes that the line references, in order of reference. */
  footnotes: string[];
}

/** The id of a line: `sec-edgar:0000320193-24-000123:001`. Within a filing the ids sort in document order. */
export function insiderLineId(filingId: string, place: number): string {
  return `${filingId}:${String(place).padStart(3, '0')}`;
}

declare module '../../../filings/filings/model/filing-contents.ts' {
  interface FilingContents {
    /** Holdings and trades of insiders; absent or null if the filing is not an insider report. */
    insiderReport?: InsiderReport | null;
  }
}
