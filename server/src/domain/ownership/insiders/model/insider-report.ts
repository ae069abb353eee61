import type { IsoDate } from '../../../../kernel/dates.ts';
import type { PersonKind } from '../../people/model/person.ts';

/** What an insider tells of own holdings and trades in an issuer's securities: Forms 3, 4 and 5 of the SEC. */
export interface InsiderReport {
  /** The form without `/A`. */
  baseForm: '3' | '4' | '5';
  isAmendment: boolean;
  /** Day of the filing that an amendment amends, as its filer typed it; null where none is given. */
  originalDate: IsoDate | null;
  /** True where a Form 3 states that nothing is owned. */
  ownsNothing: boolean;
  /** Those who report together; every line is of all of them. */
  owners: ReportingOwner[];
  /** In document order: securities first, then derivatives. */
  lines: InsiderLine[];
}

export interface ReportingOwner {
  /** Who that is at the registry: one identifier is one owner. */
  identifier: { scheme: string; identifier: string };
  /** In reading order where that is safe. */
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
  /** 1-based among all lines of the document: with the filing's id it is the line's own for ever. */
  place: number;
  isDerivative: boolean;
  isHolding: boolean;
  securityTitle: string;
  transactionDate: IsoDate | null;
  /** Day on which the trade counts as made where that is another. */
  deemedExecutionDate: IsoDate | null;
  /** As filed: P, S, A … */
  transactionCode: string | null;
  transactionClass: TransactionClass | null;
  acquiredDisposed: 'A' | 'D' | null;
  shares: string | null;
  /** In whole units of the currency. */
  pricePerShare: string | null;
  priceQuality: PriceQuality;
  /** Where the form gives a total in place of a number of shares. */
  totalValue: string | null;
  sharesOwnedFollowing: string | null;
  directIndirect: 'D' | 'I' | null;
  natureOfOwnership: string | null;
  /** Null where the form does not ask and no note says so. */
  isUnderPlan: boolean | null;
  planAdoptionDate: IsoDate | null;
  isEquitySwap: boolean;
  timeliness: 'on_time' | 'early' | 'late' | null;
  underlyingTitle: string | null;
  underlyingShares: string | null;
  exercisePrice: string | null;
  exercisableDate: IsoDate | null;
  expirationDate: IsoDate | null;
  /** The notes that the line points to, in its order. */
  footnotes: string[];
}

/** The id of a line: `sec-edgar:0000320193-24-000123:001`. In a filing the ids sort as the lines stand. */
export function insiderLineId(filingId: string, place: number): string {
  return `${filingId}:${String(place).padStart(3, '0')}`;
}

declare module '../../../filings/filings/model/filing-contents.ts' {
  interface FilingContents {
    /** What insiders report of their holdings and trades; absent or null if the filing is no such report. */
    insiderReport?: InsiderReport | null;
  }
}
