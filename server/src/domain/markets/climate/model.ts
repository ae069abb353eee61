import type { IsoDate } from '../../../kernel/dates.ts';

export const TARGET_STATUSES = ['targets_set', 'committed', 'commitment_removed'] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

/** A company's climate target as a published list states it. */
export interface StatedTarget {
  /** The date of the list. */
  vintage: IsoDate;
  companyName: string;
  /** Only those with valid check digits; some rows state several. */
  isins: string[];
  lei: string | null;
  /** ISO 3166-1 alpha-2; null if the list states no known country. */
  countryCode: string | null;
  nearTermStatus: TargetStatus | null;
  nearTermClassification: string | null;
  /** Null if the list states none or several. */
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
