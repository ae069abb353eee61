import type { IsoDate } from '../../../../kernel/dates.ts';
import type { PersonKind } from '../../people/model/person.ts';

const STAKE_SCHEDULES = ['13D', '13G'] as const;
export type StakeSchedule = (typeof STAKE_SCHEDULES)[number];

/**
 * A report of a holder of more than five percent of a class of an issuer's securities: Schedules 13D and 13G of the
 * SEC.
 */
export interface StakeReport {
  /** 13D: the holder may seek influence. 13G: passive. */
  schedule: StakeSchedule;
  isAmendment: boolean;
  /** Number of the amendment as the filer states it; null if it states none. */
  amendmentNumber: number | null;
  /** Date of the event that requires the report; null if none is stated. */
  eventDate: IsoDate | null;
  securityTitle: string | null;
  /** As filed, nine characters in upper case; a report may cover several classes. */
  cusips: string[];
  /** The rules under which a 13G is filed, such as `Rule 13d-1(b)`; empty for a 13D. */
  rules: string[];
  /** True if the report states that the holder now has five percent or less. */
  isExit: boolean;
  /** Item 4 of a 13D: the purpose of the holding in the filer's own words; null if not stated. */
  purpose: string | null;
  /** 1 if the filer tags the values; lower if they are read from the text of a cover page. */
  confidence: number;
  /**
   * One per reporting person, in document order. Members of a group report the same shares: see {@link largestStake}.
   */
  stakes: DisclosedStake[];
}

/** The stake of one reporting person. Numbers are decimal digits as filed; null if not stated. */
export interface DisclosedStake {
  /** 1-based in the report; identifies the stake permanently, together with the filing id. */
  place: number;
  /** The person's identifier at the registry, else the place in the filing. */
  holder: { scheme: string; identifier: string };
  /** Given name first if the order can be determined. */
  name: string;
  nameAsFiled: string;
  kind: PersonKind;
  /** Codes of the form: IA, HC, IN, PN … */
  holderTypes: string[];
  /** Total shares beneficially owned. */
  shares: string | null;
  /** Percent of the class. */
  percent: string | null;
  votingSole: string | null;
  votingShared: string | null;
  dispositiveSole: string | null;
  dispositiveShared: string | null;
}

/**
 * The stake of a report as a whole: the largest, because joint reporters report the same shares and a sum would count
 * them repeatedly. Null if no shares are stated.
 */
export function largestStake(stakes: readonly DisclosedStake[]): DisclosedStake | null {
  let largest: DisclosedStake | null = null;
  for (const stake of stakes) {
    if (stake.shares !== null && (largest === null || Number(stake.shares) > Number(largest.shares))) largest = stake;
  }
  return largest;
}

declare module '../../../filings/filings/model/filing-contents.ts' {
  interface FilingContents {
    /** Report of a holder of more than five percent; absent or null if the filing is not such a report. */
    stakeReport?: StakeReport | null;
  }
}
