import type { IsoDate } from '../../../../kernel/dates.ts';
import type { PersonKind } from '../../people/model/person.ts';

export const STAKE_SCHEDULES = ['13D', '13G'] as const;
export type StakeSchedule = (typeof STAKE_SCHEDULES)[number];

/** A holder of more than five percent of a class of an issuer's securities tells of it: Schedules 13D and 13G of the SEC. */
export interface StakeReport {
  /** 13D: may seek influence; 13G: does not. */
  schedule: StakeSchedule;
  isAmendment: boolean;
  /** As the filer counts them; null where it does not. */
  amendmentNumber: number | null;
  /** Day of the event that made the report due; null where none is named. */
  eventDate: IsoDate | null;
  securityTitle: string | null;
  /** As filed, nine characters in upper case; a report may be on several classes. */
  cusips: string[];
  /** The rules under which a 13G is filed: `Rule 13d-1(b)` …; empty on a 13D. */
  rules: string[];
  /** True where the holder has five percent or less now, and says so. */
  isExit: boolean;
  /** Item 4 of a 13D: why the securities are held, in the filer's own words; null where it is not stated. */
  purpose: string | null;
  /** 1: tagged by the filer; less: read off the words of a cover page. */
  confidence: number;
  /** One for each who reports, in document order. Members of a group state the same shares: see {@link largestStake}. */
  stakes: DisclosedStake[];
}

/** What one who reports has. Numbers are decimal digits as filed; null = none stated. */
export interface DisclosedStake {
  /** 1-based in the report: with the filing's id it is the stake's own for ever. */
  place: number;
  /** Who that is at the registry, else the place in the filing. */
  holder: { scheme: string; identifier: string };
  /** In reading order where that is safe. */
  name: string;
  nameAsFiled: string;
  kind: PersonKind;
  /** Codes of the form: IA, HC, IN, PN … */
  holderTypes: string[];
  /** Beneficially owned, all told. */
  shares: string | null;
  /** Of the class, in percent. */
  percent: string | null;
  votingSole: string | null;
  votingShared: string | null;
  dispositiveSole: string | null;
  dispositiveShared: string | null;
}

/**
 * The stake that stands for a report as a whole: those who report together count the same shares again and again, so their
 * sum is nobody's. Null where no shares are stated.
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
    /** What a holder of more than five percent discloses; absent or null if the filing is no such report. */
    stakeReport?: StakeReport | null;
  }
}
