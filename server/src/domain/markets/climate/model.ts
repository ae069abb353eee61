import type { IsoDate } from '../../../kernel/dates.ts';

export const TARGET_STATUSES = ['targets_set', 'committed', 'commitment_removed'] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

/** What a published list says of the climate target of a company. */
export interface StatedTarget {
  /** The day of the list. */
  vintage: IsoDate;
  companyName: string;
  /** With right check digits: some state several. */
  isins: string[];
  lei: string | null;
  /** ISO 3166-1 alpha-2; null where the list says none that is known. */
  countryCode: string | null;
  nearTermStatus: TargetStatus | null;
  nearTermClassification: string | null;
  /** Null where it states none, or several. */
  nearTermTargetYear: number | null;
  netZeroStatus: TargetStatus | null;
  netZeroYear: number | null;
  targetText: string | null;
  statusDate: IsoDate | null;
  /** Why a commitment was extended or removed, as stated. */
  statusReason: string | null;
}

declare module '../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    climateTargets?: StatedTarget[];
  }
}
